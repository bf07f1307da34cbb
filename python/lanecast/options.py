"""Types of the options that are strings, for annotations of your own functions.

>>> def depth(scene: lanecast.Scene, interior: lanecast.options.Interior) -> ...
"""

from __future__ import annotations

from typing import Literal

Build = Literal["balanced", "fast", "thorough"]
Interior = Literal["solid", "surface"]
Backfaces = Literal["hit", "cull"]
Coherence = Literal["unknown", "coherent", "incoherent"]
Traversal = Literal["automatic", "exhaustive"]
StartOverlap = Literal["report", "ignore", "leaving"]
Triangulate = Literal["ears", "fan"]

HitOutput = Literal[
    "hit",
    "t",
    "id",
    "part",
    "batch",
    "index",
    "user",
    "part_user",
    "normal",
    "point",
    "uv",
    "clearance",
    "flags",
]
ImpactOutput = Literal[
    "hit",
    "t",
    "id",
    "part",
    "batch",
    "index",
    "user",
    "part_user",
    "normal",
    "point",
    "center",
    "depth",
    "flags",
]
ClosestPointOutput = Literal[
    "hit",
    "distance",
    "id",
    "part",
    "batch",
    "index",
    "user",
    "part_user",
    "point",
    "normal",
    "flags",
]
OverlapOutput = Literal["id", "part", "batch", "index", "user", "part_user"]
ContactOutput = Literal[
    "particle",
    "time",
    "id",
    "part",
    "batch",
    "index",
    "user",
    "part_user",
    "point",
    "normal",
    "normal_speed",
]
GapOutput = Literal["distance", "on_ellipse", "on_other", "flags"]
