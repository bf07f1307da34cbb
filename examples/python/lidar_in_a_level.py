"""A lidar that turns while it drives through a level of boxes and pillars."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import lanecast

rng = np.random.default_rng(3)
level = lanecast.Scene()
walls = np.array([[0, 20], [0, -20], [30, 0], [-30, 0]])
level.add_boxes(np.c_[walls, np.full(4, 2)], [[30, 0.2, 2]] * 2 + [[0.2, 20, 2]] * 2)
foot = np.c_[rng.uniform([-28, -18], [28, 18], (60, 2)), np.zeros(60)]
level.add_cylinders(foot, foot + [0, 0, 4], radius=0.6)
level.add_planes([0, 0, 1], 0)

beams = np.linspace(-15, 5, 16)
turns = []
for step in np.linspace(0, 1, 40):  # one turn per step
    place = (-25 + 50 * step, 6 * np.sin(6 * step), 1.5)
    sweep = lanecast.lidar(place, elevations=beams, azimuths=900)
    hits = level.cast(sweep, t_max=40, outputs=("t", "point"))
    turns.append(hits.point[hits.hit])
cloud = np.concatenate(turns)

figure, axes = plt.subplots(figsize=(10, 7))
shown = cloud[cloud[:, 2] > 0.05][::5]
axes.scatter(shown[:, 0], shown[:, 1], c=shown[:, 2], s=0.2)
axes.set(aspect="equal", title=f"{len(cloud)} points of 40 turns, without the floor")
figure.savefig(sys.argv[1], dpi=80)
print(f"{len(cloud)} points, highest {cloud[:, 2].max():.1f} m")
