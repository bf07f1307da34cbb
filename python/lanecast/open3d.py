"""The names of Open3D's ``RaycastingScene``, with lanecast behind them.

A program written for Open3D changes one line and keeps the rest:

>>> from lanecast.open3d import RaycastingScene  # was: o3d.t.geometry.RaycastingScene

Arguments are NumPy arrays or Open3D's tensors. Answers are Open3D's tensors if the program has
imported open3d. Otherwise they are NumPy arrays that also have the most common methods of a tensor.
``docs/python/open3d.md`` lists the few differences.
"""

from __future__ import annotations

import sys
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._answers import AllHits
from ._arrays import Bools, _checked
from ._constants import NO_ID, Flag
from ._crossings import crosses, touches_border
from ._scene import Scene

__all__ = ["RaycastingScene", "Tensor"]


class Tensor(np.ndarray[Any, Any]):
    """A NumPy array with the methods that programs call on a tensor of Open3D."""

    device = "CPU:0"

    def numpy(self) -> npt.NDArray[Any]:
        """Returns the array itself, as a plain ndarray."""
        return self.view(np.ndarray)

    def cpu(self) -> Tensor:
        """Returns the tensor itself."""
        return self

    def clone(self) -> Tensor:
        """Returns a copy."""
        return self.copy().view(Tensor)

    def contiguous(self) -> Tensor:
        """Returns the tensor itself if its elements follow one another in memory, else a copy."""
        return np.ascontiguousarray(self).view(Tensor)

    def to(self, target: Any, copy: bool = False) -> Tensor:
        """Returns the tensor with another dtype, or on a device, which must be the CPU."""
        if not isinstance(target, str) or ":" not in target:
            return self.astype(target, copy=copy).view(Tensor)
        if target != self.device:
            raise ValueError(f"target is {target}, must be a dtype or {self.device}")
        return self.clone() if copy else self

    def isfinite(self) -> Tensor:
        """Tests whether each element is neither infinite nor NaN."""
        return np.isfinite(self).view(Tensor)

    def isinf(self) -> Tensor:
        """Tests whether each element is infinite."""
        return np.isinf(self).view(Tensor)

    def isnan(self) -> Tensor:
        """Tests whether each element is NaN."""
        return np.isnan(self).view(Tensor)

    def logical_not(self) -> Tensor:
        """Tests whether each element is 0 or False."""
        return np.logical_not(self).view(Tensor)

    def abs(self) -> Tensor:
        """Returns the absolute values."""
        return np.absolute(self).view(Tensor)


def _tensor(array: npt.NDArray[Any]) -> Tensor:
    """Returns an answer as the kind of tensor that the program uses."""
    # Importing open3d takes a second, so this is left to programs that need it.
    core = getattr(sys.modules.get("open3d"), "core", None)
    if core is None:
        return array.view(Tensor)
    tensor: Tensor = core.Tensor.from_numpy(np.ascontiguousarray(array))
    return tensor


def _array(name: str, given: Any) -> Any:
    """Returns what NumPy can read of an argument: tensors have a method for it."""
    (given,) = _checked((name,), (given,))
    return given.numpy() if hasattr(given, "numpy") else given


def _rays(rays: Any) -> Any:
    rays = np.asarray(_array("rays", rays))
    if rays.ndim < 2 or rays.shape[-1] != 6:
        raise ValueError(f"rays has shape {rays.shape}, expected (..., 6) with two axes or more")
    return rays


def _points(query_points: Any) -> Any:
    points = np.asarray(_array("query_points", query_points))
    if points.ndim < 2 or points.shape[-1] != 3:
        raise ValueError(
            f"query_points has shape {points.shape}, expected (..., 3) with two axes or more"
        )
    return points


class RaycastingScene:
    """Ray casting and closest points among triangle meshes, as Open3D's class has them.

    Parameters
    ----------
    nthreads : int
        Has no effect: the tree is built on all cores.
    """

    INVALID_ID = NO_ID

    def __init__(self, nthreads: int = 0) -> None:
        self._scene = Scene()
        self._corners: list[npt.NDArray[np.float32]] = []  # of each mesh: (F, 3, 3)
        self._meshes: list[int] = []  # of each batch of the scene, which has no empty ones

    def add_triangles(
        self,
        vertex_positions: Any = None,
        triangle_indices: Any = None,
        *,
        mesh: Any = None,
        vertices: Any = None,
        triangles: Any = None,
    ) -> int:
        """Adds a mesh, as two arrays or as an object of Open3D's ``t.geometry.TriangleMesh``.

        Parameters
        ----------
        vertex_positions : (N, 3) float32
        triangle_indices : (M, 3) uint32

        Returns
        -------
        int
            The geometry id: 0 for the first mesh, 1 for the second and so on.
        """
        if vertex_positions is None:
            vertex_positions = mesh if vertices is None else vertices
        if triangle_indices is None:
            triangle_indices = triangles
        if triangle_indices is None:
            mesh = vertex_positions
            if not hasattr(mesh, "triangle"):
                raise TypeError(
                    f"mesh is {type(mesh).__name__}, expected open3d.t.geometry.TriangleMesh"
                )
            vertex_positions = mesh.vertex["positions"]
            triangle_indices = mesh.triangle["indices"]
        positions = np.asarray(_array("vertex_positions", vertex_positions))
        indices = np.asarray(_array("triangle_indices", triangle_indices))
        if indices.size == 0:
            indices = np.zeros((0, 3), np.uint32)
        if len(self._scene.add_mesh(positions, indices)) > 0:
            self._meshes.append(len(self._corners))
        self._corners.append(positions.astype(np.float32)[indices])
        return len(self._corners) - 1

    def cast_rays(self, rays: Any, nthreads: int = 0) -> dict[str, Tensor]:
        """Finds the first triangle along each ray.

        Parameters
        ----------
        rays : (..., 6) float32
            Origins and directions, of any length.

        Returns
        -------
        dict
            ``t_hit`` (...), infinite on a miss; ``geometry_ids`` and ``primitive_ids`` (...),
            ``INVALID_ID`` on a miss; ``primitive_uvs`` (..., 2); ``primitive_normals`` (..., 3), on
            the side from which the vertices run counter-clockwise.
        """
        hits = self._scene.cast(
            _rays(rays), outputs=("t", "batch", "index", "uv", "normal", "flags"), threads=nthreads
        )
        normals = hits.normal
        is_back = (hits.flags & np.uint32(Flag.BACK)) != 0
        sign = is_back.astype(np.uint32) << np.uint32(31)
        for axis in range(3):  # NumPy takes 4 times as long for all at once
            normals.view(np.uint32)[..., axis] ^= sign
        return {
            "t_hit": _tensor(hits.t),
            "geometry_ids": _tensor(self._geometry_of(hits.batch)),
            "primitive_ids": _tensor(hits.index),
            "primitive_uvs": _tensor(hits.uv),
            "primitive_normals": _tensor(normals),
        }

    def test_occlusions(
        self, rays: Any, tnear: float = 0.0, tfar: float = np.inf, nthreads: int = 0
    ) -> Tensor:
        """Tests whether each ray hits a triangle between tnear and tfar: (...) bool."""
        return _tensor(
            self._scene.occluded(_rays(rays), t_min=tnear, t_max=tfar, threads=nthreads)
        )

    def count_intersections(self, rays: Any, nthreads: int = 0) -> Tensor:
        """Counts how often each ray crosses the meshes: (...) int32.

        A ray through an edge or a vertex counts as if it were shifted aside by an infinitesimal
        length. Thus a crossing counts once, and from a point that is off the surface of a closed
        mesh the count is odd if the point is inside, and even if it is outside.
        """
        rays = _rays(rays)
        return _tensor(self._counts(rays[..., :3], rays[..., 3:], nthreads))

    def list_intersections(self, rays: Any, nthreads: int = 0) -> dict[str, Tensor]:
        """Lists the crossings that `count_intersections` counts, the nearest of each ray first.

        Returns
        -------
        dict
            ``ray_splits`` (rays + 1,) int64, where the hits of each ray begin; ``ray_ids`` (hits,)
            int64; ``t_hit``, ``geometry_ids``, ``primitive_ids`` (hits,); ``primitive_uvs``
            (hits, 2).
        """
        rays = _rays(rays)
        hits = self._scene.all_hits(rays, outputs=("t", "batch", "index", "uv"), threads=nthreads)
        answers: dict[str, npt.NDArray[Any]] = {
            "ray_splits": hits.offsets,
            "ray_ids": hits.query,
            "t_hit": hits.t,
            "geometry_ids": self._geometry_of(hits.batch),
            "primitive_ids": hits.index,
            "primitive_uvs": hits.uv,
        }
        crossed = self._crossed(rays[..., :3], rays[..., 3:], hits)
        if not crossed.all():
            splits = np.append(0, np.cumsum(crossed))[answers.pop("ray_splits")]
            answers = {name: array[crossed] for name, array in answers.items()}
            answers["ray_splits"] = splits
        return {name: _tensor(array) for name, array in answers.items()}

    def compute_closest_points(self, query_points: Any, nthreads: int = 0) -> dict[str, Tensor]:
        """Finds the nearest point of the meshes for each point.

        Parameters
        ----------
        query_points : (..., 3) float32

        Returns
        -------
        dict
            ``points`` (..., 3), ``geometry_ids`` and ``primitive_ids`` (...), ``primitive_uvs``
            (..., 2), ``primitive_normals`` (..., 3), on the side from which the vertices run
            counter-clockwise.
        """
        nearest = self._scene.closest_point(
            _points(query_points), outputs=("point", "batch", "index"), threads=nthreads
        )
        geometry = self._geometry_of(nearest.batch)
        corners = self._corners_of(geometry, nearest.index)
        origin, e1, e2 = corners[..., 0, :], *(
            corners[..., i, :] - corners[..., 0, :] for i in (1, 2)
        )
        # Weights of the point by the normal equations of e1 and e2, in double.
        to_point = nearest.point - origin
        d11, d12, d22 = _dot(e1, e1), _dot(e1, e2), _dot(e2, e2)
        p1, p2 = _dot(to_point, e1), _dot(to_point, e2)
        determinant = d11 * d22 - d12 * d12
        with np.errstate(divide="ignore", invalid="ignore"):
            uv = np.stack([d22 * p1 - d12 * p2, d11 * p2 - d12 * p1], -1) / determinant[..., None]
            normals = np.cross(e1, e2)
            normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
        return {
            "points": _tensor(nearest.point),
            "geometry_ids": _tensor(geometry),
            "primitive_ids": _tensor(nearest.index),
            "primitive_uvs": _tensor(_weights(uv)),
            "primitive_normals": _tensor(np.nan_to_num(normals).astype(np.float32)),
        }

    def compute_distance(self, query_points: Any, nthreads: int = 0) -> Tensor:
        """Computes the distance of each point from the meshes: (...) float32."""
        nearest = self._scene.closest_point(
            _points(query_points), outputs=("distance",), threads=nthreads
        )
        return _tensor(nearest.distance)

    def compute_signed_distance(
        self, query_points: Any, nthreads: int = 0, nsamples: int = 1
    ) -> Tensor:
        """Computes the distance of each point from the meshes, negative inside: (...) float32.

        The meshes must be closed. `nsamples` rays, an odd number, vote on what is inside.
        """
        distance = self.compute_distance(query_points, nthreads).numpy()
        inside = self.compute_occupancy(query_points, nthreads, nsamples).numpy()
        return _tensor(np.where(inside > 0, -distance, distance))

    def compute_occupancy(self, query_points: Any, nthreads: int = 0, nsamples: int = 1) -> Tensor:
        """Tests whether each point is inside of the meshes: (...) float32, 1 or 0.

        The meshes must be closed. `nsamples` rays, an odd number, vote.
        """
        if nsamples < 1 or nsamples % 2 == 0:
            raise ValueError(f"nsamples is {nsamples}, must be odd and positive")
        points = _points(query_points)
        votes = np.zeros(points.shape[:-1], np.int32)
        directions = np.random.default_rng(0).normal(size=(nsamples, 3)).astype(np.float32)
        for direction in directions:
            votes += self._counts(points, direction, nthreads) & 1
        return _tensor((votes > nsamples // 2).astype(np.float32))

    @staticmethod
    def create_rays_pinhole(
        *args: Any,
        intrinsic_matrix: Any = None,
        extrinsic_matrix: Any = None,
        fov_deg: Optional[float] = None,
        center: Any = None,
        eye: Any = None,
        up: Any = None,
        width_px: int = 0,
        height_px: int = 0,
    ) -> Tensor:
        """Returns the rays of a pinhole camera: (height_px, width_px, 6) float32.

        Called as create_rays_pinhole(intrinsic_matrix, extrinsic_matrix, width_px, height_px) or
        create_rays_pinhole(fov_deg, center, eye, up, width_px, height_px). In the second form, as
        in Open3D 0.16, the picture is upside down and mirrored: its first ray looks down and right.
        """
        if len(args) == 4:
            intrinsic_matrix, extrinsic_matrix, width_px, height_px = args
        elif len(args) == 6:
            fov_deg, center, eye, up, width_px, height_px = args
        elif args:
            raise TypeError(f"create_rays_pinhole takes 4 or 6 arguments, not {len(args)}")
        if intrinsic_matrix is not None:
            intrinsic = np.asarray(_array("intrinsic_matrix", intrinsic_matrix), np.float64)
            extrinsic = np.asarray(_array("extrinsic_matrix", extrinsic_matrix), np.float64)
            turn = extrinsic[:3, :3]
            place = -turn.T @ extrinsic[:3, 3]
        else:
            if fov_deg is None:
                raise TypeError("create_rays_pinhole needs intrinsic_matrix or fov_deg")
            place, to, above = (
                np.asarray(_array(name, x), np.float64)
                for name, x in (("eye", eye), ("center", center), ("up", up))
            )
            forward = (to - place) / np.linalg.norm(to - place)
            right = np.cross(above, forward)
            right /= np.linalg.norm(right)
            turn = np.stack([right, np.cross(forward, right), forward])
            focal = width_px / 2 / np.tan(np.radians(fov_deg) / 2)
            intrinsic = np.array([[focal, 0, width_px / 2], [0, focal, height_px / 2], [0, 0, 1]])
        pixels = np.ones((height_px, width_px, 3))
        pixels[..., 0] = np.arange(width_px) + 0.5
        pixels[..., 1] = np.arange(height_px)[:, np.newaxis] + 0.5
        rays = np.empty((height_px, width_px, 6), np.float32)
        rays[..., :3] = place
        rays[..., 3:] = pixels @ np.linalg.inv(intrinsic).T @ turn
        return _tensor(rays)

    def _counts(
        self, origins: npt.NDArray[Any], directions: npt.NDArray[Any], threads: int
    ) -> npt.NDArray[np.int32]:
        """Returns how often each ray crosses the meshes."""
        hits = self._scene.all_hits(origins, directions, outputs=("uv",), threads=threads)
        counts = hits.found.astype(np.int32)
        doubtful = np.flatnonzero(touches_border(hits.uv))
        if doubtful.size > 0:
            # Few rays touch a border, so only these are cast again for the ids.
            rays = np.unique(np.searchsorted(hits.offsets, doubtful, side="right") - 1)
            origins = origins.reshape(-1, 3)[rays]
            directions = np.broadcast_to(directions, (*counts.shape, 3)).reshape(-1, 3)[rays]
            hits = self._scene.all_hits(
                origins, directions, outputs=("batch", "index", "uv"), threads=threads
            )
            crossed = self._crossed(origins, directions, hits)
            counts.reshape(-1)[rays] = np.bincount(hits.query[crossed], minlength=rays.size)
        return counts

    def _crossed(
        self, origins: npt.NDArray[Any], directions: npt.NDArray[Any], hits: AllHits
    ) -> Bools:
        """Returns which hits are crossings: (hits,)."""
        crossed = np.ones(hits.index.shape, bool)
        doubtful = np.flatnonzero(touches_border(hits.uv))
        if doubtful.size > 0:
            ray = hits.query[doubtful]
            geometry = self._geometry_of(hits.batch[doubtful])
            corners = self._corners_of(geometry, hits.index[doubtful])
            crossed[doubtful] = crosses(
                origins.reshape(-1, 3)[ray].astype(np.float32),
                directions.reshape(-1, 3)[ray].astype(np.float32),
                corners.astype(np.float32),
            )
        return crossed

    def _geometry_of(self, batch: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """Returns the geometry ids of batches."""
        if len(self._meshes) == len(self._corners):
            return batch
        ids = np.array([*self._meshes, NO_ID], np.uint32)
        return np.asarray(ids[np.minimum(batch, len(self._meshes))])

    def _corners_of(
        self, geometry: npt.NDArray[np.uint32], primitive: npt.NDArray[np.uint32]
    ) -> npt.NDArray[np.float64]:
        """Returns the corners of triangles in double: (..., 3, 3); 0 without a triangle."""
        corners = np.zeros((*geometry.shape, 3, 3))
        for number, mesh in enumerate(self._corners):
            of_mesh = geometry == number
            corners[of_mesh] = mesh[primitive[of_mesh]]
        return corners


def _weights(uv: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """Returns weights of points that rounding may have moved out of their triangles."""
    inside = np.clip(np.nan_to_num(uv), 0, 1)
    total = np.maximum(inside.sum(-1, keepdims=True), 1)
    return np.asarray(inside / total, np.float32)


def _dot(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(np.einsum("...i,...i", a, b))
