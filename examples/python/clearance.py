"""Clearance along a path: how close a drone comes to the pillars of a hall."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import lanecast

rng = np.random.default_rng(14)
hall = lanecast.Scene()
foot = np.c_[rng.uniform(-20, 20, (40, 2)), np.zeros(40)]
pillars = hall.add_capsules(foot, foot + [0, 0, 6], radius=0.4)
hall.add_planes([0, 0, 1], 0)

s = np.linspace(0, 1, 4000)
path = np.stack([40 * s - 20, 8 * np.sin(9 * s), 2.5 + np.sin(23 * s)], -1)
near = hall.closest_point(path, outputs=("distance", "id", "point"))
tightest = near.distance.argmin()

figure, axes = plt.subplots(figsize=(10, 4))
axes.plot(40 * s, near.distance, lw=1)
axes.axhline(0.5, color="tab:red", lw=0.8, label="radius of the drone")
axes.plot(40 * s[tightest], near.distance[tightest], "o", color="tab:red")
axes.set(xlabel="metres along the hall", ylabel="clearance in metres", ylim=(0, None))
axes.legend()
figure.savefig(sys.argv[1], dpi=80)
print(f"tightest: {near.distance[tightest]:.2f} m from id {near.id[tightest]}")
