"""Worlds that no worker holds, as bricks: saved scenes of neighbouring shapes.

Each shape is in exactly one brick, in the order of its global id, which is its word there. So a
brick resolves ties as the whole world does, and the best of the bricks' answers, by t and then by
global id, is the answer of one scene, bit for bit.
"""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._arrays import Arrays
from ._constants import NO_ID
from ._scene import Scene

Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Number of bricks whose scenes a process keeps. Dask would spill results of tasks to disk, and copy
# a scene several times for that.
try:
    KEPT_BRICKS = int(os.environ.get("LANECAST_KEPT_BRICKS", "4"))
except ValueError:
    raise ValueError("the environment variable LANECAST_KEPT_BRICKS is no number") from None


class World:
    """Bricks in a folder. ``lanecast.dask.cast`` takes it for a scene.

    Parameters
    ----------
    folder : path
        As ``split`` has written it.
    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        self.folder = os.path.abspath(folder)
        description = json.loads((Path(self.folder) / "world.json").read_text())
        bricks = description["bricks"]
        self.key: str = description["key"]  # another one after each split
        self.starts: list[int] = description["starts"]
        self.shapes: list[int] = [brick["shapes"] for brick in bricks]
        self.lo: Doubles = np.array([brick["lo"] for brick in bricks], np.float64)
        self.hi: Doubles = np.array([brick["hi"] for brick in bricks], np.float64)

    def __dask_tokenize__(self) -> tuple[str, str]:
        return self.folder, self.key

    def __len__(self) -> int:
        """Returns the number of shapes. Each triangle of a mesh is one."""
        return self.starts[-1]

    def __repr__(self) -> str:
        return f"<lanecast.World of {len(self)} shapes in {len(self.shapes)} bricks>"

    def entries(self, rays: Doubles, t_min: Doubles) -> Doubles:
        """Returns where rays enter the padded bounds of bricks: (rays, bricks), inf for none.

        The padding is 2^-15 of the coordinates of bounds and origin, 256 times as much as the
        errors of hits that docs/semantics.md allows (16 e s, e = 2^-23), and 2^-148 of t, which may
        be subnormal.
        """
        size = np.abs(rays[:, :3]).max(1, initial=0)[:, np.newaxis]
        pad = (size + np.maximum(np.abs(self.lo), np.abs(self.hi)).max(1)) * 2.0**-15
        near = np.broadcast_to(t_min[:, np.newaxis], pad.shape)
        far = np.full(pad.shape, np.inf)
        with np.errstate(all="ignore"):
            for axis in range(3):
                origin, direction = rays[:, axis, np.newaxis], rays[:, 3 + axis, np.newaxis]
                lo, hi = self.lo[:, axis] - pad - origin, self.hi[:, axis] + pad - origin
                a, b = lo / direction, hi / direction
                if (direction == 0).any():
                    between = (lo <= 0) & (hi >= 0)
                    a = np.where(direction == 0, np.where(between, -np.inf, np.inf), a)
                    b = np.where(direction == 0, np.where(between, np.inf, -np.inf), b)
                near = np.maximum(near, np.minimum(a, b) - 2.0**-148)
                far = np.minimum(far, np.maximum(a, b) + 2.0**-148)
            return np.asarray(np.where(near <= far, near, np.inf))

    def table(self, ids: npt.NDArray[np.uint32], name: str) -> npt.NDArray[np.uint32]:
        """Returns the words, batches or places in them of global ids; those of a miss for NO_ID."""
        exists = ids != NO_ID
        result = np.full(ids.shape, 0 if name == "user" else NO_ID, np.uint32)
        if name == "user":
            words = np.load(Path(self.folder) / "user.npy", mmap_mode="r")
            result[exists] = words[ids[exists]]
        else:
            batch = np.searchsorted(self.starts, ids[exists], side="right") - 1
            result[exists] = batch if name == "batch" else ids[exists] - np.take(self.starts, batch)
        return result


@functools.lru_cache(maxsize=KEPT_BRICKS)
def _brick(folder: str, key: str, number: int) -> tuple[Scene, npt.NDArray[np.uint32]]:
    """Returns the scene of a brick and the global ids of its shapes."""
    return (
        Scene.load(Path(folder) / f"brick{number}.lanecast"),
        np.load(Path(folder) / f"ids{number}.npy"),
    )


def start(world: World, rays: Any, given: Arrays) -> Any:
    """Returns the state of a chunk of rays before the first round.

    Parameters
    ----------
    given : dict
        t_min, t_max, mask, ignore, ignore_count of each ray, if they are not at their default.
    """
    if rays.dtype not in (np.float32, np.float64) and rays.dtype.kind not in "iu":
        raise TypeError(f"rays is an array of {rays.dtype}, expected float32, float64 or integers")
    rays = np.ascontiguousarray(rays, np.float32).reshape(-1, 6)
    t_min = np.asarray(given.get("t_min", 0.0), np.float32).astype(np.float64)
    t_min = np.broadcast_to(t_min, len(rays))
    entries = world.entries(rays.astype(np.float64), t_min)
    # Rays that enter nothing visit one brick all the same, which flags those that are invalid.
    order = np.argsort(entries, axis=1, kind="stable").astype(np.int32)
    return {
        "rays": rays,
        "given": given,
        "order": order,
        "entries": np.take_along_axis(entries, order, 1),
        "answers": None,
    }


def batch_of(state: Any, turn: int, brick: int) -> Any:
    """Returns the rays of a chunk that visit a brick in this round: (numbers, rays, given)."""
    here = state["order"][:, turn] == brick
    if turn > 0 and len(here):
        enters = state["entries"][:, turn]
        here &= (enters < np.inf) & (enters <= state["answers"]["t"])
    (numbers,) = np.nonzero(here)
    given = {
        name: values[numbers] if np.ndim(values) else values
        for name, values in state["given"].items()
    }
    if state["answers"] is not None:
        given["t_max"] = np.minimum(state["answers"]["t"][numbers], given.get("t_max", np.inf))
    return numbers, state["rays"][numbers], given


def visit(
    world: World, brick: int, names: Sequence[str], settings: dict[str, Any], batch: Any
) -> Any:
    """Answers the rays that visit a brick: (numbers, arrays)."""
    numbers, rays, given = batch
    if len(numbers) == 0:
        return numbers, {}
    scene, ids = _brick(world.folder, world.key, brick)
    if "ignore" in given:
        given = dict(given)  # the input of a task that Dask may repeat
        first = np.asarray(given["ignore"], np.int64)
        last = first + given.get("ignore_count", 1)
        local = np.searchsorted(ids, first)
        given["ignore_count"] = (np.searchsorted(ids, last) - local).astype(np.uint32)
        given["ignore"] = local.astype(np.uint32)
    answers = scene.cast(rays, outputs=names, **given, **settings)
    return numbers, answers.as_dict()


def merge(state: Any, answers: Sequence[Any]) -> Any:
    """Returns the state of a chunk after a round: the best answers so far, by (t, global id)."""
    best = state["answers"]
    if best is not None:
        best = {name: values.copy() for name, values in best.items()}
    for numbers, arrays in answers:
        if len(numbers) == 0:
            continue
        if best is None:
            best = {
                name: np.zeros((len(state["rays"]), *values.shape[1:]), values.dtype)
                for name, values in arrays.items()
            }
        if state["answers"] is None:
            better = np.ones(len(numbers), bool)
        else:
            t, old = arrays["t"], best["t"][numbers]
            better = (t < old) | (
                (t == old) & (arrays["id"] != NO_ID) & (arrays["user"] < best["user"][numbers])
            )
        for name, values in arrays.items():
            best[name][numbers[better]] = values[better]
    return {**state, "answers": best}


def finish(world: World, outputs: Sequence[str], shape: tuple[int, ...], state: Any) -> Arrays:
    """Returns the answers of a chunk with the ids and words of the world."""
    best = state["answers"]
    if best is None:  # no rays
        return Scene().cast(np.zeros((*shape, 6), np.float32), outputs=outputs).as_dict()
    ids = np.where(best["id"] == NO_ID, np.uint32(NO_ID), best["user"])
    result = {}
    for name in outputs:
        if name == "id":
            values = ids
        elif name in ("user", "batch", "index"):
            values = world.table(ids, name)
        else:
            values = best[name]
        result[name] = values.reshape(*shape, *values.shape[1:])
    return result
