"""Arrays of every layout, and how often they are copied."""

import array
import ctypes

import numpy as np
import pytest

import lanecast
from conftest import ALL_OF_A_HIT, assert_same, rays_into_a_box, sphere_world
from lanecast import _lanecast


class Copies:
    """Counts the arrays that calls have converted, gathered or repeated."""

    def __enter__(self):
        self.before = _lanecast.copies()
        return self

    def __exit__(self, *_):
        self.count = _lanecast.copies() - self.before


@pytest.fixture
def world(rng):
    return sphere_world(rng)


def test_views_are_read_in_place(world, rng):
    """No layout with one stride over its leading axes is copied, and none changes the answers."""
    rays = rays_into_a_box(rng, 24, 50)
    right = world.cast(rays, outputs=ALL_OF_A_HIT)
    origins, directions = rays[..., :3], rays[..., 3:]  # every second half of a row

    fields = [("pad", "u4"), ("o", "f4", 3), ("x", "u2"), ("y", "u2"), ("d", "f4", 3)]
    records = np.zeros((24, 50), fields)
    records["o"], records["d"] = origins, directions
    columns = np.ascontiguousarray(np.moveaxis(rays, -1, 0))  # x of all, then y of all ...
    wide = np.zeros((24, 50, 12), np.float32)
    wide[..., ::2] = rays
    backwards = np.ascontiguousarray(rays[::-1, ::-1, ::-1])
    padded = np.zeros((24, 100, 6), np.float32)
    padded[:, ::2] = rays

    with Copies() as copies:
        for given in (
            (rays,),
            (origins, directions),
            (records["o"], records["d"]),
            (np.moveaxis(columns, 0, -1),),
            (wide[..., ::2],),
            (backwards[::-1, ::-1, ::-1],),
            (padded[:, ::2],),
        ):
            assert_same(world.cast(*given, outputs=ALL_OF_A_HIT), right)
    assert copies.count == 0


def test_values_broadcast(world, rng):
    rays = rays_into_a_box(rng, 20, 30)
    t_max = rng.uniform(1, 30, 30).astype(np.float32)
    full = np.broadcast_to(t_max, (20, 30))
    right = world.cast(rays, t_max=np.ascontiguousarray(full))
    assert_same(world.cast(rays, t_max=t_max), right)
    assert_same(world.cast(rays, t_max=full), right)
    eyes = rng.uniform(-9, 9, (20, 1, 3)).astype(np.float32)
    towards = rng.normal(size=(30, 3)).astype(np.float32)
    with Copies() as copies:
        hits = world.cast(eyes, towards)
    assert hits.t.shape == (20, 30)
    assert copies.count == 2  # each is repeated once
    one = world.cast(eyes[3, 0], towards[7])
    assert one.t.shape == () and one.t == hits.t[3, 7]
    with Copies() as copies:
        world.cast(eyes[0, 0], towards, t_min=0.5, mask=1)
        world.cast(np.broadcast_to(eyes[0, 0], (30, 3)), towards)
    assert copies.count == 0


def test_types_are_converted_as_documented(world, rng):
    rays = rays_into_a_box(rng, 100)
    right = world.cast(rays)
    with Copies() as copies:
        assert_same(world.cast(rays.astype(np.float64)), right)
        assert_same(world.cast(rays.astype(">f4")), right)
        assert_same(world.cast(rays.tolist()), right)
    assert copies.count == 3
    whole = np.round(rays)
    right = world.cast(whole)
    for integers in (np.int8, np.int64, np.uint8, ">i2"):
        if np.dtype(integers).kind == "u":
            continue
        assert_same(world.cast(whole.astype(integers)), right)
    mask = rng.integers(0, 4, 100)
    right = world.cast(rays, mask=mask.astype(np.uint32))
    for integers in (np.uint8, np.int16, np.int64, np.uint64):
        assert_same(world.cast(rays, mask=mask.astype(integers)), right)
    for refused in (np.float16, np.longdouble, np.complex64, bool, object, str):
        with pytest.raises(TypeError, match="^rays is"):
            world.cast(rays.astype(refused))
    with pytest.raises(TypeError, match="^mask is an array of float64, expected integers"):
        world.cast(rays, mask=mask.astype(float))
    with pytest.raises(ValueError, match=r"^mask\[2\] is 4294967296, must be from 0 to 4294967295"):
        world.cast(rays[:3], mask=[1, 2, 2**32])


def test_masked_arrays_are_refused(world):
    """They were read without their masks, in silence."""
    places = np.ma.masked_less(np.arange(6.0).reshape(2, 3), 1)
    one = np.ma.masked_less(np.array([1.0, 2]), 1)  # also if nothing is masked
    words = np.ma.masked_equal(np.array([1, 2]), 2)
    ids = world.ids[:2]
    out = np.ma.zeros(2, np.float32)
    flags = np.ma.zeros(2, bool)
    good, ball = np.ones((2, 3)), lanecast.Spheres([0, 0, 0], 1)
    for name, call in {
        "origins": lambda: world.cast(places, good),
        "directions": lambda: world.occluded(good, places),
        "t_min": lambda: world.cast(good, good, t_min=one),
        "t_max": lambda: world.all_hits(good, good, t_max=np.ma.masked),
        "mask": lambda: world.sweep(good, good, mask=words),
        "ignore": lambda: world.overlaps(good, 1, ignore=words),
        "ignore_count": lambda: world.closest_point(good, ignore_count=words),
        "radius": lambda: world.all_overlaps(good, one),
        "shape_displacement": lambda: world.sweep(good, good, shape_displacement=places),
        "out['t']": lambda: world.cast(good, good, out={"t": out}),
        "out": lambda: world.occluded(good, good, out=flags),
        "position": lambda: world.advance(places, good, seconds=1),
        "gravity": lambda: world.advance(good, good, seconds=1, gravity=places[0]),
        "restitution": lambda: world.advance(good, good, seconds=1, restitution=one),
        "shape_velocity": lambda: world.advance(good, good, seconds=1, shape_velocity=places),
        "center": lambda: world.add_spheres(places, 1),
        "user": lambda: world.add(lanecast.Spheres([0, 0, 0], 1, user=words)),
        "vertices": lambda: world.add_mesh(places, [[0, 1, 1]]),
        "scale": lambda: world.add_instances(lanecast.Scene(), good, scale=one),
        "lo": lambda: world.update(lanecast.Scene().add_aabbs(good, good), lo=places),
        "ids": lambda: world.remove(np.ma.asarray(ids)),
        "hits.point": lambda: world.next_origins(
            lanecast.Hits({"point": places, "normal": good, "clearance": good[:, 0]}), good, good
        ),
        "max_distance": lambda: lanecast.pairwise.closest_point(
            good, shapes=ball, max_distance=one
        ),
        "b": lambda: lanecast.planar.to_points([0, 0], 1, one, [3, 3]),
        "end": lambda: lanecast.planar.to_segments([0, 0], 1, 1, [3, 3], places[:, :2]),
    }.items():
        with pytest.raises(TypeError) as error:
            call()
        assert str(error.value).startswith(f"{name} is a masked array"), (name, error.value)
        assert ".filled(" in str(error.value)
    for call in (world.shapes, world.locate, lambda ids: world.update(ids, radius=1)):
        with pytest.raises(TypeError, match="^ids is a masked array"):
            call(np.ma.asarray(ids))
    assert len(world) == 2000
    world.cast(places.filled(0), good, out={"t": out.filled(0)})


def test_unaligned_arrays_are_copied(world, rng):
    rays = rays_into_a_box(rng, 50)
    packed = np.zeros(50, np.dtype([("x", "u1"), ("ray", "f4", 6)]))
    packed["ray"] = rays
    with Copies() as copies:
        assert_same(world.cast(packed["ray"]), world.cast(rays))
    assert copies.count == 1


def test_faces_of_uint32_are_read_in_place():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], np.float32)
    faces = np.array([[0, 1, 2], [2, 1, 3]], np.uint32)
    with Copies() as copies:
        lanecast.Scene().add_mesh(vertices, faces)
    assert copies.count == 0
    with Copies() as copies:
        lanecast.Scene().add_mesh(vertices, faces.astype(np.int32))
    assert copies.count == 1


class Interface:
    """An object that only has __array_interface__."""

    def __init__(self, source):
        self.source = source
        self.__array_interface__ = source.__array_interface__


class Capsule:
    """An object that only has __dlpack__."""

    def __init__(self, source, device=(1, 0)):
        self.source, self.device = source, device

    def __dlpack__(self, stream=None):
        return self.source.__dlpack__()

    def __dlpack_device__(self):
        return self.device


def test_other_objects_with_arrays(world, rng):
    rays = rays_into_a_box(rng, 60)
    right = world.cast(rays)
    with Copies() as copies:
        assert_same(world.cast(memoryview(rays)), right)
        assert_same(world.cast(Interface(rays)), right)
        assert_same(world.cast(Capsule(rays)), right)
        buffer = (ctypes.c_float * 6 * 60).from_buffer_copy(rays.tobytes())
        assert_same(world.cast(buffer), right)
        row = array.array("f", rays[0].tolist())
        assert world.cast(row).t == right.t[0]
    assert copies.count == 0
    with pytest.raises(TypeError, match="^rays is not in the memory of the CPU"):
        world.cast(Capsule(rays, device=(2, 0)))


def test_answers_go_into_arrays_of_the_caller(world, rng):
    rays = rays_into_a_box(rng, 30, 40)
    right = world.cast(rays, outputs=("t", "normal", "id"))
    whole = np.full((30, 40, 8), -1, np.float32)
    out = {"t": whole[..., 0], "normal": whole[..., 2:5], "id": np.zeros((30, 40), np.uint32)}
    hits = world.cast(rays, out=out)
    assert_same(hits, right)
    assert hits.t.base is whole or np.shares_memory(hits.t, whole)
    assert (whole[..., 1] == -1).all() and (whole[..., 5:] == -1).all()
    again = world.cast(rays[::-1], out=hits)  # the answers of an earlier call
    assert again.id is hits.id
    flags = np.zeros((30, 40), bool)
    assert world.occluded(rays, out=flags) is flags
    np.testing.assert_array_equal(flags, right.hit)


def test_wrong_out_arrays(world, rng):
    rays = rays_into_a_box(rng, 10)
    good = np.zeros(10, np.float32)
    read_only = good.copy()
    read_only.flags.writeable = False
    cases = {
        TypeError: [
            ([1.0] * 10, r"^out\['t'\] is list, expected numpy.ndarray"),
            (good.astype(float), r"^out\['t'\] has dtype float64, expected float32"),
        ],
        ValueError: [
            (read_only, r"^out\['t'\] is read-only"),
            (np.zeros((10, 1), np.float32), r"^out\['t'\] has shape \(10, 1\), expected \(10,\)"),
            (np.zeros(11, np.float32), r"^out\['t'\] has shape \(11,\), expected \(10,\)"),
        ],
    }
    for error, wrong in cases.items():
        for out, message in wrong:
            before = good.copy()
            with pytest.raises(error, match=message):
                world.cast(rays, out={"id": np.zeros(10, np.uint32), "t": out})
            np.testing.assert_array_equal(good, before)
    with pytest.raises(ValueError, match=r"^out\['id'\] is missing"):
        world.cast(rays, outputs=("t", "id"), out={"t": good})
    with pytest.raises(ValueError, match="^outputs has 'depth', must be of t, id"):
        world.cast(rays, outputs=("depth",))
    with pytest.raises(TypeError, match="^hit has dtype uint8|out"):
        world.occluded(rays, out=np.zeros(10, np.uint8))


def test_outputs_that_were_not_asked_for(world, rng):
    hits = world.cast(rays_into_a_box(rng, 10), outputs=("t",))
    with pytest.raises(AttributeError, match="^Hits.normal is no output of this call: its .* t$"):
        hits.normal
    assert "t" in dir(hits) and repr(hits).startswith("Hits(t(10,);")
    assert world.cast(rays_into_a_box(rng, 10), outputs="hit").hit.shape == (10,)


def test_empty_batches(world):
    for shape in ((0,), (0, 4), (3, 0)):
        hits = world.cast(np.zeros((*shape, 6), np.float32), outputs=ALL_OF_A_HIT)
        assert hits.t.shape == shape and hits.normal.shape == (*shape, 3)
    assert len(world.all_hits(np.zeros((0, 6), np.float32)).t) == 0
    assert lanecast.Scene().cast([0, 0, 0], [1, 0, 0]).t == np.inf
    assert len(lanecast.Scene().add_spheres(np.zeros((0, 3)), 1)) == 0


def test_results_do_not_depend_on_threads_or_isa(world, rng):
    rays = rays_into_a_box(rng, 5000)
    right = world.cast(rays, outputs=ALL_OF_A_HIT, threads=1)
    many = world.all_hits(rays, outputs=ALL_OF_A_HIT, threads=1)
    isa = lanecast.info()["isa"]
    try:
        for name in lanecast.info()["isas"]:
            lanecast.set_isa(name)
            for threads in (1, 2, 0):
                assert_same(world.cast(rays, outputs=ALL_OF_A_HIT, threads=threads), right)
                assert_same(world.all_hits(rays, outputs=ALL_OF_A_HIT, threads=threads), many)
    finally:
        lanecast.set_isa(isa)
    exhaustive = world.cast(rays, outputs=ALL_OF_A_HIT, traversal="exhaustive")
    assert_same(exhaustive, right)


def test_ragged_answers_do_not_depend_on_the_slots(rng):
    """Rays that find more than the slots of the first pass are asked again among others."""
    scene = lanecast.Scene()
    scene.add_spheres(rng.uniform(-1, 1, (600, 3)), rng.uniform(0.05, 1, 600))
    rays = rays_into_a_box(rng, 700, size=2.0)
    hits = scene.all_hits(rays, outputs=ALL_OF_A_HIT)
    assert hits.found.max() > 128 and hits.found.min() < 8
    assert hits.offsets[-1] == hits.found.sum() == len(hits.t)
    first = scene.cast(rays, outputs=ALL_OF_A_HIT)
    some = hits.found > 0
    np.testing.assert_array_equal(hits.id[hits.offsets[:-1][some]], first.id[some])
    np.testing.assert_array_equal(hits.normal[hits.offsets[:-1][some]], first.normal[some])
    for limit in (1, 3, 8, 20, 1000):
        kept = scene.all_hits(rays, outputs=ALL_OF_A_HIT, limit=limit)
        np.testing.assert_array_equal(kept.found, hits.found)
        for i in range(700):
            for name, values in kept.of(i).items():
                np.testing.assert_array_equal(values, hits.of(i)[name][:limit], err_msg=name)
    counts = scene.all_hits(rays, outputs=())
    np.testing.assert_array_equal(counts.found, hits.found)
    with pytest.raises(IndexError):
        hits.of(700)


def test_ragged_overlaps(rng):
    scene = lanecast.Scene()
    scene.add_spheres(rng.uniform(-1, 1, (300, 3)), 0.4, user=np.arange(300))
    found = scene.all_overlaps(rng.uniform(-1, 1, (10, 20, 3)), 0.5, outputs=("id", "user"))
    assert found.found.shape == (10, 20) and len(found) == 200
    np.testing.assert_array_equal(found.id, found.user)
    for i in range(200):
        assert (np.diff(found.of(i)["id"].astype(int)) > 0).all()


def test_a_wrong_type_is_named_before_a_wrong_shape():
    scene = lanecast.Scene()
    for given, dtype in (
        (np.zeros((3, 5), complex), "complex128"),
        (np.zeros((3, 6), object), "object"),
        (np.zeros((3, 6), bool), "bool"),
        (np.zeros(4, "datetime64[s]"), r"datetime64\[s\]"),
    ):
        with pytest.raises(TypeError, match=f"^rays is an array of {dtype}, expected"):
            scene.cast(given)
