"""Scenes of shapes, and queries against them."""

from __future__ import annotations

import mmap
import operator
import os
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union, overload

import numpy as np
import numpy.typing as npt

from . import _lanecast, _saved
from ._answers import (
    AllHits,
    AllOverlaps,
    Answers,
    ClosestPoints,
    Contacts,
    Hits,
    Impacts,
    Step,
)
from ._arrays import Arrays, Bools, Doubles, Floats, Numbers, Words
from ._constants import ALL_LAYERS, NO_ID, Response
from ._lanecast import Kind
from ._shapes import (
    Aabbs,
    Boxes,
    Capsules,
    Cones,
    Cylinders,
    Lines,
    Planes,
    Shapes,
    Spheres,
    Triangles,
    _shapes,
)

inf = float("inf")

_SHAPES: tuple[type[Shapes], ...] = (
    Spheres,
    Aabbs,
    Boxes,
    Capsules,
    Cylinders,
    Cones,
    Triangles,
    Planes,
    Lines,
)
_COLUMNS: dict[Kind, tuple[str, ...]] = {
    shapes._kind: (*shapes._names, "mask", "user") for shapes in _SHAPES
}
_COLUMNS[Kind.mesh] = ("vertices", "faces", "mask", "user")
_COLUMNS[Kind.instance] = ("position", "rotation", "scale", "mask", "user")

Out = Union[Arrays, Answers, None]


class Ids:
    """Consecutive ids of shapes, which one call has added. NumPy takes it for an array of them.

    Attributes
    ----------
    first : int
        The id of the first shape.
    batch : int
        Number of the call: dense from 0. The number of a call whose shapes are all gone is given
        again.
    """

    __slots__ = ("first", "batch", "_count", "_kind")
    first: int
    batch: int

    def __init__(
        self, first: int, count: int, batch: int = NO_ID, kind: Optional[Kind] = None
    ) -> None:
        for name, value in (("first", first), ("count", count), ("batch", batch)):
            if not 0 <= operator.index(value) <= NO_ID:
                raise ValueError(f"{name} is {value}, must be from 0 to {NO_ID}")
        self.first = first
        self.batch = batch
        self._count = count
        self._kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        kind = None if self._kind is None else self._kind.name
        return _ids_of, (self.first, self._count, self.batch, kind)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, id: object) -> bool:
        return isinstance(id, (int, np.integer)) and 0 <= int(id) - self.first < self._count

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.first + self._count))

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Ids: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[int, Ids]:
        part = range(self.first, self.first + self._count)[index]
        if isinstance(part, int):
            return part
        if part.step != 1:
            raise ValueError("a slice of Ids must have step 1; numpy.asarray(ids) takes any")
        return Ids(part.start, len(part), self.batch, self._kind)

    def __array__(
        self, dtype: npt.DTypeLike = None, copy: Optional[bool] = None
    ) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("an array of Ids is always a copy")
        return np.arange(self.first, self.first + self._count, dtype=dtype or np.uint32)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Ids) and self.first == other.first and self._count == other._count
        )

    def __hash__(self) -> int:
        return hash((self.first, self._count))

    def __repr__(self) -> str:
        return f"Ids({self.first}, {self._count}, batch={self.batch})"


def _ids_of(first: int, count: int, batch: int, kind: Optional[str]) -> Ids:
    return Ids(first, count, batch, None if kind is None else getattr(Kind, kind))


class Locations(Answers):
    """The shapes behind ids.

    Attributes
    ----------
    kind : (...) uint32
        Number of the kind, in the order sphere, aabb, box, capsule, cylinder, cone, triangle,
        plane, line, mesh, instance. ``NO_ID`` for an id that does not exist, as are the next two.
    batch, index : (...) uint32
        Number of the call that added the shape, and its place in it.
    user : (...) uint32
        Its word; 0 for an id that does not exist.
    """

    __slots__ = ()
    kind: Words
    batch: Words
    index: Words
    user: Words


def _ignored(ignore: Any, count: Any) -> tuple[Any, Any]:
    """Returns the columns for the ids that queries ignore."""
    if isinstance(ignore, Ids):
        return ignore.first, len(ignore)
    return ignore, count


def _out(out: Any) -> Optional[Arrays]:
    """Returns the arrays of `out` by name."""
    if out is None or isinstance(out, dict):
        return out
    if isinstance(out, Answers):
        return out._arrays
    if isinstance(out, Mapping):
        return dict(out)
    raise TypeError(f"out is {type(out).__name__}, expected a dict of arrays by name")


def _names(outputs: Optional[Sequence[str]], out: Out, standard: tuple[str, ...]) -> Any:
    """Returns the names of the outputs of a call, without `hit`, which follows from others."""
    if outputs is None:
        return standard if out is None else tuple(_out(out) or ())
    if isinstance(outputs, str):
        outputs = (outputs,)
    elif not isinstance(outputs, Iterable):
        raise TypeError(f"outputs is {outputs!r}, expected names")
    names = tuple(outputs)
    if "hit" in names:
        names = tuple(name for name in names if name != "hit")
        if not {"id", "flags"}.intersection(names):
            names = ("id", *names)
    return names


def _limit(limit: Optional[int]) -> int:
    if limit is None:
        return NO_ID
    try:
        limit = operator.index(limit)
    except TypeError:
        raise TypeError(f"limit is {limit!r}, expected int") from None
    if not 0 <= limit <= NO_ID:
        raise ValueError(f"limit is {limit}, must be from 0 to {NO_ID}")
    return limit


def _number(name: str, value: Any) -> float:
    """Returns an argument of one number. Its range is checked where it is used."""
    if isinstance(value, (str, bytes)) or np.ndim(value) != 0:
        raise TypeError(f"{name} is {value!r}, expected a number")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}, expected a number") from None


def _count(name: str, value: Any) -> int:
    try:
        count = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, expected int") from None
    if not 0 <= count <= NO_ID:
        raise ValueError(f"{name} is {count}, must be from 0 to {NO_ID}")
    return count


def _gravity(gravity: Any) -> tuple[float, float, float]:
    array = np.asarray(gravity)
    if array.shape != (3,) or array.dtype.kind not in "iuf":
        raise ValueError(f"gravity is {gravity!r}, expected 3 numbers")
    x, y, z = (float(component) for component in array)
    return x, y, z


class Scene:
    """A set of shapes, and queries against it.

    Shapes are copied when they are added. The first query after a change commits the scene: it
    builds or adapts the tree over the shapes. Any number of threads may query a scene at the same
    time. A change while another thread uses the scene raises RuntimeError.

    Parameters
    ----------
    origin : (3,) of float, optional
        Subtracted in double from all places of shapes and queries before they become float32, and
        added to the places of answers, which are then float64. For coordinates that float32 cannot
        hold, such as metres of a map projection.
    """

    __slots__ = ("_core", "__weakref__")

    def __init__(self, *, origin: Optional[Sequence[float]] = None) -> None:
        if origin is not None:
            try:
                origin = [float(x) for x in origin]
            except (TypeError, OverflowError):
                raise ValueError(f"origin is {origin}, expected 3 finite numbers") from None
            if len(origin) != 3 or not all(map(np.isfinite, origin)):
                raise ValueError(f"origin is {origin}, expected 3 finite numbers")
        self._core = _lanecast.Scene(origin)

    # --- shapes ----------------------------------------------------------------------------------

    def add(self, shapes: Shapes) -> Ids:
        """Adds a batch of shapes.

        Parameters
        ----------
        shapes : Spheres, Aabbs, Boxes, Capsules, Cylinders, Cones, Triangles, Planes or Lines

        Returns
        -------
        Ids
            Their ids, in the order of the elements.

        Raises
        ------
        ValueError
            If a shape is refused, with its argument and index; nothing is added then.
        """
        return self._add(*_shapes(shapes))

    def _add(self, kind: Kind, values: tuple[Optional[Numbers], ...]) -> Ids:
        return Ids(*self._core.add(kind, values), kind)

    def add_spheres(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Spheres`` with these arguments."""
        return self._add(Kind.sphere, (center, radius, mask, user))

    def add_aabbs(
        self,
        lo: Numbers,
        hi: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Aabbs`` with these arguments."""
        return self._add(Kind.aabb, (lo, hi, mask, user))

    def add_boxes(
        self,
        center: Numbers,
        half_extents: Numbers,
        rotation: Optional[Numbers] = None,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Boxes`` with these arguments."""
        return self._add(Kind.box, (center, half_extents, rotation, mask, user))

    def add_capsules(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Capsules`` with these arguments."""
        return self._add(Kind.capsule, (a, b, radius, mask, user))

    def add_cylinders(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Cylinders`` with these arguments."""
        return self._add(Kind.cylinder, (a, b, radius, mask, user))

    def add_cones(
        self,
        base: Numbers,
        apex: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Cones`` with these arguments."""
        return self._add(Kind.cone, (base, apex, radius, mask, user))

    def add_triangles(
        self,
        v0: Numbers,
        v1: Numbers,
        v2: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Triangles`` with these arguments."""
        return self._add(Kind.triangle, (v0, v1, v2, mask, user))

    def add_planes(
        self,
        normal: Numbers,
        offset: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Planes`` with these arguments."""
        return self._add(Kind.plane, (normal, offset, mask, user))

    def add_lines(
        self,
        point: Numbers,
        direction: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds ``Lines`` with these arguments."""
        return self._add(Kind.line, (point, direction, mask, user))

    def add_mesh(
        self,
        vertices: Numbers,
        faces: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Adds triangles that share vertices.

        Parameters
        ----------
        vertices : (V, 3)
        faces : (F, 3) of integers
            The vertices of each triangle, each < V. uint32 is used without a copy.
        mask, user : (F,) of integers, optional
            As for ``Spheres``, per triangle.

        Returns
        -------
        Ids
            One id per triangle.
        """
        return self._add(Kind.mesh, (vertices, faces, mask, user))

    def add_instances(
        self,
        prototype: Scene,
        position: Numbers,
        rotation: Optional[Numbers] = None,
        scale: Optional[Numbers] = None,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
    ) -> Ids:
        """Places another scene in this one, any number of times, at little cost per placement.

        A point x of the prototype is placed at position + rotation (scale x). The instances keep
        the prototype as it is now.

        Parameters
        ----------
        prototype : Scene
            Without an origin and without instances of its own.
        position : (..., 3)
            Place of the prototype's point 0.
        rotation : (..., 4), optional
            Quaternions x, y, z, w, of a length within 1e-3 of 1; default identity.
        scale : (...), optional
            >= 2^-126; default 1.
        mask, user : (...) of integers, optional
            As for ``Spheres``.

        Returns
        -------
        Ids
            One id per placement. In answers, ``part`` is the id in the prototype.
        """
        if not isinstance(prototype, Scene):
            raise TypeError(f"prototype is {type(prototype).__name__}, expected Scene")
        if prototype is self:
            raise ValueError("prototype is the scene itself")
        values = (position, rotation, scale, mask, user)
        return Ids(*self._core.add_instances(prototype._core, values), Kind.instance)

    def update(self, ids: Union[Ids, Numbers], **columns: Numbers) -> None:
        """Changes shapes. Columns that are left out keep their values.

        >>> scene.update(balls, center=places)
        >>> scene.update(awake, center=places, radius=0.5)  # awake: an array of ids

        Parameters
        ----------
        ids : Ids or (...) of integers
            The result of a call that adds shapes, a slice of it, or ids of shapes of one kind in
            any order, each at most once.
        **columns
            The arguments of the call that added the shapes, by name: one value, or an array with
            one element per id. Of a mesh, ``vertices`` needs all ids of the mesh, and ``faces``
            cannot change.

        Raises
        ------
        ValueError, TypeError
            If an id does not exist or is of another kind, or a shape is refused, with its argument
            and index; nothing is changed then.
        """
        of: Any = ids
        kind: Optional[Kind] = None
        if isinstance(ids, Ids):
            of, kind = (ids.first, len(ids), ids.batch), ids._kind
        kind = kind or self._core.kind_of(of)
        if kind is None:  # no ids
            return
        names = _COLUMNS[kind]
        for name in columns:
            if name not in names:
                raise TypeError(
                    f"a {kind.name} has no column '{name}': its columns are {', '.join(names)}"
                )
        self._core.update(of, kind, tuple(columns.get(name) for name in names))

    def remove(self, ids: Union[Ids, Numbers]) -> None:
        """Removes shapes. Later calls may give their ids to other shapes.

        Parameters
        ----------
        ids : Ids or (...) of integers
            The result of a call that adds shapes, a slice of it, or any ids, each at most once.

        Raises
        ------
        ValueError
            If an id does not exist, with its index; nothing is removed then.
        """
        if isinstance(ids, Ids):
            self._core.remove((ids.first, len(ids), ids.batch))
        else:
            self._core.remove(ids)

    def commit(self, build: str = "balanced", *, threads: int = 0) -> None:
        """Makes the scene ready for queries, as the next query would.

        Parameters
        ----------
        build : 'balanced', 'fast' or 'thorough'
            Trade-off between the time of a build and that of queries. Later commits that happen by
            themselves use it, too. 'fast' takes less than half the time of 'balanced', 'thorough'
            up to twice as long.
        threads : int
            At most so many; 0: as many as there are cores.
        """
        self._core.commit(build, threads, False)

    def rebuild(self, build: str = "balanced", *, threads: int = 0) -> None:
        """Builds the tree anew, even if nothing has changed. See ``commit``."""
        self._core.commit(build, threads, True)

    def __len__(self) -> int:
        """Returns the number of shapes. Each triangle of a mesh and each instance is one."""
        return self._core.__len__()

    def __bool__(self) -> bool:
        return True

    @property
    def origin(self) -> Optional[tuple[float, float, float]]:
        """The origin of the scene, or None."""
        return self._core.origin

    @property
    def bounds(self) -> Doubles:
        """(2, 3) float64: lowest and highest corner; inf and -inf if the scene is empty.

        Infinite if the scene has planes or lines.
        """
        return self._core.bounds()

    @property
    def nbytes(self) -> int:
        """Memory of the scene in bytes, with its tree."""
        return self._core.memory_bytes()

    def locate(self, ids: Numbers, *, threads: int = 0) -> Locations:
        """Looks up kind, batch, index and word of ids, such as those of answers.

        Parameters
        ----------
        ids : (...) of integers
            In any order; ids that do not exist are no error.

        Returns
        -------
        Locations
        """
        return Locations(_lanecast.locate(self._core, ids, threads))

    # --- saving ----------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Returns the committed scene as bytes, tree included."""
        return self._core.save() + _saved.tail_of(self._core.origin)

    @staticmethod
    def from_bytes(data: Union[bytes, bytearray, memoryview, mmap.mmap]) -> Scene:
        """Makes the scene that ``to_bytes`` was called on, without building anything.

        Raises
        ------
        ValueError
            If the bytes are damaged or of another version.
        """
        scene = Scene.__new__(Scene)
        with memoryview(data).cast("B") as view, view[_lanecast.saved_size(data) :] as tail:
            origin = _saved.origin_in(tail)
        scene._core = _lanecast.Scene.load(data, origin)
        return scene

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the scene to a file, which the program reads if it ends in .lanecast."""
        path = os.fspath(path)
        unfinished = f"{path}.{os.getpid()}"  # no reader sees half a file
        try:
            with open(unfinished, "wb") as file:
                file.write(self.to_bytes())
            os.replace(unfinished, path)
        except BaseException:
            if os.path.exists(unfinished):
                os.remove(unfinished)
            raise

    @staticmethod
    def load(path: Union[str, os.PathLike[str]]) -> Scene:
        """Reads a file of ``save``, or of the program's ``lanecast build``.

        Raises
        ------
        ValueError
            If the file is damaged or of another version.
        OSError
            If it cannot be read.
        """
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise ValueError(f"{os.fspath(path)}: is empty")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                try:
                    return Scene.from_bytes(data)
                except ValueError as error:
                    raise ValueError(f"{os.fspath(path)}: {error}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Scene.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        origin = "" if self.origin is None else f", origin={self.origin}"
        return f"<lanecast.Scene of {len(self)} shapes{origin}>"

    # --- queries ---------------------------------------------------------------------------------

    def cast(
        self,
        origins: Numbers,
        directions: Optional[Numbers] = None,
        *,
        t_min: Numbers = 0.0,
        t_max: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        interior: Optional[str] = None,
        backfaces: Optional[str] = None,
        coherence: Optional[str] = None,
        traversal: Optional[str] = None,
        outputs: Optional[Sequence[str]] = None,
        out: Out = None,
        threads: int = 0,
    ) -> Hits:
        """Finds the first shape along each ray origin + t direction, t_min <= t <= t_max.

        Ties go to the smallest id. A ray with a value that is not allowed (NaN, direction 0,
        t_min > t_max) is a miss with ``Flag.INVALID``.

        Parameters
        ----------
        origins : (..., 3), or (..., 6) without `directions`
            Starts of the rays, or starts and directions.
        directions : (..., 3)
            Any length; t counts in multiples of it.
        t_min, t_max : (...)
            Bounds of t.
        mask : (...) of integers
            Rays test shapes whose mask shares a bit; 0: a miss.
        ignore, ignore_count : (...) of integers, or Ids
            The ids that a ray ignores: `ignore_count` of them from `ignore` on.
        interior : 'solid' or 'surface'
            Whether a ray that starts in a solid hits it there (the default), or where it leaves it.
        backfaces : 'hit' or 'cull'
            Whether rays hit triangles from behind and solids from inside (the default) or not.
        coherence : 'unknown', 'coherent' or 'incoherent'
            A hint on neighbouring rays, which changes the speed only.
        traversal : 'automatic' or 'exhaustive'
            'exhaustive' tests every shape without the tree: slow, to check answers.
        outputs : sequence of str
            Names of the attributes of ``Hits`` to compute; default t and id, or those of `out`.
        out : dict of arrays, or Hits
            Arrays to write to, by name, of the right type and shape.
        threads : int
            At most so many; 0: as many as there are cores.

        Returns
        -------
        Hits
            With the shape that the arguments broadcast to.

        Raises
        ------
        ValueError, TypeError
            If an argument has a wrong shape, type or value; nothing is written then.
        RuntimeError
            If another thread is changing the scene.
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return Hits(
            _lanecast.cast(
                self._core,
                (origins, directions, t_min, t_max, mask, ignore, ignore_count),
                (interior, backfaces, None, coherence, traversal),
                threads,
                _names(outputs, out, ("t", "id")),
                _out(out),
            )
        )

    def occluded(
        self,
        origins: Numbers,
        directions: Optional[Numbers] = None,
        *,
        t_min: Numbers = 0.0,
        t_max: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        interior: Optional[str] = None,
        backfaces: Optional[str] = None,
        coherence: Optional[str] = None,
        traversal: Optional[str] = None,
        out: Optional[Bools] = None,
        threads: int = 0,
    ) -> Bools:
        """Tests whether each ray hits anything. For the arguments see ``cast``.

        Parameters
        ----------
        out : (...) bool
            An array to write to.

        Returns
        -------
        (...) bool
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return _lanecast.occluded(
            self._core,
            (origins, directions, t_min, t_max, mask, ignore, ignore_count),
            (interior, backfaces, None, coherence, traversal),
            threads,
            out,
        )

    def all_hits(
        self,
        origins: Numbers,
        directions: Optional[Numbers] = None,
        *,
        t_min: Numbers = 0.0,
        t_max: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        interior: Optional[str] = None,
        backfaces: Optional[str] = None,
        traversal: Optional[str] = None,
        outputs: Sequence[str] = ("t", "id"),
        limit: Optional[int] = None,
        threads: int = 0,
    ) -> AllHits:
        """Finds the first hit of each ray with every shape. For the arguments see ``cast``.

        Takes time and memory in proportion to the number of rays and hits.

        Parameters
        ----------
        outputs : sequence of str
            Names of the attributes of ``AllHits`` to compute; () only counts.
        limit : int, optional
            At most so many hits of each ray are kept, the nearest ones.

        Returns
        -------
        AllHits
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return AllHits(
            _lanecast.all_hits(
                self._core,
                (origins, directions, t_min, t_max, mask, ignore, ignore_count),
                (interior, backfaces, None, None, traversal),
                threads,
                _names(outputs, None, ()),
                _limit(limit),
            )
        )

    def sweep(
        self,
        center: Numbers,
        displacement: Numbers,
        radius: Numbers = 0.0,
        *,
        t_max: Numbers = 1.0,
        shape_displacement: Optional[Numbers] = None,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        start_overlap: Optional[str] = None,
        traversal: Optional[str] = None,
        outputs: Optional[Sequence[str]] = None,
        out: Out = None,
        threads: int = 0,
    ) -> Impacts:
        """Finds the first shape that each moving sphere touches.

        The centre is at center + t displacement, 0 <= t <= t_max. Ties go to the smallest id.

        Parameters
        ----------
        center, displacement : (..., 3)
        radius : (...)
            >= 0; 0: a moving point.
        t_max : (...)
            >= 0, in multiples of the displacement.
        shape_displacement : (..., 3), optional
            The shapes move, too: by t shape_displacement.
        start_overlap : 'report', 'ignore' or 'leaving'
            Shapes that the sphere overlaps at the start are hit at t = 0 (the default), are
            ignored, or are hit at t = 0 only if the path leads into them.
        outputs : sequence of str
            Names of the attributes of ``Impacts`` to compute; default t and id, or those of `out`.
        mask, ignore, ignore_count, traversal, out, threads
            See ``cast``.

        Returns
        -------
        Impacts
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return Impacts(
            _lanecast.sweep(
                self._core,
                (
                    center,
                    displacement,
                    radius,
                    t_max,
                    shape_displacement,
                    mask,
                    ignore,
                    ignore_count,
                ),
                (None, None, start_overlap, None, traversal),
                threads,
                _names(outputs, out, ("t", "id")),
                _out(out),
            )
        )

    def overlaps(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        traversal: Optional[str] = None,
        out: Optional[Bools] = None,
        threads: int = 0,
    ) -> Bools:
        """Tests whether each sphere overlaps a shape. Touching is overlapping.

        Parameters
        ----------
        center : (..., 3)
        radius : (...)
            >= 0.
        mask, ignore, ignore_count, traversal, threads
            See ``cast``.
        out : (...) bool
            An array to write to.

        Returns
        -------
        (...) bool
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return _lanecast.overlaps(
            self._core,
            (center, radius, mask, ignore, ignore_count),
            (None, None, None, None, traversal),
            threads,
            out,
        )

    def all_overlaps(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        traversal: Optional[str] = None,
        outputs: Sequence[str] = ("id",),
        limit: Optional[int] = None,
        threads: int = 0,
    ) -> AllOverlaps:
        """Finds all shapes that each sphere overlaps. For the arguments see ``overlaps``.

        Parameters
        ----------
        outputs : sequence of str
            Names of the attributes of ``AllOverlaps`` to compute; () only counts.
        limit : int, optional
            At most so many shapes of each sphere are kept, those with the smallest ids.

        Returns
        -------
        AllOverlaps
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return AllOverlaps(
            _lanecast.all_overlaps(
                self._core,
                (center, radius, mask, ignore, ignore_count),
                (None, None, None, None, traversal),
                threads,
                _names(outputs, None, ()),
                _limit(limit),
            )
        )

    def closest_point(
        self,
        position: Numbers,
        *,
        max_distance: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        traversal: Optional[str] = None,
        outputs: Optional[Sequence[str]] = None,
        out: Out = None,
        threads: int = 0,
    ) -> ClosestPoints:
        """Finds the shape with the smallest signed distance to each point.

        Ties go to the smallest id.

        Parameters
        ----------
        position : (..., 3)
        max_distance : (...)
            Shapes farther away are ignored. The smaller it is, the faster is the call.
        outputs : sequence of str
            Names of the attributes of ``ClosestPoints`` to compute; default distance, id and point,
            or those of `out`.
        mask, ignore, ignore_count, traversal, out, threads
            See ``cast``.

        Returns
        -------
        ClosestPoints
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return ClosestPoints(
            _lanecast.closest_point(
                self._core,
                (position, max_distance, mask, ignore, ignore_count),
                (None, None, None, None, traversal),
                threads,
                _names(outputs, out, ("distance", "id", "point")),
                _out(out),
            )
        )

    def advance(
        self,
        position: npt.NDArray[Any],
        velocity: Floats,
        *,
        seconds: float,
        radius: Numbers = 0.0,
        restitution: Numbers = 0.5,
        friction: Numbers = 0.0,
        response: Union[Response, Numbers] = Response.BOUNCE,
        gravity: Sequence[float] = (0.0, 0.0, 0.0),
        drag: float = 0.0,
        max_impacts: int = 4,
        skin: float = 0.0,
        max_push_out_speed: float = 10.0,
        rest_speed: float = 0.0,
        shape_velocity: Optional[Numbers] = None,
        flags: Optional[Words] = None,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        exhaustive: bool = False,
        outputs: Sequence[str] = (),
        capacity: int = 0,
        threads: int = 0,
    ) -> Step:
        """Moves spheres through a time step, in place. They bounce, slide or stick.

        Parameters
        ----------
        position : (..., 3) float32, or float64 in a scene with an origin
            Centres; changed in place.
        velocity : (..., 3) float32
            Per second; changed in place.
        seconds : float
            Length of the step, >= 0.
        radius : (...)
            >= 0; 0: a moving point.
        restitution : (...)
            Share of the normal speed that a bounce keeps.
        friction : (...)
            Coulomb coefficient, for Response.BOUNCE.
        response : Response, or (...) of integers
            How a particle responds to contacts.
        gravity : (3,) of float
            Acceleration.
        drag : float
            Slows down at the rate drag * velocity.
        max_impacts : int
            Most instants of contact per particle; the rest of its time is dropped after the last.
        skin : float
            Gap to all surfaces; raised where rounding needs it.
        max_push_out_speed : float
            Most speed at which an overlap at the start is undone.
        rest_speed : float
            Impacts with a normal speed up to this do not bounce.
        shape_velocity : (3,) or (ids, 3), optional
            Velocity of all shapes, or of each by its id.
        flags : (...) uint32, optional
            Bits of ``Flag``, changed in place. Particles flagged STUCK or KILLED do not move.
        mask, ignore, ignore_count, threads
            See ``cast``.
        exhaustive : bool
            Tests every shape without the tree: slow, to check answers.
        outputs : sequence of str
            Names of the attributes of ``Contacts`` to compute.
        capacity : int
            Room for contacts.

        Returns
        -------
        Step
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        if isinstance(response, Response):
            response = int(response)
        settings = (
            _number("seconds", seconds),
            _gravity(gravity),
            _number("drag", drag),
            _count("max_impacts", max_impacts),
            _number("skin", skin),
            _number("max_push_out_speed", max_push_out_speed),
            _number("rest_speed", rest_speed),
        )
        counts, rows = _lanecast.advance(
            self._core,
            (position, velocity, flags),
            (radius, restitution, friction, response, mask, ignore, ignore_count),
            settings,
            shape_velocity,
            bool(exhaustive),
            threads,
            _names(outputs, None, ()),
            _count("capacity", capacity),
        )
        kept = counts["contacts"] - counts["truncated"]
        return Step(counts, Contacts({name: array[:kept] for name, array in rows.items()}))
