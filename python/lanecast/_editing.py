"""Changes of scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

from . import _lanecast
from ._arrays import Numbers
from ._ids import Ids, _given
from ._lanecast import Kind
from ._shapes import (
    _WORDS,
    Aabbs,
    Boxes,
    Capsules,
    Cones,
    Cylinders,
    Lines,
    Planes,
    Shapes,
    Spheres,
    Surface,
    Triangles,
    _columns,
    _shapes,
)
from .options import Build

if TYPE_CHECKING:
    from ._scene import Scene

_SHAPES: tuple[type[Shapes], ...] = (
    Spheres,
    Aabbs,
    Boxes,
    Capsules,
    Cylinders,
    Cones,
    Triangles,
    Planes,
    Lines,
)
_COLUMNS: dict[Kind, tuple[str, ...]] = {
    shapes._kind: (*shapes._names, *_WORDS) for shapes in _SHAPES
}
_COLUMNS[Kind.mesh] = ("vertices", "faces", *_WORDS)
_COLUMNS[Kind.instance] = ("position", "rotation", "scale", *_WORDS)


class Editing:
    """The calls of a scene that change it."""

    __slots__ = ()
    _core: _lanecast.Scene

    def add(self, shapes: Shapes) -> Ids:
        """Adds a batch of shapes.

        Parameters
        ----------
        shapes : Spheres, Aabbs, Boxes, Capsules, Cylinders, Cones, Triangles, Planes or Lines

        Returns
        -------
        Ids
            Their ids, in the order of the elements.

        Raises
        ------
        ValueError
            If a shape is refused, with its argument and index; nothing is added then.
        """
        kind, values = _shapes(shapes)
        return Ids(*self._core.add(kind, values), kind)

    def _add(self, kind: Kind, values: tuple[Any, ...]) -> Ids:
        return Ids(*self._core.add(kind, _columns(_COLUMNS[kind], values)), kind)

    def add_spheres(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Spheres`` with these arguments."""
        return self._add(Kind.sphere, (center, radius, mask, user, surface))

    def add_aabbs(
        self,
        lo: Numbers,
        hi: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Aabbs`` with these arguments."""
        return self._add(Kind.aabb, (lo, hi, mask, user, surface))

    def add_boxes(
        self,
        center: Numbers,
        half_extents: Numbers,
        rotation: Optional[Numbers] = None,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Boxes`` with these arguments."""
        return self._add(Kind.box, (center, half_extents, rotation, mask, user, surface))

    def add_capsules(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Capsules`` with these arguments."""
        return self._add(Kind.capsule, (a, b, radius, mask, user, surface))

    def add_cylinders(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Cylinders`` with these arguments."""
        return self._add(Kind.cylinder, (a, b, radius, mask, user, surface))

    def add_cones(
        self,
        base: Numbers,
        apex: Numbers,
        radius: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Cones`` with these arguments."""
        return self._add(Kind.cone, (base, apex, radius, mask, user, surface))

    def add_triangles(
        self,
        v0: Numbers,
        v1: Numbers,
        v2: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Triangles`` with these arguments."""
        return self._add(Kind.triangle, (v0, v1, v2, mask, user, surface))

    def add_planes(
        self,
        normal: Numbers,
        offset: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Planes`` with these arguments."""
        return self._add(Kind.plane, (normal, offset, mask, user, surface))

    def add_lines(
        self,
        point: Numbers,
        direction: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds ``Lines`` with these arguments."""
        return self._add(Kind.line, (point, direction, mask, user, surface))

    def add_mesh(
        self,
        vertices: Numbers,
        faces: Numbers,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Adds triangles that share vertices.

        Parameters
        ----------
        vertices : (V, 3)
        faces : (F, 3) of integers
            The vertices of each triangle, each < V. uint32 is used without a copy.
        mask, user, surface : optional
            As for ``Spheres``, per triangle.

        Returns
        -------
        Ids
            One id per triangle.
        """
        return self._add(Kind.mesh, (vertices, faces, mask, user, surface))

    def add_instances(
        self,
        prototype: Scene,
        position: Numbers,
        rotation: Optional[Numbers] = None,
        scale: Optional[Numbers] = None,
        *,
        mask: Optional[Numbers] = None,
        user: Optional[Numbers] = None,
        surface: Optional[Surface] = None,
    ) -> Ids:
        """Places another scene in this one, any number of times, at little cost per placement.

        A point x of the prototype is placed at position + rotation (scale x). The instances keep
        the prototype as it is now.

        Parameters
        ----------
        prototype : Scene
            Without an origin and without instances of its own.
        position : (..., 3)
            Place of the prototype's point 0.
        rotation : (..., 4), optional
            Quaternions x, y, z, w, of a length within 1e-3 of 1; default identity.
        scale : (...), optional
            >= 2^-126; default 1.
        mask, user, surface : optional
            As for ``Spheres``.

        Returns
        -------
        Ids
            One id per placement. In answers, ``part`` is the id in the prototype.
        """
        if not isinstance(prototype, Editing):
            raise TypeError(f"prototype is {type(prototype).__name__}, expected Scene")
        if prototype is self:
            raise ValueError("prototype is the scene itself")
        values = _columns(_COLUMNS[Kind.instance], (position, rotation, scale, mask, user, surface))
        return Ids(*self._core.add_instances(prototype._core, values), Kind.instance)

    def update(self, ids: Union[Ids, Numbers], **columns: Union[Numbers, Surface]) -> None:
        """Changes shapes. Columns that are left out keep their values.

        >>> scene.update(balls, center=places)
        >>> scene.update(awake, center=places, radius=0.5)  # awake: an array of ids

        Parameters
        ----------
        ids : Ids or (...) of integers
            The result of a call that adds shapes, a slice of it, or ids of shapes of one kind in
            any order, each at most once.
        **columns
            The arguments of the call that added the shapes, by name: one value, or an array with
            one element per id. Of a mesh, ``vertices`` needs all ids of the mesh, and ``faces``
            cannot change.

        Raises
        ------
        ValueError, TypeError
            If an id does not exist or is of another kind, or a shape is refused, with its argument
            and index; nothing is changed then. Shapes of ``Ids`` that were removed are skipped,
            unless all shapes of the batch are gone.
        """
        of = _given(ids)
        kind = (ids._kind if isinstance(ids, Ids) else None) or self._core.kind_of(of)
        if kind is None:  # no ids
            return
        names = _COLUMNS[kind]
        for name in columns:
            if name not in names:
                raise TypeError(
                    f"a {kind.name} has no column '{name}': its columns are {', '.join(names)}"
                )
        values = tuple(columns.get(name) for name in names)
        self._core.update(of, kind, _columns(names, values))

    def move(
        self,
        ids: Union[Ids, Numbers],
        position: Optional[Numbers] = None,
        rotation: Optional[Numbers] = None,
    ) -> None:
        """Moves instances during the next steps of particles: ``advance`` carries particles along.

        >>> scene.move(lift, position=(0, 0, height))
        >>> scene.advance(position, velocity, seconds=1 / 60)

        The move starts with the next commit, which the next query makes by itself. Until the commit
        after that, rays and other queries see the pose at the start, and every ``advance`` the same
        motion; that commit completes the move, whether or not there was an ``advance``. An
        ``update`` of position, rotation or scale ends a move.

        Parameters
        ----------
        ids : Ids or (...) of integers
            Instances: the result of ``add_instances``, a slice of it, or ids in any order, each at
            most once.
        position : (..., 3), optional
            Target: one, or one per id. Left out, it keeps its value.
        rotation : (..., 4), optional
            Target, as for ``add_instances``: by a quarter turn at most.

        Raises
        ------
        ValueError
            If an id does not exist or is no instance, or a value is refused, with its argument and
            index; nothing is changed then.
        """
        names = _COLUMNS[Kind.instance]
        self._core.move(_given(ids), _columns(names, (position, rotation, None, None, None, None)))

    def remove(self, ids: Union[Ids, Numbers]) -> None:
        """Removes shapes. Later calls may give their ids to other shapes.

        Parameters
        ----------
        ids : Ids or (...) of integers
            The result of a call that adds shapes, a slice of it, or any ids, each at most once.

        Raises
        ------
        ValueError
            If an id does not exist, with its index; nothing is removed then. Shapes of ``Ids`` that
            were removed are skipped, unless all shapes of the batch are gone.
        """
        self._core.remove(_given(ids))

    def commit(self, build: Optional[Build] = None, *, threads: int = 0) -> None:
        """Makes the scene ready for queries, as the next query would.

        Parameters
        ----------
        build : 'balanced', 'fast' or 'thorough', optional
            New build quality of the scene: trade-off between the time of a build and that of
            queries. It lasts, also for commits that happen by themselves, and is saved with the
            scene; a new scene has 'balanced'. 'fast' takes less than half the time of 'balanced',
            'thorough' up to twice as long. Another quality than before builds the tree anew.
        threads : int
            At most so many; 0: as many as there are cores.
        """
        self._core.commit(build, threads, False)

    def rebuild(self, build: Optional[Build] = None, *, threads: int = 0) -> None:
        """Builds the tree anew, even if nothing has changed. See ``commit``."""
        self._core.commit(build, threads, True)
