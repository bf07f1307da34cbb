"""Types of the extension module."""

from __future__ import annotations

import enum
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._arrays import Arrays, Bools, Doubles

version: str

class Kind(enum.Enum):
    sphere = 0
    aabb = 1
    box = 2
    capsule = 3
    cylinder = 4
    cone = 5
    triangle = 6
    plane = 7
    line = 8
    mesh = 9
    instance = 10

Values = tuple[Any, ...]
Words = tuple[Optional[str], ...]
Names = tuple[str, ...]

class Scene:
    def __init__(self, origin: Optional[Sequence[float]]) -> None: ...
    @property
    def origin(self) -> Optional[tuple[float, float, float]]: ...
    def add(self, kind: Kind, values: Values) -> tuple[int, int, int]: ...
    def add_instances(self, prototype: Scene, values: Values) -> tuple[int, int, int]: ...
    def update(self, ids: Any, kind: Kind, values: Values) -> None: ...
    def remove(self, ids: Any) -> None: ...
    def commit(self, build: str, threads: int, rebuild: bool) -> None: ...
    def kind_of(self, id: int) -> Kind: ...
    def bounds(self) -> Doubles: ...
    def __len__(self) -> int: ...
    def memory_bytes(self) -> int: ...
    def save(self) -> bytes: ...
    @staticmethod
    def load(
        data: Union[bytes, bytearray, memoryview], origin: Optional[Sequence[float]]
    ) -> Scene: ...

def cast(
    scene: Scene, values: Values, words: Words, threads: int, wanted: Names, out: Optional[Arrays]
) -> Arrays: ...
def occluded(
    scene: Scene, values: Values, words: Words, threads: int, out: Optional[Bools]
) -> Bools: ...
def all_hits(
    scene: Scene, values: Values, words: Words, threads: int, wanted: Names, limit: int
) -> Arrays: ...
def sweep(
    scene: Scene, values: Values, words: Words, threads: int, wanted: Names, out: Optional[Arrays]
) -> Arrays: ...
def overlaps(
    scene: Scene, values: Values, words: Words, threads: int, out: Optional[Bools]
) -> Bools: ...
def all_overlaps(
    scene: Scene, values: Values, words: Words, threads: int, wanted: Names, limit: int
) -> Arrays: ...
def closest_point(
    scene: Scene, values: Values, words: Words, threads: int, wanted: Names, out: Optional[Arrays]
) -> Arrays: ...
def locate(scene: Scene, ids: Any, threads: int) -> Arrays: ...
def advance(
    scene: Scene,
    states: Values,
    values: Values,
    settings: Values,
    shape_velocity: Any,
    exhaustive: bool,
    threads: int,
    wanted: Names,
    capacity: int,
) -> tuple[dict[str, int], Arrays]: ...
def pairwise_cast(
    values: Values,
    kind: Kind,
    shapes: Values,
    words: Words,
    threads: int,
    wanted: Names,
    out: Optional[Arrays],
) -> Arrays: ...
def pairwise_occluded(
    values: Values, kind: Kind, shapes: Values, words: Words, threads: int, out: Optional[Bools]
) -> Bools: ...
def pairwise_sweep(
    values: Values,
    kind: Kind,
    shapes: Values,
    words: Words,
    threads: int,
    wanted: Names,
    out: Optional[Arrays],
) -> Arrays: ...
def pairwise_overlaps(
    values: Values, kind: Kind, shapes: Values, words: Words, threads: int, out: Optional[Bools]
) -> Bools: ...
def pairwise_closest_point(
    values: Values,
    kind: Kind,
    shapes: Values,
    words: Words,
    threads: int,
    wanted: Names,
    out: Optional[Arrays],
) -> Arrays: ...
def planar_points(of: Values, values: Values, wanted: Names, threads: int) -> Arrays: ...
def planar_lines(of: Values, values: Values, wanted: Names, threads: int) -> Arrays: ...
def planar_segments(of: Values, values: Values, wanted: Names, threads: int) -> Arrays: ...
def copies() -> int: ...
def saved_size(data: Union[bytes, bytearray, memoryview]) -> int: ...
def note_fork() -> None: ...
def active_isa() -> str: ...
def set_isa(name: str) -> None: ...
def supported_isas() -> list[str]: ...
def built_isas() -> list[str]: ...
def lanes(name: str) -> int: ...
