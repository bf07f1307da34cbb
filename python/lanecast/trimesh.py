"""The methods of ``trimesh.ray``, with lanecast behind them.

>>> from lanecast.trimesh import RayMeshIntersector
>>> mesh.ray = RayMeshIntersector(mesh)  # or as an object of its own

Any object with ``vertices`` and ``faces`` will do for a mesh.
"""

from __future__ import annotations

from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._arrays import _checked
from ._constants import NO_ID
from ._scene import Scene

__all__ = ["RayMeshIntersector"]

Indices = npt.NDArray[np.int64]
Places = npt.NDArray[np.float64]


class RayMeshIntersector:
    """Queries of rays against one mesh.

    The mesh is moved to its middle in double before it becomes float32, so that places far from 0
    keep their accuracy.

    Parameters
    ----------
    mesh : object with vertices (V, 3) and faces (F, 3)
        It is read now: later changes of it have no effect.
    """

    def __init__(self, mesh: Any, **kwargs: Any) -> None:
        _checked(("mesh.vertices", "mesh.faces"), (mesh.vertices, mesh.faces))
        vertices = np.asarray(mesh.vertices, dtype=np.float64)
        middle = (vertices.min(0) + vertices.max(0)) / 2 if len(vertices) else np.zeros(3)
        self.mesh = mesh
        self._scene = Scene(origin=[float(x) for x in middle])
        if len(vertices):
            self._scene.add_mesh(vertices, mesh.faces)

    def intersects_id(
        self,
        ray_origins: npt.ArrayLike,
        ray_directions: npt.ArrayLike,
        return_locations: bool = False,
        multiple_hits: bool = True,
        max_hits: Union[int, None] = None,
        **kwargs: Any,
    ) -> Union[tuple[Indices, Indices], tuple[Indices, Indices, Places]]:
        """Finds the triangles that rays hit.

        Parameters
        ----------
        ray_origins, ray_directions : (m, 3)
        return_locations : bool
            Whether to return the places, too.
        multiple_hits : bool
            Whether to find all hits of a ray, or the first alone.
        max_hits : int, optional
            At most so many hits of a ray.

        Returns
        -------
        index_tri, index_ray : (h,) int64
            Triangle and ray of each hit; the hits of a ray are in order, nearest first.
        locations : (h, 3) float64
            If `return_locations`.
        """
        hits = self._scene.all_hits(
            np.reshape(ray_origins, (-1, 3)),
            np.reshape(ray_directions, (-1, 3)),
            outputs=("index", "point") if return_locations else ("index",),
            limit=max_hits if multiple_hits else 1,
        )
        index_tri = hits.index.astype(np.int64)
        if return_locations:
            return index_tri, hits.query, np.asarray(hits.point, np.float64)
        return index_tri, hits.query

    def intersects_location(
        self,
        ray_origins: npt.ArrayLike,
        ray_directions: npt.ArrayLike,
        multiple_hits: bool = True,
        **kwargs: Any,
    ) -> tuple[Places, Indices, Indices]:
        """Finds the places where rays hit the mesh.

        Returns
        -------
        locations : (h, 3) float64
        index_ray, index_tri : (h,) int64
        """
        index_tri, index_ray, locations = self.intersects_id(  # type: ignore[misc]
            ray_origins,
            ray_directions,
            return_locations=True,
            multiple_hits=multiple_hits,
            **kwargs,
        )
        return locations, index_ray, index_tri

    def intersects_first(
        self, ray_origins: npt.ArrayLike, ray_directions: npt.ArrayLike, **kwargs: Any
    ) -> Indices:
        """Finds the first triangle of each ray: (m,) int64, -1 if there is none."""
        hits = self._scene.cast(
            np.reshape(ray_origins, (-1, 3)),
            np.reshape(ray_directions, (-1, 3)),
            outputs=("index",),
        )
        first = hits.index.astype(np.int64)
        first[hits.index == NO_ID] = -1
        return first

    def intersects_any(
        self, ray_origins: npt.ArrayLike, ray_directions: npt.ArrayLike, **kwargs: Any
    ) -> npt.NDArray[np.bool_]:
        """Tests whether each ray hits the mesh: (m,) bool."""
        return self._scene.occluded(
            np.reshape(ray_origins, (-1, 3)), np.reshape(ray_directions, (-1, 3))
        )

    def contains_points(self, points: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Tests whether points are inside of the mesh, which must be closed: (n,) bool.

        Two rays, forth and back, must both cross the surface an odd number of times. If they do not
        agree, a third one in another direction decides.
        """
        places = np.reshape(np.asarray(points, dtype=np.float64), (-1, 3))
        direction = np.array([0.36, 0.48, 0.8])

        def crossings_are_odd(of: Places, along: Places) -> npt.NDArray[np.bool_]:
            found = self._scene.all_hits(of, along, outputs=()).found
            return np.asarray((found & 1) == 1)

        inside = crossings_are_odd(places, direction)
        doubtful = inside != crossings_are_odd(places, -direction)
        if doubtful.any():
            inside[doubtful] = crossings_are_odd(places[doubtful], direction[[2, 0, 1]])
        return inside
