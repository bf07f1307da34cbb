"""Queries of dask arrays, on the machines of a Dask cluster.

Each chunk of the queries is one task, and answers are dask arrays with the same chunks. The bits
are those of one process, whatever the chunks and the workers. Dask repeats the tasks of a worker
that dies.

>>> import dask.array as da
>>> rays = da.from_array(many_rays, chunks=(1_000_000, 6))
>>> hits = lanecast.dask.cast(scene, rays)
>>> t, id = dask.compute(hits.t, hits.id)

If a scene is the path of a saved scene, each worker reads the file, so all workers must have access
to it. A worker keeps the files that its threads use and the last ones before, 4 in total; threads
that need the same file load it once. Otherwise Dask sends the scene to the workers, once to each.
It must not change before the answers are computed.

``split`` cuts worlds that no worker holds into bricks. The task of a chunk reads the bricks that
its rays enter, one after the other, so chunks should have a million rays or more. A worker keeps
the bricks that its threads use and the last ones before, 4 in total or as many as the environment
variable ``LANECAST_KEPT_BRICKS`` says. Threads that need the same brick load it once.
"""

from __future__ import annotations

import functools
import os
from typing import Any, Callable, Optional, Sequence, Union, get_args

import numpy as np

from . import _saved
from ._answers import Answers, ClosestPoints, Hits, Impacts
from ._arguments import _ignored, _names, inf
from ._bricks import Kept, World
from ._constants import ALL_LAYERS, NO_ID
from ._ids import Ids
from ._scene import Scene
from .options import ClosestPointOutput, HitOutput, ImpactOutput
from ._split import split

try:
    import dask
    import dask.array as da
except ImportError as error:  # pragma: no cover
    raise ImportError("lanecast.dask needs dask with its arrays (python3-dask)") from error

__all__ = ["World", "cast", "closest_point", "occluded", "overlaps", "split", "sweep"]

Source = Union[Scene, str, "os.PathLike[str]"]
SavedScene = tuple[str, int, int]  # path, size and time of the file
Chunk = Callable[[dict[str, Any]], Any]

_REALS = ("t", "normal", "point", "uv", "clearance", "center", "depth", "distance")
_WIDTHS = {"normal": 3, "point": 3, "center": 3, "uv": 2}


_OUTPUTS: dict[type[Answers], Any] = {
    Hits: HitOutput,
    Impacts: ImpactOutput,
    ClosestPoints: ClosestPointOutput,
}

_files: Kept[Scene] = Kept(4)
os.register_at_fork(after_in_child=_files.after_fork)


def _answer(source: Any, method: str, settings: dict[str, Any], arrays: dict[str, Any]) -> Any:
    """Answers one chunk: a dict of arrays, or one array of flags."""
    if not isinstance(source, (Scene, World)):
        with _files.using(tuple(source), functools.partial(Scene.load, source[0])) as scene:
            return _answer(scene, method, settings, arrays)
    answers = getattr(source, method)(**arrays, **settings)
    return answers.as_dict() if isinstance(answers, Answers) else answers


def _of_scene(
    scene: Union[Scene, World, SavedScene], method: str, settings: dict[str, Any]
) -> Chunk:
    """Returns the task that answers a chunk with one scene."""
    source: Any = scene
    if isinstance(scene, Scene):
        name = "lanecast-scene-" + dask.base.tokenize(scene.to_bytes())
        source = dask.delayed(scene, name=name, traverse=False)
    elif isinstance(scene, World):  # its table goes to each worker once
        name = "lanecast-world-" + dask.base.tokenize(scene)
        source = dask.delayed(scene, name=name, traverse=False)
    task = dask.delayed(_answer, pure=True)
    return lambda arrays: task(source, method, settings, arrays)


def _column(value: Any, width: int, name: str) -> Any:
    """Returns an argument as a dask array, whose last axis, if it has `width`, is in one chunk."""
    array = da.asarray(value)
    if np.isnan(array.shape).any():
        raise ValueError(f"{name} has chunks of unknown sizes: call compute_chunk_sizes() first")
    if width > 1:
        if array.ndim == 0 or array.shape[-1] != width:
            raise ValueError(f"{name} has shape {array.shape}, expected (..., {width})")
        array = array.rechunk({array.ndim - 1: width})
    return array


def _map(
    answer: Chunk,
    columns: dict[str, tuple[Any, int]],
    outputs: Optional[Sequence[str]],
    origin: Any = None,
) -> Any:
    """Answers the chunks of queries.

    Parameters
    ----------
    answer : function of the arrays of a chunk by name
        Returns the task that answers it.
    columns : dict
        Value and number of components of each argument with one element per query.
    outputs : sequence of str
        Names of the answers; None: one array of flags.
    """
    # One value for all queries needs no array.
    constants = {
        name: value
        for name, (value, width) in columns.items()
        if width == 1 and np.ndim(value) == 0
    }
    arrays = {
        name: _column(value, width, name)
        for name, (value, width) in columns.items()
        if name not in constants
    }
    leading = {
        name: array[..., 0] if columns[name][1] > 1 else array for name, array in arrays.items()
    }
    shape = np.broadcast_shapes(*(array.shape for array in leading.values()))
    _, (first, *_) = da.core.unify_chunks(
        *(
            item
            for array in leading.values()
            for item in (da.broadcast_to(array, shape), tuple(range(len(shape))))
        )
    )
    chunks = first.chunks
    blocks = []
    for name, array in arrays.items():
        width = columns[name][1]
        whole = (*shape, width) if width > 1 else shape
        pieces = (*chunks, (width,)) if width > 1 else chunks
        blocks.append(da.broadcast_to(array, whole).rechunk(pieces).to_delayed().ravel())

    places = list(np.ndindex(*(len(lengths) for lengths in chunks)))
    lengths_of = [tuple(chunks[axis][i] for axis, i in enumerate(place)) for place in places]
    answers = [answer({**constants, **dict(zip(arrays, block))}) for block in zip(*blocks)]

    def assembled(parts: Sequence[Any], width: int, dtype: Any) -> Any:
        """Puts the chunks of one answer together."""
        grid = np.empty([len(lengths) for lengths in chunks], dtype=object)
        for place, lengths, part in zip(places, lengths_of, parts):
            lengths = (*lengths, width) if width > 1 else lengths
            grid[place] = da.from_delayed(part, lengths, dtype=dtype)
        return _concatenated(grid) if chunks else grid[()]

    if outputs is None:
        return assembled(answers, 1, np.bool_)
    result = {}
    for name in outputs:
        is_moved = name in ("point", "center") and origin is not None
        dtype = np.float64 if is_moved else np.float32 if name in _REALS else np.uint32
        result[name] = assembled([part[name] for part in answers], _WIDTHS.get(name, 1), dtype)
    return result


def _concatenated(grid: Any, axis: int = 0) -> Any:
    """Concatenates a grid of arrays, whose first axis is that number of the arrays."""
    parts = grid if grid.ndim == 1 else [_concatenated(row, axis + 1) for row in grid]
    return da.concatenate(list(parts), axis=axis)


def _outputs(outputs: Sequence[str], answers: type[Answers]) -> tuple[str, ...]:
    """Returns the names of outputs; `hit` follows from others."""
    names: tuple[str, ...] = _names(outputs, None, ())
    known = [name for name in get_args(_OUTPUTS[answers]) if name != "hit"]
    for name in names:
        if name not in known:
            raise ValueError(f"outputs has '{name}', must be of {', '.join(known)}")
    return names


def _query(
    scene: Union[Source, World],
    method: str,
    columns: dict[str, tuple[Any, int]],
    settings: dict[str, Any],
    outputs: Optional[Sequence[str]],
) -> Any:
    """Answers the chunks of queries with one scene. See ``_map``."""
    if isinstance(scene, World) and method not in ("cast", "occluded"):
        raise TypeError("scene is World, which answers cast and occluded only")
    source: Union[Scene, World, SavedScene]
    if isinstance(scene, (Scene, World)):
        source = scene
        origin: Optional[Sequence[float]] = scene.origin
    else:
        status = os.stat(scene)
        source = (os.path.abspath(scene), status.st_size, status.st_mtime_ns)
        origin = _saved.origin_of_file(source[0])
    if outputs is not None:
        settings["outputs"] = tuple(outputs)
    return _map(_of_scene(source, method, settings), columns, outputs, origin)


def _rays(origins: Any, directions: Any) -> dict[str, tuple[Any, int]]:
    if directions is None:
        return {"origins": (origins, 6)}
    return {"origins": (origins, 3), "directions": (directions, 3)}


def _common(mask: Any, ignore: Any, ignore_count: Any) -> dict[str, tuple[Any, int]]:
    """Returns the columns that all queries have and that are not at their default."""
    ignore, ignore_count = _ignored(ignore, ignore_count)
    return _numbers(
        np.uint32,
        mask=(mask, ALL_LAYERS),
        ignore=(ignore, NO_ID),
        ignore_count=(ignore_count, 1),
    )


def _numbers(dtype: Any, **given: tuple[Any, float]) -> dict[str, tuple[Any, int]]:
    """Returns the columns of one number that are not at their default."""
    return {
        name: (dtype(value) if np.ndim(value) == 0 else value, 1)
        for name, (value, default) in given.items()
        if np.ndim(value) > 0 or value != default
    }


def cast(
    scene: Union[Source, World],
    origins: Any,
    directions: Any = None,
    *,
    t_min: Any = 0.0,
    t_max: Any = inf,
    mask: Any = ALL_LAYERS,
    ignore: Union[Ids, Any] = NO_ID,
    ignore_count: Any = 1,
    outputs: Sequence[str] = ("t", "id"),
    threads: int = 1,
    **settings: Any,
) -> Hits:
    """Finds the first shape along each ray. For the arguments see ``Scene.cast``.

    Parameters
    ----------
    scene : Scene, path of a saved scene, or World
    origins : dask.array of shape (..., 6), or (..., 3) with `directions`
        Other arguments may be dask arrays, too.
    outputs : sequence of str
        Names of the answers.
    threads : int
        Number of threads per task.
    **settings
        interior, backfaces, coherence, traversal.

    Returns
    -------
    Hits
        Its attributes are dask arrays, which are computed later.
    """
    columns = {
        **_rays(origins, directions),
        **_numbers(np.float32, t_min=(t_min, 0.0), t_max=(t_max, inf)),
        **_common(mask, ignore, ignore_count),
    }
    settings["threads"] = threads
    outputs = _outputs(outputs, Hits)
    return Hits(_query(scene, "cast", columns, settings, outputs))


def occluded(
    scene: Union[Source, World],
    origins: Any,
    directions: Any = None,
    *,
    t_min: Any = 0.0,
    t_max: Any = inf,
    mask: Any = ALL_LAYERS,
    ignore: Union[Ids, Any] = NO_ID,
    ignore_count: Any = 1,
    threads: int = 1,
    **settings: Any,
) -> Any:
    """Tests whether each ray hits anything: a dask.array of bool. See ``cast``."""
    columns = {
        **_rays(origins, directions),
        **_numbers(np.float32, t_min=(t_min, 0.0), t_max=(t_max, inf)),
        **_common(mask, ignore, ignore_count),
    }
    settings["threads"] = threads
    return _query(scene, "occluded", columns, settings, None)


def sweep(
    scene: Source,
    center: Any,
    displacement: Any,
    radius: Any = 0.0,
    *,
    t_max: Any = 1.0,
    mask: Any = ALL_LAYERS,
    ignore: Union[Ids, Any] = NO_ID,
    ignore_count: Any = 1,
    outputs: Sequence[str] = ("t", "id"),
    threads: int = 1,
    **settings: Any,
) -> Impacts:
    """Finds the first shape that each moving sphere touches. See ``cast`` and ``Scene.sweep``."""
    columns = {
        "center": (center, 3),
        "displacement": (displacement, 3),
        **_numbers(np.float32, radius=(radius, 0.0), t_max=(t_max, 1.0)),
        **_common(mask, ignore, ignore_count),
    }
    settings["threads"] = threads
    return Impacts(_query(scene, "sweep", columns, settings, _outputs(outputs, Impacts)))


def overlaps(
    scene: Source,
    center: Any,
    radius: Any,
    *,
    mask: Any = ALL_LAYERS,
    ignore: Union[Ids, Any] = NO_ID,
    ignore_count: Any = 1,
    threads: int = 1,
    **settings: Any,
) -> Any:
    """Tests whether each sphere overlaps a shape: a dask.array of bool. See ``cast``."""
    columns = {
        "center": (center, 3),
        "radius": (radius, 1),
        **_common(mask, ignore, ignore_count),
    }
    settings["threads"] = threads
    return _query(scene, "overlaps", columns, settings, None)


def closest_point(
    scene: Source,
    position: Any,
    *,
    max_distance: Any = inf,
    mask: Any = ALL_LAYERS,
    ignore: Union[Ids, Any] = NO_ID,
    ignore_count: Any = 1,
    outputs: Sequence[str] = ("distance", "id", "point"),
    threads: int = 1,
    **settings: Any,
) -> ClosestPoints:
    """Finds the nearest shape of each point. See ``cast`` and ``Scene.closest_point``."""
    columns = {
        "position": (position, 3),
        **_numbers(np.float32, max_distance=(max_distance, inf)),
        **_common(mask, ignore, ignore_count),
    }
    settings["threads"] = threads
    outputs = _outputs(outputs, ClosestPoints)
    return ClosestPoints(_query(scene, "closest_point", columns, settings, outputs))
