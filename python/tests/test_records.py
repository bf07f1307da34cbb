"""Answers by query: records, parts, iteration and tables."""

import csv
import io
import pickle
from typing import get_args, get_type_hints

import numpy as np
import pytest

import lanecast
from lanecast import options
from conftest import ALL_OF_A_HIT, assert_same, bits, rays_into_a_box, sphere_world

VECTORS = {"normal": "nx ny nz", "point": "px py pz", "uv": "u v"}


@pytest.fixture
def world(rng):
    return sphere_world(rng)


def assert_row(record, hits, place):
    """Asserts that a record has the bits of all outputs at a place."""
    for name, array in hits.as_dict().items():
        value = getattr(record, name)
        assert value.dtype == array.dtype and value.shape == array[place].shape
        np.testing.assert_array_equal(bits(value), bits(array[place]), err_msg=name)


def test_one_answer(world, rng):
    hits = world.cast(rays_into_a_box(rng, 50), outputs=ALL_OF_A_HIT)
    assert len(hits) == 50 and bool(hits)
    for i in (0, 7, -1, np.int64(3), np.uint8(49)):
        assert isinstance(hits[i], lanecast.Hit)
        assert_row(hits[i], hits, i)
        assert hits[i].hit is bool(hits.hit[i])
    for i in (50, -51):
        with pytest.raises(IndexError, match="is out of bounds for axis 0 with size 50"):
            hits[i]
    with pytest.raises(IndexError):
        hits[0, 0]  # there is one axis of queries, also in normals
    with pytest.raises(IndexError):
        hits["t"]


def test_records_are_frozen_and_readable():
    scene = lanecast.Scene()
    scene.add_spheres([0, 0, 0], 1)
    hits = scene.cast([0, 0, 4], [[0.0, 0, -1], [1, 0, 0]], outputs=("t", "id", "normal"))
    hit, miss = hits
    assert repr(hit).replace("-", "") == "Hit(t=3.0, id=0, normal=[0.0, 0.0, 1.0])"
    assert repr(miss) == "Hit(t=inf, id=4294967295, normal=[0.0, 0.0, 0.0])"
    assert hit.hit and not miss.hit
    for name in ("t", "index", "other"):
        with pytest.raises(AttributeError):
            setattr(hit, name, 1)
    for name in ("index", "tt", "point"):  # a tuple has a method `index`
        with pytest.raises(AttributeError, match=f"^Hit.{name} is no output .* t, id, normal$"):
            getattr(hit, name)
    same = pickle.loads(pickle.dumps(hit))
    assert same == hit and repr(same) == repr(hit) and hash(same) == hash(hit)
    assert {"t", "normal"} <= set(dir(hit)) and "uv" not in dir(hit)
    with pytest.raises(AttributeError, match="^Hit.hit"):
        scene.cast([0, 0, 4], [[1, 0, 0]], outputs=("normal",))[0].hit
    assert scene.cast([0, 0, 4], [[0, 0, -1]], outputs=("flags",))[0].hit is True


def test_parts(world, rng):
    hits = world.cast(rays_into_a_box(rng, 40), outputs=ALL_OF_A_HIT)
    numbers = np.array([3, 0, 39, 3])
    for index in (slice(2, 5), slice(None, None, -2), hits.hit, numbers, [1, 2], [True] * 40):
        part = hits[index]
        assert type(part) is lanecast.Hits
        right = {name: array[index] for name, array in hits.as_dict().items()}
        assert_same(part, lanecast.Hits(right))
    assert hits[hits.hit].hit.all() and len(hits[hits.hit]) == hits.hit.sum()
    assert np.shares_memory(hits[2:5].normal, hits.normal)
    assert len(hits[:0]) == 0 and list(hits[:0]) == [] and bool(hits[:0])
    with pytest.raises(IndexError, match="boolean index did not match"):
        hits[hits.hit[:9]]


def test_more_axes(world, rng):
    hits = world.cast(rays_into_a_box(rng, 6, 5, 4), outputs=ALL_OF_A_HIT)
    assert len(hits) == 6
    assert_row(hits[1, 2, 3], hits, (1, 2, 3))
    assert_row(hits[1][2][-1], hits, (1, 2, -1))
    for index in (2, (2, 3), (slice(None), 1), (slice(2), slice(None), [0, 2]), hits.hit, None):
        part = hits[index]
        for name, array in hits.as_dict().items():
            np.testing.assert_array_equal(part.as_dict()[name], array[index], err_msg=name)
    for index in ((..., 1), (0, ..., 1), (..., slice(1, 3)), ...):
        part = hits[index]
        np.testing.assert_array_equal(part.t, hits.t[index])
        axes = index if isinstance(index, tuple) else (index,)
        np.testing.assert_array_equal(part.normal, hits.normal[(*axes, slice(None))])
    for index in ((0, 0, 0, 0), (slice(None), slice(None), slice(None), 0), (..., 0, 0, 0, 0)):
        with pytest.raises(IndexError):
            hits[index]
    for number, part in enumerate(hits):
        assert_same(part, hits[number])
    columns = hits.columns()
    np.testing.assert_array_equal(columns["ny"], hits.normal[..., 1].ravel())
    one = world.cast([0, 0, 0], [0, 0, 1])
    assert isinstance(one[()], lanecast.Hit) and one[...].t.shape == ()
    for call in (len, iter, lambda hits: hits[0]):
        with pytest.raises((TypeError, IndexError)):
            call(one)


def test_tables(world, rng):
    hits = world.cast(rays_into_a_box(rng, 30), outputs=ALL_OF_A_HIT)
    columns = hits.columns()
    names = " ".join(VECTORS.get(name, name) for name in hits.as_dict()).split()
    assert list(columns) == names
    np.testing.assert_array_equal(columns["pz"], hits.point[:, 2])
    rows = list(hits)
    assert len(rows) == 30 and all(type(row) is type(hits[0]) for row in rows)
    for i, row in enumerate(rows):
        assert row == hits[i] and row._fields == tuple(names)
        assert row == tuple(column[i] for column in columns.values())
    text = io.StringIO()
    csv.writer(text).writerows(hits)
    fields = text.getvalue().splitlines()[4].split(",")
    assert np.float32(fields[0]) == hits[4].t and int(fields[1]) == hits[4].id
    empty = world.cast(np.zeros((0, 6)), outputs=("t", "normal"))
    assert [column.shape for column in empty.columns().values()] == [(0,)] * 4


@pytest.mark.parametrize(
    "outputs, answers, record",
    [
        (options.HitOutput, lanecast.Hits, lanecast.Hit),
        (options.ImpactOutput, lanecast.Impacts, lanecast.Impact),
        (options.ClosestPointOutput, lanecast.ClosestPoints, lanecast.ClosestPoint),
        (options.OverlapOutput, lanecast.Overlaps, lanecast.Overlap),
        (options.ContactOutput, lanecast.Contacts, lanecast.Contact),
        (options.GapOutput, lanecast.planar.Gaps, lanecast.planar.Gap),
    ],
)
def test_types_know_all_outputs(outputs, answers, record):
    """A new output must have its place in the options, the answers and the records."""
    names = set(get_args(outputs)) - {"hit"}
    for kind in (answers, record):
        assert {name for name in get_type_hints(kind) if not name.startswith("_")} == names


def test_options_know_all_outputs_of_the_library(world):
    for outputs, query in (
        (options.HitOutput, lambda names: world.cast([0, 0, 9], [0, 0, -1], outputs=names)),
        (options.ImpactOutput, lambda names: world.sweep([0, 0, 9], [0, 0, -1], 1, outputs=names)),
        (options.ClosestPointOutput, lambda names: world.closest_point([0, 0, 9], outputs=names)),
    ):
        with pytest.raises(ValueError, match="must be of") as refused:
            query("nonsense")
        listed = str(refused.value).partition("must be of ")[2].split(", ")
        assert set(listed) | {"hit"} == set(get_args(outputs))


def test_a_table_of_pandas(world, rng):
    pandas = pytest.importorskip("pandas")
    hits = world.cast(rays_into_a_box(rng, 30), outputs=ALL_OF_A_HIT)
    for table in (pandas.DataFrame(hits), pandas.DataFrame(hits.columns())):
        assert list(table.columns) == list(hits.columns()) and len(table) == 30
        for name, column in hits.columns().items():
            assert table[name].dtype == column.dtype
            np.testing.assert_array_equal(table[name].to_numpy(), column)


def test_other_answers_by_query(world, rng):
    points = rng.uniform(-10, 10, (20, 3))
    nearest = world.closest_point(points, outputs=("distance", "normal", "id"))
    assert isinstance(nearest[3], lanecast.ClosestPoint)
    assert nearest[3].hit and nearest[3].distance == nearest.distance[3]
    impacts = world.sweep(points, [0, 0, 5], 0.2, outputs=("t", "center", "depth"))
    assert isinstance(impacts[3], lanecast.Impact)
    np.testing.assert_array_equal(impacts[3].center, impacts.center[3])
    assert set(impacts.columns()) == {"t", "cx", "cy", "cz", "depth"}
    where = world.locate([4, 9999])
    assert where[0].index == 4 and where[1].kind == lanecast.NO_ID
    gaps = lanecast.planar.to_points([0, 0], 2, 1, [[4, 0], [0, 4]])
    assert gaps[0].distance == 2 and gaps[1].on_ellipse.tolist() == [0, 1]
    assert len({*gaps.columns()}) == 6
    floor = lanecast.Scene()
    floor.add_planes([0, 0, 1], 0)
    position, velocity = np.float32([[0, 0, 1], [0, 0, 2]]), np.float32([[0, 0, -9]] * 2)
    step = floor.advance(position, velocity, seconds=1, outputs=("particle", "time"), capacity=9)
    assert [contact.particle for contact in step.rows] == [0, 1]


def test_ragged_answers_by_query(world, rng):
    hits = world.all_hits(rays_into_a_box(rng, 30), outputs=ALL_OF_A_HIT)
    assert len(hits) == 30 and hits.found.max() > 1 and hits.found.min() == 0
    for i, one in enumerate(hits):
        assert type(one) is lanecast.Hits and len(one) == hits.found[i]
        assert_same(one, lanecast.Hits(hits.of(i)))
        assert_same(one, hits[i - 30])
    most = int(hits.found.argmax())
    assert hits[most][-1].t == hits.of(most)["t"][-1]
    for index in (slice(3, 9), slice(None, None, -3), hits.found > 1, [4, 4, 0], slice(0)):
        part = hits[index]
        numbers = np.arange(30)[index]
        assert type(part) is lanecast.AllHits and len(part) == len(numbers)
        np.testing.assert_array_equal(part.found, hits.found[index])
        for i, number in enumerate(numbers):
            assert_same(part[i], hits[number])
        assert part.offsets.dtype == np.int64 and len(part.t) == part.offsets[-1]
    columns = hits.columns()
    assert list(columns)[0] == "query" and {"nx", "v"} <= columns.keys()
    np.testing.assert_array_equal(columns["query"], hits.query)
    np.testing.assert_array_equal(columns["px"], hits.point[:, 0])
    for wrong in (30, -31, (0, 0), "t", 1.5):
        with pytest.raises(IndexError):
            hits[wrong]


def test_ragged_answers_with_more_axes(world, rng):
    found = world.all_overlaps(rng.uniform(-9, 9, (5, 4, 3)), 2.0)
    assert len(found) == 20
    assert type(found[7]) is lanecast.Overlaps and isinstance(found[7][0], lanecast.Overlap)
    assert_same(found[1, 3], found[7])
    row = found[2, :]
    assert row.found.tolist() == found.found[2].tolist()
    assert_same(row[1], found[9])
    block = found[1:3, ::2]
    assert block.found.shape == (2, 2)
    assert_same(block[3], found[2, 2])
    assert len(found[found.found > 3]) == (found.found > 3).sum()
    one = world.all_overlaps([0, 0, 0], 3.0)
    assert len(one) == 1 and len(one[0]) == one.found


def test_answers_of_dask_stay_lazy(world, rng):
    da = pytest.importorskip("dask.array")
    rays = rays_into_a_box(rng, 40)
    right = world.cast(rays, outputs=("t", "normal"))
    hits = lanecast.dask.cast(world, da.from_array(rays, chunks=(10, 6)), outputs=("t", "normal"))
    part = hits[5:25]
    assert len(hits) == 40 and len(part) == 20 and isinstance(part.normal, da.Array)
    np.testing.assert_array_equal(part.normal.compute(), right.normal[5:25])
    assert hits[7].t.compute() == right[7].t
    np.testing.assert_array_equal(hits.columns()["ny"].compute(), right.normal[:, 1])
