"""Types of arguments, and checks that all of them need."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np
import numpy.typing as npt

Numbers = npt.ArrayLike
"""An array of any strides, a number, a list, or an object with the buffer protocol, ``__dlpack__``
or ``__array_interface__``."""

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint32]
Bools = npt.NDArray[np.bool_]
Places = Union[npt.NDArray[np.float32], npt.NDArray[np.float64]]
"""float64 in a scene with an origin, else float32."""

Arrays = dict[str, npt.NDArray[Any]]

# Types that are no masked arrays, which makes the check quick.
_PLAIN = frozenset((type(None), bool, int, float, list, tuple, np.ndarray, np.float32))


def _checked(names: Sequence[str], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns the values of arguments. Refuses masked arrays, whose masks nobody would read."""
    if not _PLAIN.issuperset(map(type, values)):
        for name, value in zip(names, values):
            if isinstance(value, np.ma.MaskedArray):
                raise TypeError(
                    f"{name} is a masked array, whose mask would have no effect: "
                    f"pass {name}.filled(...) with a value for the masked elements"
                )
    return values


def _doubles(name: str, value: Any) -> Doubles:
    """Returns an argument as an array of float64."""
    (value,) = _checked((name,), (value,))
    try:
        array = np.asarray(value)
    except ValueError:  # lists of different lengths
        raise TypeError(f"{name} is no array of numbers") from None
    if array.dtype.kind not in "iufO":
        raise TypeError(f"{name} has dtype {array.dtype}, expected float64 or other real numbers")
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError):
        raise TypeError(
            f"{name} has dtype {array.dtype}, expected float64 or other real numbers"
        ) from None
