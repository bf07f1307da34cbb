"""Queries against one shape each, without a scene.

Queries and shapes broadcast against each other. The ``id`` of a hit is the number of the pair,
counted in C order; that of a miss is ``NO_ID``. If a shape is refused, its pair is a miss with
``Flag.BAD_SHAPE``.

>>> import lanecast
>>> ball = lanecast.Spheres([0, 0, 0], radius=1)
>>> lanecast.pairwise.cast([0, 0, -4], [[0, 0, 1], [0, 1, 0]], shapes=ball).t
array([ 3., inf], dtype=float32)
"""

from __future__ import annotations

from typing import Optional, Sequence, Union

from . import _lanecast
from ._answers import ClosestPoints, Hits, Impacts
from ._arguments import Out, _names, _out, inf
from ._arrays import Bools, Numbers, _checked
from ._constants import ALL_LAYERS
from ._shapes import Shapes, _shapes
from .options import (
    Backfaces,
    ClosestPointOutput,
    HitOutput,
    ImpactOutput,
    Interior,
    StartOverlap,
)

__all__ = ["cast", "closest_point", "occluded", "overlaps", "sweep"]

_RAYS = ("origins", "directions", "t_min", "t_max", "mask")
_SWEEPS = ("center", "displacement", "radius", "t_max", "shape_displacement", "mask")
_SPHERES = ("center", "radius", "mask")
_POINTS = ("position", "max_distance", "mask")


def cast(
    origins: Numbers,
    directions: Optional[Numbers] = None,
    *,
    shapes: Shapes,
    t_min: Numbers = 0.0,
    t_max: Numbers = inf,
    mask: Numbers = ALL_LAYERS,
    interior: Optional[Interior] = None,
    backfaces: Optional[Backfaces] = None,
    outputs: Union[HitOutput, Sequence[HitOutput], None] = None,
    out: Out = None,
    threads: int = 0,
) -> Hits:
    """Finds the first hit of each ray with its shape. For the arguments see ``Scene.cast``."""
    return Hits(
        _lanecast.pairwise_cast(
            _checked(_RAYS, (origins, directions, t_min, t_max, mask)),
            *_shapes(shapes),
            (interior, backfaces),
            threads,
            _names(outputs, out, ("t", "id")),
            _out(out),
        )
    )


def occluded(
    origins: Numbers,
    directions: Optional[Numbers] = None,
    *,
    shapes: Shapes,
    t_min: Numbers = 0.0,
    t_max: Numbers = inf,
    mask: Numbers = ALL_LAYERS,
    interior: Optional[Interior] = None,
    backfaces: Optional[Backfaces] = None,
    out: Optional[Bools] = None,
    threads: int = 0,
) -> Bools:
    """Tests whether each ray hits its shape. For the arguments see ``Scene.cast``."""
    return _lanecast.pairwise_occluded(
        _checked(_RAYS, (origins, directions, t_min, t_max, mask)),
        *_shapes(shapes),
        (interior, backfaces),
        threads,
        *_checked(("out",), (out,)),
    )


def sweep(
    center: Numbers,
    displacement: Numbers,
    radius: Numbers = 0.0,
    *,
    shapes: Shapes,
    t_max: Numbers = 1.0,
    shape_displacement: Optional[Numbers] = None,
    mask: Numbers = ALL_LAYERS,
    start_overlap: Optional[StartOverlap] = None,
    outputs: Union[ImpactOutput, Sequence[ImpactOutput], None] = None,
    out: Out = None,
    threads: int = 0,
) -> Impacts:
    """Finds the first contact of each moving sphere with its shape. See ``Scene.sweep``."""
    return Impacts(
        _lanecast.pairwise_sweep(
            _checked(
                _SWEEPS, (center, displacement, radius, t_max, shape_displacement, mask)
            ),
            *_shapes(shapes),
            (None, None, start_overlap),
            threads,
            _names(outputs, out, ("t", "id")),
            _out(out),
        )
    )


def overlaps(
    center: Numbers,
    radius: Numbers,
    *,
    shapes: Shapes,
    mask: Numbers = ALL_LAYERS,
    out: Optional[Bools] = None,
    threads: int = 0,
) -> Bools:
    """Tests whether each sphere overlaps its shape. Touching is overlapping."""
    return _lanecast.pairwise_overlaps(
        _checked(_SPHERES, (center, radius, mask)),
        *_shapes(shapes),
        (),
        threads,
        *_checked(("out",), (out,)),
    )


def closest_point(
    position: Numbers,
    *,
    shapes: Shapes,
    max_distance: Numbers = inf,
    mask: Numbers = ALL_LAYERS,
    outputs: Union[ClosestPointOutput, Sequence[ClosestPointOutput], None] = None,
    out: Out = None,
    threads: int = 0,
) -> ClosestPoints:
    """Finds the signed distance of each point from its shape. See ``Scene.closest_point``."""
    return ClosestPoints(
        _lanecast.pairwise_closest_point(
            _checked(_POINTS, (position, max_distance, mask)),
            *_shapes(shapes),
            (),
            threads,
            _names(outputs, out, ("distance", "id", "point")),
            _out(out),
        )
    )
