"""Records: single answers, which are rows of the tables of ``Answers.columns``."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, ClassVar, Iterable, NoReturn

import numpy as np

from ._arrays import Floats, Places
from ._constants import NO_ID

VECTORS: dict[str, tuple[str, ...]] = {
    "normal": ("nx", "ny", "nz"),
    "point": ("px", "py", "pz"),
    "center": ("cx", "cy", "cz"),
    "uv": ("u", "v"),
    "on_ellipse": ("ellipse_x", "ellipse_y"),
    "on_other": ("other_x", "other_y"),
}
"""Columns of the outputs that have several numbers per query, as the program lanecast has them."""


class Record(tuple[Any, ...]):
    """One answer: a tuple of its numbers, with the outputs of the call as attributes."""

    __slots__ = ()
    _names: ClassVar[tuple[str, ...]] = ()
    """The outputs."""
    _fields: ClassVar[tuple[str, ...]] = ()
    """The columns. pandas reads this attribute of tuples."""

    if not TYPE_CHECKING:  # so that type checkers find misspelled attributes

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(
                f"{type(self).__name__}.{name} is no output of this call: "
                f"its outputs are {', '.join(self._names)}"
            )

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._names]

    def __reduce__(self) -> tuple[Any, ...]:
        return _record_of, (type(self).__bases__[0], self._names, tuple(self))

    def __repr__(self) -> str:
        def text(value: Any) -> str:
            return f"[{', '.join(map(str, value))}]" if np.ndim(value) > 0 else str(value)

        values = ", ".join(f"{name}={text(getattr(self, name))}" for name in self._names)
        return f"{type(self).__name__}({values})"


class ShapeRecord(Record):
    """An answer that names a shape."""

    __slots__ = ()
    id: np.uint32
    part: np.uint32
    batch: np.uint32
    index: np.uint32  # type: ignore[assignment]
    user: np.uint32
    part_user: np.uint32


class FoundRecord(ShapeRecord):
    """An answer that is a hit or a miss."""

    __slots__ = ()

    @property
    def hit(self) -> bool:
        """Whether the query found a shape."""
        for name, of_a_miss in (("id", NO_ID), ("t", np.inf), ("distance", np.inf)):
            if name in self._names:
                return bool(getattr(self, name) != of_a_miss)
        if "flags" in self._names:
            return bool(getattr(self, "flags") & 1)
        raise AttributeError("hit")  # __getattr__ has the message


class Hit(FoundRecord):
    """One element of ``Hits``, with its attributes."""

    __slots__ = ()
    t: np.float32
    normal: Floats
    point: Places
    uv: Floats
    clearance: np.float32
    flags: np.uint32


class Impact(FoundRecord):
    """One element of ``Impacts``, with its attributes."""

    __slots__ = ()
    t: np.float32
    normal: Floats
    point: Places
    center: Places
    depth: np.float32
    flags: np.uint32


class ClosestPoint(FoundRecord):
    """One element of ``ClosestPoints``, with its attributes."""

    __slots__ = ()
    distance: np.float32
    point: Places
    normal: Floats
    flags: np.uint32


class Overlap(ShapeRecord):
    """One element of ``Overlaps``, with its attributes."""

    __slots__ = ()


class Contact(ShapeRecord):
    """One element of ``Contacts``, with its attributes."""

    __slots__ = ()
    particle: np.uint32
    time: np.float32
    point: Places
    normal: Floats
    normal_speed: np.float32


class Location(Record):
    """One element of ``Locations``, with its attributes."""

    __slots__ = ()
    kind: np.uint32
    batch: np.uint32
    index: np.uint32  # type: ignore[assignment]
    user: np.uint32


class Gap(Record):
    """One element of ``planar.Gaps``, with its attributes."""

    __slots__ = ()
    distance: np.float32
    on_ellipse: Floats
    on_other: Floats
    flags: np.uint32


@functools.lru_cache(maxsize=256)
def record_class(kind: type[Record], names: tuple[str, ...]) -> type[Any]:
    """Returns the class of the records of a call, by its outputs."""
    fields: list[str] = []
    members: dict[str, Any] = {"__slots__": (), "__module__": __name__}
    members["index"] = property(_no_index)  # a tuple has a method of this name
    for name in names:
        columns = VECTORS.get(name, (name,))
        place = slice(len(fields), len(fields) + len(columns))
        members[name] = _part(place, is_vector=name in VECTORS)
        fields += columns
    members["_names"], members["_fields"] = names, tuple(fields)
    return type(kind.__name__, (kind,), members)


def _no_index(record: Record) -> NoReturn:
    raise AttributeError("index")  # __getattr__ has the message


def _part(place: slice, is_vector: bool) -> property:
    def vector(record: Record) -> Any:
        return np.array(record[place])

    def number(record: Record) -> Any:
        return record[place.start]

    return property(vector if is_vector else number)


def _record_of(kind: type[Record], names: tuple[str, ...], values: Iterable[Any]) -> Any:
    return record_class(kind, names)(values)
