"""Queries of dask arrays, on threads and on a cluster of two processes."""

import contextlib
import os
import signal
import time

import numpy as np
import pytest

import lanecast
from conftest import ALL_OF_A_HIT, assert_same, rays_into_a_box, sphere_world

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
distributed = pytest.importorskip("distributed")
import lanecast.dask  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # those of Dask itself


def computed(answers, **options):
    """Returns answers of dask arrays as answers of NumPy arrays."""
    arrays = answers.as_dict()
    return type(answers)(dict(zip(arrays, dask.compute(*arrays.values(), **options))))


@pytest.mark.parametrize("chunks", [(50, 40, 6), (7, 13, 2), (1, 40, 6), (50, 9, 3)])
def test_chunks_do_not_change_the_bits(rng, chunks):
    scene = sphere_world(rng)
    rays = rays_into_a_box(rng, 50, 40)
    many = da.from_array(rays, chunks=chunks)
    hits = lanecast.dask.cast(scene, many, outputs=ALL_OF_A_HIT)
    assert hits.normal.shape == (50, 40, 3) and hits.t.chunks == many.chunks[:2]
    assert "dask" in type(hits.hit).__module__  # nothing was computed
    assert_same(computed(hits), scene.cast(rays, outputs=ALL_OF_A_HIT))


def test_all_queries(rng):
    scene = sphere_world(rng)
    rays = rays_into_a_box(rng, 30, 20)
    origins, directions = rays[..., :3], rays[..., 3:]
    t_max = rng.uniform(1, 20, 20).astype(np.float32)
    chunked = da.from_array(origins, chunks=(8, 20, 3))
    flags = lanecast.dask.occluded(
        scene, chunked, directions, t_max=da.from_array(t_max, chunks=6), ignore=3
    )
    right = scene.occluded(origins, directions, t_max=t_max, ignore=3)
    np.testing.assert_array_equal(flags.compute(), right)
    impacts = lanecast.dask.sweep(scene, chunked, directions, 0.3, outputs=("t", "center"))
    right = scene.sweep(origins, directions, 0.3, outputs=("t", "center"))
    assert_same(computed(impacts), right)
    nearest = lanecast.dask.closest_point(scene, chunked, max_distance=0.5)
    assert_same(computed(nearest), scene.closest_point(origins, max_distance=0.5))
    np.testing.assert_array_equal(
        lanecast.dask.overlaps(scene, chunked, 0.5).compute(), scene.overlaps(origins, 0.5)
    )
    one = lanecast.dask.cast(scene, rays[0, 0])
    assert one.t.compute() == scene.cast(rays[0, 0]).t
    unknown = chunked.reshape(-1, 3)[da.from_array(np.arange(600), chunks=100) % 2 == 0]
    with pytest.raises(ValueError, match="^center has chunks of unknown sizes"):
        lanecast.dask.overlaps(scene, unknown, 0.5)
    with pytest.raises(ValueError, match="^outputs has 'depth', must be of t, id"):
        lanecast.dask.cast(scene, rays, outputs=("depth",))
    assert lanecast.dask.cast(scene, rays, outputs="hit").id.shape == (30, 20)
    with pytest.raises(ValueError, match=r"^origins has shape \(30, 20, 3\), expected \(..., 6\)"):
        lanecast.dask.cast(scene, chunked)


def test_a_scene_with_an_origin(rng):
    origin = np.array([500_000.25, 5_400_000.5, 300.0])
    scene = lanecast.Scene(origin=origin)
    scene.add_spheres(origin + rng.uniform(-9, 9, (100, 3)), 1)
    rays = np.concatenate([origin + rng.uniform(-9, 9, (200, 3)), rng.normal(size=(200, 3))], 1)
    hits = lanecast.dask.cast(scene, da.from_array(rays, chunks=(33, 6)), outputs=("t", "point"))
    assert hits.point.dtype == np.float64
    assert_same(computed(hits), scene.cast(rays, outputs=("t", "point")))


def test_threads_load_a_saved_scene_once(rng, tmp_path, monkeypatch):
    """Each thread loaded it, and all but one scene were dropped."""
    scene = sphere_world(rng)
    scene.save(tmp_path / "world.lanecast")
    loads = []

    def load(path, load=lanecast.Scene.load):
        loads.append(path)
        time.sleep(0.05)  # so that other threads come here
        return load(path)

    monkeypatch.setattr(lanecast.Scene, "load", staticmethod(load))
    rays = rays_into_a_box(rng, 8000)
    hits = lanecast.dask.cast(tmp_path / "world.lanecast", da.from_array(rays, chunks=(1000, 6)))
    assert_same(computed(hits, scheduler="threads", num_workers=4), scene.cast(rays))
    assert len(loads) == 1


@contextlib.contextmanager
def cluster_of_two():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0
    ) as cluster, distributed.Client(cluster) as connected:
        yield connected


@pytest.fixture(scope="module")
def client():
    with cluster_of_two() as connected:
        yield connected


def pids_of(client):
    """Returns the processes of two living workers."""
    for _ in range(300):
        try:
            pids = set(client.run(os.getpid, on_error="raise").values())
            if len(pids) == 2:
                return pids
        except Exception:  # one of them has just died
            pass
        time.sleep(0.1)
    pytest.fail("there are no two workers")


def test_a_cluster_gives_the_bits_of_one_process(client, rng, tmp_path):
    scene = sphere_world(rng)
    path = tmp_path / "world.lanecast"
    scene.save(path)
    rays = rays_into_a_box(rng, 20_000)
    right = scene.cast(rays, outputs=ALL_OF_A_HIT)
    for source in (scene, path):
        for size in (20_000, 3_333):
            many = da.from_array(rays, chunks=(size, 6))
            hits = lanecast.dask.cast(source, many, outputs=ALL_OF_A_HIT)
            assert_same(computed(hits), right)


def test_bricks_on_a_cluster(client, rng, tmp_path):
    """Any worker may load any brick."""
    x, y = np.meshgrid(*[np.linspace(-9, 9, 61)] * 2)
    vertices = np.stack([x, y, np.sin(x) * np.cos(y)], -1).reshape(-1, 3).astype(np.float32)
    corner = (np.arange(60)[:, None] * 61 + np.arange(60)).ravel()
    halves = ([corner, corner + 1, corner + 62], [corner, corner + 62, corner + 61])
    faces = np.concatenate([np.stack(half, 1) for half in halves])
    scene = lanecast.Scene()
    scene.add_mesh(vertices, faces)
    world = lanecast.dask.split([(vertices, faces)], 4, tmp_path / "world")
    rays = rays_into_a_box(rng, 20_000)
    outputs = ("t", "id", "normal", "flags")
    right = scene.cast(rays, outputs=outputs)
    many = da.from_array(rays, chunks=(7_000, 6))
    assert_same(computed(lanecast.dask.cast(world, many, outputs=outputs)), right)


def test_a_killed_worker_is_replaced(rng):
    """Nothing is lost and nothing comes twice."""
    scene = sphere_world(rng, 20_000)
    rays = rays_into_a_box(rng, 400_000)
    right = scene.cast(rays)
    many = da.from_array(rays, chunks=(4_000, 6))
    with cluster_of_two() as client:
        pids = pids_of(client)
        assert os.getpid() not in pids
        hits = lanecast.dask.cast(scene, many)
        futures = client.compute([hits.t, hits.id])
        os.kill(min(pids), signal.SIGKILL)
        t, ids = client.gather(futures)
        np.testing.assert_array_equal(t, right.t)
        np.testing.assert_array_equal(ids, right.id)
        assert pids_of(client) != pids
