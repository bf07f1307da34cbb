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
    with pytest.raises(ValueError, match="crossed with up"):
        lanecast.pinhole((0, 0, 0), (0, 0, 1))
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
