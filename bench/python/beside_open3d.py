#!/usr/bin/env python3
"""Compares lanecast.open3d.RaycastingScene with Open3D's, from NumPy arrays to NumPy arrays.

Both compute all outputs of a call. They take turns in one process; each figure is the median of the
repetitions. Run it with the module in PYTHONPATH and python/tests/ray_masks.cpp in LD_PRELOAD,
without which the rays of Debian's Open3D miss everything:

    PYTHONPATH=build/release/python LD_PRELOAD=build/release/python/liblanecast_ray_masks.so \\
        bench/python/beside_open3d.py [MESH.obj]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np
import open3d as o3d

import lanecast
from lanecast.open3d import RaycastingScene
from terrain import terrain

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python" / "tests"))
from conftest import read_obj  # noqa: E402


def queries(vertices, rng, count):
    """Returns incoherent rays, camera rays and points of a mesh."""
    lo, hi = vertices.min(0), vertices.max(0)
    middle, size = (lo + hi) / 2, np.linalg.norm(hi - lo)
    ends = rng.normal(size=(2, count, 3))
    ends = middle + ends / np.linalg.norm(ends, axis=2, keepdims=True) * size / 2
    incoherent = np.concatenate([ends[0], ends[1] - ends[0]], 1).astype(np.float32)
    side = int(np.sqrt(count))
    camera = lanecast.pinhole(middle + size * np.array([0.7, -0.8, 0.6]), middle, size=(side, side))
    points = (lo + rng.uniform(size=(count // 4, 3)) * (hi - lo)).astype(np.float32)
    return incoherent, camera, points


def median_times(calls, repetitions):
    """Returns the median seconds of each call; they take turns."""
    times = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(repetitions):
        for call, seconds in zip(calls, times):
            start = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - start)
    return [statistics.median(seconds) for seconds in times]


def rows(name, vertices, faces, threads, repetitions, count):
    vertices, faces = vertices.astype(np.float32), faces.astype(np.uint32)
    ours = RaycastingScene()
    ours.add_triangles(vertices, faces)
    theirs = o3d.t.geometry.RaycastingScene()
    theirs.add_triangles(o3d.core.Tensor(vertices), o3d.core.Tensor(faces))
    incoherent, camera, points = queries(vertices, np.random.default_rng(1), count)

    def pair(method, arrays, key):
        """Returns a call of each of the two; both return arrays of NumPy."""

        def call(scene, given):
            answers = getattr(scene, method)(given, nthreads=threads)
            if key is None:
                return answers.numpy()
            return {name: answers[name].numpy() for name in answers.keys()}[key]

        return (
            lambda: call(ours, arrays),
            lambda: call(theirs, o3d.core.Tensor.from_numpy(arrays)),
        )

    fewer = incoherent[: count // 4]
    for what, number, calls in (
        ("cast_rays, incoherent", len(incoherent), pair("cast_rays", incoherent, "t_hit")),
        ("cast_rays, camera", camera[..., 0].size, pair("cast_rays", camera, "t_hit")),
        ("compute_closest_points", len(points), pair("compute_closest_points", points, "points")),
        ("compute_distance", len(points), pair("compute_distance", points, None)),
        ("count_intersections", len(fewer), pair("count_intersections", fewer, None)),
    ):
        mine, other = (call() for call in calls)
        agree = np.isclose(mine, other, rtol=1e-3, atol=1e-4).mean()
        a, b = median_times(calls, repetitions)
        print(
            f"| {name} | {what} | {threads or 'all'} | {number / a / 1e6:.2f} | "
            f"{number / b / 1e6:.2f} | {b / a:.2f} | {100 * agree:.2f} % |",
            flush=True,
        )

    for number in (50_000, 250_000):
        rays = incoherent[:number]
        (seconds,) = median_times(
            [lambda: ours.list_intersections(rays, nthreads=threads)], repetitions
        )
        print(
            f"| {name} | list_intersections of {len(rays)} | {threads or 'all'} | "
            f"{len(rays) / seconds / 1e6:.2f} | | | |"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mesh", nargs="?", type=Path, help="an .obj file, beside the terrain")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--count", type=int, default=1_000_000, help="rays per call")
    arguments = parser.parse_args()

    print(f"lanecast {lanecast.__version__}, {lanecast.info()['isa']}; Open3D {o3d.__version__}\n")
    print("| mesh | query | threads | lanecast, million/s | Open3D | ratio | agree |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    meshes = {"terrain": terrain(900)}
    if arguments.mesh:
        meshes[arguments.mesh.stem] = read_obj(arguments.mesh)
    for name, (vertices, faces) in meshes.items():
        for threads in (1, 0):
            rows(name, vertices, faces, threads, arguments.repetitions, arguments.count)

    scene = lanecast.Scene()
    scene.add_mesh(*meshes["terrain"])
    ray = np.array([15, 15, 9, 0.01, 0.02, -1], np.float32)
    for what, call in (
        ("cast", lambda: scene.cast(ray)),
        ("occluded", lambda: scene.occluded(ray)),
        ("closest_point", lambda: scene.closest_point(ray[:3], max_distance=1.0)),
    ):
        number = 20_000
        (seconds,) = median_times([lambda: [call() for _ in range(number)]], 5)
        print(f"\none {what} per call: {seconds / number * 1e6:.2f} microseconds", end="")
    print()


if __name__ == "__main__":
    main()
