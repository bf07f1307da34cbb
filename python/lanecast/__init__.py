"""Geometric queries in bulk: rays, moving spheres, overlaps and closest points against scenes.

The functions take and return NumPy arrays. All arguments of a query broadcast against each other by
NumPy's rules, and the answers have the shape that results. float32 and uint32 arrays are read where
they are, whatever their strides, if one stride leads through all elements; float64 and integers are
converted. The answers are the same, bit for bit, on every instruction set and with any number of
threads.

>>> import lanecast
>>> scene = lanecast.Scene()
>>> balls = scene.add_spheres([[0, 0, 0], [5, 0, 0]], radius=1)
>>> hits = scene.cast([0, 0, -4], [[0, 0, 1], [0, 1, 0]])
>>> hits.t
array([ 3., inf], dtype=float32)
>>> hits.hit
array([ True, False])

Answers are indexed by query: ``hits[0]`` is one of them, ``hits[hits.hit]`` are those that hit, and
``hits.columns()`` is a table of all, with one row per query. ``pandas.DataFrame(hits)`` makes one.

On a miss, ``t`` and ``distance`` are infinite, ``id``, ``part``, ``batch`` and ``index`` are
``NO_ID``, and all other values are 0.
"""

from __future__ import annotations

import atexit
import importlib
import os
from typing import TYPE_CHECKING, Any

from . import _lanecast, options, pairwise, planar
from ._answers import (
    AllHits,
    AllOverlaps,
    ClosestPoints,
    Contacts,
    Hits,
    Impacts,
    Overlaps,
    Step,
)
from ._bricks import World
from ._constants import ALL_LAYERS, NO_ID, Flag, Response, RoundingWarning
from ._contents import Locations
from ._ids import Ids
from ._picture import Picture, show
from ._program import load
from ._rays import lidar, pinhole
from ._records import ClosestPoint, Contact, Hit, Impact, Location, Overlap
from ._scene import Scene
from ._shapes import (
    Aabbs,
    Boxes,
    Capsules,
    Cones,
    Cylinders,
    Lines,
    Planes,
    Spheres,
    Surface,
    Triangles,
)
from ._split import split

if TYPE_CHECKING:
    from . import dask as dask
    from . import open3d as open3d
    from . import trimesh as trimesh

__all__ = [
    "ALL_LAYERS",
    "Aabbs",
    "AllHits",
    "AllOverlaps",
    "Boxes",
    "Capsules",
    "ClosestPoint",
    "ClosestPoints",
    "Cones",
    "Contact",
    "Contacts",
    "Cylinders",
    "Flag",
    "Hit",
    "Hits",
    "Ids",
    "Impact",
    "Impacts",
    "Lines",
    "Location",
    "Locations",
    "NO_ID",
    "Overlap",
    "Overlaps",
    "Picture",
    "Planes",
    "Response",
    "RoundingWarning",
    "Scene",
    "Spheres",
    "Step",
    "Surface",
    "Triangles",
    "World",
    "info",
    "lidar",
    "load",
    "options",
    "pairwise",
    "pinhole",
    "planar",
    "set_isa",
    "show",
    "split",
]

__version__: str = _lanecast.version

# TBB's workers stay in the parent of a process that is forked.
os.register_at_fork(after_in_child=_lanecast.note_fork)

# Threads that are in a query when the interpreter ends must not come back.
atexit.register(_lanecast.note_exit)


# Modules that are imported when they are used: Dask takes longer than all else.
_LAZY = ("dask", "open3d", "trimesh")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        try:
            return importlib.import_module(f".{name}", __name__)
        except ImportError as error:  # hasattr() and help() expect this type
            raise AttributeError(str(error)) from error


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})


def set_isa(name: str) -> None:
    """Sets the instruction set that queries use from now on, in all threads.

    The answers do not depend on it. Without a call, it is the widest one of this CPU, or the one
    that the environment variable ``LANECAST_ISA`` names.

    Parameters
    ----------
    name : str
        One of ``info()["isas"]``: 'plain', 'sse4_2', 'avx2', 'avx512' or 'neon64'.

    Raises
    ------
    ValueError
        If this build or this CPU does not have it.
    """
    if not isinstance(name, str):
        raise TypeError(f"name is {name!r}, expected str")
    _lanecast.set_isa(name)


def info() -> dict[str, object]:
    """Returns facts about this build and CPU.

    Returns
    -------
    dict
        ``version``, ``isa`` (in use), ``isas`` (that this CPU can run), ``lanes`` (queries per
        vector).
    """
    isa = _lanecast.active_isa()
    return {
        "version": __version__,
        "isa": isa,
        "isas": _lanecast.supported_isas(),
        "lanes": _lanecast.lanes(isa),
    }
