"""Files that become scenes."""

import numpy as np
import pytest

import lanecast
from conftest import assert_same, needs_program, rays_into_a_box, sphere_world

SQUARE = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n"
FAR = "v 500000.3 5400000.7 0\nv 500001.3 5400000.7 0\nv 500000.3 5400001.7 0\nf 1 2 3\n"
PLY = """ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
2 0 0
0 2 0
3 0 1 2
"""
STL = """solid one
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 2 0 0
vertex 0 2 0
endloop
endfacet
endsolid one
"""
WORLD = '{"shapes": [{"type": "sphere", "center": [0, 0, 0], "radius": 1}]}'


def written(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def height(scene, x=0.5, y=0.5):
    return float(scene.cast([x, y, 9], [0, 0, -1]).t)


def test_saved_scenes_need_no_program(rng, tmp_path, monkeypatch):
    monkeypatch.setenv("LANECAST_PROGRAM", "/nowhere")
    scene = sphere_world(rng)
    rays = rays_into_a_box(rng, 500)
    for name in ("world.lanecast", "world.bin"):
        scene.save(tmp_path / name)
        for path in (tmp_path / name, str(tmp_path / name)):
            assert_same(lanecast.load(path).cast(rays), scene.cast(rays))
        assert_same(lanecast.load(path, build="fast", threads=1).cast(rays), scene.cast(rays))
        for option in ({"scale": 2}, {"triangulate": "fan"}, {"origin": "auto"}):
            with pytest.raises(ValueError, match=f"^{list(option)[0]} is .* is a saved scene$"):
                lanecast.load(path, **option)
    with pytest.raises(ValueError, match="broken.lanecast"):
        lanecast.load(written(tmp_path, "broken.lanecast", "nothing"))


@needs_program
@pytest.mark.parametrize(
    "name, text, t",
    [
        ("square.obj", SQUARE, 9),
        ("one.ply", PLY, 9),
        ("one.stl", STL, 9),
        ("one.OBJ", SQUARE, 9),
        ("-one.obj", SQUARE, 9),
        ("world.json", WORLD, 8.29289),
    ],
)
def test_formats(tmp_path, monkeypatch, name, text, t):
    monkeypatch.chdir(tmp_path)
    for path in (written(tmp_path, name, text), name):  # a name may begin as options do
        scene = lanecast.load(path)
        assert scene.origin is None and height(scene) == pytest.approx(t)


@needs_program
def test_options_of_meshes(tmp_path):
    path = written(tmp_path, "square.obj", SQUARE)
    assert lanecast.load(path, scale=2).bounds[1].tolist() == [4, 4, 0]
    for scale in ([1, 3, -1], np.array([1, 3, -1], np.float32)):
        assert lanecast.load(path, scale=scale).bounds[1].tolist() == [2, 6, 0]
    # An arrow, which a fan from its first corner leaves.
    arrow = written(tmp_path, "arrow.obj", "v 0 2 0\nv 1 0 0\nv 0 -2 0\nv 3 0 0\nf 1 2 3 4\n")
    assert height(lanecast.load(arrow, triangulate="ears"), 0.1, 0.0) == np.inf
    assert height(lanecast.load(arrow, triangulate="fan"), 0.1, 0.0) == 9
    scene = lanecast.load(path, build="thorough", threads=1)
    assert height(scene) == 9
    moved = lanecast.load(path, origin=(1, 0, 0))
    assert moved.origin == (1, 0, 0) and moved.bounds[1].tolist() == [2, 2, 0]


@needs_program
def test_origins_and_warnings_of_meshes(tmp_path):
    path = written(tmp_path, "far.obj", FAR)
    message = r"far.obj: rounding to floats moves .* of the size; origin='auto'"
    with pytest.warns(lanecast.RoundingWarning, match=message) as seen:
        lanecast.load(path)
    assert seen[0].filename == __file__ and len(seen) == 1
    for origin in ("auto", (500_000, 5_400_000, 0), np.array([5e5, 5.4e6, 0])):
        scene = lanecast.load(path, origin=origin)
        point = scene.cast([500_000.5, 5_400_000.9, 5], [0, 0, -1], outputs="point").point
        np.testing.assert_allclose(point, [500_000.5, 5_400_000.9, 0], atol=1e-6)
    lines = written(tmp_path, "lines.obj", SQUARE + "l 1 2\n")
    with pytest.warns(UserWarning, match="lines.obj: left out: 1 lines$") as seen:
        lanecast.load(lines)
    assert seen[0].category is UserWarning
    with pytest.warns(UserWarning, match="left out") as seen:
        lanecast.split(lines, 1, tmp_path / "split")
    assert seen[0].filename == __file__


@needs_program
def test_refusals_of_the_program(tmp_path):
    with pytest.raises(ValueError, match=r"empty.obj: has no faces"):
        lanecast.load(written(tmp_path, "empty.obj", ""))
    with pytest.raises(ValueError, match=r"notes.txt: a world must be a mesh \(.obj"):
        lanecast.load(written(tmp_path, "notes.txt", "hello"))
    with pytest.raises(ValueError, match="scale and --triangulate do not apply"):
        lanecast.load(written(tmp_path, "world.json", WORLD), scale=2)


def test_refusals(tmp_path, monkeypatch):
    path = written(tmp_path, "square.obj", SQUARE)
    for option, error, message in (
        ({"scale": [1, 2]}, ValueError, r"^scale is \[1, 2\], expected 1 or 3 finite numbers"),
        ({"scale": np.nan}, ValueError, "^scale is nan"),
        ({"scale": "big"}, TypeError, "^scale has dtype <U3"),
        ({"origin": "near"}, ValueError, "^origin is 'near', expected 'auto' or 3"),
        ({"origin": 5}, ValueError, "^origin is 5, expected 3 finite numbers"),
        ({"triangulate": "strip"}, ValueError, "^triangulate is 'strip', must be one of 'ears'"),
        ({"build": "best"}, ValueError, "^build is 'best', must be one of 'balanced'"),
        ({"threads": -1}, ValueError, "^threads is -1"),
        ({"threads": "all"}, TypeError, "^threads is 'all', expected int"),
    ):
        with pytest.raises(error, match=message):
            lanecast.load(path, **option)
    with pytest.raises(FileNotFoundError, match="nothing.obj"):
        lanecast.load(tmp_path / "nothing.obj")
    with pytest.raises(IsADirectoryError):
        lanecast.load(tmp_path)
    monkeypatch.delenv("LANECAST_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match="^the program lanecast is needed.*README.md"):
        lanecast.load(path)


def test_a_scene_without_the_package_for_origins(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cbor2", None)
    scene = lanecast.Scene(origin=(1, 2, 3))
    with pytest.raises(ImportError, match="need the package cbor2"):
        scene.save(tmp_path / "world.lanecast")
