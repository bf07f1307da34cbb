"""Ellipses in the plane: their distances from points, lines, segments and capsules.

All arguments broadcast against each other.

>>> import lanecast
>>> gaps = lanecast.planar.to_points([0, 0], 2, 1, [[4, 0], [0, 4]])
>>> gaps.distance
array([2., 3.], dtype=float32)
"""

from __future__ import annotations

from typing import Sequence

from . import _lanecast
from ._answers import Answers
from ._arguments import _names
from ._arrays import Floats, Numbers, Words

__all__ = ["Gaps", "to_lines", "to_points", "to_segments"]

_ALL = ("distance", "on_ellipse", "on_other", "flags")


class Gaps(Answers):
    """Distances of ellipses from other figures.

    If the ellipse is refused or the other figure is invalid, the distance is infinite, the points
    are 0, and the flags have ``Flag.BAD_SHAPE``, ``Flag.INVALID``, or both.

    Attributes
    ----------
    distance : (...) float32
        Signed: negative if they overlap.
    on_ellipse, on_other : (..., 2) float32
        Nearest points of the two.
    flags : (...) uint32
        Bits of ``Flag``.
    """

    __slots__ = ()
    distance: Floats
    on_ellipse: Floats
    on_other: Floats
    flags: Words


def to_points(
    center: Numbers,
    a: Numbers,
    b: Numbers,
    position: Numbers,
    *,
    axis: Numbers = (1.0, 0.0),
    outputs: Sequence[str] = _ALL,
    threads: int = 0,
) -> Gaps:
    """Computes the signed distance of each ellipse from its point, negative inside.

    Parameters
    ----------
    center : (..., 2)
    a, b : (...)
        Semi-axes along `axis` and across it, > 0.
    position : (..., 2)
    axis : (..., 2)
        Direction of a, of a length within 1e-3 of 1.

    Returns
    -------
    Gaps
    """
    return Gaps(
        _lanecast.planar_points(
            (center, axis, a, b), (position,), _names(outputs, None, ()), threads
        )
    )


def to_lines(
    center: Numbers,
    a: Numbers,
    b: Numbers,
    point: Numbers,
    direction: Numbers,
    *,
    axis: Numbers = (1.0, 0.0),
    outputs: Sequence[str] = _ALL,
    threads: int = 0,
) -> Gaps:
    """Computes how far each ellipse must move along the normal of its line until both touch.

    Parameters
    ----------
    center, a, b, axis
        See ``to_points``.
    point, direction : (..., 2)
        A point of the line, and its direction, of any length but 0.

    Returns
    -------
    Gaps
        Negative if the line cuts the ellipse.
    """
    return Gaps(
        _lanecast.planar_lines(
            (center, axis, a, b), (point, direction), _names(outputs, None, ()), threads
        )
    )


def to_segments(
    center: Numbers,
    a: Numbers,
    b: Numbers,
    start: Numbers,
    end: Numbers,
    radius: Numbers = 0.0,
    *,
    axis: Numbers = (1.0, 0.0),
    outputs: Sequence[str] = _ALL,
    threads: int = 0,
) -> Gaps:
    """Computes the distance of each ellipse from its segment, or capsule if the radius is not 0.

    Parameters
    ----------
    center, a, b, axis
        See ``to_points``.
    start, end : (..., 2)
    radius : (...)
        >= 0.

    Returns
    -------
    Gaps
        At most 0 if they overlap; size and points have no meaning then.
    """
    return Gaps(
        _lanecast.planar_segments(
            (center, axis, a, b), (start, end, radius), _names(outputs, None, ()), threads
        )
    )
