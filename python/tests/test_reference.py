"""Answers against formulas in double, written for these tests alone."""

import numpy as np
import pytest

import lanecast
from conftest import rays_into_a_box, read_obj, data_file


def ray_sphere(origins, directions, center, radius):
    """Returns the first t >= 0 of each ray in each sphere, or inf: (rays, spheres)."""
    o = origins.astype(float)[:, np.newaxis] - center.astype(float)
    d = directions.astype(float)[:, np.newaxis]
    a = np.sum(d * d, -1)
    b = np.sum(o * d, -1)
    c = np.sum(o * o, -1) - radius.astype(float) ** 2
    root = b * b - a * c
    with np.errstate(invalid="ignore"):
        t = (-b - np.sqrt(root)) / a
    inside = c <= 0
    return np.where(inside, 0.0, np.where((root >= 0) & (t >= 0), t, np.inf))


def ray_triangle(origins, directions, v0, v1, v2):
    """Returns the t >= 0 of each ray in each triangle by Cramer's rule, inf if there is none."""
    o, d = (x.astype(float)[:, np.newaxis] for x in (origins, directions))
    e1, e2, s = v1 - v0, v2 - v0, o - v0
    p = np.cross(d, e2)
    with np.errstate(divide="ignore", invalid="ignore"):
        f = 1 / np.sum(e1 * p, -1)
        u = f * np.sum(s * p, -1)
        q = np.cross(s, e1)
        v = f * np.sum(d * q, -1)
        t = f * np.sum(e2 * q, -1)
    return np.where((u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0), t, np.inf)


def test_first_hits_of_spheres(rng):
    center = rng.uniform(-10, 10, (500, 3)).astype(np.float32)
    radius = rng.uniform(0.1, 1, 500).astype(np.float32)
    rays = rays_into_a_box(rng, 5000)
    scene = lanecast.Scene()
    scene.add_spheres(center, radius)
    hits = scene.cast(rays, outputs=("t", "id", "point", "normal"))
    right = ray_sphere(rays[:, :3], rays[:, 3:], center, radius)
    first = right.min(1)
    agree = hits.hit == np.isfinite(first)
    assert agree.mean() > 0.999  # grazing rays may differ by rounding
    both = agree & hits.hit
    assert both.sum() > 1000
    np.testing.assert_allclose(hits.t[both], first[both], rtol=1e-4, atol=1e-4)
    assert (hits.id[both] == right.argmin(1)[both]).mean() > 0.999
    outside = both & (hits.t > 0)
    away = hits.point[outside] - center[hits.id[outside]]
    np.testing.assert_allclose(
        np.linalg.norm(away, axis=1), radius[hits.id[outside]], rtol=1e-4
    )
    np.testing.assert_allclose(
        hits.normal[outside], away / radius[hits.id[outside], np.newaxis], atol=1e-3
    )


def test_all_hits_of_spheres(rng):
    center = rng.uniform(-3, 3, (300, 3)).astype(np.float32)
    radius = rng.uniform(0.2, 1, 300).astype(np.float32)
    rays = rays_into_a_box(rng, 3000, size=4.0)
    scene = lanecast.Scene()
    scene.add_spheres(center, radius)
    hits = scene.all_hits(rays)
    right = np.isfinite(ray_sphere(rays[:, :3], rays[:, 3:], center, radius))
    assert right.sum(1).max() > 20  # more than the slots of the first pass
    found = np.zeros_like(right)
    found[hits.query, hits.id] = True
    assert (found == right).mean() > 0.99999
    for i in range(0, 3000, 100):
        t = hits.of(i)["t"]
        assert (np.diff(t) >= 0).all() and len(t) == hits.found[i]


def test_a_mesh_against_the_cross_product_rule(rng):
    vertices, faces = read_obj(data_file("suzanne.obj"))
    scene = lanecast.Scene()
    ids = scene.add_mesh(vertices.astype(np.float32), faces)
    assert len(ids) == len(faces)
    lo, hi = scene.bounds
    rays = rays_into_a_box(rng, 4000, size=1.0)
    rays[:, :3] = (lo + hi) / 2 + rays[:, :3] * (hi - lo)
    hits = scene.cast(rays, outputs=("t", "id", "uv", "point"))
    corners = vertices.astype(np.float32).astype(float)[faces]
    right = ray_triangle(rays[:, :3], rays[:, 3:], *np.moveaxis(corners, 1, 0))
    first = right.min(1)
    agree = hits.hit == np.isfinite(first)
    assert agree.mean() > 0.998
    both = agree & hits.hit
    assert both.sum() > 300
    np.testing.assert_allclose(hits.t[both], first[both], rtol=1e-3, atol=1e-4)
    u, v = hits.uv[both].T.astype(float)
    c = corners[hits.id[both]]
    point = c[:, 0] + u[:, None] * (c[:, 1] - c[:, 0]) + v[:, None] * (c[:, 2] - c[:, 0])
    np.testing.assert_allclose(point, hits.point[both], atol=1e-4)


def test_closest_points_of_spheres(rng):
    center = rng.uniform(-10, 10, (400, 3)).astype(np.float32)
    radius = rng.uniform(0.1, 1, 400).astype(np.float32)
    position = rng.uniform(-12, 12, (3000, 3)).astype(np.float32)
    scene = lanecast.Scene()
    scene.add_spheres(center, radius)
    nearest = scene.closest_point(position, outputs=("distance", "id", "point", "normal"))
    right = (
        np.linalg.norm(position[:, np.newaxis].astype(float) - center.astype(float), axis=2)
        - radius
    )
    np.testing.assert_allclose(nearest.distance, right.min(1), atol=1e-4)
    assert (nearest.id == right.argmin(1)).mean() > 0.999
    np.testing.assert_allclose(
        np.linalg.norm(nearest.point - center[nearest.id], axis=1), radius[nearest.id], rtol=1e-4
    )


def test_overlaps_of_spheres(rng):
    center = rng.uniform(-10, 10, (400, 3)).astype(np.float32)
    radius = rng.uniform(0.1, 1, 400).astype(np.float32)
    position = rng.uniform(-10, 10, (1000, 3)).astype(np.float32)
    scene = lanecast.Scene()
    scene.add_spheres(center, radius)
    gaps = (
        np.linalg.norm(position[:, np.newaxis].astype(float) - center.astype(float), axis=2)
        - radius
        - 1.5
    )
    decided = np.abs(gaps) > 1e-4
    overlaps = scene.all_overlaps(position, 1.5)
    found = np.zeros(gaps.shape, bool)
    found[overlaps.query, overlaps.id] = True
    np.testing.assert_array_equal(found[decided], (gaps < 0)[decided])
    np.testing.assert_array_equal(
        scene.overlaps(position, 1.5), overlaps.found > 0
    )
    assert overlaps.found.max() > 2


def test_sweeps_of_spheres(rng):
    """A sphere that moves towards another touches it as a ray touches one of both radii."""
    center = rng.uniform(-10, 10, (200, 3)).astype(np.float32)
    radius = rng.uniform(0.1, 0.5, 200).astype(np.float32)
    rays = rays_into_a_box(rng, 2000)
    scene = lanecast.Scene()
    scene.add_spheres(center, radius)
    impacts = scene.sweep(
        rays[:, :3], rays[:, 3:], 0.25, t_max=np.float32(20), outputs=("t", "id", "center", "depth")
    )
    right = ray_sphere(rays[:, :3], rays[:, 3:], center, radius + np.float32(0.25)).min(1)
    right[right > 20] = np.inf
    agree = impacts.hit == np.isfinite(right)
    assert agree.mean() > 0.998
    both = agree & impacts.hit
    assert both.sum() > 300
    np.testing.assert_allclose(impacts.t[both], right[both], rtol=1e-3, atol=1e-4)
    place = rays[both, :3] + impacts.t[both, None] * rays[both, 3:]
    np.testing.assert_allclose(impacts.center[both], place, atol=1e-3)


@pytest.mark.parametrize(
    "kind", ["box", "aabb", "capsule", "cylinder", "cone", "triangle", "plane"]
)
def test_other_shapes_from_above(kind):
    """A ray from above falls on the top of each shape, at height 1."""
    scene = lanecast.Scene()
    add = {
        "box": lambda: scene.add_boxes([0, 0, 0], [2, 2, 1]),
        "aabb": lambda: scene.add_aabbs([-2, -2, -1], [2, 2, 1]),
        "capsule": lambda: scene.add_capsules([-2, 0, 0], [2, 0, 0], 1),
        "cylinder": lambda: scene.add_cylinders([0, 0, -1], [0, 0, 1], 2),
        "cone": lambda: scene.add_cones([0, 0, -1], [0, 0, 1], 2),
        "triangle": lambda: scene.add_triangles([-3, -3, 1], [3, -3, 1], [0, 3, 1]),
        "plane": lambda: scene.add_planes([0, 0, 2], 2),
    }[kind]
    ids = add()
    hits = scene.cast([0, 0, 5], [0, 0, -2], outputs=("t", "id", "point"))
    assert hits.id == ids[0] and hits.t == 2
    np.testing.assert_array_equal(hits.point, [0, 0, 1])


def test_a_line_is_found_by_closest_points_only():
    scene = lanecast.Scene()
    scene.add_lines([0, 0, 1], [5, 0, 0])
    assert not scene.cast([0, 0, 5], [0, 0, -1]).hit
    np.testing.assert_array_equal(scene.closest_point([7, 0, 3]).point, [7, 0, 1])


def test_a_rotated_box():
    half = np.sqrt(0.5)
    scene = lanecast.Scene()
    scene.add_boxes([0, 0, 0], [1, 2, 3], rotation=[0, 0, half, half])  # a quarter turn about z
    assert scene.cast([5, 0, 0], [-1, 0, 0]).t == pytest.approx(3)


def test_instances(rng):
    car = lanecast.Scene()
    car.add_spheres([[0, 0, 0], [1, 0, 0]], radius=0.5, user=[7, 8])
    street = lanecast.Scene()
    cars = street.add_instances(car, [[0, 0, 0], [0, 10, 0]], scale=[1, 2], user=[70, 80])
    hits = street.cast([2, 10, 9], [0, 0, -1], outputs=("t", "id", "part", "user", "part_user"))
    assert hits.t == 8 and hits.id == cars[1] and hits.part == 1
    assert hits.user == 80 and hits.part_user == 8


def test_planar_figures():
    gaps = lanecast.planar.to_lines([0, 0], 2, 1, [[0, 3], [5, 0]], [[1, 0], [0, 1]])
    np.testing.assert_array_equal(gaps.distance, [2, 3])
    gaps = lanecast.planar.to_segments([0, 0], 2, 1, [-1, 4], [1, 4], [0, 0.5])
    np.testing.assert_allclose(gaps.distance, [3, 2.5], rtol=1e-6)
    gaps = lanecast.planar.to_points([[0, 0]], 2, [[1], [-1]], [4, 0])
    assert gaps.distance.shape == (2, 1)
    assert gaps.distance[0, 0] == 2 and gaps.flags[1, 0] == lanecast.Flag.BAD_SHAPE


def test_pairs_are_scenes_of_one_shape(rng):
    rays = rays_into_a_box(rng, 200, size=3.0)
    shapes = {
        "spheres": lanecast.Spheres(rng.uniform(-1, 1, (200, 3)), 1),
        "boxes": lanecast.Boxes([0, 0, 0], rng.uniform(0.5, 1, (200, 3))),
        "capsules": lanecast.Capsules([0, 0, 0], rng.uniform(-1, 1, (200, 3)), 0.5),
    }
    for batch in shapes.values():
        pairs = lanecast.pairwise.cast(rays, shapes=batch, outputs=("t", "id", "normal"))
        flags = lanecast.pairwise.occluded(rays, shapes=batch)
        for i in range(200):
            scene = lanecast.Scene()
            own = batch._values[: len(batch._names)]
            scene.add(type(batch)(*(v[i] if np.ndim(v) > 1 else v for v in own)))
            hit = scene.cast(rays[i], outputs=("t", "id", "normal"))
            assert hit.hit == pairs.hit[i] == flags[i]
            assert hit.t == pairs.t[i] and (hit.normal == pairs.normal[i]).all()
            assert pairs.id[i] == (i if hit.hit else lanecast.NO_ID)
    near = lanecast.pairwise.closest_point([0, 0, 3], shapes=shapes["spheres"])
    assert near.distance.shape == (200,)
    assert lanecast.pairwise.overlaps([0, 0, 0], 3, shapes=shapes["spheres"]).all()
    sweep = lanecast.pairwise.sweep([0, 0, 9], [0, 0, -9], 2, shapes=shapes["spheres"])
    assert sweep.hit.all()


def test_particles_come_to_rest_on_a_floor(rng):
    scene = lanecast.Scene()
    scene.add_planes([0, 0, 1], 0)
    position = rng.uniform(0.5, 2, (100, 3)).astype(np.float32)
    velocity = np.zeros_like(position)
    flags = np.zeros(100, np.uint32)
    seen = 0
    for _ in range(600):
        step = scene.advance(
            position,
            velocity,
            seconds=1 / 60,
            radius=0.25,
            gravity=(0, 0, -9.81),
            friction=0.5,
            flags=flags,
            outputs=("particle", "id", "normal"),
            capacity=100,
        )
        seen += len(step.rows.particle)
        assert (position[:, 2] >= 0.25).all()
        assert (step.rows.normal == [0, 0, 1]).all()
    assert seen > 0 and step.particles == 100
    np.testing.assert_allclose(position[:, 2], 0.25, atol=1e-2)
    assert (flags & lanecast.Flag.RESTING).all()
