"""Edits, origins and saving."""

import os
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import lanecast
from conftest import ALL_OF_A_HIT, assert_same, rays_into_a_box, sphere_world


def test_ids():
    scene = lanecast.Scene()
    first = scene.add_spheres(np.zeros((3, 3)), 1)
    second = scene.add_boxes([[5, 0, 0], [9, 0, 0]], 1 + np.zeros(3))
    assert list(first) == [0, 1, 2] and list(second) == [3, 4]
    assert second[1] == second[-1] == 4 and 3 in second and 2 not in second
    assert second[1:] == lanecast.Ids(4, 1) and len(scene) == 5
    np.testing.assert_array_equal(np.asarray(second), [3, 4])
    with pytest.raises(IndexError):
        second[2]
    where = scene.locate([4, 99])
    assert where.batch[0] == second.batch and where.index[0] == 1
    assert where.kind[0] == 2 and where.kind[1] == lanecast.NO_ID


def test_updates_and_removals():
    scene = lanecast.Scene()
    balls = scene.add_spheres([[0, 0, 0], [5, 0, 0], [9, 0, 0]], 1, user=[1, 2, 3])
    assert scene.cast([5, 0, 9], [0, 0, -1]).t == 8
    scene.update(balls, radius=2)
    assert scene.cast([5, 0, 9], [0, 0, -1]).t == 7
    scene.update([balls[2], balls[0]], center=[[9, 0, 1], [0, 0, 1]])
    assert scene.cast([9, 0, 9], [0, 0, -1]).t == 6
    scene.update(balls[1:2], mask=0)
    assert not scene.cast([5, 0, 9], [0, 0, -1]).hit
    scene.remove(balls[:1])
    assert len(scene) == 2 and not scene.cast([0, 0, 9], [0, 0, -1]).hit
    scene.remove([balls[2]])
    scene.update([], radius=5)
    assert len(scene) == 1
    with pytest.raises(ValueError, match=r"^ids\[0\] is 0, which this scene does not have"):
        scene.update([0], radius=1)
    with pytest.raises(TypeError, match="a sphere has no column 'lo': its columns are center"):
        scene.update([balls[1]], lo=1)
    with pytest.raises(ValueError, match=r"^radius\[0\] is -1"):
        scene.update([balls[1]], radius=-1)
    with pytest.raises(TypeError, match="ids is an array of float64, expected integers"):
        scene.update([1.5], radius=1)


BATCHES = [
    lanecast.Spheres([[0, 1, 2], [3, 4, 5]], [1, 2], mask=[1, 2], user=[7, 8]),
    lanecast.Aabbs([[0, 1, 2]], [[3, 4, 5]]),
    lanecast.Boxes([[0, 1, 2], [5, 5, 5]], [1, 2, 3], [[0.6, 0, 0.8, 0], [0, 0, 0, 1]], user=3),
    lanecast.Capsules([[0, 1, 2]], [[3, 4, 5]], 0.5),
    lanecast.Cylinders([[0, 1, 2]], [[3, 4, 5]], 0.5),
    lanecast.Cones([[0, 1, 2]], [[3, 4, 5]], 0.5),
    lanecast.Triangles([[0, 1, 2]], [[3, 4, 5]], [[0, 0, 9]]),
    lanecast.Planes([[0, 0, 1], [0, 3, 4]], [2, -1]),
    lanecast.Lines([[0, 1, 2]], [[3, 4, 5]]),
]


@pytest.mark.parametrize("origin", [None, (1000.0, -2000.0, 0.5)])
def test_shapes_are_read_back(origin):
    """A scene did not give its shapes back."""
    scene = lanecast.Scene(origin=origin)
    ids = [scene.add(batch) for batch in BATCHES]
    assert scene.ids.tolist() == list(range(len(scene)))
    for batch, these in zip(BATCHES, ids):
        read = scene.shapes(these)
        assert type(read) is type(batch)
        for name in batch._names:
            given = np.broadcast_to(getattr(batch, name), getattr(read, name).shape)
            atol = 0 if origin is None else 1e-4
            np.testing.assert_allclose(getattr(read, name), given, atol=atol, err_msg=name)
        assert read.mask.tolist() == np.broadcast_to(
            lanecast.ALL_LAYERS if batch.mask is None else batch.mask, len(these)
        ).tolist()
        assert read.user.tolist() == np.broadcast_to(batch.user or 0, len(these)).tolist()
        assert len(scene.add(read)) == len(these)
    places = np.float32 if origin is None else np.float64
    assert scene.shapes([0]).center.dtype == places and scene.shapes([0]).radius.dtype == np.float32
    scene.remove(ids[0][:1])
    assert scene.ids[0] == 1
    scene.update([1], radius=5)
    assert scene.shapes(1).radius.tolist() == [5] and scene.shapes([1, 1]).user.tolist() == [8, 8]


def test_tuples_are_arrays_of_ids():
    """A tuple of three ids was taken for a range: its first id, length and batch."""
    scene = lanecast.Scene()
    scene.add_spheres(np.arange(30.0).reshape(10, 3), 1)
    scene.update((5, 3, 0), radius=7)
    assert scene.shapes((3, 5, 6)).radius.tolist() == [7, 7, 1]
    scene.remove((5, 3, 0))
    assert scene.ids.tolist() == [1, 2, 4, 6, 7, 8, 9]
    scene.remove((1, 2))
    scene.remove(())
    assert len(scene) == 5
    with pytest.raises(ValueError, match=r"^ids\[0\] is -1"):
        scene.remove((-1, 2, 0))


def test_shapes_of_other_batches_are_not_read():
    """An id that was given to another shape was read in its place."""
    scene = lanecast.Scene()
    balls = scene.add_spheres([[0, 0, 0], [1, 0, 0], [2, 0, 0]], 1)
    scene.remove(balls[1:2])
    with pytest.raises(ValueError, match=r"^ids\[1\] is 1, which was removed from this batch"):
        scene.shapes(balls)
    scene.add_spheres([9, 9, 9], 4)
    with pytest.raises(ValueError, match=r"^ids\[1\] is 1, which was removed from this batch"):
        scene.shapes(balls)
    assert scene.shapes([0, 1, 2]).radius.tolist() == [1, 4, 1]
    assert scene.shapes(balls[2:]).center.tolist() == [[2, 0, 0]]


def test_meshes_are_read_back_as_triangles():
    scene = lanecast.Scene()
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
    faces = scene.add_mesh(vertices, [[0, 1, 2], [2, 1, 3]], user=[4, 5])
    read = scene.shapes(faces[1:])
    assert isinstance(read, lanecast.Triangles) and read.user.tolist() == [5]
    np.testing.assert_array_equal(read.v2, [[1, 1, 0]])
    with pytest.raises(AttributeError, match="Triangles has no attribute 'radius'"):
        read.radius
    assert pickle.loads(pickle.dumps(read)).v0.tolist() == read.v0.tolist()


def test_wrong_ids_are_not_read():
    scene = lanecast.Scene()
    ball = scene.add_spheres([0, 0, 0], 1)
    box = scene.add_boxes([5, 0, 0], [1, 1, 1])
    placed = scene.add_instances(lanecast.Scene(), [0, 0, 0])
    with pytest.raises(TypeError, match=r"^ids\[1\] is 1, which is another kind"):
        scene.shapes([ball[0], box[0]])
    with pytest.raises(ValueError, match=r"^ids\[1\] is 9, which this scene does not have"):
        scene.shapes([0, 9])
    with pytest.raises(ValueError, match=r"^ids\[0\] is 9, which this scene does not have"):
        scene.shapes([9])
    with pytest.raises(ValueError, match="^ids has no elements"):
        scene.shapes([])
    with pytest.raises(TypeError, match=r"^ids\[0\] is an instance"):
        scene.shapes(placed)
    with pytest.raises(TypeError, match="^ids is an array of float64"):
        scene.shapes([0.5])


def test_updates_of_a_mesh():
    scene = lanecast.Scene()
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
    faces = scene.add_mesh(vertices, [[0, 1, 2], [2, 1, 3]], user=[4, 5])
    assert scene.cast([0.9, 0.9, 3], [0, 0, -1], outputs="user").user == 5
    scene.update(faces, vertices=vertices + [0, 0, 1])
    assert scene.cast([0.1, 0.1, 3], [0, 0, -1]).t == 2
    scene.update(faces, user=7)
    assert scene.cast([0.1, 0.1, 3], [0, 0, -1], outputs="user").user == 7


def test_nothing_is_added_if_a_shape_is_refused():
    scene = lanecast.Scene()
    with pytest.raises(ValueError, match=r"^radius\[1\] is 0, must be greater than 0"):
        scene.add_spheres(np.zeros((3, 3)), [1, 0, 1])
    with pytest.raises(ValueError, match=r"^faces\[1\]\.i2 is 3, must be less than"):
        scene.add_mesh(np.eye(3), [[0, 1, 2], [0, 1, 3]])
    with pytest.raises(ValueError, match=r"^center\[2\]"):
        scene.add_spheres([[0, 0, 0], [0, 0, 0], [np.nan, 0, 0]], 1)
    assert len(scene) == 0


def test_masks_and_ignored_ids(rng):
    scene = lanecast.Scene()
    a = scene.add_spheres([0, 0, 0], 1, mask=1)
    b = scene.add_spheres([[0, 0, 5], [0, 0, 10]], 1, mask=2)
    down = ([0, 0, 20], [0, 0, -1])
    assert scene.cast(*down).id == b[1]
    assert scene.cast(*down, mask=1).id == a[0]
    assert scene.cast(*down, ignore=b[1]).id == b[0]
    assert scene.cast(*down, ignore=b).id == a[0]
    np.testing.assert_array_equal(scene.cast(*down, ignore=[b[0], b[1]]).id, [b[1], b[0]])
    assert scene.cast(*down, ignore=0, ignore_count=3).id == lanecast.NO_ID


def test_settings():
    scene = lanecast.Scene()
    scene.add_spheres([0, 0, 0], 1)
    assert scene.cast([0, 0, 0], [0, 0, 1]).t == 0
    assert scene.cast([0, 0, 0], [0, 0, 1], interior="surface").t == 1
    scene.add_triangles([-5, -5, 3], [5, -5, 3], [0, 5, 3])
    below = ([0, 0, 2], [0, 0, 1])
    assert scene.cast(*below).t == 1
    assert not scene.cast(*below, backfaces="cull").hit
    assert scene.sweep([0, 0, 0], [0, 0, 1], 0.5).t == 0
    assert not scene.sweep([0, 0, 0], [0, 0, 1], 0.5, start_overlap="ignore").hit
    with pytest.raises(ValueError, match="^interior is 'hollow', must be one of 'solid'"):
        scene.cast([0, 0, 0], [0, 0, 1], interior="hollow")
    with pytest.raises(ValueError, match="^build is 'best', must be one of"):
        scene.commit("best")
    with pytest.raises(ValueError, match="^threads is -1, must be from 0"):
        scene.cast([0, 0, 0], [0, 0, 1], threads=-1)
    with pytest.raises(TypeError, match="^threads is 'two', expected int"):
        scene.cast([0, 0, 0], [0, 0, 1], threads="two")


UTM = np.array([500_000.0, 5_400_000.0, 300.0])


def roof(offset):
    """A roof of 10 by 10 metres, 3 centimetres thick where the ridge is."""
    vertices = np.array([[0, 0, 0], [10, 0, 0], [10, 10, 0.03], [0, 10, 0.03]]) + offset
    return vertices, np.array([[0, 1, 2], [0, 2, 3]])


def test_an_origin_keeps_centimetres(rng):
    far = lanecast.Scene(origin=UTM)
    far.add_mesh(*roof(UTM))
    near = lanecast.Scene()
    near.add_mesh(*(x.astype(t) for x, t in zip(roof(0), (np.float32, np.uint32))))
    eyes = rng.integers(1, 639, (1000, 3)) / 64.0  # exact in float32
    eyes[:, 2] = 5
    down = np.array([0, 0, -1.0])
    a = far.cast(eyes + UTM, down, outputs=("t", "id", "normal", "point"))
    b = near.cast(eyes, down, outputs=("t", "id", "normal", "point"))
    assert a.hit.all() and a.point.dtype == np.float64
    np.testing.assert_array_equal(a.t, b.t)
    np.testing.assert_array_equal(a.normal, b.normal)
    np.testing.assert_allclose(a.point - UTM, b.point, atol=1e-9)
    np.testing.assert_allclose(a.point[:, 2] - 300, eyes[:, 1] * 0.003, atol=1e-6)
    np.testing.assert_allclose(far.bounds[0], UTM, atol=1e-9)
    assert far.closest_point(UTM + [1, 0, 5]).point.dtype == np.float64
    hits = far.all_hits(eyes + UTM, down, outputs=("point",))
    one = hits.found == 1  # the others hit the edge of both triangles
    assert one.sum() > 900
    np.testing.assert_array_equal(hits.point[hits.offsets[:-1][one]], a.point[one])
    loaded = pickle.loads(pickle.dumps(far))
    assert loaded.origin == tuple(UTM)
    assert_same(loaded.cast(eyes + UTM, down, outputs=("t", "point")),
                far.cast(eyes + UTM, down, outputs=("t", "point")))


def test_a_plane_and_particles_in_a_scene_with_an_origin():
    scene = lanecast.Scene(origin=UTM)
    scene.add_planes([0, 0, 1], 300.0)
    assert scene.cast(UTM + [0, 0, 4], [0, 0, -1]).t == 4
    position = UTM + np.array([[0, 0, 1.0]])
    velocity = np.array([[1, 0, 0]], np.float32)
    for _ in range(200):
        scene.advance(position, velocity, seconds=0.02, radius=0.5, gravity=(0, 0, -10))
    assert 300.5 <= position[0, 2] < 300.6 and position[0, 0] > UTM[0] + 3.5


def test_a_missing_origin_is_reported():
    message = r"^vertices: rounding to float32 moves coordinates by up to 0\."
    with pytest.warns(lanecast.RoundingWarning, match=message) as seen:
        lanecast.Scene().add_mesh(*roof(UTM + 0.3))
    assert seen[0].filename == __file__  # the line of the caller
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lanecast.Scene().add_mesh(*roof(0))
        lanecast.Scene(origin=UTM).add_mesh(*roof(UTM + 0.3))
        lanecast.Scene().add_spheres([0.1, 0.2, 0.3], 0.1)


def test_an_instance_needs_a_prototype_without_origin():
    with pytest.raises(ValueError, match="^prototype has an origin"):
        lanecast.Scene().add_instances(lanecast.Scene(origin=UTM), [0, 0, 0])
    with pytest.raises(TypeError, match="^prototype is int, expected Scene"):
        lanecast.Scene().add_instances(3, [0, 0, 0])


def test_saving(tmp_path, rng):
    scene = sphere_world(rng)
    rays = rays_into_a_box(rng, 1000)
    right = scene.cast(rays, outputs=ALL_OF_A_HIT)
    path = tmp_path / "world.lanecast"
    scene.save(path)
    for same in (
        lanecast.Scene.load(path),
        lanecast.Scene.load(str(path)),
        lanecast.Scene.from_bytes(bytearray(scene.to_bytes())),
        pickle.loads(pickle.dumps(scene)),
    ):
        assert_same(same.cast(rays, outputs=ALL_OF_A_HIT), right)
        assert len(same) == len(scene) and same.origin is None
        same.add_spheres([0, 0, 0], 1)
    data = bytearray(scene.to_bytes())
    data[200] ^= 1
    with pytest.raises(ValueError):
        lanecast.Scene.from_bytes(data)
    with pytest.raises(ValueError):
        lanecast.Scene.from_bytes(scene.to_bytes()[:-1])
    with pytest.raises(ValueError, match="world.lanecast"):
        path.write_bytes(b"nothing")
        lanecast.Scene.load(path)
    with pytest.raises(OSError):
        lanecast.Scene.load(tmp_path / "absent")
    tail = lanecast.Scene(origin=UTM).to_bytes()
    with pytest.raises(ValueError, match="behind the scene"):
        lanecast.Scene.from_bytes(tail[:-1] + b"!")


def test_a_failed_save_leaves_the_file(tmp_path, monkeypatch):
    scene = sphere_world(np.random.default_rng(1), 10)
    path = tmp_path / "world.lanecast"
    scene.save(path)
    before = path.read_bytes()
    monkeypatch.setattr(lanecast._saved, "tail_of", lambda origin: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        scene.save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_saved_scene_with_an_origin(tmp_path):
    scene = lanecast.Scene(origin=UTM)
    scene.add_mesh(*roof(UTM))
    scene.save(tmp_path / "roof.lanecast")
    assert (tmp_path / "roof.lanecast").read_bytes() == scene.to_bytes()
    assert lanecast.load(tmp_path / "roof.lanecast").origin == tuple(UTM)


def test_modules_are_imported_when_they_are_used():
    """`import lanecast` did not give `lanecast.open3d`."""
    code = """
import sys, lanecast
names = ("dask", "open3d", "trimesh")
assert set(names) <= set(dir(lanecast))
assert not any(f"lanecast.{name}" in sys.modules for name in names) and "dask" not in sys.modules
lanecast.open3d.RaycastingScene, lanecast.trimesh.RayMeshIntersector
assert "dask" not in sys.modules and not hasattr(lanecast, "numpy_")
sys.modules["dask"] = None  # as if it were not installed
assert not hasattr(lanecast, "dask")
try:
    lanecast.dask
except AttributeError as error:
    assert "needs dask" in str(error), error
try:
    from lanecast import dask
except ImportError as error:
    assert "needs dask" in str(error), error
else:
    assert False
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_answers_can_be_pickled(rng):
    hits = sphere_world(rng).cast(rays_into_a_box(rng, 10))
    assert_same(pickle.loads(pickle.dumps(hits)), hits)


def test_small_calls_do_not_grow_the_memory(rng):
    scene = sphere_world(rng)
    ray = rays_into_a_box(rng)
    bad = np.zeros(5, np.float32)

    def calls(count):
        for _ in range(count):
            scene.cast(ray, outputs=("t", "id", "normal"))
            scene.occluded(ray)
            scene.all_hits(ray)
            try:
                scene.cast(bad)
            except ValueError:
                pass

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    calls(5000)
    before = resident()
    calls(int(os.environ.get("LANECAST_SMALL_CALLS", 20_000)))
    assert resident() - before < 2_000_000
    ids = scene.add_spheres([0, 0, 0], 1)
    for _ in range(2000):
        scene.update(ids, center=[0, 0, 1])
        scene.cast(ray)
    assert resident() - before < 8_000_000


def test_reprs(rng):
    scene = sphere_world(rng)
    assert repr(scene) == "<lanecast.Scene of 2000 shapes>"
    far = lanecast.Scene(origin=(1, 2, 3))
    assert repr(far) == "<lanecast.Scene of 0 shapes, origin=(1.0, 2.0, 3.0)>"
    assert repr(lanecast.Spheres([0, 0, 0], 1)) == "Spheres(center=[0, 0, 0], radius=1)"
    assert repr(scene.cast([0, 0, 0], [0, 0, 1])).startswith("Hits(t(), id(); ")
    assert bool(lanecast.Scene())


def test_wrong_origins():
    for origin in ([1, 2], [1, 2, np.nan], [1, 2, 3, 4]):
        with pytest.raises(ValueError, match="^origin is"):
            lanecast.Scene(origin=origin)


def test_info():
    info = lanecast.info()
    assert info["isa"] in info["isas"] and info["lanes"] in (4, 8, 16)
    with pytest.raises(ValueError):
        lanecast.set_isa("sse9")


def test_save_leaves_links_permissions_and_devices(tmp_path):
    """`save` replaced whatever stood at the path: a device became a file."""
    scene = lanecast.Scene()
    scene.add_spheres([0, 0, 0], 1)
    target, link = tmp_path / "a.scene", tmp_path / "link.scene"
    scene.save(target)
    target.chmod(0o600)
    link.symlink_to(target)
    scene.add_spheres([5, 0, 0], 1)
    scene.save(link)
    assert link.is_symlink() and len(lanecast.Scene.load(target)) == 2
    assert target.stat().st_mode & 0o777 == 0o600
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(OSError, match="not a regular file"):
            scene.save(path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        scene.save(tmp_path / "nowhere" / "a.scene")
    scene.save(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.scene"))
    assert len(list(tmp_path.iterdir())) == 4


def test_surfaces():
    """Particles that hit a floor at 120 m/s leave it as its surface says."""
    surface, response = lanecast.Surface, lanecast.Response

    def rebound(scene, x=0):
        position = np.array([[x, 0, 1]], np.float32)
        velocity = np.array([[0, 0, -120]], np.float32)
        flags = np.zeros(1, np.uint32)
        step = {"seconds": 1 / 60, "radius": 0.1, "restitution": 0.5, "flags": flags}
        scene.advance(position, velocity, **step)
        killed = flags[0] & lanecast.Flag.KILLED
        return -1 if killed else round(float(velocity[0, 2]))

    scene = lanecast.Scene()
    lo = np.array([[-1, -1, -1], [9, -1, -1]])
    tiles = scene.add_aabbs(lo, lo + [2, 2, 1], surface=surface(restitution=[0.5, 2]))
    assert [rebound(scene, x) for x in (0, 10)] == [30, 120]
    scene.update(tiles[:1], surface=surface(response=response.KILL))
    scene.update(tiles[1:], surface=surface(response=int(response.OF_PARTICLE), friction=3))
    assert [rebound(scene, x) for x in (0, 10)] == [-1, 120]
    back = scene.shapes(tiles)
    assert back.surface.restitution.tolist() == [0.5, 2]
    assert back.surface.friction.tolist() == [1, 3]
    assert back.surface.response.tolist() == [response.KILL, response.OF_PARTICLE]
    copy = lanecast.Scene()
    copy.add(back)
    assert [rebound(copy, x) for x in (0, 10)] == [-1, 120]

    street = lanecast.Scene()
    wet = surface(restitution=0.5, response=response.BOUNCE)
    street.add_instances(scene, [0, 0, 0], surface=wet)
    street.add_mesh([[99, -1, 0], [101, -1, 0], [100, 1, 0]], [[0, 1, 2]], surface=surface())
    assert [rebound(street, x) for x in (0, 10, 100)] == [15, 60, 60]
    with pytest.raises(TypeError, match="^surface is float, expected Surface"):
        scene.add_spheres([0, 0, 0], 1, surface=0.5)
    with pytest.raises(ValueError, match=r"^surface.friction\[1\] is -1, must be finite"):
        scene.update(tiles, surface=surface(friction=[1, -1]))
    with pytest.raises(ValueError, match=r"^surface.response\[0\] is 4, must be a value of"):
        scene.add_spheres([0, 0, 0], 1, surface=surface(response=response.SENSOR))
    assert repr(wet) == "Surface(restitution=0.5, response=<Response.BOUNCE: 0>)"


def test_moves():
    plate = lanecast.Scene()
    plate.add_mesh([[-5, -5, 0], [5, -5, 0], [5, 5, 0], [-5, 5, 0]], [[0, 1, 2], [0, 2, 3]])
    scene = lanecast.Scene()
    lifts = scene.add_instances(plate, [[0, 0, 0], [0, 0, -20]])
    position = np.random.default_rng(1).uniform([-4, -4, 0.1], [4, 4, 1], (100, 3))
    position = position.astype(np.float32)
    velocity = np.zeros_like(position)
    step = {"seconds": 1 / 60, "radius": 0.02, "restitution": 0, "gravity": (0, 0, -9.81)}
    for frame in range(1, 121):
        scene.move(lifts[:1], position=(0, 0, 0.05 * frame))
        scene.advance(position, velocity, **step)
    assert (position[:, 2] > 6.0).all() and (position[:, 2] < 6.1).all()
    # Rays see the start of the move, until a commit completes it.
    down = ([0, 0, 50], [0, 0, -1])
    assert scene.cast(*down).t == pytest.approx(50 - 5.95)
    scene.commit()
    assert scene.cast(*down).t == pytest.approx(50 - 6.0)
    scene.move([1], rotation=[0, 0, 0.6, 0.8])
    with pytest.raises(ValueError, match=r"rotation\[0\] turns the instance by more than a"):
        scene.move([0], rotation=[0, 0, 0.8, 0.6])
    with pytest.raises(ValueError, match=r"^ids\[0\] is 7, which this scene does not have"):
        scene.move([7], position=(0, 0, 0))
    with pytest.raises(ValueError, match="rotation"):
        scene.move(lifts, rotation=[0, 0, 0, 2])
    with pytest.raises(TypeError, match="scale"):
        scene.move(lifts, scale=2)
    ball = lanecast.Scene()
    ids = ball.add_spheres([0, 0, 0], radius=1)
    with pytest.raises(TypeError, match="another kind"):
        ball.move(ids, position=(0, 0, 1))
