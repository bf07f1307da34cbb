"""The programs of Open3D's pages on ray casting and distance queries, in own words.

Each takes the class of the scene, which is the one line that changes, and returns its numbers. They
run with Open3D's class and its tensors, with lanecast's class and Open3D's tensors, and with
lanecast's class and NumPy arrays.
"""

import numpy as np


def first_rays(scene_class, cube, tensor):
    """Two rays at a cube, one of which misses."""
    scene = scene_class()
    cube_id = scene.add_triangles(*cube)
    rays = tensor([[0.5, 0.5, 10, 0, 0, -1], [-1, -1, -1, 0, 0, -1]])
    ans = scene.cast_rays(rays)
    numbers = {name: ans[name].numpy() for name in ans.keys()}
    missed = ans["geometry_ids"] == scene_class.INVALID_ID
    return {
        **numbers,
        "cube_id": np.array(cube_id),
        "missed": missed.numpy(),
        "primitive_missed": (ans["primitive_ids"] == scene.INVALID_ID).numpy(),
        "hit_distance": ans["t_hit"][ans["t_hit"].isfinite()].numpy(),
    }


def picture(scene_class, meshes, float64):
    """Images of several meshes, and the point cloud that a depth camera would see.

    Also returns the points as a tensor. `float64` is the dtype of NumPy or of Open3D.
    """
    scene = scene_class()
    for mesh in meshes:
        scene.add_triangles(*mesh)
    rays = scene_class.create_rays_pinhole(
        fov_deg=90, center=[0, 0, 2], eye=[2, 3, 0], up=[0, 1, 0], width_px=64, height_px=48
    )
    ans = scene.cast_rays(rays)
    hit = ans["t_hit"].isfinite()
    points = rays[hit][:, :3] + rays[hit][:, 3:] * ans["t_hit"][hit].reshape((-1, 1))
    shown = ans["geometry_ids"] != scene_class.INVALID_ID
    return points, {
        "rays": rays.numpy(),
        "depth": ans["t_hit"].numpy(),
        "normals": np.abs(ans["primitive_normals"].numpy()),
        "geometry": ans["geometry_ids"].numpy(),
        "hit": hit.numpy(),
        "missed": hit.logical_not().numpy(),
        "shown": shown.numpy(),
        "points": points.cpu().numpy(),
        "points_as_double": points.to(float64).numpy(),
        "same_device": np.array(str(points.device) == str(rays.device) == "CPU:0"),
        "on_device": points.clone().to(points.device).numpy(),
    }


def distances(scene_class, mesh, tensor):
    """Distances and occupancy of a point, of random points and of a grid."""
    scene = scene_class()
    scene.add_triangles(*mesh)
    query_point = tensor([[10, 10, 10]])
    numbers = {
        "distance": scene.compute_distance(query_point).numpy(),
        "signed": scene.compute_signed_distance(query_point).numpy(),
        "occupancy": scene.compute_occupancy(query_point).numpy(),
    }
    low, high = [-1.4, -1.4, -0.5], [1.4, 1.4, 0.6]
    query_points = np.random.default_rng(1).uniform(low, high, (256, 3)).astype(np.float32)
    numbers["signed_of_random"] = scene.compute_signed_distance(query_points).numpy()
    xyz_range = np.linspace(low, high, num=16)
    query_points = np.stack(np.meshgrid(*xyz_range.T), axis=-1).astype(np.float32)
    numbers["signed_of_grid"] = scene.compute_signed_distance(query_points).numpy()[:, :, 7]
    numbers["distance_of_grid"] = scene.compute_distance(query_points).numpy()
    numbers["occupancy_of_grid"] = scene.compute_occupancy(query_points).numpy()
    return numbers


def closest_geometry(scene_class, cube, sphere, tensor, points_per_axis=32):
    """Signed distances by closest points and the parity of intersections."""
    scene = scene_class()
    mesh_ids = {scene.add_triangles(*cube): "cube", scene.add_triangles(*sphere): "sphere"}

    query_point = tensor([[0, 0, 0]])
    ans = scene.compute_closest_points(query_point)
    assert mesh_ids[ans["geometry_ids"][0].item()] in ("cube", "sphere")
    rays = np.concatenate(
        [query_point.numpy(), np.ones(tuple(query_point.shape), dtype=np.float32)], axis=-1
    )
    numbers = {
        "point": ans["points"].numpy(),
        "geometry": np.array(ans["geometry_ids"][0].item()),
        "inside": scene.count_intersections(rays).numpy() % 2 == 1,
    }

    def signed_distance_and_closest_geometry(query_points):
        closest_points = scene.compute_closest_points(query_points)
        distance = np.linalg.norm(query_points - closest_points["points"].numpy(), axis=-1)
        rays = np.concatenate([query_points, np.ones_like(query_points)], axis=-1)
        is_inside = scene.count_intersections(rays).numpy() % 2 == 1
        distance[is_inside] *= -1
        return distance, closest_points["geometry_ids"].numpy()

    xyz_range = np.linspace([-2, -2, -2], [2, 2, 2], num=points_per_axis)
    grid = np.stack(np.meshgrid(*xyz_range.T), axis=-1).astype(np.float32)
    numbers["grid"] = grid
    numbers["signed_of_grid"], numbers["geometry_of_grid"] = signed_distance_and_closest_geometry(
        grid
    )
    return numbers


def list_of_intersections(scene_class, vertices, triangles):
    """Places of all intersections, by weights and by rays; Open3D has the method since 0.17."""
    scene = scene_class()
    scene.add_triangles(vertices, triangles)
    low, high = vertices.min(0), vertices.max(0)
    x, y = np.linspace(low, high, num=20)[:, :2].T
    xv, yv = np.meshgrid(x, y)
    orig = np.stack([xv, yv, np.full_like(xv, low[2] - 1)], axis=-1).reshape(-1, 3)
    dest = orig + np.array([0, 0, 2 + high[2] - low[2]])
    rays = np.concatenate([orig, dest - orig], axis=-1).astype(np.float32)
    lx = {name: value.numpy() for name, value in scene.list_intersections(rays).items()}
    corners = vertices[triangles[lx["primitive_ids"]]]
    uv = lx["primitive_uvs"]
    weights = np.stack([1 - uv.sum(1), uv[:, 0], uv[:, 1]], axis=-1)
    by_weights = (corners * weights[..., None]).sum(1)
    of_ray = rays[lx["ray_ids"]]
    by_rays = of_ray[:, :3] + of_ray[:, 3:] * lx["t_hit"][..., None]
    counts = [end - start for start, end in zip(lx["ray_splits"][:-1], lx["ray_splits"][1:])]
    return by_weights, by_rays, np.array(counts)
