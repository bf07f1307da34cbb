#!/usr/bin/env python3
"""Measures what queries cost on a Dask cluster of this machine: the constants of docs/scaling.md.

    PYTHONPATH=build/release/python bench/python/scaling.py [--bricks]

With --bricks it also cuts a terrain of 20 million triangles into 8 bricks, and casts rays with two
workers of 2 GB each.
"""

import argparse
import logging
import resource
import tempfile
import time
from pathlib import Path

import dask
import dask.array as da
import distributed
import numpy as np

import lanecast
import lanecast.dask
from terrain import terrain


def rays_into(count, seed=1):
    rng = np.random.default_rng(seed)
    rays = np.empty((count, 6), np.float32)
    rays[:, :3] = rng.uniform([0, 0, 2], [30, 30, 4], (count, 3))
    rays[:, 3:] = rng.normal(size=(count, 3)) * [1, 1, 0.3] - [0, 0, 0.3]
    return rays


def seconds_of(call, repetitions=3):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return sorted(times)[repetitions // 2]


def constants(client, folder):
    scene = lanecast.Scene()
    scene.add_mesh(*terrain(900))
    path = Path(folder) / "terrain.lanecast"
    seconds = seconds_of(lambda: scene.save(path))
    size = path.stat().st_size
    loading = seconds_of(lambda: lanecast.Scene.load(path))
    print(f"a scene of {len(scene)} triangles: {size / len(scene):.0f} bytes each")
    print(f"{size / 1e6:.0f} MB saved in {seconds:.2f} s, loaded in {loading:.2f} s")

    count = 8_000_000
    rays = rays_into(count)
    two_threads, one_thread = (seconds_of(lambda: scene.cast(rays, threads=n)) for n in (2, 1))
    print(
        f"one process: {one_thread / count * 1e9:.0f} ns per ray, "
        f"two threads {two_threads / count * 1e9:.0f} ns"
    )
    for size in (8_000, 80_000, 800_000):
        # The workers make their rays, as those of a simulation do.
        made = da.concatenate(
            [
                da.from_delayed(dask.delayed(rays_into)(size, seed), (size, 6), np.float32)
                for seed in range(max(2, min(count // size, 200)))
            ]
        )
        many = made.shape[0]
        made = client.persist(made)
        distributed.wait(made)
        bounds = iter(range(1_000, 2_000))  # Dask would not compute the same again

        def call():
            hits = lanecast.dask.cast(path, made, t_max=float(next(bounds)))
            client.compute([hits.t.sum(), hits.id.max()], sync=True)

        call()
        seconds = seconds_of(call)
        tasks = many // size
        whole = two_threads / count * many
        print(
            f"two workers, chunks of {size}: {seconds / many * 1e9:.0f} ns per ray, "
            f"efficiency {whole / seconds:.2f} of one process with two threads; "
            f"{(seconds - whole) / tasks * 1e3:.2f} ms more per task"
        )


def bricks(client, folder):
    start = time.perf_counter()
    vertices, faces = terrain(3163)
    print(f"{len(faces)} triangles made in {time.perf_counter() - start:.0f} s")
    start = time.perf_counter()
    world = lanecast.split([(vertices, faces)], 8, Path(folder) / "world")
    size = sum(file.stat().st_size for file in Path(world.folder).rglob("*.*"))
    print(f"{world} in {time.perf_counter() - start:.0f} s, {size / 1e9:.2f} GB")
    rays = rays_into(1_000_000)
    many = da.from_array(rays, chunks=(250_000, 6))
    start = time.perf_counter()
    t, ids = client.compute(list(lanecast.dask.cast(world, many).as_dict().values()), sync=True)
    print(f"1,000,000 rays in {time.perf_counter() - start:.1f} s, first time")
    start = time.perf_counter()
    hits = lanecast.dask.cast(world, many, t_max=1e6)  # Dask would not compute the same again
    client.compute(list(hits.as_dict().values()), sync=True)
    print(f"1,000,000 rays in {time.perf_counter() - start:.1f} s, again")
    peak = client.run(lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
    print("most memory of the workers, GB:", [round(x, 2) for x in peak.values()])

    scene = lanecast.Scene()
    scene.add_mesh(vertices, faces)
    right = scene.cast(rays)
    same = np.array_equal(t.view(np.uint32), right.t.view(np.uint32))
    print("the same bits as one scene:", same and np.array_equal(ids, right.id))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bricks", action="store_true")
    arguments = parser.parse_args()
    print(f"lanecast {lanecast.__version__}, {lanecast.info()['isa']}; dask {dask.__version__}")
    with tempfile.TemporaryDirectory() as folder, distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit="2GB", dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        logging.getLogger("distributed").setLevel(logging.ERROR)
        constants(client, folder)
        if arguments.bricks:
            client.restart()
            bricks(client, folder)


if __name__ == "__main__":
    main()
