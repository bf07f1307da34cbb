"""Worlds that memory does not hold, as bricks: saved scenes of neighbouring shapes.

Each shape is in exactly one brick, in the order of its global id, which is its word there. So a
brick resolves ties as the whole world does, and the best of the bricks' answers, by t and then by
global id, is the answer of one scene, bit for bit.
"""

from __future__ import annotations

import json
import os
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._answers import Hits
from ._arguments import _ignored, _names, inf
from ._arrays import Arrays, Bools, Doubles, Floats, Numbers, Words
from ._constants import ALL_LAYERS, NO_ID
from ._ids import Ids
from ._scene import Scene

Ints = npt.NDArray[np.int64]
Key = tuple[str, str, int]  # folder, key of the world, number
Brick = tuple[Scene, Words]  # the scene and the global ids of its shapes

try:
    KEPT_BRICKS = int(os.environ.get("LANECAST_KEPT_BRICKS", "4"))
except ValueError:
    raise ValueError("the environment variable LANECAST_KEPT_BRICKS is no number") from None


class _Kept:
    """The bricks that were used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bricks: OrderedDict[Key, Brick] = OrderedDict()
        self._lock = threading.Lock()

    def __contains__(self, key: Key) -> bool:
        return key in self._bricks

    def get(self, key: Key) -> Brick:
        with self._lock:
            brick = self._bricks.pop(key, None)
            while len(self._bricks) >= max(self._most, 1):  # before another is read
                self._bricks.popitem(last=False)
        if brick is None:
            folder, number = Path(key[0]) / key[1], key[2]
            brick = (
                Scene.load(folder / f"brick{number}.lanecast"),
                np.load(folder / f"ids{number}.npy"),
            )
        with self._lock:
            self._bricks[key] = brick
        return brick


_kept = _Kept(KEPT_BRICKS)


class World:
    """Bricks in a folder, of which a process keeps a few in memory.

    The environment variable ``LANECAST_KEPT_BRICKS`` says how many; default 4. ``lanecast.dask``
    casts rays at it on many machines.

    Parameters
    ----------
    folder : path
        As ``split`` has written it.

    Attributes
    ----------
    origin : (3,) of float, or None
        As that of the scene that was split.
    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        self.folder = os.path.abspath(folder)
        description = json.loads((Path(self.folder) / "world.json").read_text())
        bricks = description["bricks"]
        self.key: str = description["key"]  # another one after each split
        self.origin: Optional[list[float]] = description["origin"]
        self.shapes: list[int] = [brick["shapes"] for brick in bricks]
        # Bounds without the origin.
        self.lo: Doubles = np.array([brick["lo"] for brick in bricks], np.float64)
        self.hi: Doubles = np.array([brick["hi"] for brick in bricks], np.float64)

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

        A call reads each brick at most once, so make calls of a million rays or more. It takes 8
        bytes per ray and brick, besides arguments and answers.
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        names = _names(outputs, None, ("t", "id"))
        settings: dict[str, Any] = {
            "interior": interior,
            "backfaces": backfaces,
            "coherence": coherence,
            "traversal": traversal,
            "threads": threads,
            "outputs": (*{*names, "t", "id", "user"} - {"batch", "index"},),
        }
        given: dict[str, Any] = {
            "t_min": 0.0 if t_min is None else t_min,
            "t_max": inf if t_max is None else t_max,
            "mask": ALL_LAYERS if mask is None else mask,
            "ignore": NO_ID if ignore is None else ignore,
            "ignore_count": 1 if ignore_count is None else ignore_count,
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
        columns = {}
        for name, value in given.items():
            column = np.broadcast_to(_array(value), shape).ravel()
            columns[name] = column.astype(np.float64) if name in ("t_min", "t_max") else column
        self._visit(self._rays(origins, directions, shape), columns, settings, best)
        return Hits({name: self._output(name, best, shape) for name in names})

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
        rays = np.empty((*shape, 6), np.float64)
        first = 0
        for part in parts:
            rays[..., first : first + part.shape[-1]] = part
            first += part.shape[-1]
        if self.origin is not None:
            rays[..., :3] -= self.origin
        with np.errstate(over="ignore"):
            return rays.astype(np.float32).reshape(-1, 6)

    def _visit(
        self, rays: Floats, columns: Arrays, settings: dict[str, Any], best: Arrays
    ) -> None:
        """Visits bricks until no ray enters another one before its best answer."""
        ahead = self._entries(rays, columns["t_min"].astype(np.float32))
        while True:
            ahead[ahead > best["t"][:, np.newaxis]] = np.inf
            (waiting,) = np.nonzero(ahead.min(1, initial=np.inf) < np.inf)
            if len(waiting) == 0:
                return
            wanted = np.bincount(ahead[waiting].argmin(1), minlength=len(self.shapes))
            # Reading a brick takes as long as many rays, so those that are here come first.
            is_here = [(self.folder, self.key, brick) in _kept for brick in range(len(wanted))]
            brick = int(np.lexsort((wanted, np.logical_and(is_here, wanted)))[-1])
            (numbers,) = np.nonzero(ahead[:, brick] < np.inf)
            ahead[:, brick] = np.inf
            some: dict[str, Any] = {name: column[numbers] for name, column in columns.items()}
            some["t_max"] = np.minimum(best["t"][numbers], some["t_max"])
            found = self._ask(brick, rays[numbers], some, settings)
            t, old = found["t"], best["t"][numbers]
            is_first = (found["id"] != NO_ID) & (found["user"] < best["user"][numbers])
            better = (t < old) | ((t == old) & is_first)
            for name, array in found.items():
                best[name][numbers[better]] = array[better]

    def _ask(
        self, brick: int, rays: Floats, columns: dict[str, Any], settings: dict[str, Any]
    ) -> Arrays:
        scene, ids = _kept.get((self.folder, self.key, brick))
        first = columns["ignore"].astype(np.int64)
        last = first + columns["ignore_count"].astype(np.int64)
        local = np.searchsorted(ids, first)
        columns["ignore_count"] = (np.searchsorted(ids, last) - local).astype(np.uint32)
        columns["ignore"] = local.astype(np.uint32)
        return scene.cast(rays, **columns, **settings).as_dict()

    def _entries(self, rays: Floats, t_min: Floats) -> Doubles:
        """Returns where rays enter the padded bounds of bricks: (rays, bricks), inf for none.

        The padding is 2^-15 of the coordinates of bounds and origin, of which 2^-50 is the least:
        256 times as much as the errors of hits that docs/semantics.md allows (16 e s, e = 2^-23).
        It is 2^-148 of t, which may be subnormal. Beyond 2^60 rays enter all bricks.
        """
        result = np.empty((len(rays), len(self.shapes)), np.float64)
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
                result[is_far, brick] = t_min[is_far]
        return result

    def _output(self, name: str, best: Arrays, shape: tuple[int, ...]) -> npt.NDArray[Any]:
        """Returns an answer with the ids, words and places of the world."""
        is_hit = best["id"] != NO_ID
        if name == "id":
            values = np.where(is_hit, best["user"], np.uint32(NO_ID))
        elif name in ("user", "batch", "index"):
            values = np.full(is_hit.shape, 0 if name == "user" else NO_ID, np.uint32)
            table = np.load(Path(self.folder) / self.key / f"{name}.npy", mmap_mode="r")
            values[is_hit] = table[best["user"][is_hit]]
        elif name == "point" and self.origin is not None:
            values = best[name].astype(np.float64) + self.origin
        else:
            values = best[name]
        return values.reshape((*shape, *values.shape[1:]))


def _array(value: Any) -> npt.NDArray[Any]:
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    return np.asarray(value)
