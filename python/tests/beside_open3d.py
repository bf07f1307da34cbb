"""Programs of Open3D's RaycastingScene with one line changed, beside Open3D itself.

Needs python3-open3d, and ray_masks.cpp in LD_PRELOAD: see there.
"""

import numpy as np
import pytest

from conftest import data_file, rays_into_a_box, read_obj
from lanecast.open3d import RaycastingScene

o3d = pytest.importorskip("open3d")
THEIRS = o3d.t.geometry.RaycastingScene


def tensor(array):
    return o3d.core.Tensor(np.ascontiguousarray(array))


def ball(center, radius, rows=24):
    """A closed sphere of triangles."""
    mesh = o3d.geometry.TriangleMesh.create_sphere(radius, rows).translate(center)
    return np.asarray(mesh.vertices, np.float32), np.asarray(mesh.triangles, np.uint32)


def program(scene_class, rays, points):
    """A program for Open3D; its scene is all that changes."""
    scene = scene_class()
    first = scene.add_triangles(*(tensor(x) for x in ball([0, 0, 0], 1.0)))
    mesh = o3d.geometry.TriangleMesh.create_box(1, 2, 3).translate([3, 0, 0])
    second = scene.add_triangles(o3d.t.geometry.TriangleMesh.from_legacy(mesh))
    answers = {"first": np.array(first), "second": np.array(second)}
    for name, value in scene.cast_rays(tensor(rays)).items():
        answers[name] = value.numpy()
    answers["counts"] = scene.count_intersections(tensor(rays)).numpy()
    answers["occluded"] = scene.test_occlusions(tensor(rays)).numpy()
    answers["near"] = scene.test_occlusions(tensor(rays), tnear=0.5, tfar=2.0).numpy()
    for name, value in scene.compute_closest_points(tensor(points)).items():
        answers["closest_" + name] = value.numpy()
    answers["distance"] = scene.compute_distance(tensor(points)).numpy()
    answers["signed"] = scene.compute_signed_distance(tensor(points)).numpy()
    answers["inside"] = scene.compute_occupancy(tensor(points)).numpy()
    answers["invalid"] = np.array(scene_class.INVALID_ID)
    answers["camera"] = scene_class.create_rays_pinhole(
        fov_deg=70, center=[1, 0, 0], eye=[4, -5, 2], up=[0, 0.1, 1], width_px=32, height_px=20
    ).numpy()
    pose = np.eye(4)
    pose[:3] = [[0, 1, 0, 3], [0, 0, -1, 4], [-1, 0, 0, 5]]
    lens = np.array([[30.0, 0, 16], [0, 25, 10], [0, 0, 1]])
    answers["matrices"] = scene_class.create_rays_pinhole(
        tensor(lens), tensor(pose), 32, 20
    ).numpy()
    return answers


def test_one_line_changes(rng):
    rays = rays_into_a_box(rng, 100, 200, size=4.0)
    points = rng.uniform(-2, 5, (40, 50, 3)).astype(np.float32)
    ours = program(RaycastingScene, rays, points)
    right = program(THEIRS, rays, points)
    assert ours.keys() == right.keys()
    assert np.isfinite(right["t_hit"]).sum() > 1000, "Open3D's rays hit nothing"
    for name, value in right.items():
        assert ours[name].shape == value.shape, name
        assert ours[name].dtype == value.dtype or value.shape == (), name

    assert (ours["occluded"] == right["occluded"]).mean() > 0.9999
    assert (ours["near"] == right["near"]).mean() > 0.9999
    assert (ours["counts"] == right["counts"]).mean() > 0.9995
    same = ours["primitive_ids"] == right["primitive_ids"]
    same &= ours["geometry_ids"] == right["geometry_ids"]
    assert same.mean() > 0.9995
    for name in ("t_hit", "primitive_uvs", "primitive_normals"):
        np.testing.assert_allclose(
            ours[name][same], right[name][same], atol=2e-4, rtol=1e-4, err_msg=name
        )

    np.testing.assert_allclose(ours["distance"], right["distance"], atol=1e-5)
    clear = np.abs(right["distance"]) > 1e-4
    assert (ours["inside"] == right["inside"])[clear].mean() > 0.999
    both = ours["inside"] == right["inside"]
    np.testing.assert_allclose(ours["signed"][both], right["signed"][both], atol=1e-5)
    # Points above edges have several nearest triangles.
    np.testing.assert_allclose(ours["closest_points"], right["closest_points"], atol=2e-3)
    same = ours["closest_primitive_ids"] == right["closest_primitive_ids"]
    same &= ours["closest_geometry_ids"] == right["closest_geometry_ids"]
    assert same.mean() > 0.5
    for name in ("closest_primitive_uvs", "closest_primitive_normals"):
        np.testing.assert_allclose(ours[name][same], right[name][same], atol=5e-3, err_msg=name)

    for name in ("first", "second", "invalid"):
        assert ours[name] == right[name]
    for name in ("camera", "matrices"):
        np.testing.assert_allclose(ours[name], right[name], atol=1e-5, err_msg=name)


def test_a_real_mesh(rng):
    vertices, faces = read_obj(data_file("stanford-bunny.obj"))
    vertices, faces = vertices.astype(np.float32), faces.astype(np.uint32)
    lo, hi = vertices.min(0), vertices.max(0)
    rays = rays_into_a_box(rng, 20_000, size=1.0)
    rays[:, :3] = (lo + hi) / 2 + rays[:, :3] * (hi - lo)
    scenes = [RaycastingScene(), THEIRS()]
    for scene in scenes:
        scene.add_triangles(tensor(vertices), tensor(faces))
    ours, right = (
        {name: value.numpy() for name, value in scene.cast_rays(tensor(rays)).items()}
        for scene in scenes
    )
    assert np.isfinite(right["t_hit"]).mean() > 0.1
    same = ours["primitive_ids"] == right["primitive_ids"]
    assert same.mean() > 0.9995
    np.testing.assert_allclose(ours["t_hit"][same], right["t_hit"][same], rtol=1e-4, atol=1e-5)
    counts = [scene.count_intersections(tensor(rays)).numpy() for scene in scenes]
    assert (counts[0] == counts[1]).mean() > 0.999
