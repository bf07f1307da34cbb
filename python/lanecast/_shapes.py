"""Batches of shapes, for ``Scene.add`` and for pairs of a query and a shape.

Every argument is one value for all shapes or an array with one element per shape. A shape is a
closed set: touching is hitting. A batch has its arguments as attributes.
"""

from __future__ import annotations

from typing import Any, ClassVar, Optional

from ._arrays import Numbers, _checked
from ._lanecast import Kind


_WORDS = ("mask", "user", "surface")


class Surface:
    """How shapes change the response of particles that touch them. Queries ignore it.

    An instance and the shape of its prototype both count: their factors are multiplied, and the
    response of the instance comes first.

    Parameters
    ----------
    restitution : (...), optional
        Factor of the restitution of particles, >= 0; default 1. A product above 1 counts as 1.
    friction : (...), optional
        Factor of their friction, >= 0; default 1.
    response : (...) of Response, optional
        Replaces the response of particles; not ``SENSOR``. Default ``OF_PARTICLE``.
    """

    __slots__ = ("friction", "response", "restitution")

    def __init__(
        self,
        *,
        restitution: Optional[Numbers] = None,
        friction: Optional[Numbers] = None,
        response: Optional[Numbers] = None,
    ) -> None:
        self.restitution = restitution
        self.friction = friction
        self.response = response

    def __repr__(self) -> str:
        given = (
            f"{name}={getattr(self, name)!r}"
            for name in ("restitution", "friction", "response")
            if getattr(self, name) is not None
        )
        return f"Surface({', '.join(given)})"


def _columns(names: tuple[str, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns checked columns of shapes, those of their surface last.

    `names` are those of the arguments, of which the surface is the last.
    """
    surface = Surface() if values[-1] is None else values[-1]
    if not isinstance(surface, Surface):
        raise TypeError(f"surface is {type(surface).__name__}, expected Surface")
    return _checked(
        (*names[:-1], "surface.restitution", "surface.friction", "surface.response"),
        (*values[:-1], surface.restitution, surface.friction, surface.response),
    )


class Shapes:
    """A batch of shapes: their kind and columns."""

    __slots__ = ("_values",)
    _kind: ClassVar[Kind]
    _names: ClassVar[tuple[str, ...]]
    _values: tuple[Any, ...]

    def __getattr__(self, name: str) -> Any:
        names = (*type(self)._names, *_WORDS)
        if name not in names:
            raise AttributeError(f"{type(self).__name__} has no attribute '{name}'")
        return self._values[names.index(name)]

    def __repr__(self) -> str:
        given = (
            f"{name}={value!r}"
            for name, value in zip((*self._names, *_WORDS), self._values)
            if value is not None
        )
        return f"{type(self).__name__}({', '.join(given)})"


def _shapes(shapes: Shapes) -> tuple[Kind, tuple[Any, ...]]:
    """Returns the kind and the columns of the argument `shapes`."""
    if not isinstance(shapes, Shapes) or type(shapes) is Shapes:
        raise TypeError(f"shapes is {type(shapes).__name__}, expected Spheres, Boxes, ...")
    return shapes._kind, _columns((*shapes._names, *_WORDS), shapes._values)


class Spheres(Shapes):
    """Solid spheres.

    Parameters
    ----------
    center : (..., 3)
    radius : (...)
        > 0.
    mask : (...) of integers, optional
        Tested by queries whose mask shares a bit; default all bits.
    user : (...) of integers, optional
        Any word of yours, which answers return; default 0.
    surface : Surface, optional
        How particles respond to the shapes.
    """

    __slots__ = ()
    _kind = Kind.sphere
    _names = ("center", "radius")

    def __init__(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (center, radius, mask, user, surface)


class Aabbs(Shapes):
    """Solid axis-aligned boxes lo <= x <= hi.

    Parameters
    ----------
    lo, hi : (..., 3)
        hi >= lo on every axis.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.aabb
    _names = ("lo", "hi")

    def __init__(
        self,
        lo: Numbers,
        hi: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (lo, hi, mask, user, surface)


class Boxes(Shapes):
    """Solid oriented boxes: |x| <= half_extents, rotated, then moved to the centre.

    Parameters
    ----------
    center : (..., 3)
    half_extents : (..., 3)
        >= 0.
    rotation : (..., 4), optional
        Quaternions x, y, z, w, of a length within 1e-3 of 1; default identity.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.box
    _names = ("center", "half_extents", "rotation")

    def __init__(
        self,
        center: Numbers,
        half_extents: Numbers,
        rotation: Optional[Numbers] = None,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (center, half_extents, rotation, mask, user, surface)


class Capsules(Shapes):
    """Solid capsules: the points within ``radius`` of the segment from a to b.

    Parameters
    ----------
    a, b : (..., 3)
    radius : (...)
        >= 0.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.capsule
    _names = ("a", "b", "radius")

    def __init__(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (a, b, radius, mask, user, surface)


class Cylinders(Shapes):
    """Solid right circular cylinders with flat caps.

    Parameters
    ----------
    a, b : (..., 3)
        Centres of the caps; not equal.
    radius : (...)
        > 0.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.cylinder
    _names = ("a", "b", "radius")

    def __init__(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (a, b, radius, mask, user, surface)


class Cones(Shapes):
    """Solid right circular cones with a flat base.

    Parameters
    ----------
    base, apex : (..., 3)
        Centre of the base, and the tip; not equal.
    radius : (...)
        Radius of the base, > 0.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.cone
    _names = ("base", "apex", "radius")

    def __init__(
        self,
        base: Numbers,
        apex: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (base, apex, radius, mask, user, surface)


class Triangles(Shapes):
    """Flat triangles: surfaces without inside. For many that share vertices, see ``add_mesh``.

    Parameters
    ----------
    v0, v1, v2 : (..., 3)
        The front is the side from which they run counter-clockwise.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.triangle
    _names = ("v0", "v1", "v2")

    def __init__(
        self,
        v0: Numbers,
        v1: Numbers,
        v2: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (v0, v1, v2, mask, user, surface)


class Planes(Shapes):
    """Solid half-spaces normal.x <= offset. Every query of a scene tests all of them.

    Parameters
    ----------
    normal : (..., 3)
        Outward; any length but 0.
    offset : (...)
        Value of normal.x on the boundary.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.plane
    _names = ("normal", "offset")

    def __init__(
        self,
        normal: Numbers,
        offset: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (normal, offset, mask, user, surface)


class Lines(Shapes):
    """Infinite lines, without inside: rays miss them. Every query of a scene tests all of them.

    Parameters
    ----------
    point : (..., 3)
    direction : (..., 3)
        Any length but 0.
    mask, user, surface : optional
        As for ``Spheres``.
    """

    __slots__ = ()
    _kind = Kind.line
    _names = ("point", "direction")

    def __init__(
        self,
        point: Numbers,
        direction: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> None:
        self._values = (point, direction, mask, user, surface)
