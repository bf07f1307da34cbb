"""Calls that mypy refuses or accepts. It fails if a comment `type: ignore` has become useless."""

import numpy as np
import numpy.typing as npt

import lanecast

scene = lanecast.Scene()
hits = scene.cast([0, 0, 4], [0, 0, -1], interior="surface", outputs=("t", "normal"))
through = scene.all_hits([0, 0, 4], [0, 0, -1])

t: npt.NDArray[np.float32] = hits.t
hit: lanecast.Hit = hits[0]
near: lanecast.Hits = hits[hits.hit][2:5]
depths: list[np.float32] = [one.t for one in hits]
ids: npt.NDArray[np.uint32] = through[0].id
first: np.uint32 = through[0][0].index
build: lanecast.options.Build = "fast"
scene.commit(build)
scene.sweep([0, 0, 4], [0, 0, -1], outputs="hit")
lanecast.open3d.RaycastingScene()

words: npt.NDArray[np.uint32] = hits.t  # type: ignore[assignment]
hits.normals  # type: ignore[attr-defined]
hit.normals  # type: ignore[attr-defined]
through.hit  # type: ignore[attr-defined]
lanecast.sphere  # type: ignore[attr-defined]
scene.commit("best")  # type: ignore[arg-type]
scene.cast([0, 0, 4], [0, 0, -1], interior="hollow")  # type: ignore[arg-type]
scene.cast([0, 0, 4], [0, 0, -1], backfaces="keep")  # type: ignore[arg-type]
scene.occluded([0, 0, 4], [0, 0, -1], coherence="some")  # type: ignore[arg-type]
scene.sweep([0, 0, 4], [0, 0, -1], start_overlap="hit")  # type: ignore[arg-type]
scene.cast([0, 0, 4], [0, 0, -1], outputs=("t", "depth"))  # type: ignore[arg-type]
scene.closest_point([0, 0, 4], outputs=["t"])  # type: ignore[list-item]
lanecast.load("scan.obj", triangulate="strips")  # type: ignore[arg-type]
