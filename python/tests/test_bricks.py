"""Worlds in bricks give the bits of one scene."""

import numpy as np
import pytest

import lanecast
from conftest import assert_same, rays_into_a_box

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
import lanecast.dask  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # those of Dask itself

OUTPUTS = ("t", "id", "batch", "index", "user", "part", "normal", "point", "uv", "flags")


def terrain(size, rng):
    """A height field of 2 size^2 triangles in [-6, 6]^2."""
    x, y = np.meshgrid(*[np.linspace(-6, 6, size + 1)] * 2)
    z = np.sin(x) * np.cos(y) + rng.uniform(-0.05, 0.05, x.shape)
    corner = (np.arange(size)[:, None] * (size + 1) + np.arange(size)).ravel()
    faces = np.stack([corner, corner + 1, corner + size + 2], 1)
    faces = np.concatenate([faces, np.stack([corner, corner + size + 2, corner + size + 1], 1)])
    return np.stack([x, y, z], -1).reshape(-1, 3).astype(np.float32), rng.permutation(faces)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Three meshes, of which the last repeats triangles of the first: ties in many bricks."""
    rng = np.random.default_rng(5)
    first = terrain(40, rng)
    second = (first[0] + np.float32([0.3, 0.2, 1.5]), first[1])
    third = (first[0], first[1][::3])
    meshes = [first, second, third]
    user = [rng.integers(0, 2**32, len(faces)) for _, faces in meshes]
    scene = lanecast.Scene()
    for (vertices, faces), words in zip(meshes, user):
        scene.add_mesh(vertices, faces, user=words)
    return scene, meshes, user


def computed(hits):
    arrays = hits.as_dict()
    return lanecast.Hits(dict(zip(arrays, dask.compute(*arrays.values(), scheduler="threads"))))


@pytest.mark.parametrize("bricks", [1, 2, 5, 8])
def test_bricks_give_the_bits_of_one_scene(world, rng, tmp_path, bricks):
    scene, meshes, user = world
    split = lanecast.dask.split(meshes, bricks, tmp_path / "world", user=user)
    assert len(split) == len(scene) and sum(split.shapes) == len(scene)
    assert max(split.shapes) - min(split.shapes) <= 2
    rays = rays_into_a_box(rng, 40, 50, size=7.0)
    rays[0, :, :3] = np.nan  # invalid
    rays[1, :, 3:] = [0, 0, -1]  # parallel to the sides of all boxes
    rays[2, :, 3:5] = 0
    rays[3, :, :3] = rays[4, :, :3] * 1000  # from far
    rays[3, :, 3:] = -rays[3, :, :3]
    hits = lanecast.dask.cast(split, da.from_array(rays, chunks=(17, 50, 6)), outputs=OUTPUTS)
    right = scene.cast(rays, outputs=OUTPUTS)
    assert right.hit.sum() > 500 and (right.flags & lanecast.Flag.INVALID).sum() >= 50
    assert_same(computed(hits), right)

    options = {
        "t_min": 0.25,
        "t_max": rng.uniform(0, 20, 50).astype(np.float32),
        "ignore": rng.integers(0, len(scene), (40, 50)),
        "ignore_count": rng.integers(0, 4000, 50),
        "backfaces": "cull",
    }
    origins, directions = rays[..., :3], da.from_array(rays[..., 3:], chunks=(20, 30, 3))
    hits = lanecast.dask.cast(split, origins, directions, outputs=OUTPUTS, **options)
    assert_same(computed(hits), scene.cast(origins, rays[..., 3:], outputs=OUTPUTS, **options))
    np.testing.assert_array_equal(
        lanecast.dask.occluded(split, rays).compute(), scene.occluded(rays)
    )
    ids = lanecast.Ids(1000, 2500)  # one value for all rays
    hits = lanecast.dask.cast(split, rays, ignore=ids, mask=1, outputs=OUTPUTS)
    assert_same(computed(hits), scene.cast(rays, ignore=ids, mask=1, outputs=OUTPUTS))


def batches_of_all_kinds(rng):
    """Many shapes of each kind, in two batches per kind, with masks and words or without."""
    count = 300

    def places(spread=6.0):
        return rng.uniform(-spread, spread, (count, 3))

    def step():
        return rng.uniform(-0.4, 0.4, (count, 3))

    radius = rng.uniform(0.05, 0.4, count)
    for words in ({}, {"user": rng.integers(0, 2**32, count), "mask": rng.integers(1, 4, count)}):
        a = places()
        turn = rng.normal(size=(count, 4))
        turn /= np.linalg.norm(turn, axis=1, keepdims=True)
        yield lanecast.Spheres(places(), radius, **words)
        yield lanecast.Spheres(places(), 0.1, **words)
        yield lanecast.Aabbs(a, a + np.abs(step()), **words)
        yield lanecast.Boxes(places(), [0.1, 0.2, 0.3], turn, **words)
        yield lanecast.Planes([[0, 0, 1], [0, 1, 0]], [-5, -7])
        yield lanecast.Capsules(a, a + step(), radius, **words)
        yield lanecast.Lines([0, 0, 0], [0, 0, 1])
        yield lanecast.Cylinders(a, a + step(), radius, **words)
        yield lanecast.Cones(a, a + step(), radius, **words)
        yield lanecast.Triangles(a, a + step(), a + step(), **words)


@pytest.mark.parametrize("bricks", [1, 7])
def test_worlds_of_all_shapes(world, rng, tmp_path, bricks):
    """Bricks could hold meshes only."""
    batches = [world[1][0], *batches_of_all_kinds(rng), world[1][1]]
    scene = lanecast.Scene()
    for batch in batches:
        if isinstance(batch, tuple):
            scene.add_mesh(*batch)
        else:
            scene.add(batch)
    split = lanecast.dask.split(batches, bricks, tmp_path / "world")
    assert len(split) == len(scene) == sum(split.shapes)
    assert split.shapes[bricks:] == [6]  # planes and lines
    rays = rays_into_a_box(rng, 4000, size=7.0)
    rays[:1000, 5] = np.abs(rays[:1000, 5])  # not to the floor
    for options in ({}, {"mask": 2, "ignore": rng.integers(0, len(scene), 4000)}):
        right = scene.cast(rays, outputs=OUTPUTS, **options)
        assert len(np.unique(right.batch)) > 18
        assert_same(
            computed(lanecast.dask.cast(split, rays, outputs=OUTPUTS, **options)), right
        )


def test_ties_go_to_the_smallest_global_id(world, rng, tmp_path):
    """A hit on a triangle that exists twice has the id of the first."""
    scene, meshes, _ = world
    split = lanecast.dask.split(meshes, 6, tmp_path / "world")
    vertices, faces = meshes[2]
    target = vertices[faces].mean(1)
    rays = np.concatenate([target + [0, 0, -5], np.tile([0, 0, 1], (len(target), 1))], 1)
    hits = computed(lanecast.dask.cast(split, rays.astype(np.float32)))
    assert (hits.id < len(meshes[0][1])).mean() > 0.99
    assert_same(hits, scene.cast(rays.astype(np.float32)))


def test_a_world_is_opened_again(world, rng, tmp_path):
    _, meshes, user = world
    lanecast.dask.split(meshes, 3, tmp_path / "world", user=user)
    again = lanecast.dask.World(tmp_path / "world")
    assert repr(again).startswith("<lanecast.World of ") and len(again.shapes) == 3
    assert lanecast.dask.cast(again, [[0, 0, 9, 0, 0, -1.0]]).t.compute() > 5


def test_a_folder_is_split_again(tmp_path):
    """Scenes were kept by their folder, so that the first world answered for the second."""
    vertices, faces = np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0.0]]), [[0, 1, 2]]
    for height in (0, 5):
        world = lanecast.dask.split([(vertices + [0, 0, height], faces)], 2, tmp_path / "world")
        assert lanecast.dask.cast(world, [[0, 0, 9, 0, 0, -1.0]]).t.compute() == 9 - height


def test_no_rays(world, tmp_path):
    """A chunk without rays has no answers after the first round."""
    split = lanecast.dask.split(world[1], 3, tmp_path / "world")
    hits = computed(lanecast.dask.cast(split, np.zeros((0, 6), np.float32), outputs=OUTPUTS))
    assert hits.t.shape == (0,) and hits.normal.shape == (0, 3)


def test_bounds_in_double_and_subnormal_distances(world, rng, tmp_path):
    """Bricks were entered at the t_min that the caller gave, hits were at its float32; and a
    subnormal t is off by more than its share."""
    scene, meshes, _ = world
    split = lanecast.dask.split(meshes, 6, tmp_path / "world")
    rays = rays_into_a_box(rng, 2000, size=7.0)
    t_min = scene.cast(rays).t.astype(np.float64)
    t_min[~np.isfinite(t_min)] = 0
    t_min *= 1 + 2.0**-26
    hits = computed(lanecast.dask.cast(split, rays, t_min=t_min))
    assert_same(hits, scene.cast(rays, t_min=t_min))

    tiny = [(vertices.astype(np.float64) * 1e-30, faces) for vertices, faces in meshes]
    scene = lanecast.Scene()
    for vertices, faces in tiny:
        scene.add_mesh(vertices.astype(np.float32), faces)
    split = lanecast.dask.split(tiny, 6, tmp_path / "tiny")
    rays[:, :3] *= np.float32(1e-30)
    rays[:, 3:] *= np.float32(1e16)
    assert_same(computed(lanecast.dask.cast(split, rays)), scene.cast(rays))


def test_empty_meshes_have_no_number(tmp_path):
    empty = (np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    mesh = (np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0.0]]), [[0, 1, 2]])
    scene = lanecast.Scene()
    for vertices, faces in (empty, mesh):
        scene.add_mesh(vertices, faces)
    split = lanecast.dask.split([empty, mesh], 1, tmp_path / "world", user=[[], [7]])
    outputs = ("batch", "index", "user")
    ray = np.array([[0, 0, 9, 0, 0, -1]], np.float32)
    hits = computed(lanecast.dask.cast(split, ray, outputs=outputs))
    right = scene.cast(ray, outputs=outputs)
    assert hits.batch == right.batch == 0 and hits.index == 0 and hits.user == 7


def test_wrong_splits(world, tmp_path):
    _, meshes, user = world
    with pytest.raises(ValueError, match="^bricks is 0"):
        lanecast.dask.split(meshes, 0, tmp_path)
    with pytest.raises(ValueError, match="^batch 1: user must have words for each mesh"):
        lanecast.dask.split(meshes, 2, tmp_path, user=user[:1])
    with pytest.raises(ValueError, match="^user has words for more meshes"):
        lanecast.dask.split(meshes[:1], 2, tmp_path, user=user)
    with pytest.raises(ValueError, match=r"^batch 1: radius\[2\]"):
        lanecast.dask.split([meshes[0], lanecast.Spheres(np.eye(3), [1, 2, 0])], 2, tmp_path)
    with pytest.raises(TypeError, match="^batch 0: is Scene, expected Spheres"):
        lanecast.dask.split([world[0]], 2, tmp_path)
    with pytest.raises(ValueError, match=r"^batch 1: faces"):
        lanecast.dask.split([meshes[0], (np.eye(3), [[0, 1, 3]])], 2, tmp_path)
    with pytest.raises(TypeError, match="^batch 0: faces"):
        lanecast.dask.split([(np.eye(3), [[0, 1, 1.5]])], 2, tmp_path)
    with pytest.raises(ValueError, match="^batch 0: user"):
        lanecast.dask.split([(np.eye(3), [[0, 1, 2]])], 2, tmp_path, user=[[-1]])
    empty = lanecast.dask.split([], 2, tmp_path / "empty")
    assert not lanecast.dask.cast(empty, [[0, 0, 9, 0, 0, -1.0]]).hit.compute().any()
