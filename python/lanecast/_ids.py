"""Ids of shapes."""

from __future__ import annotations

import operator
from typing import Any, Iterator, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from ._arrays import _checked
from ._constants import NO_ID
from ._lanecast import Kind


class Ids:
    """Consecutive ids of shapes, which one call has added. NumPy takes it for an array of them.

    Attributes
    ----------
    first : int
        The id of the first shape.
    batch : int
        Number of the call: dense from 0. The number of a call whose shapes are all gone is given
        again.
    """

    __slots__ = ("first", "batch", "_count", "_kind")
    first: int
    batch: int

    def __init__(
        self, first: int, count: int, batch: int = NO_ID, kind: Optional[Kind] = None
    ) -> None:
        for name, value in (("first", first), ("count", count), ("batch", batch)):
            if not 0 <= operator.index(value) <= NO_ID:
                raise ValueError(f"{name} is {value}, must be from 0 to {NO_ID}")
        self.first = first
        self.batch = batch
        self._count = count
        self._kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        kind = None if self._kind is None else self._kind.name
        return _ids_of, (self.first, self._count, self.batch, kind)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, id: object) -> bool:
        return isinstance(id, (int, np.integer)) and 0 <= int(id) - self.first < self._count

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.first + self._count))

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Ids: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[int, Ids]:
        part = range(self.first, self.first + self._count)[index]
        if isinstance(part, int):
            return part
        if part.step != 1:
            raise ValueError("a slice of Ids must have step 1; numpy.asarray(ids) takes any")
        return Ids(part.start, len(part), self.batch, self._kind)

    def __array__(
        self, dtype: npt.DTypeLike = None, copy: Optional[bool] = None
    ) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("an array of Ids is always a copy")
        return np.arange(self.first, self.first + self._count, dtype=dtype or np.uint32)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Ids) and self.first == other.first and self._count == other._count
        )

    def __hash__(self) -> int:
        return hash((self.first, self._count))

    def __repr__(self) -> str:
        return f"Ids({self.first}, {self._count}, batch={self.batch})"


def _given(ids: Any) -> Any:
    """Returns ids as the extension takes them, for which a tuple is a range."""
    if isinstance(ids, Ids):
        return ids.first, len(ids), ids.batch
    _checked(("ids",), (ids,))
    return list(ids) if isinstance(ids, tuple) else ids


def _ids_of(first: int, count: int, batch: int, kind: Optional[str]) -> Ids:
    return Ids(first, count, batch, None if kind is None else getattr(Kind, kind))
