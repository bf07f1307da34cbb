"""Rays of cameras and lidars."""

from __future__ import annotations

import operator
from typing import Any, Optional, Sequence

import numpy as np
import numpy.typing as npt

from ._arrays import _doubles


def _unit(vector: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    array = _doubles(name, vector)
    length = np.linalg.norm(array)
    if array.shape != (3,) or not np.isfinite(length) or length == 0:
        raise ValueError(f"{name} is {array}, expected 3 finite numbers that are not all 0")
    return np.asarray(array / length)


def _place(position: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    array = _doubles(name, position)
    if array.shape != (3,) or not np.isfinite(array).all():
        raise ValueError(f"{name} is {array}, expected 3 finite numbers")
    return array


def _degrees(angles: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """Returns angles in radians."""
    array = np.atleast_1d(_doubles(name, angles))
    if array.ndim != 1 or not np.isfinite(array).all():
        raise ValueError(f"{name} is {array}, expected finite numbers in one row")
    return np.asarray(np.radians(array))


def _rays(
    start: npt.NDArray[np.float64], directions: npt.NDArray[np.float64], dtype: npt.DTypeLike
) -> npt.NDArray[Any]:
    if np.dtype(dtype) not in (np.float32, np.float64):
        raise ValueError(f"dtype is {np.dtype(dtype)}, expected float32 or float64")
    rays = np.empty((*directions.shape[:-1], 6), dtype=dtype)
    rays[..., :3] = start
    rays[..., 3:] = directions
    return rays


def pinhole(
    eye: Sequence[float],
    at: Sequence[float],
    *,
    up: Sequence[float] = (0.0, 0.0, 1.0),
    fov: float = 40.0,
    size: tuple[int, int] = (640, 480),
    dtype: npt.DTypeLike = np.float32,
) -> npt.NDArray[Any]:
    """Returns the rays of a pinhole camera, one through the middle of each pixel.

    Parameters
    ----------
    eye, at : (3,) of float
        Place of the camera, and a point in the middle of the picture.
    up : (3,) of float
        The direction that points upwards in the picture. If the view is parallel to it, straight
        down for example, another one replaces it, as in ``show``: y if `up` is mostly z, so that
        north is up on a map, else -z.
    fov : float
        Degrees between the left and the right edge of the picture, more than 0 and less than 180.
    size : (int, int)
        Width and height in pixels.
    dtype : float32 or float64
        float64 for scenes with an origin.

    Returns
    -------
    (height, width, 6)
        Origin and direction of each ray, row by row from the top left. Directions have length 1
        along the axis of view, so that t is the depth.
    """
    eye_ = _place(eye, "eye")
    forward = _unit(_place(at, "at") - eye_, "at - eye")
    upwards = _unit(up, "up")
    if np.linalg.norm(np.cross(forward, upwards)) < 1e-6:  # straight up or down
        upwards = np.array([0.0, 1, 0] if abs(upwards[2]) > abs(upwards[1]) else [0.0, 0, -1])
    right = _unit(np.cross(forward, upwards), "the view crossed with up")
    width, height = map(operator.index, size)
    if not (0 < fov < 180 and width > 0 and height > 0):
        raise ValueError(f"fov is {fov} and size {size}, expected 0 < fov < 180 and size > 0")
    half = np.tan(np.radians(fov) / 2)
    x = ((np.arange(width) + 0.5) / width * 2 - 1) * half
    y = (1 - (np.arange(height) + 0.5) / height * 2) * half * height / width
    across = x[np.newaxis, :, np.newaxis] * right
    along = y[:, np.newaxis, np.newaxis] * np.cross(right, forward)
    directions = forward + across + along
    return _rays(eye_, directions, dtype)


def lidar(
    position: Sequence[float],
    *,
    elevations: npt.ArrayLike,
    azimuths: npt.ArrayLike = 1024,
    rotation: Optional[Sequence[float]] = None,
    dtype: npt.DTypeLike = np.float32,
) -> npt.NDArray[Any]:
    """Returns the rays of a lidar that turns once around its z axis.

    Parameters
    ----------
    position : (3,) of float
    elevations : (beams,)
        Degrees of each beam above the x-y plane of the lidar.
    azimuths : int or (steps,)
        Number of even steps, or degrees of each, from the x axis towards the y axis.
    rotation : (4,) of float, optional
        Quaternion x, y, z, w that turns the lidar; default identity.
    dtype : float32 or float64
        float64 for scenes with an origin.

    Returns
    -------
    (beams, steps, 6)
        Origin and direction of each ray; directions have length 1, so that t is the distance.
    """
    beams = _degrees(elevations, "elevations")
    if isinstance(azimuths, (int, np.integer)):
        if azimuths < 1:
            raise ValueError(f"azimuths is {azimuths}, must be at least 1")
        azimuths = np.arange(azimuths) * (360.0 / azimuths)
    angles = _degrees(azimuths, "azimuths")
    directions = np.empty((len(beams), len(angles), 3))
    directions[..., 0] = np.cos(beams)[:, np.newaxis] * np.cos(angles)
    directions[..., 1] = np.cos(beams)[:, np.newaxis] * np.sin(angles)
    directions[..., 2] = np.sin(beams)[:, np.newaxis]
    if rotation is not None:
        q = _doubles("rotation", rotation)
        if q.shape != (4,) or not abs(np.linalg.norm(q) - 1) < 1e-3:
            raise ValueError(f"rotation is {rotation}, expected a quaternion x, y, z, w")
        q = q / np.linalg.norm(q)
        twice = 2 * np.cross(q[:3], directions)
        directions = directions + q[3] * twice + np.cross(q[:3], twice)
    return _rays(_place(position, "position"), directions, dtype)
