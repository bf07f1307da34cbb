"""Pictures by the program lanecast."""

import io

import numpy as np
import pytest

import lanecast
from conftest import needs_program

image = pytest.importorskip("matplotlib.image")
pytestmark = needs_program


def pixels_of(picture):
    """Returns the pixels of a picture: (height, width, 3) of 0 to 255."""
    return np.round(image.imread(io.BytesIO(picture.png))[..., :3] * 255).astype(int)


@pytest.fixture
def ball():
    scene = lanecast.Scene()
    scene.add_spheres([0, 0, 0], 1)
    return scene


VIEW = {"eye": (0, -5, 0), "at": (0, 0, 0), "size": (60, 40), "floor": False}


def test_a_ball_is_in_the_middle(ball, tmp_path):
    picture = lanecast.show(ball, path=tmp_path / "ball.png", **VIEW)
    assert (tmp_path / "ball.png").read_bytes() == picture.png == picture._repr_png_()
    assert repr(picture) == "<lanecast.Picture of 60 x 40 pixels>"
    pixels = pixels_of(picture)
    is_green = (pixels[..., 1] > pixels[..., 0] + 10) & (pixels[..., 1] > pixels[..., 2] + 10)
    assert is_green[20, 30] and not is_green[2, 2] and not is_green[20, 2]
    assert 200 < is_green.sum() < 1000


def test_rays_are_drawn_as_far_as_their_hits(ball):
    """A ray past the ball ends where its hit says."""
    rays = np.array([[-1.8, 0.3, 1.1, 1, 0, 0]], np.float32)
    empty, whole = (pixels_of(lanecast.show(ball, r, **VIEW)) for r in (None, rays))
    short = lanecast.Hits({"t": np.array([0.9], np.float32)})
    half = pixels_of(lanecast.show(ball, rays, short, **VIEW))
    columns = [np.flatnonzero((np.abs(p - empty).sum(2) > 20).any(0)) for p in (whole, half)]
    assert columns[0].max() > 50 and columns[1].max() < 35
    assert abs(columns[0].min() - columns[1].min()) <= 1


def test_a_scene_with_an_origin(ball):
    origin = np.array([500_000, 5_400_000, 300])
    far = lanecast.Scene(origin=origin)
    far.add_spheres(origin, 1)
    moved = {**VIEW, "eye": origin + VIEW["eye"], "at": origin}
    assert lanecast.show(far, **moved).png == lanecast.show(ball, **VIEW).png


def test_refusals(ball, monkeypatch):
    with pytest.raises(RuntimeError, match="--fov"):
        lanecast.show(ball, fov=500)
    with pytest.raises(ValueError, match="^hits are not those of the rays"):
        lanecast.show(ball, np.zeros((3, 6)), lanecast.Hits({"t": np.zeros(2, np.float32)}))
    monkeypatch.setenv("LANECAST_PROGRAM", "/nowhere")
    with pytest.raises(RuntimeError, match="^/nowhere"):
        lanecast.show(ball)
    monkeypatch.delenv("LANECAST_PROGRAM")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match="^the program lanecast is needed"):
        lanecast.show(ball)
