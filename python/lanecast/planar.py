"""Ellipses in the plane: their distances from points, lines, segments and capsules.

All arguments broadcast against each other.

>>> import lanecast
>>> gaps = lanecast.planar.to_points([0, 0], 2, 1, [[4, 0], [0, 4]])
>>> gaps.distance
array([2., 3.], dtype=float32)
"""

from __future__ import annotations

from typing import Sequence, Union

from . import _lanecast
from ._answers import Rows
from ._arguments import _names
from ._arrays import Floats, Numbers, Words, _checked
from ._records import Gap
from .options import GapOutput

__all__ = ["Gap", "Gaps", "to_lines", "to_points", "to_segments"]

_ALL: tuple[GapOutput, ...] = ("distance", "on_ellipse", "on_other", "flags")
_ELLIPSES = ("center", "axis", "a", "b")


class Gaps(Rows[Gap]):
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
    _record = Gap
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
    outputs: Union[GapOutput, Sequence[GapOutput]] = _ALL,
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
            _checked(_ELLIPSES, (center, axis, a, b)),
            _checked(("position",), (position,)),
            _names(outputs, None, ()),
            threads,
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
    outputs: Union[GapOutput, Sequence[GapOutput]] = _ALL,
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
            _checked(_ELLIPSES, (center, axis, a, b)),
            _checked(("point", "direction"), (point, direction)),
            _names(outputs, None, ()),
            threads,
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
    outputs: Union[GapOutput, Sequence[GapOutput]] = _ALL,
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
            _checked(_ELLIPSES, (center, axis, a, b)),
            _checked(("start", "end", "radius"), (start, end, radius)),
            _names(outputs, None, ()),
            threads,
        )
    )
