"""The module has every shape of the library: the compiler does not report one that it lacks."""

import re
from pathlib import Path

import pytest

import lanecast

HEADER = Path(__file__).resolve().parents[2] / "include" / "lanecast" / "shapes.hpp"
VARIANT = re.search(r"using Shapes =\s*std::variant<([^>]+)>", HEADER.read_text())
SHAPES = re.findall(r"\w+", VARIANT[1])


def test_there_are_shapes():
    assert len(SHAPES) >= 9


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape(shape):
    assert callable(getattr(lanecast, shape))
    assert hasattr(lanecast.Scene, "add" + re.sub("(?=[A-Z])", "_", shape).lower())
