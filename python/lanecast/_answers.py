"""Objects that hold the answers of a call, one array per output."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrays import Arrays, Bools, Floats, Places, Words
from ._constants import NO_ID


class Answers:
    """Arrays by name: the outputs of a call."""

    __slots__ = ("_arrays",)
    _arrays: Arrays

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    def __getattr__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, "_arrays")[name]
        except KeyError:
            needed = "needs id, t, distance or flags" if name == "hit" else "is no output"
            raise AttributeError(
                f"{type(self).__name__}.{name} {needed} of this call: "
                f"its outputs are {', '.join(self._arrays)}"
            ) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._arrays]

    def __getstate__(self) -> Arrays:
        return self._arrays

    def __setstate__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    def as_dict(self) -> Arrays:
        """Returns a dict of the arrays by name, for ``out=`` of another call."""
        return dict(self._arrays)

    def __repr__(self) -> str:
        arrays = ", ".join(f"{name}{value.shape}" for name, value in self._arrays.items())
        return f"{type(self).__name__}({arrays})"


class Found(Answers):
    """Answers that are hits or misses."""

    __slots__ = ()

    @property
    def hit(self) -> Bools:
        """(...) bool: whether the query found a shape."""
        arrays = self._arrays
        for name, of_a_miss in (("id", NO_ID), ("t", np.inf), ("distance", np.inf)):
            if name in arrays:
                hit = np.not_equal(arrays[name], of_a_miss)
                break
        else:
            if "flags" not in arrays:
                raise AttributeError("hit")  # __getattr__ has the message
            hit = np.not_equal(np.bitwise_and(arrays["flags"], 1), 0)
        return hit if np.ndim(hit) > 0 else np.asarray(hit)

    def __repr__(self) -> str:
        text = super().__repr__()
        arrays = self._arrays
        is_computed = all(isinstance(array, np.ndarray) for array in arrays.values())
        if is_computed and arrays.keys() & {"id", "flags", "t", "distance"}:
            text = f"{text[:-1]}; {np.count_nonzero(self.hit)} of {self.hit.size} hit)"
        return text


class Hits(Found):
    """Answers of ``Scene.cast``: the first shape along each ray.

    Attributes
    ----------
    hit : (...) bool
        Whether the ray hit a shape. Computed from another output.
    t : (...) float32
        Distance in multiples of the direction; infinite on a miss.
    id : (...) uint32
        Id of the shape; ``NO_ID`` on a miss.
    part : (...) uint32
        Id in the prototype, if the shape is an instance; ``NO_ID`` elsewhere.
    batch, index : (...) uint32
        Number of the call that added the shape, see ``Ids.batch``, and the shape's place in it.
        ``NO_ID`` on a miss.
    user, part_user : (...) uint32
        The word that the shape, or the shape of the prototype, was added with; 0 on a miss.
    normal : (..., 3) float32
        Unit normal: outward, and of triangles against the ray.
    point : (..., 3) float32, or float64 in a scene with an origin
        Point on the shape. 0 on a miss, before the origin is added.
    uv : (..., 2) float32
        Weights of the second and third vertex of a triangle; 0 for other shapes.
    clearance : (...) float32
        Distance from the surface at which a ray may go on: see ``Scene.next_origins``.
    flags : (...) uint32
        Bits of ``Flag``.
    """

    __slots__ = ()
    t: Floats
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words
    normal: Floats
    point: Places
    uv: Floats
    clearance: Floats
    flags: Words


class Impacts(Found):
    """Answers of ``Scene.sweep``: the first contact of each moving sphere.

    Attributes
    ----------
    hit, t, id, part, batch, index, user, part_user, flags
        As in ``Hits``; t counts in multiples of the displacement.
    normal : (..., 3) float32
        Unit normal from the shape to the centre.
    point : (..., 3) float32, or float64 in a scene with an origin
        Point of contact on the shape.
    center : (..., 3) float32, or float64 in a scene with an origin
        Centre of the sphere at t.
    depth : (...) float32
        Penetration of an overlap at the start; else 0.
    """

    __slots__ = ()
    t: Floats
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words
    normal: Floats
    point: Places
    center: Places
    depth: Floats
    flags: Words


class ClosestPoints(Found):
    """Answers of ``Scene.closest_point``: the nearest shape of each point.

    Attributes
    ----------
    hit, id, part, batch, index, user, part_user, flags
        As in ``Hits``; a hit is a shape within ``max_distance``.
    distance : (...) float32
        Signed distance, negative in a solid; infinite on a miss.
    point : (..., 3) float32, or float64 in a scene with an origin
        Nearest point of the shape's boundary.
    normal : (..., 3) float32
        Unit normal there: outward, and of surfaces to the position.
    """

    __slots__ = ()
    distance: Floats
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words
    point: Places
    normal: Floats
    flags: Words


class Ragged(Answers):
    """All answers of each query, those of one query after those of the one before it."""

    __slots__ = ()
    offsets: npt.NDArray[np.int64]
    found: Words

    @property
    def query(self) -> npt.NDArray[np.int64]:
        """(answers,) int64: the query of each answer, counted in C order."""
        counts = np.diff(self.offsets)
        return np.repeat(np.arange(len(counts)), counts)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, query: int) -> Arrays:
        """Returns the answers of one query: views of the arrays by name.

        Parameters
        ----------
        query : int
            Number of the query, counted in C order.
        """
        if not 0 <= query < len(self):
            raise IndexError(f"query is {query}, must be from 0 to {len(self) - 1}")
        part = slice(self.offsets[query], self.offsets[query + 1])
        return {
            name: values[part]
            for name, values in self._arrays.items()
            if name not in ("offsets", "found")
        }


class AllHits(Ragged):
    """Answers of ``Scene.all_hits``: the hits of ray i are elements offsets[i] to offsets[i + 1].

    The hits of a ray are in the order of (t, id, part), at most ``limit`` of them.

    Attributes
    ----------
    offsets : (rays + 1,) int64
        Where the hits of each ray begin, and behind them their number.
    found : (...) uint32
        Number of hits of each ray, whatever the limit.
    query : (hits,) int64
        The ray of each hit.
    t, id, part, batch, index, user, part_user, normal, point, uv, clearance, flags
        As in ``Hits``, with an axis of all hits.
    """

    __slots__ = ()
    t: Floats
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words
    normal: Floats
    point: Places
    uv: Floats
    clearance: Floats
    flags: Words


class AllOverlaps(Ragged):
    """Answers of ``Scene.all_overlaps``: sphere i has elements offsets[i] to offsets[i + 1].

    The shapes of a sphere are in the order of (id, part), at most ``limit`` of them.

    Attributes
    ----------
    offsets : (spheres + 1,) int64
        Where the shapes of each sphere begin, and behind them their number.
    found : (...) uint32
        Number of shapes of each sphere, whatever the limit.
    query : (overlaps,) int64
        The sphere of each overlap.
    id, part, batch, index, user, part_user
        As in ``Hits``, with an axis of all overlaps.
    """

    __slots__ = ()
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words


class Contacts(Answers):
    """Contacts of particles in a step, in the order of (particle, time).

    Attributes
    ----------
    particle : (contacts,) uint32
        Number of the particle, counted in C order.
    time : (contacts,) float32
        Seconds since the start of the step.
    id, part, batch, index, user, part_user : (contacts,) uint32
        As in ``Hits``.
    point : (contacts, 3) float32, or float64 in a scene with an origin
    normal : (contacts, 3) float32
        From the shape to the particle.
    normal_speed : (contacts,) float32
        Approach speed; 0 for a surface that the particle rests on.
    """

    __slots__ = ()
    particle: Words
    time: Floats
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words
    point: Places
    normal: Floats
    normal_speed: Floats


class Step:
    """Result of ``Scene.advance``.

    Attributes
    ----------
    particles, moved, contacts, pushed_out, out_of_impacts, resting, invalid, truncated : int
        Numbers of particles, and of contacts that happened or found no room.
    skin_raised : int
        Particles for which the requested skin was too small.
    rows : Contacts
        The contacts, at most as many as were asked for.
    """

    __slots__ = (
        "particles",
        "moved",
        "contacts",
        "pushed_out",
        "out_of_impacts",
        "resting",
        "invalid",
        "truncated",
        "skin_raised",
        "rows",
    )
    particles: int
    moved: int
    contacts: int
    pushed_out: int
    out_of_impacts: int
    resting: int
    invalid: int
    truncated: int
    skin_raised: int
    rows: Contacts

    def __init__(self, counts: dict[str, int], rows: Contacts) -> None:
        for name, value in counts.items():
            setattr(self, name, value)
        self.rows = rows

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}={getattr(self, name)}" for name in self.__slots__[:-1])
        return f"Step({counts})"
