"""A depth image and a point cloud of a mesh."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import lanecast

# A torus of 2 x 200 x 80 triangles.
u, v = np.meshgrid(*(np.linspace(0, 2 * np.pi, n, endpoint=False) for n in (200, 80)))
ring = 2 + 0.8 * np.cos(v)
vertices = np.stack([ring * np.cos(u), ring * np.sin(u), 0.8 * np.sin(v)], -1).reshape(-1, 3)
i = np.arange(200 * 80).reshape(80, 200)
right, up, both = np.roll(i, -1, 1), np.roll(i, -1, 0), np.roll(i, (-1, -1), (0, 1))
faces = np.concatenate([np.stack(x, -1).reshape(-1, 3) for x in ((i, right, both), (i, both, up))])

scene = lanecast.Scene()
scene.add_mesh(vertices, faces)
rays = lanecast.pinhole(eye=(0, -9, 5), at=(0, 0, 0), size=(640, 480))
hits = scene.cast(rays, outputs=("t", "point"))
cloud = hits.point[hits.hit]

figure, (left, middle) = plt.subplots(1, 2, figsize=(12, 4.5))
depth = left.imshow(np.where(hits.hit, hits.t, np.nan), cmap="viridis")
figure.colorbar(depth, ax=left, label="depth")
middle.scatter(*cloud[::7, :2].T, c=cloud[::7, 2], s=0.3)
middle.set(aspect="equal", title=f"{len(cloud)} points from above")
figure.savefig(sys.argv[1], dpi=80)
print(f"{hits.hit.mean():.2f} of the pixels see the torus, depth {hits.t[hits.hit].min():.2f}")
