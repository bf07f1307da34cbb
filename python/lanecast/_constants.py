"""Numbers with a meaning."""

from __future__ import annotations

import enum

NO_ID: int = 0xFFFFFFFF
"""The id of no shape: ``id`` of a miss, and the default of ``ignore``."""

ALL_LAYERS: int = 0xFFFFFFFF
"""The mask with all bits set."""


class Flag(enum.IntFlag):
    """Bits of the output ``flags``."""

    HIT = 1
    """The query hit a shape, or found a closest point."""
    INVALID = 2
    """The query has a value that is not allowed, such as NaN, and is a miss."""
    INSIDE = 4
    """The ray, sphere or point starts in the shape that was found."""
    BACK = 8
    """The ray hit the back of a triangle, or left a solid."""
    BAD_SHAPE = 16
    """Pairwise: the shape is refused, and the pair is a miss."""
    RESTING = 32
    """Particle: touches a shape, at rest relative to it."""
    OUT_OF_IMPACTS = 64
    """Particle: the rest of its time was dropped."""
    STUCK = 128
    """Particle: Response.STICK stopped it."""
    KILLED = 256
    """Particle: Response.KILL stopped it."""
    BLOCKED = 512
    """Particle: a surface blocked a push out of an overlap."""


class Response(enum.IntEnum):
    """How a particle responds to a contact."""

    BOUNCE = 0
    """Reverses the normal part of the velocity, times ``restitution``; friction slows the rest."""
    SLIDE = 1
    """Keeps the tangential part of the velocity."""
    STICK = 2
    """Stops and stays there: Flag.STUCK."""
    KILL = 3
    """Stops and is never moved again: Flag.KILLED."""
    SENSOR = 4
    """Passes through everything and reports what it begins to touch."""
    OF_PARTICLE = 0xFFFFFFFF
    """For surfaces of shapes only: the particle's own response."""


class RoundingWarning(UserWarning):
    """Rounding to float32 moves coordinates visibly: make the scene with ``Scene(origin=...)``."""
