"""Worlds in bricks give the bits of one scene, and damaged ones give no answers."""

import json
import os
import shutil
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import lanecast
from conftest import assert_same, needs_program, rays_into_a_box
from lanecast import _bricks

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


def scene_of(meshes, **options):
    scene = lanecast.Scene(**options)
    for mesh in meshes:
        scene.add_mesh(*mesh)
    return scene


def computed(hits):
    arrays = hits.as_dict()
    return lanecast.Hits(dict(zip(arrays, dask.compute(*arrays.values(), scheduler="threads"))))


@pytest.mark.parametrize("bricks", [1, 2, 5, 8])
def test_bricks_give_the_bits_of_one_scene(world, rng, tmp_path, bricks):
    scene = world[0]
    split = lanecast.split(scene, bricks, tmp_path / "world")
    assert len(split) == len(scene) and sum(split.shapes) == len(scene)
    assert max(split.shapes) - min(split.shapes) <= 2
    rays = rays_into_a_box(rng, 40, 50, size=7.0)
    rays[0, :, :3] = np.nan  # invalid
    rays[1, :, 3:] = [0, 0, -1]  # parallel to the sides of all boxes
    rays[2, :, 3:5] = 0
    rays[3, :, :3] = rays[4, :, :3] * 1000  # from far
    rays[3, :, 3:] = -rays[3, :, :3]
    right = scene.cast(rays, outputs=OUTPUTS)
    assert right.hit.sum() > 500 and (right.flags & lanecast.Flag.INVALID).sum() >= 50
    assert_same(split.cast(rays, outputs=OUTPUTS), right)
    hits = lanecast.dask.cast(split, da.from_array(rays, chunks=(17, 50, 6)), outputs=OUTPUTS)
    assert_same(computed(hits), right)
    assert_same(split.cast(rays[5, 7]), scene.cast(rays[5, 7]))  # one ray

    options = {
        "t_min": 0.25,
        "t_max": rng.uniform(0, 20, 50).astype(np.float32),
        "ignore": rng.integers(0, len(scene), (40, 50)),
        "ignore_count": rng.integers(0, 4000, 50),
        "backfaces": "cull",
    }
    origins, directions = rays[..., :3], da.from_array(rays[..., 3:], chunks=(20, 30, 3))
    right = scene.cast(origins, rays[..., 3:], outputs=OUTPUTS, **options)
    hits = lanecast.dask.cast(split, origins, directions, outputs=OUTPUTS, **options)
    assert_same(computed(hits), right)
    assert_same(split.cast(origins, rays[..., 3:], outputs=OUTPUTS, **options), right)
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
    split = lanecast.split(batches if bricks == 1 else scene, bricks, tmp_path / "world")
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
    split = lanecast.split(meshes, 6, tmp_path / "world")
    vertices, faces = meshes[2]
    target = vertices[faces].mean(1)
    rays = np.concatenate([target + [0, 0, -5], np.tile([0, 0, 1], (len(target), 1))], 1)
    hits = computed(lanecast.dask.cast(split, rays.astype(np.float32)))
    assert (hits.id < len(meshes[0][1])).mean() > 0.99
    assert_same(hits, scene.cast(rays.astype(np.float32)))


def test_a_world_is_opened_again(world, rng, tmp_path):
    lanecast.split(world[1], 3, tmp_path / "world")
    again = lanecast.dask.World(tmp_path / "world")
    assert repr(again).startswith("<lanecast.World of ") and len(again.shapes) == 3
    assert lanecast.dask.cast(again, [[0, 0, 9, 0, 0, -1.0]]).t.compute() > 5


def test_tiny_and_huge_worlds(rng, tmp_path):
    """Bounds were padded by a share of coordinates alone, but no length counts as less than 2^-50;
    and beyond 2^60, where shapes are outside of the tree, all rays test them."""
    for k, scale in enumerate([1e-38, 1e-30, 1e-25, 1e-21, 1e-15, 1e15, 1e18, 1e19, 1e20, 1e30]):
        scene = lanecast.Scene()
        scene.add_spheres(rng.uniform(-4, 4, (40, 3)) * scale, rng.uniform(0.1, 1, 40) * scale)
        lo = rng.uniform(-4, 4, (40, 3))
        scene.add_aabbs(lo * scale, (lo + 0.5) * scale)
        split = lanecast.split(scene, 4, tmp_path / str(k))
        rays = rays_into_a_box(rng, 1000, size=5.0)
        rays[:, :3] *= np.float32(scale)
        for length in (1.0, scale):
            rays[:, 3:] = rng.normal(size=(1000, 3)) * min(length, 1e18)
            right = scene.cast(rays, outputs=OUTPUTS)
            assert_same(split.cast(rays, outputs=OUTPUTS), right)
            bounds = {"t_min": 0.1 * scale / length, "t_max": 3 * scale / length}
            assert_same(split.cast(rays, **bounds), scene.cast(rays, **bounds))


def test_arguments_that_are_left_out(world, rng, tmp_path):
    """t_min=None made misses of all rays."""
    split = lanecast.split(world[0], 3, tmp_path / "world")
    rays = rays_into_a_box(rng, 300, size=7.0)
    names = ("t_min", "t_max", "mask", "ignore", "ignore_count")
    assert_same(split.cast(rays, **dict.fromkeys(names)), world[0].cast(rays))
    assert_same(split.cast(rays, t_max=2**80), world[0].cast(rays, t_max=2**80))
    with pytest.raises(TypeError, match="out"):
        split.cast(rays, out={"t": np.zeros(300, np.float32), "id": np.zeros(300, np.uint32)})
    with pytest.raises(TypeError, match="^scene is World, which answers cast and occluded only"):
        lanecast.dask.sweep(split, rays[:, :3], rays[:, 3:])


def test_a_split_that_fails_leaves_the_world_before(world, tmp_path, monkeypatch):
    """Bricks of the new world were mixed with those of the one before."""
    split = lanecast.split(world[1][:1], 3, tmp_path / "world")
    rays = np.array([[0, 0, 9, 0, 0, -1.0]])
    right = split.cast(rays)
    files = sorted(path.name for path in (tmp_path / "world").iterdir())

    def save(scene, path, save=lanecast.Scene.save):
        if "brick1" in str(path):
            raise OSError("no room")
        save(scene, path)

    monkeypatch.setattr(lanecast.Scene, "save", save)
    with pytest.raises(OSError, match="no room"):
        lanecast.split(world[1][1:], 3, tmp_path / "world")
    monkeypatch.undo()
    assert sorted(path.name for path in (tmp_path / "world").iterdir()) == files
    assert_same(lanecast.World(tmp_path / "world").cast(rays), right)
    lanecast.split(world[1][1:], 2, tmp_path / "world")
    assert len(list((tmp_path / "world").iterdir())) == 2
    with pytest.raises(FileNotFoundError):
        split.cast(rays, outputs=("t", "user"))


def test_a_folder_is_split_again(tmp_path):
    """Scenes were kept by their folder, so that the first world answered for the second."""
    vertices, faces = np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0.0]]), [[0, 1, 2]]
    for height in (0, 5):
        world = lanecast.split([(vertices + [0, 0, height], faces)], 2, tmp_path / "world")
        assert lanecast.dask.cast(world, [[0, 0, 9, 0, 0, -1.0]]).t.compute() == 9 - height


def test_no_rays(world, tmp_path):
    """A chunk without rays has no answers after the first round."""
    split = lanecast.split(world[1], 3, tmp_path / "world")
    hits = computed(lanecast.dask.cast(split, np.zeros((0, 6), np.float32), outputs=OUTPUTS))
    assert hits.t.shape == (0,) and hits.normal.shape == (0, 3)


def test_bounds_in_double_and_subnormal_distances(world, rng, tmp_path):
    """Bricks were entered at the t_min that the caller gave, hits were at its float32; and a
    subnormal t is off by more than its share."""
    scene, meshes, _ = world
    split = lanecast.split(meshes, 6, tmp_path / "world")
    rays = rays_into_a_box(rng, 2000, size=7.0)
    t_min = scene.cast(rays).t.astype(np.float64)
    t_min[~np.isfinite(t_min)] = 0
    t_min *= 1 + 2.0**-26
    hits = computed(lanecast.dask.cast(split, rays, t_min=t_min))
    assert_same(hits, scene.cast(rays, t_min=t_min))

    tiny = [(vertices.astype(np.float64) * 1e-30, faces) for vertices, faces in meshes]
    scene = scene_of(tiny)
    split = lanecast.split(tiny, 6, tmp_path / "tiny")
    rays[:, :3] *= np.float32(1e-30)
    rays[:, 3:] *= np.float32(1e16)
    assert_same(computed(lanecast.dask.cast(split, rays)), scene.cast(rays))


def test_empty_meshes_have_no_number(tmp_path):
    empty = (np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    mesh = (np.array([[-9, -9, 0], [9, -9, 0], [0, 9, 0.0]]), [[0, 1, 2]])
    split = lanecast.split([empty, mesh], 1, tmp_path / "world")
    ray = np.array([[0, 0, 9, 0, 0, -1]], np.float32)
    hits = split.cast(ray, outputs=("batch", "index"))
    right = scene_of([empty, mesh]).cast(ray, outputs=("batch", "index"))
    assert hits.batch == right.batch == 0 and hits.index == 0


def test_a_scene_that_has_changed_is_split(world, rng, tmp_path):
    """Its ids have gaps, and its batches are what is left of them."""
    scene = scene_of(world[1])
    for batch in batches_of_all_kinds(rng):
        scene.add(batch)
    scene.remove(rng.choice(scene.ids, len(scene) // 2, replace=False))
    scene.add_spheres(rng.uniform(-6, 6, (50, 3)), 0.2)
    boxes = scene.ids[scene.locate(scene.ids).kind == 2][::2]
    scene.update(boxes, half_extents=[0.5, 0.4, 0.3], user=77)
    split = lanecast.split(scene, 5, tmp_path / "world")  # before a commit
    rays = rays_into_a_box(rng, 4000, size=7.0)
    right = scene.cast(rays, outputs=OUTPUTS)
    assert (right.user == 77).any()
    assert_same(split.cast(rays, outputs=OUTPUTS), right)


def test_an_origin_stays(world, rng, tmp_path):
    """Adding an origin and subtracting it again would have moved what is near it."""
    origin = (500_000.25, 5_400_000.5, 300.125)
    meshes = [(vertices.astype(np.float64) + origin, faces) for vertices, faces in world[1]]
    scene = scene_of(meshes, origin=origin)
    scene.add_spheres(np.add(rng.uniform(-1e-3, 1e-3, (20, 3)), origin), 1e-4)
    scene.add_planes([0.0, 0.6, 0.8], -5.0)
    split = lanecast.split(scene, 4, tmp_path / "world")
    assert split.origin == list(origin)
    rays = rays_into_a_box(rng, 3000, size=7.0).astype(np.float64)
    rays[:, :3] += origin
    right = scene.cast(rays, outputs=OUTPUTS)
    assert right.point.dtype == np.float64
    assert_same(split.cast(rays, outputs=OUTPUTS), right)
    hits = lanecast.dask.cast(split, da.from_array(rays, chunks=(1000, 6)), outputs=OUTPUTS)
    assert_same(computed(hits), right)


@needs_program
def test_files_are_split(world, rng, tmp_path):
    ball, hill = tmp_path / "ball.obj", tmp_path / "hill.lanecast"
    ball.write_text("v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 0 3\nf 1 2 3\nf 1 2 4\n")
    world[0].save(hill)
    one = lanecast.split(ball, 2, tmp_path / "one")
    assert len(one) == 2 and one.cast([0, 0, -9], [0, 0, 1]).t == 9
    scene = lanecast.Scene.load(hill)
    split = lanecast.split(str(hill), 3, tmp_path / "two")
    rays = rays_into_a_box(rng, 2000, size=7.0)
    assert_same(split.cast(rays, outputs=OUTPUTS), scene.cast(rays, outputs=OUTPUTS))
    both = lanecast.split([hill, ball, lanecast.Spheres([0, 0, 50], 1)], 3, tmp_path / "three")
    assert len(both) == len(scene) + 3
    assert both.cast([0, 0, 99], [0, 0, -1]).id == len(scene) + 2
    with pytest.raises(FileNotFoundError, match="nothing.obj: No such file"):
        lanecast.split(tmp_path / "nothing.obj", 2, tmp_path / "four")
    with pytest.raises(RuntimeError, match="broken.obj"):
        (tmp_path / "broken.obj").write_text("v 1 2\n")
        lanecast.split(tmp_path / "broken.obj", 2, tmp_path / "four")
    moved = lanecast.Scene(origin=(1, 2, 3))
    moved.save(tmp_path / "moved.lanecast")
    with pytest.raises(ValueError, match="^batch 1: .*moved.lanecast has an origin"):
        lanecast.split([ball, tmp_path / "moved.lanecast"], 2, tmp_path / "four")


class OnlyDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_other_libraries(world, rng, tmp_path):
    vertices, faces = world[1][0]
    mesh = (OnlyDlpack(vertices), OnlyDlpack(faces.astype(np.int64)))
    split = lanecast.split([mesh], 2, tmp_path / "world")
    rays = rays_into_a_box(rng, 500, size=7.0)
    right = scene_of([(vertices, faces)]).cast(rays)
    assert_same(split.cast(OnlyDlpack(rays)), right)


@pytest.fixture
def loads(monkeypatch):
    """The numbers of the bricks that are loaded, in that order."""
    numbers = []

    def scene(brick, load=_bricks.Brick.scene):
        numbers.append(brick._number)
        time.sleep(0.01)  # so that other threads come here
        return load(brick)

    monkeypatch.setattr(_bricks.Brick, "scene", scene)
    return numbers


def test_bricks_are_read_once_for_all_rays(world, rng, tmp_path, loads):
    """Rays visited bricks in turns of their own, so that a call read each brick many times."""
    split = lanecast.split(world[1], 8, tmp_path / "world")
    rays = rays_into_a_box(rng, 2000, size=7.0)
    split.cast(rays)
    assert len(loads) == 8
    split.cast(rays)
    assert len(loads) == 12  # 4 of them were kept


def test_threads_load_each_brick_once(world, rng, tmp_path, loads, monkeypatch):
    """Each thread that needed a brick loaded it."""
    monkeypatch.setattr(_bricks, "_kept", _bricks.Kept(5))
    split = lanecast.split(world[1], 5, tmp_path / "world")
    rays = rays_into_a_box(rng, 2000, size=7.0)
    right = world[0].cast(rays)
    with ThreadPoolExecutor(8) as threads:
        for hits in threads.map(lambda _: split.cast(rays, threads=1), range(16)):
            assert_same(hits, right)
    assert sorted(loads) == [0, 1, 2, 3, 4]


def test_threads_load_different_bricks_at_the_same_time():
    kept = _bricks.Kept(1)
    both = threading.Barrier(2, timeout=20)

    def use(key):
        def load():
            both.wait()  # for the other thread, which loads as well
            return key

        with kept.using(key, load) as value:
            both.wait()  # both values are in use
            with kept.using(key, lambda: pytest.fail("loaded again")) as again:
                return value, again

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(use, "ab")) == [("a", "a"), ("b", "b")]
    assert ("a" in kept) + ("b" in kept) == 1


def test_what_cannot_be_loaded_is_loaded_again():
    kept = _bricks.Kept(1)

    def fail():
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        with kept.using(1, fail):
            pytest.fail("has no value")
    assert 1 not in kept
    with kept.using(1, lambda: "value") as value:
        assert value == "value"
    with kept.using(2, lambda: "other"):
        assert 1 not in kept


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_while_a_thread_loads(monkeypatch):
    """The new process waited for a thread that it does not have."""
    kept = _bricks.Kept(2)
    monkeypatch.setattr(_bricks, "_kept", kept)
    loading, forked = threading.Event(), threading.Event()

    def load():
        loading.set()
        assert forked.wait(20)
        return "old"

    def use():
        with kept.using("key", load) as value:
            return value

    with kept.using("other", lambda: "kept"):
        pass
    with ThreadPoolExecutor(1) as threads:
        value = threads.submit(use)
        assert loading.wait(20)
        lock = kept._lock
        lock.acquire()  # as a thread may do for a moment
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            with kept.using("key", lambda: "new") as mine:
                os._exit(0 if mine == "new" and "other" in kept else 1)
        lock.release()
        forked.set()
        assert os.waitpid(child, 0)[1] == 0
        assert value.result() == "old"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Folders of two worlds with the same shapes and different words, and a function.

    The function opens a world anew, loads all of its files and returns answers.
    """
    rng = np.random.default_rng(8)
    center = rng.uniform(-5, 5, (60, 3))
    folders = [tmp_path_factory.mktemp(name) for name in ("first", "second")]
    scenes = []
    for number, folder in enumerate(folders):
        scene = lanecast.Scene()
        scene.add_spheres(center[:40], 0.8, user=np.arange(40) + 100 * number)
        scene.add_spheres(center[40:], 0.8, user=np.arange(20))
        scene.add_planes([0, 0, 1], -7.0)
        lanecast.split(scene, 3, folder)
        scenes.append(scene)
    rays = rays_into_a_box(rng, 3000, size=6.0)
    options = {"outputs": OUTPUTS, "ignore": 7}

    def ask(folder):
        before, _bricks._kept = _bricks._kept, _bricks.Kept(4)
        try:
            return lanecast.World(folder).cast(rays, **options)
        finally:
            _bricks._kept = before

    for scene, folder in zip(scenes, folders):
        right = scene.cast(rays, **options)
        assert len(np.unique(right.id)) > 55 and not right.hit.all()
        assert_same(ask(folder), right)
    return folders, ask


@pytest.fixture
def copy(small, tmp_path):
    shutil.copytree(small[0][0], tmp_path / "copy")
    return tmp_path / "copy"


def files_of(folder):
    """Returns the table and the files of bricks."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def assert_refused(ask, folder, path, message, error=ValueError):
    """Asserts that a world does not answer, and that the error names the file."""
    with pytest.raises(error) as raised:
        ask(folder)
    assert str(path) in str(raised.value)
    assert message in str(raised.value)


def test_a_world_has_its_files(copy):
    files = files_of(copy)
    assert len(files) == 4 * 5 + 1  # planes have a brick of their own
    key = json.loads((copy / "world.json").read_text())["key"]
    for path in files[:-1]:
        identity = json.loads(path.read_bytes()[-128:])
        assert identity == {"world": key, "brick": int(path.stem[-1]), "file": path.name}


def test_altered_bytes_are_refused(small, copy, rng):
    """Ids and words that were altered gave wrong answers."""
    ask = small[1]
    for path in files_of(copy):
        data = path.read_bytes()
        places = rng.choice(len(data), 30, replace=False)
        for place in [0, len(data) - 1, *places]:  # 672 trials
            damaged = bytearray(data)
            damaged[place] ^= rng.integers(1, 256)
            path.write_bytes(damaged)
            assert_refused(ask, copy, path, ". Split the world again, or restore the file.")
        path.write_bytes(data)
    ask(copy)


def test_scenes_that_were_saved_anew_are_refused(small, copy):
    """A scene with another sphere, its right checksum and the identity of the brick."""
    ask = small[1]
    for path in copy.rglob("brick0.lanecast"):
        data = path.read_bytes()
        tail = data[data.index(b"lanecast faces 1") :]
        scene = lanecast.Scene.from_bytes(data[: -len(tail)])
        scene.update(scene.ids[:1], radius=0.81)
        scene.save(path)
        path.write_bytes(path.read_bytes() + tail)
        assert path.stat().st_size == len(data)
        assert_refused(ask, copy, path, "was altered, because its checksum differs")
        path.write_bytes(data)
    ask(copy)


def test_cut_and_longer_files_are_refused(small, copy, rng):
    for path in files_of(copy):
        data = path.read_bytes()
        middle = len(data) // 2
        for damaged in (
            b"",
            data[:-1],
            data[:-128],
            data[: rng.integers(1, len(data))],
            data[:middle] + data[middle + 4 :],  # with its identity
            data[:middle] + bytes(4) + data[middle:],
            data + b"\n",
            data + data,
        ):
            path.write_bytes(damaged)
            assert_refused(lanecast.World, copy, path, "cut or altered")
        path.write_bytes(data)
    small[1](copy)


def test_missing_files_are_refused(small, copy):
    for path in files_of(copy):
        moved = path.rename(path.with_suffix(".away"))
        assert_refused(lanecast.World, copy, path, "No such file", FileNotFoundError)
        moved.rename(path)
    small[1](copy)


def test_swapped_files_are_refused(small, copy):
    """Bricks at each other's place gave wrong answers."""
    bricks = files_of(copy)[:-1]
    for one in bricks:
        for other in bricks:
            if one == other:
                continue
            data = one.read_bytes()
            shutil.copy(other, one)
            message = f"is {other.name} of this world: the files were swapped"
            assert_refused(lanecast.World, copy, one, message)
            one.write_bytes(data)
    small[1](copy)


def test_files_of_another_world_are_refused(small, copy):
    """Both worlds have the same shapes, so their files have the same sizes."""
    (_, second), ask = small
    for path in files_of(copy)[:-1]:
        (other,) = second.rglob(path.name)
        data = path.read_bytes()
        assert other.stat().st_size == len(data)
        shutil.copy(other, path)
        message = f"is {path.name} of another world, whose key is "
        assert_refused(lanecast.World, copy, path, message)
        path.write_bytes(data)
    ask(copy)
    shutil.copy(second / "world.json", copy)  # its key names a folder that is not here
    key = json.loads((second / "world.json").read_text())["key"]
    assert_refused(lanecast.World, copy, copy / key, "No such file", FileNotFoundError)
    (mine,) = (path for path in copy.iterdir() if path.is_dir())
    mine.rename(copy / key)
    assert_refused(lanecast.World, copy, copy / key, "of another world")


def test_files_that_change_after_opening_are_refused(small, copy, monkeypatch):
    """A World holds sizes and checksums, so workers that load bricks later find the change."""
    split = lanecast.World(copy)
    monkeypatch.setattr(_bricks, "_kept", _bricks.Kept(4))
    rays = np.array([[0, 0, 9, 0, 0, -1.0]])
    for name in ("brick0.lanecast", "brick3.lanecast"):
        (path,) = copy.rglob(name)
        (other,) = small[0][1].rglob(name)
        shutil.copy(other, path)
    with pytest.raises(ValueError, match="lanecast of another world"):
        split.cast(rays)


def test_worlds_of_older_versions_are_refused(small, copy):
    """They have no identities."""
    table = copy / "world.json"
    world = json.loads(table.read_text())
    del world["check"]
    for brick in world["bricks"]:
        del brick["files"]
    table.write_text(json.dumps(world))
    assert_refused(small[1], copy, table, "has no checksums, because an older version")
    lanecast.split([lanecast.Spheres([0, 0, 0], 1)], 1, copy)
    assert len(lanecast.World(copy)) == 1 and len(list(copy.iterdir())) == 2
    for damaged in (b"", b"[]", b'{"key": ".."}', b'{"key": 3}'):
        table.write_bytes(damaged)
        lanecast.split([lanecast.Spheres([0, 0, 0], 1)], 1, copy)
        assert len(lanecast.World(copy)) == 1


def test_files_of_bricks_are_plain_files(small):
    """Others read the scene and the columns of a brick."""
    pytest.importorskip("cbor2")
    (folder, _), _ = small
    (path,) = folder.rglob("brick0.lanecast")
    scene = lanecast.Scene.load(path)
    assert len(scene) == 20 and scene.origin is None
    (path,) = folder.rglob("ids0.npy")
    np.testing.assert_array_equal(np.load(path), scene.locate(scene.ids).user)


@needs_program
def test_the_program_reads_bricks(small, tmp_path):
    (folder, _), _ = small
    (path,) = folder.rglob("brick0.lanecast")
    from lanecast._program import scene_of_file

    assert len(scene_of_file(path)) == 20


def test_wrong_splits(world, tmp_path):
    _, meshes, _ = world
    with pytest.raises(ValueError, match="^bricks is 0"):
        lanecast.split(meshes, 0, tmp_path)
    for bricks in (2.5, "3", None):
        with pytest.raises(TypeError, match="^bricks is .*, expected int"):
            lanecast.split(meshes, bricks, tmp_path)
    with pytest.raises(TypeError, match="^source is NoneType, expected Scene"):
        lanecast.split(None, 2, tmp_path)
    with pytest.raises(TypeError, match="^folder is NoneType, expected a path"):
        lanecast.split(meshes, 2, None)
    with pytest.raises(ValueError, match=r"^batch 1: radius\[2\]"):
        lanecast.split([meshes[0], lanecast.Spheres(np.eye(3), [1, 2, 0])], 2, tmp_path)
    with pytest.raises(TypeError, match="^batch 0: is Scene, expected Spheres"):
        lanecast.split([world[0]], 2, tmp_path)
    with pytest.raises(ValueError, match=r"^batch 1: faces"):
        lanecast.split([meshes[0], (np.eye(3), [[0, 1, 3]])], 2, tmp_path)
    with pytest.raises(TypeError, match="^batch 0: faces"):
        lanecast.split([(np.eye(3), [[0, 1, 1.5]])], 2, tmp_path)
    scene = lanecast.Scene()
    scene.add_instances(world[0], [0, 0, 0])
    with pytest.raises(ValueError, match="^source has instances"):
        lanecast.split(scene, 2, tmp_path)
    assert not list(tmp_path.iterdir())
    empty = lanecast.split([], 2, tmp_path / "empty")
    assert len(empty) == 0 and not empty.cast([[0, 0, 9, 0, 0, -1.0]]).hit.any()
    assert not lanecast.dask.cast(empty, [[0, 0, 9, 0, 0, -1.0]]).hit.compute().any()


def test_wrong_rays(world, tmp_path):
    split = lanecast.split(world[1], 2, tmp_path / "world")
    with pytest.raises(ValueError, match="^rays has shape"):
        split.cast(np.zeros((3, 4)))
    with pytest.raises(TypeError, match="^rays is an array of float16"):
        split.cast(np.zeros((3, 6), np.float16))
    with pytest.raises(ValueError, match="^t_max"):
        split.cast(np.zeros((3, 6)), t_max=np.zeros(2))
    with pytest.raises(ValueError, match="^outputs has 'tt'"):
        split.cast(np.zeros((3, 6)), outputs="tt")
    with pytest.raises(ValueError, match="interior"):
        split.cast(np.zeros((3, 6)), interior="hollow")
