"""Findings of an attack from outside, each with its story."""

import os
import struct
import subprocess
import sys
import threading
import types
import zlib
from collections import UserDict

import numpy as np
import pytest

import lanecast
from conftest import rays_into_a_box, sphere_world
from lanecast.open3d import RaycastingScene

ORIGINS = np.array([[0, 0, -4.0]] * 3, np.float32)
UP = [0, 0, 1]


@pytest.fixture
def balls():
    scene = lanecast.Scene()
    scene.add_spheres([[0, 0, 0], [5, 0, 0]], radius=1)
    return scene


def test_out_may_be_any_mapping_and_nothing_else(balls):
    """Other objects were taken for a dict: a segmentation fault, or a loop without end."""
    t = np.zeros(3, np.float32)
    for out in (UserDict(t=t), types.MappingProxyType({"t": t})):
        assert balls.cast(ORIGINS, UP, out=out).t is t
    for out in (["t"], "t", ("t",), 5, t, np.zeros(0)):
        for outputs in (None, ("t",)):
            with pytest.raises(TypeError, match="^out is .*, expected a dict of arrays by name"):
                balls.cast(ORIGINS, UP, outputs=outputs, out=out)


def test_an_update_of_a_range_whose_first_shape_is_gone():
    """The kind was that of the first id, which nobody or another shape had."""
    scene = lanecast.Scene()
    ids = scene.add_spheres(np.arange(12.0).reshape(4, 3) * 10, 1)
    scene.remove([ids[0]])
    scene.update(ids, radius=[9, 2, 3, 4])
    scene.add_capsules([0, 0, 0], [1, 0, 0], 0.5)  # takes id 0
    scene.update(ids, radius=[9, 1, 2, 3])
    assert scene.cast([30, 40, 60], [0, 0, -1]).t == 9


def test_a_fork_while_a_thread_queries(rng):
    """The child kept the readers of its parent, whose threads it does not have."""
    scene = sphere_world(rng, 20_000)
    scene.commit()  # a fork in the middle of that leaves half a tree, which is refused
    rays = rays_into_a_box(rng, 200_000)
    stop = threading.Event()

    def query():
        while not stop.is_set():
            scene.cast(rays, threads=1)

    thread = threading.Thread(target=query)
    thread.start()
    try:
        for _ in range(5):
            child = os.fork()
            if child == 0:
                try:
                    scene.add_spheres([50, 50, 50], 1)
                    os._exit(0 if scene.cast([50, 50, 60], [0, 0, -1]).t == 9 else 1)
                finally:
                    os._exit(2)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        thread.join()


AT_EXIT = """
import threading, time
import numpy as np
import lanecast
rng = np.random.default_rng(1)
scene = lanecast.Scene()
scene.add_spheres(rng.uniform(-9, 9, (20_000, 3)), 0.3)
rays = rng.normal(size=(50_000, 6)).astype(np.float32)
def query():
    while True:
        scene.cast(rays, threads=1)
for _ in range(3):
    threading.Thread(target=query, daemon=True).start()
time.sleep(0.3)
"""


def test_daemons_that_query_at_the_end():
    """The interpreter ended them by unwinding their stack, and so the process by an abort."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", AT_EXIT], capture_output=True, text=True)
        assert done.returncode == 0 and done.stderr == "", (done.returncode, done.stderr)


class Raises:
    def __init__(self, error):
        self.error = error

    def __array__(self, *_):
        raise self.error


EXIT_OF_A_CHILD = """
import os, sys, threading
import numpy as np
import lanecast
rng = np.random.default_rng(1)
scene = lanecast.Scene()
scene.add_spheres(rng.uniform(-9, 9, (2_000, 3)), 0.3)
rays = rng.normal(size=(200, 6)).astype(np.float32)
scene.cast(rays)
def query():
    while True:
        scene.cast(rays, threads=1)
for _ in range(3):
    threading.Thread(target=query, daemon=True).start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


def test_a_child_ends_by_itself():
    """It waited for threads of its parent that were re-acquiring the lock when it was forked."""
    command = [sys.executable, "-c", EXIT_OF_A_CHILD]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == "", (done.returncode, done.stderr)


def test_only_faults_of_an_argument_become_type_errors(balls):
    """Ctrl-C during a conversion was reported as an argument without numbers."""
    for error in (KeyboardInterrupt, SystemExit, MemoryError):
        with pytest.raises(error):
            balls.cast(Raises(error()), UP)
    with pytest.raises(TypeError, match="^origins is no array of numbers"):
        balls.cast(Raises(OSError()), UP)


def test_an_empty_mesh_of_open3d_has_an_id():
    """It had none, and all later ones had that of the mesh before."""
    scene = RaycastingScene()
    assert scene.add_triangles(np.eye(3, dtype="f4"), np.zeros((0, 3), "u4")) == 0
    assert scene.add_triangles(np.eye(3, dtype="f4"), np.array([[0, 1, 2]], "u4")) == 1
    rays = np.array([[1, 1, 1, -1, -1, -1], [1, 1, 1, 1, 1, 1]], np.float32)
    ids = scene.cast_rays(rays)["geometry_ids"]
    np.testing.assert_array_equal(ids, [1, scene.INVALID_ID])
    nearest = scene.compute_closest_points(np.ones((1, 3), np.float32))
    assert nearest["geometry_ids"][0] == 1
    np.testing.assert_allclose(nearest["primitive_uvs"], [[1 / 3, 1 / 3]], atol=1e-6)


def test_outputs_that_overlap_are_refused(balls):
    """They overwrote each other in silence."""
    numbers = np.zeros(3, np.float32)
    with pytest.raises(ValueError, match=r"^out\['t'\] and out\['id'\] overlap in memory"):
        balls.cast(ORIGINS, UP, out={"t": numbers, "id": numbers.view(np.uint32)})
    shifted = np.lib.stride_tricks.as_strided(np.zeros(5, np.float32), (3, 3), (4, 4))
    with pytest.raises(ValueError, match=r"^out\['normal'\] has elements that overlap"):
        balls.cast(ORIGINS, UP, out={"normal": shifted})
    columns = np.zeros((3, 3), np.float32, order="F")
    balls.cast(ORIGINS, UP, out={"normal": columns})
    np.testing.assert_array_equal(columns, [[0, 0, -1]] * 3)
    both = np.ones((3, 3), np.float32)
    for position, velocity in ((both, both), (both[:2], both[1:])):
        with pytest.raises(ValueError, match="^position and velocity overlap in memory"):
            balls.advance(position, velocity, seconds=0.1)


def test_forged_origins_of_saved_scenes():
    """With a right checksum, any content went through or raised errors of its own."""
    cbor2 = pytest.importorskip("cbor2")
    nan = float("nan")
    contents = [{}, [], 5, {"origin": None}, {"origin": [1, 2]}, {"origin": [10**400, 0, 0]}]
    contents += [{"origin": [nan, nan, nan]}, {"origin": [1, 2, float("inf")]}]
    scene = lanecast.Scene().to_bytes()
    for known in [*map(cbor2.dumps, contents), b"\x82\x01", b"\x81" * 5000]:
        header = b"lanecast faces 1" + struct.pack("<QQ", len(known), zlib.crc32(known))
        with pytest.raises(ValueError, match="^the bytes behind the scene have no origin"):
            lanecast.Scene.from_bytes(scene + header + known)


def test_messages_name_the_argument(balls):
    """Some were those of the binding, with its C++ types."""
    position, velocity = np.zeros((1, 3), np.float32), np.zeros((1, 3), np.float32)
    for name, value in (
        ("seconds", "1"),
        ("seconds", None),
        ("gravity", (0, 0)),
        ("gravity", "abc"),
        ("max_impacts", -1),
        ("max_impacts", 2**40),
        ("capacity", -1),
        ("drag", [1, 2]),
    ):
        with pytest.raises((TypeError, ValueError), match=f"^{name} is"):
            balls.advance(position, velocity, **{"seconds": 0.1, name: value})
    for call, message in (
        (lambda: balls.all_hits(ORIGINS, UP, limit=1.5), "^limit is 1.5, expected int"),
        (lambda: balls.all_hits(ORIGINS, UP, limit=-1), "^limit is -1, must be from 0"),
        (lambda: lanecast.set_isa(None), "^name is None, expected str"),
        (lambda: balls.update([-1], radius=1), r"^ids\[0\] is -1, must be from 0"),
        (lambda: balls.update([99, 0], radius=1), r"^ids\[0\] is 99, which this scene"),
        (lambda: balls.remove(lanecast.Ids(0, 2**40)), "^count is 1099511627776, must be"),
        (lambda: balls.add_instances(balls, UP), "^prototype is the scene itself"),
        (lambda: balls.cast(ORIGINS, UP, outputs=5), "^outputs is 5, expected names"),
        (lambda: lanecast.Scene(origin=5), "^origin is 5, expected 3 finite numbers"),
        (lambda: lanecast.pairwise.cast(ORIGINS, UP, shapes=None), "^shapes is NoneType"),
        (lambda: RaycastingScene().add_triangles(), "^mesh is NoneType"),
        (lambda: lanecast.lidar(UP, elevations=0, azimuths=0), "^azimuths is 0"),
        (lambda: lanecast.lidar(0, elevations=0), "^position is"),
        (lambda: lanecast.pinhole([0], UP), "^eye is"),
        (lambda: lanecast.pinhole(UP, [0, 5, 0], dtype=int), "^dtype is int64"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            call()


def test_empty_lists_of_ids_are_no_edits(balls):
    balls.remove([])
    balls.update([], radius=2)
    assert balls.locate([]).kind.shape == (0,)
    assert len(balls) == 2
