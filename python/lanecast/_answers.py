"""Objects that hold the answers of a call, one array per output."""

from __future__ import annotations

import operator
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Iterator,
    Optional,
    TypeVar,
    Union,
    overload,
)

import numpy as np
import numpy.typing as npt

from ._arrays import Arrays, Bools, Floats, Places, Words
from ._constants import NO_ID
from ._records import (
    VECTORS,
    ClosestPoint,
    Contact,
    Hit,
    Impact,
    Overlap,
    Record,
    record_class,
)

Row = TypeVar("Row", bound=Record)
Part = TypeVar("Part", bound="Rows[Any]")
Index = Union[int, "np.integer[Any]"]
Selection = Union[slice, "list[int]", "list[bool]", npt.NDArray[Any], None]

_ONE = np.zeros((), np.bool_)


class Answers:
    """Arrays by name: the outputs of a call."""

    __slots__ = ("_arrays",)
    _arrays: Arrays

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays

    if not TYPE_CHECKING:  # so that type checkers find misspelled attributes

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

    def columns(self) -> Arrays:
        """Returns the table of the answers: a dict of arrays (n,), one element per query.

        The queries are in C order. A vector has one column per component, with the names that the
        program lanecast gives them: nx, ny, nz (normal), px, py, pz (point), cx, cy, cz (center), u
        and v.

        >>> table = pandas.DataFrame(hits.columns())
        """
        columns: Arrays = {}
        for name, array in self._arrays.items():
            if name in VECTORS:
                rows = array.reshape(-1, len(VECTORS[name]))
                columns.update((column, rows[:, i]) for i, column in enumerate(VECTORS[name]))
            else:
                columns[name] = array.reshape(-1)
        return columns

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        arrays = ", ".join(f"{name}{value.shape}" for name, value in self._arrays.items())
        return f"{type(self).__name__}({arrays})"


class OfShapes(Answers):
    """Answers that name shapes."""

    __slots__ = ()
    id: Words
    part: Words
    batch: Words
    index: Words
    user: Words
    part_user: Words


class Rows(Answers, Generic[Row]):
    """Answers with one element per query.

    An index selects queries, as it selects elements of an array with the leading shape of the
    arguments. It gives a record for a single query, and an object of the same class for several
    ones, whose arrays are views where those of NumPy are.
    """

    __slots__ = ()
    _record: ClassVar[type[Record]] = Record

    @property
    def _shape(self) -> tuple[int, ...]:
        """The leading shape of the arguments."""
        for name, array in self._arrays.items():
            return array.shape[:-1] if name in VECTORS else array.shape
        raise TypeError(f"{type(self).__name__} has no outputs, so it has no length")

    @property
    def _is_computed(self) -> bool:
        """Whether the arrays are those of NumPy, and not of Dask."""
        return all(isinstance(array, (np.ndarray, np.generic)) for array in self._arrays.values())

    def __len__(self) -> int:
        shape = self._shape
        if len(shape) == 0:
            raise TypeError(f"{type(self).__name__} of one query has no length")
        return shape[0]

    @overload
    def __getitem__(self, index: Index) -> Row: ...

    @overload
    def __getitem__(self: Part, index: Selection) -> Part: ...

    @overload
    def __getitem__(self, index: tuple[Any, ...]) -> Any: ...

    def __getitem__(self, index: Any) -> Any:
        is_single = False
        if self._is_computed:
            chosen = np.broadcast_to(_ONE, self._shape)[index]  # refuses wrong indices
            is_single = isinstance(chosen, np.bool_)
        of_vectors = index
        if isinstance(index, tuple) and any(part is Ellipsis for part in index):
            of_vectors = (*index, slice(None))  # all components
        part = {
            name: array[of_vectors if name in VECTORS else index]
            for name, array in self._arrays.items()
        }
        if not is_single:
            return type(self)(part)
        values: list[Any] = []
        for name, value in part.items():
            values.extend(value if name in VECTORS else (value,))
        return record_class(self._record, tuple(part))(values)

    def __iter__(self) -> Iterator[Row]:
        if len(self._shape) == 1 and self._is_computed:
            record = record_class(self._record, tuple(self._arrays))
            return map(record, zip(*self.columns().values()))
        return (self[i] for i in range(len(self)))


class Found(OfShapes, Rows[Row]):
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
        if self._is_computed and arrays.keys() & {"id", "flags", "t", "distance"}:
            text = f"{text[:-1]}; {np.count_nonzero(self.hit)} of {self.hit.size} hit)"
        return text


class Hits(Found[Hit]):
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
    _record = Hit
    t: Floats
    normal: Floats
    point: Places
    uv: Floats
    clearance: Floats
    flags: Words


class Impacts(Found[Impact]):
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
    _record = Impact
    t: Floats
    normal: Floats
    point: Places
    center: Places
    depth: Floats
    flags: Words


class ClosestPoints(Found[ClosestPoint]):
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
    _record = ClosestPoint
    distance: Floats
    point: Places
    normal: Floats
    flags: Words


class Overlaps(OfShapes, Rows[Overlap]):
    """The shapes that one sphere overlaps.

    Attributes
    ----------
    id, part, batch, index, user, part_user : (overlaps,) uint32
        As in ``Hits``.
    """

    __slots__ = ()
    _record = Overlap


Of = TypeVar("Of", bound=Rows[Any])
RaggedPart = TypeVar("RaggedPart", bound="Ragged[Any]")


class Ragged(Answers, Generic[Of]):
    """All answers of each query, those of one query after those of the one before it.

    The index i stands for query i, counted in C order, and gives its answers. A slice, an array, or
    a tuple, which is an index into the shape of ``found``, gives those of several queries.
    """

    __slots__ = ()
    _one: ClassVar[type[Rows[Any]]]
    offsets: npt.NDArray[np.int64]
    found: Words

    @property
    def query(self) -> npt.NDArray[np.int64]:
        """(answers,) int64: the query of each answer, counted in C order."""
        counts = np.diff(self.offsets)
        return np.repeat(np.arange(len(counts)), counts)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[Of]:
        return (self[i] for i in range(len(self)))

    @overload
    def __getitem__(self, index: Index) -> Of: ...

    @overload
    def __getitem__(self: RaggedPart, index: Selection) -> RaggedPart: ...

    @overload
    def __getitem__(self, index: tuple[Any, ...]) -> Any: ...

    def __getitem__(self, index: Any) -> Any:
        number = self._number(index)
        if number is not None:
            return self._one(self.of(number))
        # An index of several axes is one into the shape of the queries.
        is_mask = isinstance(index, np.ndarray) and index.dtype == np.bool_
        is_whole = isinstance(index, tuple) or (is_mask and index.ndim > 1)
        numbers = np.arange(len(self))
        numbers = (numbers.reshape(self.found.shape) if is_whole else numbers)[index]
        if numbers.ndim == 0:
            return self._one(self.of(int(numbers)))
        queries = numbers.reshape(-1)
        counts = np.diff(self.offsets)[queries]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        places = np.repeat(self.offsets[queries] - offsets[:-1], counts) + np.arange(offsets[-1])
        part = {name: array[places] for name, array in self._answers().items()}
        part["offsets"], part["found"] = offsets, self.found.reshape(-1)[numbers]
        return type(self)({name: part[name] for name in self._arrays})

    def _number(self, index: Any) -> Optional[int]:
        """Returns the number of the query that an integer stands for; None for other indices."""
        if np.ndim(index) > 0 or isinstance(index, (bool, np.bool_)):
            return None
        try:
            number = operator.index(index)
        except TypeError:
            return None
        if not -len(self) <= number < len(self):
            raise IndexError(f"index is {number}, but there are {len(self)} queries")
        return number % len(self)

    def _answers(self) -> Arrays:
        """Returns the arrays of the answers, without those of the queries."""
        return {
            name: array
            for name, array in self._arrays.items()
            if name not in ("offsets", "found")
        }

    def columns(self) -> Arrays:
        """Returns the table of the answers: a dict of arrays (n,), one element per answer.

        The first column, ``query``, is the query of each answer, counted in C order. The others are
        as in ``Hits.columns``.
        """
        return {"query": self.query, **Answers(self._answers()).columns()}

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
        return {name: values[part] for name, values in self._answers().items()}


class AllHits(OfShapes, Ragged[Hits]):
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
    _one = Hits
    t: Floats
    normal: Floats
    point: Places
    uv: Floats
    clearance: Floats
    flags: Words


class AllOverlaps(OfShapes, Ragged[Overlaps]):
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
    _one = Overlaps


class Contacts(OfShapes, Rows[Contact]):
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
    _record = Contact
    particle: Words
    time: Floats
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
