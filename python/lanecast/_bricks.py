"""Worlds that memory does not hold, as bricks: saved scenes of neighbouring shapes.

Each shape is in exactly one brick, in the order of its global id, which is its word there. So a
brick resolves ties as the whole world does, and the best of the bricks' answers, by t and then by
global id, is the answer of one scene, bit for bit.

A world is a folder. Its table, ``world.json``, has the key of the world, and the size and checksum
of each file. A brick has one file with its scene and one for each column of its shapes. Each file
ends with its identity: the key of the world, the number of the brick and the name of the file. A
file that was swapped, cut or altered is refused. The checksums detect damage, not forgery.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import mmap
import os
import struct
import threading
import zlib
from collections import OrderedDict
from pathlib import Path
from typing import (
    Any,
    BinaryIO,
    Callable,
    Generic,
    Hashable,
    Iterator,
    NamedTuple,
    NoReturn,
    Optional,
    Sequence,
    TypeVar,
    Union,
)

import numpy as np
import numpy.typing as npt

from ._answers import Hits
from ._arguments import _ignored, _names, inf
from ._arrays import Arrays, Bools, Doubles, Floats, Numbers, Words
from ._constants import ALL_LAYERS, NO_ID
from ._ids import Ids
from ._saved import MARK
from ._scene import Scene

Ints = npt.NDArray[np.int64]
Value = TypeVar("Value")

try:
    KEPT_BRICKS = int(os.environ.get("LANECAST_KEPT_BRICKS", "4"))
except ValueError:
    raise ValueError("the environment variable LANECAST_KEPT_BRICKS is no number") from None

TABLE = "world.json"
_BLOCK = 1 << 16  # rays that a brick answers at a time
_IDENTITY_SIZE = 128
_HEAD_SIZE = 64  # the header of a saved scene, which has its size and checksum, and more

# The bytes behind a saved scene (see _saved.py) up to the identity: a map in CBOR without origin,
# bounds and faces, whose last value is a text of 128 bytes.
_BEFORE_IDENTITY = (
    b"\xa4\x66origin\x83" + 3 * (b"\xfb" + bytes(8)) + b"\x66bounds\xf6"
    b"\x65faces\x81\xa2\x66meshes\x80\x69instances\x80\x65brick\x78\x80"
)
_BEFORE_CHECK = b', "check": "'  # in the table


class File(NamedTuple):
    """A file of a brick, as the table describes it."""

    size: int
    check: str
    """In hexadecimal: the CRC-32 of a column's file, or the first 64 bytes of a scene's file, which
    include the checksum of the scene."""


class Brick:
    """A brick on disk.

    Parameters
    ----------
    folder : path
        The folder of the bricks.
    key : str
        The key of the world.
    files : dict
        The files of the brick: "scene" and the columns.
    """

    def __init__(self, folder: Path, key: str, number: int, files: dict[str, File]) -> None:
        self._folder, self._key, self._number, self.files = folder, key, number, files

    def path(self, what: str) -> Path:
        """Returns the path of the scene or of a column."""
        name = f"brick{self._number}.lanecast" if what == "scene" else f"{what}{self._number}.npy"
        return self._folder / name

    def save_scene(self, scene: Scene) -> None:
        """Writes a file that ``Scene.load`` reads, too."""
        path = self.path("scene")
        scene.save(path)
        with open(path, "r+b") as file:
            file.seek(0, os.SEEK_END)
            file.write(self._tail())
            size = file.tell()
            file.seek(0)
            self.files["scene"] = File(size, file.read(_HEAD_SIZE).hex())

    def save_column(self, what: str, column: Words) -> None:
        """Writes a file that NumPy reads, too."""
        with open(self.path(what), "w+b") as file:
            np.save(file, column)
            file.write(self._identity(what))
            file.seek(0)
            data = file.read()
        self.files[what] = File(len(data), _crc(data))

    def check(self) -> None:
        """Checks that all files are there, with their sizes and identities."""
        for what in self.files:
            with self._opened(what):
                pass

    def scene(self) -> Scene:
        """Loads the scene."""
        tail = self._tail()
        known = self.files["scene"]
        with self._opened("scene") as file:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                size = known.size - len(tail)
                if data[:_HEAD_SIZE].hex() != known.check or data[size:] != tail:
                    self._refuse("scene", "was altered, because its checksum differs")
                try:
                    with memoryview(data) as whole, whole[:size] as saved:
                        return Scene.from_bytes(saved)
                except ValueError as error:
                    reason = str(error)
            self._refuse("scene", reason)

    def column(self, what: str) -> Words:
        """Loads a column."""
        with self._opened(what) as file:
            data = file.read()
        if _crc(data) != self.files[what].check:
            self._refuse(what, "was altered, because its checksum differs")
        column: Words = np.load(io.BytesIO(data))
        return column

    def _identity(self, what: str) -> bytes:
        """Returns the last bytes of a file."""
        identity = {"world": self._key, "brick": self._number, "file": self.path(what).name}
        return json.dumps(identity).encode().ljust(_IDENTITY_SIZE)

    def _tail(self) -> bytes:
        """Returns the bytes behind the scene."""
        known = _BEFORE_IDENTITY + self._identity("scene")
        return MARK + struct.pack("<QQ", len(known), zlib.crc32(known)) + known

    @contextlib.contextmanager
    def _opened(self, what: str) -> Iterator[BinaryIO]:
        """Yields a file that has its size and its identity."""
        with open(self.path(what), "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - _IDENTITY_SIZE, 0))
            identity = file.read()
            if identity != self._identity(what):
                self._refuse(what, self._difference(identity))
            if size != self.files[what].size:
                right = self.files[what].size
                self._refuse(what, f"was cut or altered: it has {size} bytes instead of {right}")
            file.seek(0)
            yield file

    def _difference(self, identity: bytes) -> str:
        """Returns how another identity differs."""
        try:
            other = json.loads(identity)
            world, name = other["world"], other["file"]
        except (ValueError, KeyError, TypeError):
            return "was cut or altered, because it does not end with its identity"
        if world != self._key:
            return f"is {name} of another world, whose key is {world} instead of {self._key}"
        return f"is {name} of this world: the files were swapped"

    def _refuse(self, what: str, why: str) -> NoReturn:
        _refuse(self.path(what), why)


class Loaded:
    """A brick in memory: its scene, and the columns that were used."""

    def __init__(self, brick: Brick) -> None:
        self.scene = brick.scene()
        self._brick = brick
        self._columns: dict[str, Words] = {}
        self._lock = threading.Lock()

    def column(self, what: str) -> Words:
        """Returns a column, loaded if it was not used before."""
        with self._lock:
            if what not in self._columns:
                self._columns[what] = self._brick.column(what)
            return self._columns[what]


def save_table(path: Path, world: dict[str, Any]) -> None:
    """Writes a table: JSON, whose last member is the checksum of the bytes before it."""
    text = json.dumps(world).encode()[:-1]
    path.write_bytes(text + _end_of_table(text))


def load_table(path: Path) -> dict[str, Any]:
    """Reads a table. Refuses those that were cut or altered, or have no checksum."""
    data = path.read_bytes()
    text, _, _ = data.rpartition(_BEFORE_CHECK)
    if data == text + _end_of_table(text):
        world: dict[str, Any] = json.loads(data)
        return world
    try:
        is_old = "check" not in json.loads(data)
    except (ValueError, TypeError):
        is_old = False
    if is_old:
        _refuse(path, "has no checksums, because an older version of lanecast split the world")
    _refuse(path, "was cut or altered, because its checksum differs")


def _end_of_table(text: bytes) -> bytes:
    return _BEFORE_CHECK + _crc(text).encode() + b'"}\n'


def _crc(data: bytes) -> str:
    return f"{zlib.crc32(data):08x}"


def _refuse(path: Path, why: str) -> NoReturn:
    raise ValueError(f"{path}: {why}. Split the world again, or restore the file.")


class _Entry(Generic[Value]):
    def __init__(self) -> None:
        self.users = 0
        self.lock = threading.Lock()  # held while the value is loaded
        self.value: Optional[Value] = None


class Kept(Generic[Value]):
    """The values that were used last. Threads that need the same value load it once.

    Parameters
    ----------
    most : int
        Number of values that stay. Values in use stay in any case.
    """

    def __init__(self, most: int) -> None:
        self._most = max(most, 1)
        self._entries: OrderedDict[Hashable, _Entry[Value]] = OrderedDict()
        self._lock = threading.Lock()  # not held while a value is loaded

    def __contains__(self, key: Hashable) -> bool:
        return key in self._entries

    @contextlib.contextmanager
    def using(self, key: Hashable, load: Callable[[], Value]) -> Iterator[Value]:
        """Yields the value of a key, loaded if it is not there."""
        with self._lock:
            entry = self._entries.pop(key, None)
            if entry is None:
                self._drop(self._most - 1)  # before another value takes memory
                entry = _Entry()
            self._entries[key] = entry  # the last one used
            entry.users += 1
        try:
            with entry.lock:
                value = entry.value
                if value is None:
                    value = entry.value = load()
            yield value
        finally:
            with self._lock:
                entry.users -= 1
                if entry.value is None and entry.users == 0:  # load() failed
                    self._entries.pop(key, None)
                self._drop(self._most)

    def after_fork(self) -> None:
        """Drops values in use, in a new process, which does not have the threads that use them."""
        self._lock = threading.Lock()
        for key in [key for key, entry in self._entries.items() if entry.users > 0]:
            del self._entries[key]

    def _drop(self, most: int) -> None:
        """Drops the values that were not used for the longest time until `most` are left."""
        unused = [key for key, entry in self._entries.items() if entry.users == 0]
        for key in unused[: max(len(self._entries) - most, 0)]:
            del self._entries[key]


_kept: Kept[Loaded] = Kept(KEPT_BRICKS)
os.register_at_fork(after_in_child=lambda: _kept.after_fork())


class World:
    """Bricks in a folder, of which a process keeps a few in memory.

    A process keeps the bricks that its threads use and the last ones before, 4 in total or as many
    as the environment variable ``LANECAST_KEPT_BRICKS`` says. Threads that need the same brick load
    it once. ``lanecast.dask`` casts rays at a world on many machines.

    The world opens only if all its files are there, with the sizes and identities that ``split``
    gave them. Checksums of files are compared when a query loads them.

    Parameters
    ----------
    folder : path
        As ``split`` has written it.

    Attributes
    ----------
    origin : (3,) of float, or None
        As that of the scene that was split.

    Raises
    ------
    ValueError
        If a file was swapped, cut or altered, when the world is opened or a query loads the file.
    FileNotFoundError
        If a file is missing.
    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        self.folder = os.path.abspath(folder)
        description = load_table(Path(self.folder) / TABLE)
        bricks = description["bricks"]
        self.key: str = description["key"]  # another one after each split
        self.origin: Optional[list[float]] = description["origin"]
        self.shapes: list[int] = [brick["shapes"] for brick in bricks]
        # Bounds without the origin.
        self.lo: Doubles = np.array([brick["lo"] for brick in bricks], np.float64)
        self.hi: Doubles = np.array([brick["hi"] for brick in bricks], np.float64)
        self._bricks: list[Brick] = []
        for number, brick in enumerate(bricks):
            files = {what: File(*file) for what, file in brick["files"].items()}
            self._bricks.append(Brick(Path(self.folder) / self.key, self.key, number, files))
            self._bricks[-1].check()

    def __dask_tokenize__(self) -> tuple[str, str]:
        return self.folder, self.key

    def __len__(self) -> int:
        """Returns the number of shapes. Each triangle of a mesh is one."""
        return sum(self.shapes)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<lanecast.World of {len(self)} shapes in {len(self.shapes)} bricks>"

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
        threads: int = 0,
    ) -> Hits:
        """Finds the first shape along each ray. For the arguments see ``Scene.cast``.

        A call reads each brick at most once, so make calls of a million rays or more. It takes 28
        bytes per ray, 4 bytes per ray and brick, and up to 8 bytes per ray for each argument that
        is an array, besides arguments and answers; and about 100 MB for any number of rays.
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        names = _names(outputs, None, ("t", "id"))
        given: dict[str, Any] = {
            "t_min": 0.0 if t_min is None else t_min,
            "t_max": inf if t_max is None else t_max,
            "mask": ALL_LAYERS if mask is None else mask,
            "ignore": NO_ID if ignore is None else ignore,
            "ignore_count": 1 if ignore_count is None else ignore_count,
        }
        settings: dict[str, Any] = {
            "interior": interior,
            "backfaces": backfaces,
            "coherence": coherence,
            "traversal": traversal,
            "threads": threads,
            "outputs": (*{*names, "t", "id"},),
        }
        # Nothing is in an empty scene, which checks the arguments and flags invalid rays.
        answers = Scene(origin=self.origin).cast(origins, directions, **given, **settings)
        shape = answers.t.shape
        best = {
            name: array.reshape((-1, *array.shape[len(shape) :]))
            for name, array in answers.as_dict().items()
        }
        if "point" in best:
            best["point"] = np.zeros((answers.t.size, 3), np.float32)  # without the origin
        del answers
        columns = {}
        for name, value in given.items():
            column = _array(value)
            if name in ("t_min", "t_max"):
                column = column.astype(np.float64)
            columns[name] = np.broadcast_to(column, shape).ravel() if column.ndim else column
        settings["outputs"] = (*{*settings["outputs"], "user"} - {"batch", "index"},)
        self._visit(self._rays(origins, directions, shape), columns, settings, best)
        if "point" in names and self.origin is not None:
            best["point"] = best["point"].astype(np.float64) + self.origin
        return Hits({name: best[name].reshape((*shape, *best[name].shape[1:])) for name in names})

    def occluded(
        self, origins: Numbers, directions: Optional[Numbers] = None, **arguments: Any
    ) -> Bools:
        """Tests whether each ray hits anything. For the arguments see ``cast``."""
        return self.cast(origins, directions, outputs=("id",), **arguments).hit

    def _rays(
        self, origins: Numbers, directions: Optional[Numbers], shape: tuple[int, ...]
    ) -> Floats:
        """Returns rays without the origin, (n, 6)."""
        parts = [_array(origins)] + ([] if directions is None else [_array(directions)])
        rays = np.empty((*shape, 6), np.float32)
        columns = [part[..., axis] for part in parts for axis in range(part.shape[-1])]
        with np.errstate(over="ignore"):
            for axis, column in enumerate(columns):
                column = column.astype(np.float64)
                if axis < 3 and self.origin is not None:
                    column -= self.origin[axis]
                rays[..., axis] = column
        return rays.reshape(-1, 6)

    def _visit(
        self, rays: Floats, columns: Arrays, settings: dict[str, Any], best: Arrays
    ) -> None:
        """Visits bricks until no ray enters another one before its best answer."""
        none = len(self._bricks)
        ahead = np.empty((len(rays), none), np.float32)  # where rays enter bricks not yet visited
        following = np.empty(len(rays), np.int32)  # the brick that a ray enters next, or none
        blocks = [slice(i, i + _BLOCK) for i in range(0, len(rays), _BLOCK)]

        def look(numbers: Union[slice, Ints]) -> None:
            """Finds the next brick of rays."""
            entries = ahead[numbers]
            is_ahead = (entries <= best["t"][numbers, np.newaxis]) & (entries < np.inf)
            entries = np.where(is_ahead, entries, np.float32(np.inf))
            following[numbers] = np.where(is_ahead.any(1), entries.argmin(1), none)

        for block in blocks:
            t_min = columns["t_min"].astype(np.float32)
            ahead[block] = self._entries(rays[block], t_min[block] if t_min.ndim else t_min)
            look(block)
        while True:
            wanted = np.zeros(none, np.int64)
            for block in blocks:
                wanted += np.bincount(following[block], minlength=none)[:none]
            if not wanted.any():
                return
            # Reading a brick takes as long as many rays, so those that are here come first.
            is_here = [self._key_of(brick) in _kept for brick in range(none)]
            brick = int(np.lexsort((wanted, np.logical_and(is_here, wanted)))[-1])
            load = functools.partial(Loaded, self._bricks[brick])
            with _kept.using(self._key_of(brick), load) as loaded:
                for block in blocks:
                    entries = ahead[block, brick]
                    is_ahead = (entries <= best["t"][block]) & (entries < np.inf)
                    numbers = np.flatnonzero(is_ahead) + block.start
                    if len(numbers) > 0:
                        ahead[numbers, brick] = np.inf
                        self._improve(loaded, numbers, rays, columns, settings, best)
                        look(numbers)

    def _key_of(self, brick: int) -> tuple[str, str, int]:
        return self.folder, self.key, brick

    def _improve(
        self,
        loaded: Loaded,
        numbers: Ints,
        rays: Floats,
        columns: Arrays,
        settings: dict[str, Any],
        best: Arrays,
    ) -> None:
        """Casts some rays at a brick and keeps the answers that are better."""
        some: dict[str, Any] = {
            name: column[numbers] if column.ndim else column for name, column in columns.items()
        }
        t = best["t"][numbers]
        some["t_max"] = np.minimum(t, some["t_max"])
        if some["ignore"].ndim == 0 and some["ignore"] == NO_ID:
            del some["ignore"], some["ignore_count"]
        else:
            ids = loaded.column("ids")
            first = some["ignore"].astype(np.int64)
            last = first + some["ignore_count"].astype(np.int64)
            local = np.searchsorted(ids, first)
            some["ignore_count"] = (np.searchsorted(ids, last) - local).astype(np.uint32)
            some["ignore"] = local.astype(np.uint32)
        found = loaded.scene.cast(rays[numbers], **some, **settings).as_dict()
        shapes, found["id"] = found["id"], found.pop("user")  # a word is an id of the world
        is_first = (found["t"] == t) & (found["id"] < best["id"][numbers])
        better = np.flatnonzero((shapes != NO_ID) & ((found["t"] < t) | is_first))
        for name, array in best.items():
            if name in ("batch", "index", "user"):
                array[numbers[better]] = loaded.column(name)[shapes[better]]
            else:
                array[numbers[better]] = found[name][better]

    def _entries(self, rays: Floats, t_min: Floats) -> Floats:
        """Returns where rays enter the padded bounds of bricks: (rays, bricks), inf for none.

        The padding is 2^-15 of the coordinates of bounds and origin, of which 2^-50 is the least:
        256 times as much as the errors of hits that docs/semantics.md allows (16 e s, e = 2^-23).
        It is 2^-148 of t, which may be subnormal. Beyond 2^60 rays enter all bricks. The
        padding exceeds the rounding error of entries in float32.
        """
        result = np.empty((len(rays), len(self.shapes)), np.float32)
        size = np.abs(rays[:, :3]).max(1, initial=0).astype(np.float64) + 2.0**-50
        columns = [rays[:, axis].astype(np.float64) for axis in range(6)]
        for brick, (lo, hi) in enumerate(zip(self.lo, self.hi)):
            reach = max(np.abs(lo).max(), np.abs(hi).max())
            pad = (size + reach) * 2.0**-15
            near, far = t_min.astype(np.float64), np.full(len(rays), np.inf)
            with np.errstate(all="ignore"):
                for axis in range(3):
                    origin, direction = columns[axis], columns[3 + axis]
                    below, above = lo[axis] - pad - origin, hi[axis] + pad - origin
                    a, b = below / direction, above / direction
                    level = direction == 0
                    if level.any():
                        between = (below <= 0) & (above >= 0)
                        a = np.where(level, np.where(between, -np.inf, np.inf), a)
                        b = np.where(level, np.where(between, np.inf, -np.inf), b)
                    near = np.maximum(near, np.minimum(a, b) - 2.0**-148)
                    far = np.minimum(far, np.maximum(a, b) + 2.0**-148)
                result[:, brick] = np.where(near <= far, near, np.inf)
            is_far = size > (2.0**60 if reach <= 2.0**60 else 0)
            if self.shapes[brick] > 0:
                result[is_far, brick] = np.broadcast_to(t_min, len(rays))[is_far]
        return result


def _array(value: Any) -> npt.NDArray[Any]:
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    return np.asarray(value)
