"""The origin of a saved scene, behind its bytes, as the program lanecast writes and reads it.

Behind the scene there are a mark of 16 bytes, the size and the CRC-32 of what follows, both as
64-bit little-endian integers, and a map in CBOR (RFC 8949). Its keys are origin, bounds and faces,
the last two of which the program alone uses.
"""

from __future__ import annotations

import math
import struct
import zlib
from typing import Any, Optional, Sequence

from . import _lanecast

MARK = b"lanecast faces 1"


def _cbor2() -> Any:
    try:
        import cbor2
    except ImportError as error:
        raise ImportError(
            "saved scenes that have an origin or come from the program lanecast need the package "
            "cbor2"
        ) from error
    return cbor2


def tail_of(origin: Optional[Sequence[float]]) -> bytes:
    """Returns the bytes behind a scene; none without an origin."""
    if origin is None:
        return b""
    cbor2 = _cbor2()
    no_faces: dict[str, list[object]] = {"meshes": [], "instances": []}
    known: bytes = cbor2.dumps(
        {"origin": [float(x) for x in origin], "bounds": None, "faces": [no_faces]}
    )
    return MARK + struct.pack("<QQ", len(known), zlib.crc32(known)) + known


def origin_of_file(path: str) -> Optional[list[float]]:
    """Returns the origin of a saved scene without reading the scene."""
    with open(path, "rb") as file:
        size = _lanecast.saved_size(file.read(64))
        file.seek(size)
        return origin_in(memoryview(file.read()))


def origin_in(tail: memoryview) -> Optional[list[float]]:
    """Returns the origin in the bytes behind a scene; None if there are none or it is 0."""
    if len(tail) == 0:
        return None
    cbor2 = _cbor2()
    known = bytes(tail[32:])
    if bytes(tail[:32]) != MARK + struct.pack("<QQ", len(known), zlib.crc32(known)):
        raise ValueError("the bytes behind the scene are damaged")
    try:
        origin = [float(x) for x in cbor2.loads(known)["origin"]]
    except Exception:
        origin = []
    if len(origin) != 3 or not all(map(math.isfinite, origin)):
        raise ValueError("the bytes behind the scene have no origin")
    return origin if any(origin) else None
