"""Types of arguments."""

from __future__ import annotations

from typing import Any, Union

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
