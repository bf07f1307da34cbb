"""Scenes of shapes."""

from __future__ import annotations

import errno
import mmap
import os
import secrets
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _lanecast, _saved
from ._arrays import Doubles
from ._contents import Contents
from ._editing import Editing
from ._queries import Queries


class Scene(Contents, Editing, Queries):
    """A set of shapes, and queries against it.

    Shapes are copied when they are added. The first query after a change commits the scene: it
    builds or adapts the tree over the shapes. Any number of threads may query a scene at the same
    time. A change waits for queries under way, and later queries wait for the change.

    Parameters
    ----------
    origin : (3,) of float, optional
        Subtracted in double from all places of shapes and queries before they become float32, and
        added to the places of answers, which are then float64. For coordinates that float32 cannot
        hold, such as metres of a map projection.
    """

    __slots__ = ("_core", "__weakref__")

    def __init__(self, *, origin: Optional[Sequence[float]] = None) -> None:
        if origin is not None:
            try:
                origin = [float(x) for x in origin]
            except (TypeError, OverflowError):
                raise ValueError(f"origin is {origin}, expected 3 finite numbers") from None
            if len(origin) != 3 or not all(map(np.isfinite, origin)):
                raise ValueError(f"origin is {origin}, expected 3 finite numbers")
        self._core = _lanecast.Scene(origin)

    def __len__(self) -> int:
        """Returns the number of shapes. Each triangle of a mesh and each instance is one."""
        return self._core.__len__()

    def __bool__(self) -> bool:
        return True

    @property
    def origin(self) -> Optional[tuple[float, float, float]]:
        """The origin of the scene, or None."""
        return self._core.origin

    @property
    def bounds(self) -> Doubles:
        """(2, 3) float64: lowest and highest corner; inf and -inf if the scene is empty.

        Infinite if the scene has planes or lines.
        """
        return self._core.bounds()

    @property
    def nbytes(self) -> int:
        """Memory of the scene in bytes, with its tree."""
        return self._core.memory_bytes()

    def to_bytes(self) -> bytes:
        """Returns the committed scene as bytes, tree included."""
        return self._core.save() + _saved.tail_of(self._core.origin)

    @staticmethod
    def from_bytes(data: Union[bytes, bytearray, memoryview, mmap.mmap]) -> Scene:
        """Makes the scene that ``to_bytes`` was called on, without building anything.

        Raises
        ------
        ValueError
            If the bytes are damaged or of another version.
        """
        scene = Scene.__new__(Scene)
        with memoryview(data).cast("B") as view, view[_lanecast.saved_size(data) :] as tail:
            origin = _saved.origin_in(tail)
        scene._core = _lanecast.Scene.load(data, origin)
        return scene

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the scene to a file, which the program reads if it ends in .lanecast.

        The file appears when it is complete; until then an older one stays. A symbolic link stays
        and its target is replaced, with the permissions that it had.

        Raises
        ------
        OSError
            If the file cannot be written, or is a device or a pipe.
        """
        name = os.fspath(path)
        target = os.path.realpath(name)
        is_new = not os.path.exists(target)
        if not is_new and not os.path.isfile(target):
            raise OSError(errno.EINVAL, "exists and is not a regular file", name)
        tail = _saved.tail_of(self._core.origin)
        # A name of its own, because several threads may save to one path.
        unfinished = os.path.join(os.path.dirname(target), f".lanecast-{secrets.token_hex(8)}")
        try:
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            self._core.save_to(os.fsencode(unfinished))
            with open(unfinished, "ab") as file:
                file.write(tail)
            if not is_new:
                os.chmod(unfinished, os.stat(target).st_mode & 0o7777)
            os.replace(unfinished, target)
        except OSError as error:
            if not error.errno:  # of the extension, with the name of the unfinished file
                reason = str(error).rpartition(": ")[2]
                raise OSError(errno.EIO, f"cannot be written: {reason}", name) from None
            raise OSError(error.errno, error.strerror, name) from None
        finally:
            if os.path.exists(unfinished):
                os.remove(unfinished)

    @staticmethod
    def load(path: Union[str, os.PathLike[str]]) -> Scene:
        """Reads a file of ``save``, or of the program's ``lanecast build``.

        ``lanecast.load`` also reads meshes.

        Raises
        ------
        ValueError
            If the file is damaged or of another version.
        OSError
            If it cannot be read.
        """
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise ValueError(f"{os.fspath(path)}: is empty")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                try:
                    return Scene.from_bytes(data)
                except ValueError as error:
                    raise ValueError(f"{os.fspath(path)}: {error}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Scene.from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        origin = "" if self.origin is None else f", origin={self.origin}"
        return f"<lanecast.Scene of {len(self)} shapes{origin}>"
