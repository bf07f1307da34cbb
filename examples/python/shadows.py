"""Hours of sun around a building over a day."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import lanecast

town = lanecast.Scene()
town.add_boxes([[0, 0, 9], [14, 6, 5], [-16, 8, 4], [4, -18, 3]],
               [[5, 5, 9], [4, 6, 5], [6, 3, 4], [8, 3, 3]])
town.add_cones([-12, -10, 0], [-12, -10, 14], radius=4)

x, y = np.meshgrid(np.linspace(-35, 35, 300), np.linspace(-35, 35, 300))
ground = np.stack([x, y, np.zeros_like(x)], -1)
hours = np.linspace(6, 18, 49)[1:-1]  # every quarter of an hour at an equinox, 48 degrees north
angle = np.radians((hours - 12) * 15)
tilt = np.radians(90 - 48)
sun = np.stack([-np.sin(angle), -np.cos(angle) * np.cos(tilt), np.cos(angle) * np.sin(tilt)], -1)

shaded = town.occluded(ground, sun[:, None, None])  # (47, 300, 300)
light = (~shaded).sum(0) / 4

figure, axes = plt.subplots(figsize=(8, 6.5))
picture = axes.imshow(light, extent=(-35, 35, -35, 35), origin="lower", cmap="inferno")
figure.colorbar(picture, label="hours of sun")
axes.set(title="north is up")
figure.savefig(sys.argv[1], dpi=80)
print(f"{shaded.size} rays; from {light.min():.1f} to {light.max():.1f} hours of sun")
