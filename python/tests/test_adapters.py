"""The adapters without the packages that they stand in for."""

import inspect
from types import SimpleNamespace

import numpy as np
import pytest

from conftest import rays_into_a_box
from lanecast.open3d import RaycastingScene
from lanecast.trimesh import RayMeshIntersector

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
FACES = np.array(
    [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]
)  # fmt: skip


def test_lists_of_intersections(rng):
    scene = RaycastingScene()
    scene.add_triangles(CUBE.astype(np.float32), FACES.astype(np.uint32))
    rays = rays_into_a_box(rng, 50, 20, size=2.0)
    hits = scene.list_intersections(rays)
    counts = scene.count_intersections(rays).numpy()
    np.testing.assert_array_equal(np.diff(hits["ray_splits"].numpy()), counts.ravel())
    first = scene.cast_rays(rays)["t_hit"].numpy().ravel()
    splits = hits["ray_splits"].numpy()
    some = counts.ravel() > 0
    np.testing.assert_array_equal(hits["t_hit"].numpy()[splits[:-1][some]], first[some])
    assert set(np.unique(counts)) <= {0, 1, 2}
    rays = rays.reshape(-1, 6)[hits["ray_ids"].numpy()]
    place = rays[:, :3] + hits["t_hit"].numpy()[:, None] * rays[:, 3:]
    corners = CUBE[FACES[hits["primitive_ids"].numpy()]]
    u, v = hits["primitive_uvs"].numpy().T
    by_weights = corners[:, 0] * (1 - u - v)[:, None] + corners[:, 1] * u[:, None]
    by_weights += corners[:, 2] * v[:, None]
    np.testing.assert_allclose(place, by_weights, atol=1e-5)


def test_inside_and_outside(rng):
    scene = RaycastingScene()
    scene.add_triangles(CUBE.astype(np.float32), FACES.astype(np.uint32))
    points = rng.uniform(-1, 2, (30, 40, 3)).astype(np.float32)
    inside = ((points > 0) & (points < 1)).all(-1)
    for nsamples in (1, 3):
        np.testing.assert_array_equal(scene.compute_occupancy(points, nsamples=nsamples), inside)
    outside = np.linalg.norm(points - np.clip(points, 0, 1), axis=-1)
    depth = np.minimum(points, 1 - points).min(-1)
    np.testing.assert_allclose(
        scene.compute_signed_distance(points), np.where(inside, -depth, outside), atol=1e-6
    )
    with pytest.raises(ValueError, match="^nsamples is 2"):
        scene.compute_occupancy(points, nsamples=2)


def test_shapes_of_rays_are_checked():
    scene = RaycastingScene()
    for wrong in (np.zeros(6, np.float32), np.zeros((3, 5), np.float32)):
        with pytest.raises(ValueError, match="^rays has shape"):
            scene.cast_rays(wrong)
    with pytest.raises(ValueError, match="^query_points has shape"):
        scene.compute_distance(np.zeros(3, np.float32))


def test_trimesh_signatures():
    """The parameters by which programs call trimesh.ray, in the order of trimesh 4."""
    expected = {
        "intersects_id": ["ray_origins", "ray_directions", "return_locations", "multiple_hits"],
        "intersects_location": ["ray_origins", "ray_directions", "multiple_hits"],
        "intersects_first": ["ray_origins", "ray_directions"],
        "intersects_any": ["ray_origins", "ray_directions"],
        "contains_points": ["points"],
    }
    for name, parameters in expected.items():
        names = list(inspect.signature(getattr(RayMeshIntersector, name)).parameters)
        assert names[1 : len(parameters) + 1] == parameters


def test_trimesh_methods(rng):
    far = CUBE + [500_000.3, 5_400_000.7, 300.1]
    ray = RayMeshIntersector(SimpleNamespace(vertices=far, faces=FACES))
    origins = far[0] + [[0.3, 0.4, 5], [0.6, 0.1, 5], [7, 7, 5]]
    down = np.array([[0, 0, -2.0]] * 3)
    tri, which, places = ray.intersects_id(origins, down, return_locations=True)
    np.testing.assert_array_equal(which, [0, 0, 1, 1])
    np.testing.assert_allclose(places[:, 2] - far[0, 2], [1, 0, 1, 0], atol=1e-6)
    np.testing.assert_allclose(places[:, :2], origins[[0, 0, 1, 1], :2], atol=1e-6)
    assert set(tri[[0, 2]]) <= {10, 11}
    places, which, tri = ray.intersects_location(origins, down, multiple_hits=False)
    np.testing.assert_array_equal(which, [0, 1])
    np.testing.assert_array_equal(ray.intersects_first(origins, down), [*tri, -1])
    np.testing.assert_array_equal(ray.intersects_any(origins, down), [True, True, False])
    points = far[0] + rng.uniform(-1, 2, (500, 3))
    inside = ((points > far[0]) & (points < far[7])).all(1)
    np.testing.assert_array_equal(ray.contains_points(points), inside)
    empty = RayMeshIntersector(SimpleNamespace(vertices=np.zeros((0, 3)), faces=np.zeros((0, 3))))
    assert not empty.intersects_any(origins, down).any()
