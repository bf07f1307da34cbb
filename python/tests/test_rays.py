"""Rays of cameras and lidars."""

import numpy as np
import pytest

import lanecast


def test_pinhole_looks_where_it_is_told_to():
    rays = lanecast.pinhole((0, -10, 0), (0, 0, 0), fov=90, size=(4, 2))
    assert rays.shape == (2, 4, 6) and rays.dtype == np.float32
    np.testing.assert_array_equal(rays[..., :3], np.broadcast_to([0, -10, 0], (2, 4, 3)))
    np.testing.assert_allclose(rays[0, 0, 3:], [-0.75, 1, 0.25], atol=1e-6)  # upper left
    np.testing.assert_allclose(rays[1, 3, 3:], [0.75, 1, -0.25], atol=1e-6)  # lower right


@pytest.mark.parametrize(
    "up, forward, upwards",
    [
        ((0, 0, 1), (0, 0, -1), (0, 1, 0)),  # a map with north up
        ((0, 0, 1), (0, 0, 1), (0, 1, 0)),
        ((0, 1, 0), (0, -1, 0), (0, 0, -1)),
        ((2, 0, 0), (-3, 0, 0), (0, 0, -1)),
        ((0, 3, 4), (0, -0.6, -0.8), (0, 1, 0)),
    ],
)
def test_pinhole_straight_down(up, forward, upwards):
    """It was refused, as if a camera could not look down."""
    eye = np.array([1.5, 2.5, 20.0])
    rays = lanecast.pinhole(eye, eye + forward, up=up, size=(3, 3), dtype=np.float64)
    assert np.isfinite(rays).all()
    forward = np.array(forward) / np.linalg.norm(forward)
    np.testing.assert_allclose(rays[1, 1, 3:], forward, atol=1e-12)
    upwards = upwards - np.dot(upwards, forward) * forward
    rise = rays[0, 1, 3:] - rays[2, 1, 3:]
    np.testing.assert_allclose(rise / np.linalg.norm(rise), upwards / np.linalg.norm(upwards))
    # A view that is nearly parallel to `up` still has it.
    tilted = lanecast.pinhole((0, 0, 20), (1e-4, 0, 0), size=(3, 3), dtype=np.float64)
    assert (tilted[0, 1, 3:] - tilted[2, 1, 3:])[0] > 0


def test_types_of_cameras():
    """They raised errors of NumPy, or dropped imaginary parts and masks."""
    eye = np.array([1, 2, 3j])
    for call, name in (
        (lambda wrong: lanecast.pinhole(wrong, (0, 0, 0)), "eye"),
        (lambda wrong: lanecast.pinhole((0, 0, 0), (1, 0, 0), up=wrong), "up"),
        (lambda wrong: lanecast.lidar(wrong, elevations=0), "position"),
        (lambda wrong: lanecast.lidar((0, 0, 0), elevations=wrong), "elevations"),
        (lambda wrong: lanecast.lidar((0, 0, 0), elevations=0, rotation=wrong), "rotation"),
    ):
        with pytest.raises(TypeError, match=f"^{name} has dtype complex128, expected float64"):
            call(eye)
        with pytest.raises(TypeError, match=f"^{name} has dtype <U1, expected float64"):
            call(["a", "b", "c"])
        with pytest.raises(TypeError, match=f"^{name} is a masked array"):
            call(np.ma.masked_equal([1.0, 2, 3], 2))


def test_the_t_of_a_pinhole_is_the_depth():
    scene = lanecast.Scene()
    scene.add_planes([0, -1, 0], 0)  # the half-space y >= 0
    depth = scene.cast(lanecast.pinhole((0, -10, 0), (0, 0, 0), size=(32, 24))).t
    np.testing.assert_allclose(depth, 10, rtol=1e-5)


def test_lidar():
    rays = lanecast.lidar((1, 2, 3), elevations=[-30, 0], azimuths=4)
    assert rays.shape == (2, 4, 6)
    around = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]]
    np.testing.assert_allclose(rays[1, :, 3:], around, atol=1e-6)
    np.testing.assert_allclose(rays[0, 0, 3:], [np.sqrt(0.75), 0, -0.5], atol=1e-6)
    half = np.sqrt(0.5)
    turned = lanecast.lidar((0, 0, 0), elevations=0, azimuths=[0, 90], rotation=(0, 0, half, half))
    np.testing.assert_allclose(turned[0, :, 3:], [[0, 1, 0], [-1, 0, 0]], atol=1e-6)
    scene = lanecast.Scene()
    scene.add_spheres([0, 0, 0], 5)
    distance = scene.cast(lanecast.lidar((0, 0, 0), elevations=[-10, 10]), interior="surface").t
    np.testing.assert_allclose(distance, 5, rtol=1e-5)


def test_wrong_cameras():
    with pytest.raises(ValueError, match="^at - eye"):
        lanecast.pinhole((0, 0, 0), (0, 0, 0))
    with pytest.raises(ValueError, match="^up is"):
        lanecast.pinhole((0, 0, 0), (0, 0, 1), up=(0, 0, 0))
    with pytest.raises(ValueError, match="^fov is 180"):
        lanecast.pinhole((0, 0, 0), (1, 0, 0), fov=180)
    with pytest.raises(ValueError, match="^rotation is"):
        lanecast.lidar((0, 0, 0), elevations=[0], rotation=(0, 0, 0, 2))


@pytest.mark.parametrize("origin", [None, (452_000.0, 5_411_000.0, 300.0)])
def test_light_does_not_leave_a_closed_box(origin):
    center = np.array(origin or (0.0, 0.0, 0.0))
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    scene = lanecast.Scene(origin=origin)
    scene.add_mesh(corners + center, [f[:3] for f in faces] + [[f[0], *f[2:]] for f in faces])
    rng = np.random.default_rng(4)
    start, direction = np.broadcast_to(center, (5000, 3)), rng.normal(size=(5000, 3))
    for _ in range(20):
        hits = scene.cast(start, direction, outputs=("t", "normal", "point", "clearance"))
        assert hits.hit.all()
        direction = rng.normal(size=(5000, 3))
        direction *= np.sign((direction * hits.normal).sum(-1, keepdims=True))
        start = scene.next_origins(hits, start, direction)
        assert start.dtype == hits.point.dtype
        assert (np.abs(start - center) < 1).all()
