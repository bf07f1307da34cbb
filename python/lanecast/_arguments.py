"""Arguments that many calls have in common."""

from __future__ import annotations

import operator
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import numpy as np

from ._answers import Answers
from ._arrays import Arrays, _checked
from ._constants import NO_ID
from ._ids import Ids

inf = float("inf")

Out = Union[Arrays, Answers, None]


def _ignored(ignore: Any, count: Any) -> tuple[Any, Any]:
    """Returns the columns for the ids that queries ignore."""
    if isinstance(ignore, Ids):
        return ignore.first, len(ignore)
    return ignore, count


def _out(out: Any) -> Optional[Arrays]:
    """Returns the arrays of `out` by name."""
    if out is None:
        return None
    if isinstance(out, Answers):
        return out._arrays
    if not isinstance(out, Mapping):
        raise TypeError(f"out is {type(out).__name__}, expected a dict of arrays by name")
    _checked([f"out['{name}']" for name in out], tuple(out.values()))
    return out if isinstance(out, dict) else dict(out)


def _names(outputs: Optional[Sequence[str]], out: Out, standard: tuple[str, ...]) -> Any:
    """Returns the names of the outputs of a call, without `hit`, which follows from others."""
    if outputs is None:
        return standard if out is None else tuple(_out(out) or ())
    if isinstance(outputs, str):
        outputs = (outputs,)
    elif not isinstance(outputs, Iterable):
        raise TypeError(f"outputs is {outputs!r}, expected names")
    names = tuple(outputs)
    if "hit" in names:
        names = tuple(name for name in names if name != "hit")
        if not {"id", "flags"}.intersection(names):
            names = ("id", *names)
    return names


def _limit(limit: Optional[int]) -> int:
    if limit is None:
        return NO_ID
    try:
        limit = operator.index(limit)
    except TypeError:
        raise TypeError(f"limit is {limit!r}, expected int") from None
    if not 0 <= limit <= NO_ID:
        raise ValueError(f"limit is {limit}, must be from 0 to {NO_ID}")
    return limit


def _number(name: str, value: Any) -> float:
    """Returns an argument of one number. Its range is checked where it is used."""
    if isinstance(value, (str, bytes)) or np.ndim(value) != 0:
        raise TypeError(f"{name} is {value!r}, expected a number")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}, expected a number") from None


def _count(name: str, value: Any) -> int:
    try:
        count = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, expected int") from None
    if not 0 <= count <= NO_ID:
        raise ValueError(f"{name} is {count}, must be from 0 to {NO_ID}")
    return count


def _gravity(gravity: Any) -> tuple[float, float, float]:
    _checked(("gravity",), (gravity,))
    array = np.asarray(gravity)
    if array.shape != (3,) or array.dtype.kind not in "iuf":
        raise ValueError(
            f"gravity is {gravity!r} with dtype {array.dtype}, expected 3 real numbers"
        )
    x, y, z = (float(component) for component in array)
    return x, y, z
