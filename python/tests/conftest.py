"""Helpers of the tests of the module."""

import os
import shutil
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import lanecast

HAS_PROGRAM = bool(os.environ.get("LANECAST_PROGRAM") or shutil.which("lanecast"))
needs_program = pytest.mark.skipif(not HAS_PROGRAM, reason="no program")

BITS = {4: np.uint32, 8: np.uint64}


def bits(array):
    """Returns the bits of an array, which compare NaN and -0 as they are."""
    array = np.ascontiguousarray(array)
    return array.view(BITS[array.dtype.itemsize]) if array.dtype.kind == "f" else array


def assert_same(a, b):
    """Asserts that two answers have the same arrays, bit for bit."""
    a, b = a.as_dict(), b.as_dict()
    assert a.keys() == b.keys()
    for name in a:
        assert a[name].dtype == b[name].dtype
        np.testing.assert_array_equal(bits(a[name]), bits(b[name]), err_msg=name)


@pytest.fixture
def rng():
    return np.random.default_rng(1)


def sphere_world(rng, count=2000):
    scene = lanecast.Scene()
    scene.add_spheres(
        rng.uniform(-10, 10, (count, 3)).astype(np.float32),
        rng.uniform(0.1, 0.5, count).astype(np.float32),
    )
    return scene


def rays_into_a_box(rng, *shape, size=12.0):
    rays = np.empty((*shape, 6), np.float32)
    rays[..., :3] = rng.uniform(-size, size, (*shape, 3))
    rays[..., 3:] = rng.normal(size=(*shape, 3))
    return rays


ALL_OF_A_HIT = tuple(name for name in get_args(lanecast.options.HitOutput) if name != "hit")


def data_file(name):
    """Returns the path of a mesh that is not part of the repository, or skips the test."""
    root = Path(__file__).resolve().parents[2]
    path = Path(os.environ.get("LANECAST_DATA", root.parent / "shared" / "data")) / name
    if not path.exists():
        pytest.skip(f"{name} is not there")
    return path


def read_obj(path):
    """Returns vertices and triangles of an .obj file of triangles and quads."""
    vertices, faces = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            corners = [int(word.split("/")[0]) - 1 for word in words[1:]]
            faces += [[corners[0], *corners[i : i + 2]] for i in range(1, len(corners) - 1)]
    return np.array(vertices, np.float64), np.array(faces, np.int64)
