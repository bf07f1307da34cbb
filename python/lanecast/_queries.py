"""Queries of scenes."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy.typing as npt

from . import _lanecast
from ._answers import (
    AllHits,
    AllOverlaps,
    ClosestPoints,
    Contacts,
    Hits,
    Impacts,
    Step,
)
from ._arguments import (
    Out,
    _count,
    _gravity,
    _ignored,
    _limit,
    _names,
    _number,
    _out,
    inf,
)
from ._arrays import Bools, Floats, Numbers, Places, Words, _checked
from ._constants import ALL_LAYERS, NO_ID, Response
from ._ids import Ids
from .options import (
    Backfaces,
    ClosestPointOutput,
    Coherence,
    ContactOutput,
    HitOutput,
    ImpactOutput,
    Interior,
    OverlapOutput,
    StartOverlap,
    Traversal,
)

_COMMON = ("mask", "ignore", "ignore_count")
_RAYS = ("origins", "directions", "t_min", "t_max", *_COMMON)
_SWEEPS = ("center", "displacement", "radius", "t_max", "shape_displacement", *_COMMON)
_SPHERES = ("center", "radius", *_COMMON)
_POINTS = ("position", "max_distance", *_COMMON)
_NEXT = ("hits.point", "hits.normal", "hits.clearance", "origins", "directions", "mask")
_STATES = ("position", "velocity", "flags")
_PARTICLES = ("radius", "restitution", "friction", "response", *_COMMON)


class Queries:
    """The calls of a scene that do not change it."""

    __slots__ = ()
    _core: _lanecast.Scene

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
        interior: Optional[Interior] = None,
        backfaces: Optional[Backfaces] = None,
        coherence: Optional[Coherence] = None,
        traversal: Optional[Traversal] = None,
        outputs: Union[HitOutput, Sequence[HitOutput], None] = None,
        out: Out = None,
        threads: int = 0,
    ) -> Hits:
        """Finds the first shape along each ray origin + t direction, t_min <= t <= t_max.

        Ties go to the smallest id. A ray with a value that is not allowed (NaN, direction 0,
        t_min > t_max) is a miss with ``Flag.INVALID``.

        Parameters
        ----------
        origins : (..., 3), or (..., 6) without `directions`
            Starts of the rays, or starts and directions.
        directions : (..., 3)
            Any length; t counts in multiples of it.
        t_min, t_max : (...)
            Bounds of t.
        mask : (...) of integers
            Rays test shapes whose mask shares a bit; 0: a miss.
        ignore, ignore_count : (...) of integers, or Ids
            The ids that a ray ignores: `ignore_count` of them from `ignore` on.
        interior : 'solid' or 'surface'
            Whether a ray that starts in a solid hits it there (the default), or where it leaves it.
        backfaces : 'hit' or 'cull'
            Whether rays hit triangles from behind and solids from inside (the default) or not.
        coherence : 'unknown', 'coherent' or 'incoherent'
            A hint on neighbouring rays, which changes the speed only.
        traversal : 'automatic' or 'exhaustive'
            'exhaustive' tests every shape without the tree: slow, to check answers.
        outputs : sequence of str
            Names of the attributes of ``Hits`` to compute; default t and id, or those of `out`.
        out : dict of arrays, or Hits
            Arrays to write to, by name, of the right type and shape.
        threads : int
            At most so many; 0: as many as there are cores.

        Returns
        -------
        Hits
            With the shape that the arguments broadcast to.

        Raises
        ------
        ValueError, TypeError
            If an argument has a wrong shape, type or value; nothing is written then.
        KeyboardInterrupt
            If Ctrl-C ends the call, usually within 0.1 s; the scene stays whole.
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return Hits(
            _lanecast.cast(
                self._core,
                _checked(_RAYS, (origins, directions, t_min, t_max, mask, ignore, ignore_count)),
                (interior, backfaces, None, coherence, traversal),
                threads,
                _names(outputs, out, ("t", "id")),
                _out(out),
            )
        )

    def next_origins(
        self,
        hits: Hits,
        origins: Numbers,
        directions: Numbers,
        *,
        mask: Numbers = ALL_LAYERS,
        traversal: Optional[Traversal] = None,
        threads: int = 0,
    ) -> Places:
        """Finds origins for rays that go on from hits: reflected, refracted or scattered ones.

        The origin is the point of the hit, moved by the clearance along the normal, to the side on
        which the next ray goes, and off other surfaces that are nearer than 3/4 of the clearance.
        Rays from there do not hit the same surface again, and do not escape from a closed mesh, by
        rounding error.

        Parameters
        ----------
        hits : Hits
            With the outputs point, normal and clearance. A miss gets its point.
        origins : (..., 3)
            Those of the rays that hit.
        directions : (..., 3)
            Those of the next rays.
        mask : (...) of integers
            The origins stay off shapes whose mask shares a bit.
        traversal, threads
            As in ``cast``.

        Returns
        -------
        (..., 3) float32, or float64 in a scene with an origin
        """
        found = _lanecast.next_origins(
            self._core,
            _checked(
                _NEXT, (hits.point, hits.normal, hits.clearance, origins, directions, mask)
            ),
            (None, None, None, None, traversal),
            threads,
            ("origin",),
            None,
        )
        return found["origin"]

    def occluded(
        self,
        origins: Numbers,
        directions: Optional[Numbers] = None,
        *,
        t_min: Numbers = 0.0,
        t_max: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        interior: Optional[Interior] = None,
        backfaces: Optional[Backfaces] = None,
        coherence: Optional[Coherence] = None,
        traversal: Optional[Traversal] = None,
        out: Optional[Bools] = None,
        threads: int = 0,
    ) -> Bools:
        """Tests whether each ray hits anything. For the arguments see ``cast``.

        Parameters
        ----------
        out : (...) bool
            An array to write to.

        Returns
        -------
        (...) bool
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return _lanecast.occluded(
            self._core,
            _checked(_RAYS, (origins, directions, t_min, t_max, mask, ignore, ignore_count)),
            (interior, backfaces, None, coherence, traversal),
            threads,
            *_checked(("out",), (out,)),
        )

    def all_hits(
        self,
        origins: Numbers,
        directions: Optional[Numbers] = None,
        *,
        t_min: Numbers = 0.0,
        t_max: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        interior: Optional[Interior] = None,
        backfaces: Optional[Backfaces] = None,
        traversal: Optional[Traversal] = None,
        outputs: Union[HitOutput, Sequence[HitOutput]] = ("t", "id"),
        limit: Optional[int] = None,
        threads: int = 0,
    ) -> AllHits:
        """Finds the first hit of each ray with every shape. For the arguments see ``cast``.

        Takes time and memory in proportion to the number of rays and hits.

        Parameters
        ----------
        outputs : sequence of str
            Names of the attributes of ``AllHits`` to compute; () only counts.
        limit : int, optional
            At most so many hits of each ray are kept, the nearest ones.

        Returns
        -------
        AllHits
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return AllHits(
            _lanecast.all_hits(
                self._core,
                _checked(_RAYS, (origins, directions, t_min, t_max, mask, ignore, ignore_count)),
                (interior, backfaces, None, None, traversal),
                threads,
                _names(outputs, None, ()),
                _limit(limit),
            )
        )

    def sweep(
        self,
        center: Numbers,
        displacement: Numbers,
        radius: Numbers = 0.0,
        *,
        t_max: Numbers = 1.0,
        shape_displacement: Optional[Numbers] = None,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        start_overlap: Optional[StartOverlap] = None,
        traversal: Optional[Traversal] = None,
        outputs: Union[ImpactOutput, Sequence[ImpactOutput], None] = None,
        out: Out = None,
        threads: int = 0,
    ) -> Impacts:
        """Finds the first shape that each moving sphere touches.

        The centre is at center + t displacement, 0 <= t <= t_max. Ties go to the smallest id.

        Parameters
        ----------
        center, displacement : (..., 3)
        radius : (...)
            >= 0; 0: a moving point.
        t_max : (...)
            >= 0, in multiples of the displacement.
        shape_displacement : (..., 3), optional
            The shapes move, too: by t shape_displacement.
        start_overlap : 'report', 'ignore' or 'leaving'
            Shapes that the sphere overlaps at the start are hit at t = 0 (the default), are
            ignored, or are hit at t = 0 only if the path leads into them.
        outputs : sequence of str
            Names of the attributes of ``Impacts`` to compute; default t and id, or those of `out`.
        mask, ignore, ignore_count, traversal, out, threads
            See ``cast``.

        Returns
        -------
        Impacts
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return Impacts(
            _lanecast.sweep(
                self._core,
                _checked(
                    _SWEEPS,
                    (
                        center,
                        displacement,
                        radius,
                        t_max,
                        shape_displacement,
                        mask,
                        ignore,
                        ignore_count,
                    ),
                ),
                (None, None, start_overlap, None, traversal),
                threads,
                _names(outputs, out, ("t", "id")),
                _out(out),
            )
        )

    def overlaps(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        traversal: Optional[Traversal] = None,
        out: Optional[Bools] = None,
        threads: int = 0,
    ) -> Bools:
        """Tests whether each sphere overlaps a shape. Touching is overlapping.

        Parameters
        ----------
        center : (..., 3)
        radius : (...)
            >= 0.
        mask, ignore, ignore_count, traversal, threads
            See ``cast``.
        out : (...) bool
            An array to write to.

        Returns
        -------
        (...) bool
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return _lanecast.overlaps(
            self._core,
            _checked(_SPHERES, (center, radius, mask, ignore, ignore_count)),
            (None, None, None, None, traversal),
            threads,
            *_checked(("out",), (out,)),
        )

    def all_overlaps(
        self,
        center: Numbers,
        radius: Numbers,
        *,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        traversal: Optional[Traversal] = None,
        outputs: Union[OverlapOutput, Sequence[OverlapOutput]] = ("id",),
        limit: Optional[int] = None,
        threads: int = 0,
    ) -> AllOverlaps:
        """Finds all shapes that each sphere overlaps. For the arguments see ``overlaps``.

        Parameters
        ----------
        outputs : sequence of str
            Names of the attributes of ``AllOverlaps`` to compute; () only counts.
        limit : int, optional
            At most so many shapes of each sphere are kept, those with the smallest ids.

        Returns
        -------
        AllOverlaps
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return AllOverlaps(
            _lanecast.all_overlaps(
                self._core,
                _checked(_SPHERES, (center, radius, mask, ignore, ignore_count)),
                (None, None, None, None, traversal),
                threads,
                _names(outputs, None, ()),
                _limit(limit),
            )
        )

    def closest_point(
        self,
        position: Numbers,
        *,
        max_distance: Numbers = inf,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        traversal: Optional[Traversal] = None,
        outputs: Union[ClosestPointOutput, Sequence[ClosestPointOutput], None] = None,
        out: Out = None,
        threads: int = 0,
    ) -> ClosestPoints:
        """Finds the shape with the smallest signed distance to each point.

        Ties go to the smallest id.

        Parameters
        ----------
        position : (..., 3)
        max_distance : (...)
            Shapes farther away are ignored. The smaller it is, the faster is the call.
        outputs : sequence of str
            Names of the attributes of ``ClosestPoints`` to compute; default distance, id and point,
            or those of `out`.
        mask, ignore, ignore_count, traversal, out, threads
            See ``cast``.

        Returns
        -------
        ClosestPoints
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        return ClosestPoints(
            _lanecast.closest_point(
                self._core,
                _checked(_POINTS, (position, max_distance, mask, ignore, ignore_count)),
                (None, None, None, None, traversal),
                threads,
                _names(outputs, out, ("distance", "id", "point")),
                _out(out),
            )
        )

    def advance(
        self,
        position: npt.NDArray[Any],
        velocity: Floats,
        *,
        seconds: float,
        radius: Numbers = 0.0,
        restitution: Numbers = 0.5,
        friction: Numbers = 0.0,
        response: Union[Response, Numbers] = Response.BOUNCE,
        gravity: Sequence[float] = (0.0, 0.0, 0.0),
        drag: float = 0.0,
        max_impacts: int = 4,
        skin: float = 0.0,
        max_push_out_speed: float = 10.0,
        rest_speed: float = 0.0,
        shape_velocity: Optional[Numbers] = None,
        flags: Optional[Words] = None,
        mask: Numbers = ALL_LAYERS,
        ignore: Union[Ids, Numbers] = NO_ID,
        ignore_count: Numbers = 1,
        exhaustive: bool = False,
        outputs: Union[ContactOutput, Sequence[ContactOutput]] = (),
        capacity: int = 0,
        threads: int = 0,
    ) -> Step:
        """Moves spheres through a time step, in place. They bounce, slide or stick.

        Parameters
        ----------
        position : (..., 3) float32, or float64 in a scene with an origin
            Centres; changed in place.
        velocity : (..., 3) float32
            Per second; changed in place.
        seconds : float
            Length of the step, >= 0.
        radius : (...)
            >= 0; 0: a moving point.
        restitution : (...)
            Share of the normal speed that a bounce keeps.
        friction : (...)
            Coulomb coefficient, for Response.BOUNCE.
        response : Response, or (...) of integers
            How a particle responds to contacts.
        gravity : (3,) of float
            Acceleration.
        drag : float
            Slows down at the rate drag * velocity.
        max_impacts : int
            Most instants of contact per particle; the rest of its time is dropped after the last.
            Contacts that hardly turn it, as on a smooth mesh, count as little as 1/32.
        skin : float
            Gap to all surfaces; raised where rounding needs it.
        max_push_out_speed : float
            Most speed at which an overlap at the start is undone.
        rest_speed : float
            Impacts with a normal speed up to this do not bounce.
        shape_velocity : (3,) or (ids, 3), optional
            Velocity of all shapes, or of each by its id.
        flags : (...) uint32, optional
            Bits of ``Flag``, changed in place. Particles flagged STUCK or KILLED do not move.
        mask, ignore, ignore_count, threads
            See ``cast``.
        exhaustive : bool
            Tests every shape without the tree: slow, to check answers.
        outputs : sequence of str
            Names of the attributes of ``Contacts`` to compute.
        capacity : int
            Room for contacts.

        Returns
        -------
        Step
        """
        ignore, ignore_count = _ignored(ignore, ignore_count)
        if isinstance(response, Response):
            response = int(response)
        settings = (
            _number("seconds", seconds),
            _gravity(gravity),
            _number("drag", drag),
            _count("max_impacts", max_impacts),
            _number("skin", skin),
            _number("max_push_out_speed", max_push_out_speed),
            _number("rest_speed", rest_speed),
        )
        _checked(("shape_velocity",), (shape_velocity,))
        counts, rows = _lanecast.advance(
            self._core,
            _checked(_STATES, (position, velocity, flags)),
            _checked(
                _PARTICLES,
                (radius, restitution, friction, response, mask, ignore, ignore_count),
            ),
            settings,
            shape_velocity,
            bool(exhaustive),
            threads,
            _names(outputs, None, ()),
            _count("capacity", capacity),
        )
        kept = counts["contacts"] - counts["truncated"]
        return Step(counts, Contacts({name: array[:kept] for name, array in rows.items()}))
