"""Which triangles a ray crosses, if every crossing of a surface counts once.

Triangles are closed sets: a ray through an edge hits both triangles there, and a ray through a
vertex hits all of them. For parity, each ray is shifted aside by an infinitesimal length instead.
The shifted ray meets no edge and no vertex, so that it crosses a closed mesh an even number of
times on its whole line, whatever the original ray touches.

The ray is viewed along its direction, as in ``src/isa/shapes/triangle.hpp``: the same shear, in the
same floats, makes it the origin of a plane. The shifted ray is the point (e, e^2) of that plane,
with e > 0 smaller than any other length. The signs of the edge functions at this point are computed
without rounding errors. All triangles at an edge or a vertex have the same sheared vertices, so
they agree on the side of each edge on which the point lies.

Edelsbrunner, Mücke: Simulation of Simplicity, ACM Transactions on Graphics 9 (1990).
"""

from __future__ import annotations

import numpy as np

from ._arrays import Bools, Doubles, Floats


def touches_border(uv: Floats) -> Bools:
    """Returns which hits may lie on an edge or a vertex of their triangle, from the weights.

    Parameters
    ----------
    uv : (hits, 2) float32
    """
    u, v = uv[:, 0], uv[:, 1]
    # A weight is exactly 0 if its edge function is; the rounding errors of u + v are below 2^-21.
    return np.asarray(~((u > 0) & (v > 0) & (u + v < np.float32(1 - 2**-20))))


def crosses(origins: Floats, directions: Floats, corners: Floats) -> Bools:
    """Returns whether shifted rays cross triangles that the original rays hit: (hits,).

    Parameters
    ----------
    origins, directions : (hits, 3) float32
    corners : (hits, 3, 3) float32
    """
    with np.errstate(all="ignore"):
        a, b, c = _sheared(origins, directions, corners)
        sides = _side(b, c), _side(c, a), _side(a, b)
    return np.asarray((sides[0] != 0) & (sides[0] == sides[1]) & (sides[0] == sides[2]))


def _sheared(origins: Floats, directions: Floats, corners: Floats) -> Doubles:
    """Returns the vertices, viewed along the rays: (3, 2, hits). Every step rounds to float32."""
    _, exponent = np.frexp(np.abs(directions).max(1, keepdims=True))
    scaled = np.ldexp(directions, 1 - exponent)
    largest = np.abs(scaled).argmax(1)  # the first of several, as in LaneAxes
    axes = (largest[:, np.newaxis] + np.array([1, 2, 0])) % 3
    d = np.take_along_axis(scaled, axes, 1)
    inverse = np.float32(1) / d[:, 2]
    relative = corners - origins[:, np.newaxis]
    x, y, z = np.moveaxis(np.take_along_axis(relative, axes[:, np.newaxis], 2), 2, 0)
    sheared = [
        place - (slope * inverse)[:, np.newaxis] * z
        for place, slope in ((x, d[:, 0]), (y, d[:, 1]))
    ]
    return np.moveaxis(np.asarray(sheared, np.float64), 2, 0)


def _side(p: Doubles, q: Doubles) -> Doubles:
    """Returns on which side of the edge from p to q the shifted ray passes: 1, -1, or 0 if p = q.

    The edge function of the point (e, e^2) is det(p, q) + e (p_y - q_y) + e^2 (q_x - p_x). Its sign
    is that of the first term that is not 0. Products of floats are exact in double, and the sign of
    a difference is always right.
    """
    side = np.sign(p[0] * q[1] - p[1] * q[0])
    side = np.where(side == 0, np.sign(p[1] - q[1]), side)
    return np.asarray(np.where(side == 0, np.sign(q[0] - p[0]), side))
