"""Threads, forks and signals."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import lanecast
from conftest import ALL_OF_A_HIT, assert_same, rays_into_a_box, sphere_world


def run_threads(count, work):
    """Runs work(i) in threads and raises their first exception."""
    errors = []

    def guarded(i):
        try:
            work(i)
        except BaseException as error:  # handed on below
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_eight_threads_query_one_scene(rng):
    """The first of them commits; all get the same bits."""
    rays = rays_into_a_box(rng, 20_000)
    for _ in range(5):
        scene = sphere_world(rng, 20_000)
        answers = [None] * 8

        def work(i):
            answers[i] = scene.cast(rays, outputs=ALL_OF_A_HIT, threads=1)

        run_threads(8, work)
        for answer in answers[1:]:
            assert_same(answer, answers[0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_queries_with_one_thread(rng):
    scene = sphere_world(rng, 20_000)
    rays = rays_into_a_box(rng, 50_000)
    right = scene.cast(rays)  # TBB's workers now exist
    child = os.fork()
    if child == 0:
        try:
            same = np.array_equal(scene.cast(rays).id, right.id)
            more = sphere_world(rng, 20_000).cast(rays).hit.any()
            os._exit(0 if same and more else 1)
        finally:
            os._exit(2)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        threading.Event().wait(0.1)
    else:
        os.kill(child, 9)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert status == 0


def run_python(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


LONG_CALL = """
import sys, time
import numpy as np
import lanecast
rng = np.random.default_rng(1)
scene = lanecast.Scene()
scene.add_spheres(rng.uniform(-1, 1, (30_000, 3)), 0.001)
scene.commit()
rays = rng.normal(size=(3_000_000, 6)).astype(np.float32)
print("ready", flush=True)
try:
    while True:
        CALL
except KeyboardInterrupt:
    print(time.time(), flush=True)
assert scene.cast([0, 0, 9], [0, 0, -1], outputs=("id",)).id is not None
"""


@pytest.mark.parametrize(
    "call",
    [
        "scene.cast(rays, traversal='exhaustive', threads=1)",
        "scene.cast(rays)",
        "scene.occluded(rays, threads=1)",
        "scene.all_hits(rays, threads=1)",
        "scene.closest_point(rays[:, :3], threads=1)",
        "scene.overlaps(rays[:, :3], 0.1)",
    ],
)
def test_ctrl_c_ends_a_long_call(call):
    """A call was deaf until it ended, which could take minutes."""
    child = run_python(LONG_CALL.replace("CALL", call))
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    sent = time.time()
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 0, err
    assert float(out) - sent < 1.0  # 0.2 on a quiet machine


def test_slices_do_not_change_answers(rng):
    scene = sphere_world(rng, 2_000)
    rays = rays_into_a_box(rng, 150_000)  # several slices
    whole = scene.cast(rays, outputs=ALL_OF_A_HIT)
    for first in range(0, 150_000, 37_000):
        part = slice(first, first + 1_000)
        assert_same(scene.cast(rays[part], outputs=ALL_OF_A_HIT), whole[part])
    out = np.zeros(150_000, bool)
    scene.occluded(rays, out=out)
    assert (out == (whole.id != lanecast.NO_ID)).all()


def test_a_thread_that_edits_is_not_starved(rng):
    """Threads that cast without a pause kept a scene in use, and each edit was refused."""
    scene = sphere_world(rng, 2_000)
    ids = scene.add_spheres([0, 0, 0], 0.1)
    rays = rays_into_a_box(rng, 20_000)
    stop = threading.Event()
    casts = [0, 0, 0]
    edits = 0

    def work(i):
        nonlocal edits
        try:
            if i == 0:
                while min(casts[1:]) == 0:
                    time.sleep(0.001)
                for edits in range(1, 31):
                    scene.update(ids, center=[edits, 0, 0])
                    assert len(scene) == 2_001
            else:
                while not stop.is_set():
                    scene.cast(rays, threads=1)
                    casts[i] += 1
        finally:
            if i == 0:
                stop.set()

    run_threads(3, work)
    assert edits == 30


def test_threads_may_save_to_one_path(tmp_path):
    """They wrote one unfinished file, and readers found it empty or cut off."""
    scene = lanecast.Scene()
    scene.add_spheres([0, 0, 0], 1)
    path = tmp_path / "a.scene"
    scene.save(path)

    def work(i):
        for _ in range(50):
            if i < 2:
                scene.save(path)
            else:
                assert len(lanecast.Scene.load(path)) == 1

    run_threads(3, work)
    assert os.listdir(tmp_path) == ["a.scene"]
