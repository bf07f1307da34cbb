"""The adapters without the packages that they stand in for."""

import inspect
import itertools
import sys
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import open3d_tutorial
from conftest import rays_into_a_box
from lanecast._crossings import crosses
from lanecast.open3d import RaycastingScene, Tensor
from lanecast.trimesh import RayMeshIntersector

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
FACES = np.array(
    [
        [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
        [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
    ]
)  # fmt: skip


TETRAHEDRON = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)
TETRAHEDRON_FACES = np.array([[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]])


@pytest.fixture(autouse=True)
def without_open3d(monkeypatch):
    """Hides open3d, which another file of tests may have imported."""
    monkeypatch.delitem(sys.modules, "open3d", raising=False)


def prism(corners, caps):
    """Returns the closed mesh over a polygon; `caps` are the triangles of the polygon."""
    count = len(corners)
    ring = np.array(corners, float)
    vertices = np.concatenate([np.insert(ring, 2, z, axis=1) for z in (0, 1)])
    faces = [triangle[::-1] for triangle in caps]
    faces += [[i + count for i in triangle] for triangle in caps]
    for i in range(count):
        j = (i + 1) % count
        faces += [[i, j, count + j], [i, count + j, count + i]]
    return vertices, np.array(faces)


def ball(rows=6, columns=8, center=(0, 0, 0), radius=1.0):
    """Returns a closed mesh of triangles about a sphere's poles and along its parallels."""
    polar = np.pi * np.arange(1, rows)[:, np.newaxis] / rows
    turn = 2 * np.pi * np.arange(columns) / columns
    ring = [np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar) + 0 * turn]
    vertices = np.concatenate([np.stack(ring, -1).reshape(-1, 3), [[0, 0, 1], [0, 0, -1]]])
    north, south = len(vertices) - 2, len(vertices) - 1
    number = np.arange((rows - 1) * columns).reshape(rows - 1, columns)
    a, b = number, np.roll(number, -1, axis=1)
    faces = [np.stack([a[:-1], a[1:], b[1:]], -1), np.stack([a[:-1], b[1:], b[:-1]], -1)]
    faces += [np.stack([a[0] * 0 + north, a[0], b[0]], -1)]
    faces += [np.stack([a[-1] * 0 + south, b[-1], a[-1]], -1)]
    faces = np.concatenate([x.reshape(-1, 3) for x in faces])
    return vertices * radius + np.array(center), faces


L_SHAPE = prism(
    [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]],
    [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]],
)
SOLIDS = {
    "cube": (CUBE, FACES),
    "tetrahedron": (TETRAHEDRON, TETRAHEDRON_FACES),
    "octahedron": ball(rows=2, columns=4),
    "ball": ball(),
    "L-shape": L_SHAPE,
}


def scene_of(*meshes):
    scene = RaycastingScene()
    for vertices, faces in meshes:
        scene.add_triangles(vertices.astype(np.float32), faces.astype(np.uint32))
    return scene


def winding_numbers(points, corners):
    """Returns how often closed triangle meshes wind about points, by solid angles.

    Van Oosterom, Strackee: The Solid Angle of a Plane Triangle (1983).
    """
    a, b, c = np.moveaxis(corners.astype(float) - points[:, np.newaxis, np.newaxis], 2, 0)
    la, lb, lc = (np.linalg.norm(x, axis=-1) for x in (a, b, c))
    volume = np.einsum("pti,pti->pt", a, np.cross(b, c))
    dots = [np.einsum("pti,pti->pt", x, y) for x, y in ((a, b), (b, c), (c, a))]
    angle = 2 * np.arctan2(volume, la * lb * lc + dots[0] * lc + dots[1] * la + dots[2] * lb)
    return angle.sum(1) / (4 * np.pi)


def is_inside_exactly(point, corners):
    """Whether a point is inside of a closed mesh, by a ray in fractions that meets no edge."""

    def det(a, b, c):
        return (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )

    direction = [Fraction(10007, 997), Fraction(-3001, 991), Fraction(2003, 983)]
    crossings = 0
    for triangle in corners:
        relative = [[Fraction(float(x)) for x in vertex - point] for vertex in triangle]
        a, b, c = relative
        volume = det(a, b, c)
        if volume != 0:  # otherwise the ray meets the plane at the point, which is off the surface
            sides = [det(direction, *edge) for edge in ((a, b), (b, c), (c, a))]
            assert 0 not in sides
            is_around = all(side * sides[0] > 0 for side in sides)
            crossings += is_around and volume * sides[0] > 0
    return crossings % 2 == 1


def points_about(corners, rng):
    """Returns points of a grid that holds many vertices, in planes and on lines of triangles."""
    low, high = corners.min((0, 1)), corners.max((0, 1))
    axes = [np.linspace(a - (b - a) / 4, b + (b - a) / 4, 9) for a, b in zip(low, high)]
    grid = np.stack(np.meshgrid(*axes), -1).reshape(-1, 3)
    some = corners[rng.integers(0, len(corners), 300)]
    weights = rng.choice([-1, -0.5, 0, 0.5, 1, 2], (2, 300, 1))
    planar = some[:, 0] + weights[0] * (some[:, 1] - some[:, 0])
    planar = planar + weights[1] * (some[:, 2] - some[:, 0])
    return np.concatenate([grid, np.round(grid * 2) / 2, planar]).astype(np.float32)


def directions_from(points, corners, rng):
    """Yields directions along axes, diagonals and edges, and to vertices and points of edges."""
    for direction in itertools.product((-1, 0, 1), repeat=3):
        if any(direction):
            yield np.broadcast_to(np.float32(direction), points.shape)
    for weight in (0, 0, 0, 0.5, 0.5, 0.25):
        start, end = np.moveaxis(corners[rng.integers(0, len(corners), len(points)), :2], 1, 0)
        yield start + np.float32(weight) * (end - start) - points
    yield end - start


@pytest.mark.parametrize("shift", [0, 1000])
@pytest.mark.parametrize("name", SOLIDS)
def test_parity_of_intersections(name, shift, rng):
    """Whether rays that meet edges and vertices, or lie in faces, are counted right."""
    vertices, faces = SOLIDS[name]
    vertices = vertices + shift
    scene = scene_of((vertices, faces))
    corners = vertices.astype(np.float32)[faces]
    points = points_about(corners, rng)
    points = points[scene.compute_distance(points) > 1e-5]
    inside = np.round(winding_numbers(points, corners)).astype(int) % 2 == 1
    assert 0.01 < inside.mean() < 0.8
    for i in rng.integers(0, len(points), 10):
        assert inside[i] == is_inside_exactly(points[i].astype(float), corners.astype(float))

    changed = 0
    for directions in directions_from(points, corners, rng):
        rays = np.concatenate([points, directions], -1)
        counts = scene.count_intersections(rays)
        np.testing.assert_array_equal(counts % 2 == 1, inside)
        listed = scene.list_intersections(rays)
        np.testing.assert_array_equal(np.diff(listed["ray_splits"]), counts)
        np.testing.assert_array_equal(
            np.bincount(listed["ray_ids"], minlength=len(rays)), counts
        )
        touched = scene._scene.all_hits(rays, outputs=()).found
        assert (counts <= touched).all()
        changed += np.count_nonzero(touched % 2 != counts % 2)
    assert changed > 500, "the rays meet no edges"
    np.testing.assert_array_equal(scene.compute_occupancy(points) == 1, inside)
    np.testing.assert_array_equal(scene.compute_signed_distance(points) < 0, inside)


def test_crossings_are_those_of_shifted_rays(rng):
    """Counts in a soup of triangles on a coarse grid, beside all pairs of rays and triangles."""
    corners = rng.integers(-3, 4, (200, 3, 3)).astype(np.float32)
    corners[::7, 2] = corners[::7, 1]  # no area
    rays = rng.integers(-3, 4, (500, 6)).astype(np.float32)
    rays = rays[np.abs(rays[:, 3:]).max(1) > 0]
    rays[:, :3] -= 100 * rays[:, 3:]  # all triangles lie ahead
    scene = scene_of(*((mesh.reshape(-1, 3), np.arange(300).reshape(-1, 3)) for mesh in
                       (corners[:100], corners[100:])))  # fmt: skip
    ray, triangle = (x.ravel() for x in np.indices((len(rays), len(corners))))
    expected = crosses(rays[ray, :3], rays[ray, 3:], corners[triangle])
    expected = expected.reshape(len(rays), len(corners))
    assert expected.sum() > 1000
    np.testing.assert_array_equal(scene.count_intersections(rays), expected.sum(1))
    listed = {name: value.numpy() for name, value in scene.list_intersections(rays).items()}
    found = np.zeros_like(expected)
    found[listed["ray_ids"], listed["primitive_ids"] + 100 * listed["geometry_ids"]] = True
    np.testing.assert_array_equal(found, expected)
    assert (np.diff(listed["t_hit"])[np.diff(listed["ray_ids"]) == 0] >= 0).all()


def test_two_meshes_with_the_same_triangles_count_twice():
    scene = scene_of((CUBE, FACES), (CUBE, FACES[:, ::-1]))
    rays = np.float32([[0.5, 0.5, 5, 0, 0, -1], [0, 0, 5, 0, 0, -1], [-1, -1, -1, 1, 1, 1]])
    counts = scene.count_intersections(rays).numpy()
    assert counts[0] == 4
    assert counts[2] == 4
    assert counts[1] in (0, 4)  # along an edge


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


def test_tensors_without_open3d():
    scene = scene_of((CUBE, FACES))
    rays = np.float32([[0.4, 0.3, 10, 0, 0, -1], [-1, -1, -1, 0, 0, -1]])
    t = scene.cast_rays(rays)["t_hit"]
    assert isinstance(t, Tensor)
    for method, expected in (
        ("isfinite", [True, False]),
        ("isinf", [False, True]),
        ("isnan", [False, False]),
        ("logical_not", [False, False]),
        ("abs", [9, np.inf]),
        ("cpu", [9, np.inf]),
        ("clone", [9, np.inf]),
        ("contiguous", [9, np.inf]),
        ("numpy", [9, np.inf]),
    ):
        answer = getattr(t, method)()
        np.testing.assert_array_equal(answer, expected, err_msg=method)
        assert isinstance(answer, Tensor) == (method != "numpy"), method
    assert t.clone().numpy().base is not t.base
    assert t[t.isfinite()].reshape((-1, 1)).shape == (1, 1)
    assert t.to(np.float64).dtype == np.float64
    assert t.to("float64").dtype == np.float64
    assert t.device == "CPU:0"
    assert t.to(t.device) is t
    assert t.to(t.device, copy=True) is not t
    with pytest.raises(ValueError, match="^target is CUDA:0"):
        t.to("CUDA:0")
    ids = scene.cast_rays(rays)["geometry_ids"]
    assert type(RaycastingScene.INVALID_ID) is int
    np.testing.assert_array_equal(ids == RaycastingScene.INVALID_ID, [False, True])
    np.testing.assert_array_equal(rays[ids != RaycastingScene.INVALID_ID], rays[:1])


def test_open3d_tutorial_without_open3d():
    """Open3D's pages with NumPy arrays; beside_open3d.py compares with Open3D itself."""

    def tensor(numbers):
        return np.array(numbers, np.float32).view(Tensor)

    numbers = open3d_tutorial.first_rays(RaycastingScene, (CUBE, FACES), tensor)
    np.testing.assert_array_equal(numbers["t_hit"], [9, np.inf])
    np.testing.assert_array_equal(numbers["hit_distance"], [9])
    np.testing.assert_array_equal(numbers["missed"], [False, True])
    np.testing.assert_array_equal(numbers["primitive_missed"], [False, True])
    assert numbers["cube_id"] == 0

    meshes = [(CUBE, FACES), ball(center=(0, 0, 2)), ball(center=(1, 2, 3), radius=0.5)]
    points, numbers = open3d_tutorial.picture(RaycastingScene, meshes, np.float64)
    assert 100 < len(points) < 48 * 64
    np.testing.assert_array_equal(numbers["hit"], numbers["shown"])
    np.testing.assert_array_equal(numbers["hit"], np.isfinite(numbers["depth"]))
    assert numbers["points_as_double"].dtype == np.float64
    assert numbers["same_device"]
    np.testing.assert_allclose(scene_of(*meshes).compute_distance(points), 0, atol=1e-5)

    numbers = open3d_tutorial.distances(RaycastingScene, ball(), tensor)
    assert numbers["occupancy"] == 0
    assert numbers["signed"] == numbers["distance"]
    assert (np.abs(numbers["signed_of_random"]) < 2).all()
    np.testing.assert_array_equal(
        numbers["signed_of_grid"] < 0, numbers["occupancy_of_grid"][:, :, 7] == 1
    )

    cube = (CUBE - [1.2, 1.2, 0], FACES)
    sphere = ball(center=(0.7, 0.8, 0), radius=0.5)
    numbers = open3d_tutorial.closest_geometry(RaycastingScene, cube, sphere, tensor, 16)
    grid = numbers["grid"].reshape(-1, 3)
    corners = np.concatenate([v.astype(np.float32)[f] for v, f in (cube, sphere)])
    inside = np.round(winding_numbers(grid, corners)).reshape(numbers["signed_of_grid"].shape) == 1
    clear = np.abs(numbers["signed_of_grid"]) > 1e-5
    np.testing.assert_array_equal((numbers["signed_of_grid"] < 0)[clear], inside[clear])
    assert set(numbers["geometry_of_grid"].ravel()) == {0, 1}

    vertices, faces = ball()
    by_weights, by_rays, counts = open3d_tutorial.list_of_intersections(
        RaycastingScene, vertices, faces
    )
    assert counts.sum() == len(by_rays) > 100
    assert set(counts) == {0, 2}
    np.testing.assert_allclose(by_weights, by_rays, atol=1e-5)


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
