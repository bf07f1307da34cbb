"""Which spheres overlap which boxes: a ragged answer."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import lanecast

rng = np.random.default_rng(4)
crates = lanecast.Scene()
corner = rng.uniform(0, 100, (500, 3)) * [1, 1, 0.02]
size = rng.uniform(1, 6, (500, 3))
boxes = crates.add_aabbs(corner, corner + size)

center = rng.uniform(0, 100, (4_000, 3)) * [1, 1, 0.05]
found = crates.all_overlaps(center, radius=0.8, outputs=("index",))
print(f"{len(found.index)} pairs; sphere 7 overlaps the boxes {found.of(7)['index']}")

partners = np.bincount(found.index, minlength=len(boxes))  # spheres of each box
lonely = found.found == 0
print(f"{lonely.mean():.2f} of the spheres overlap nothing; the fullest box has {partners.max()}")

figure, axes = plt.subplots(figsize=(8, 7))
axes.bar(corner[:, 0], size[:, 1], size[:, 0], corner[:, 1], align="edge", color="lightgrey")
dots = axes.scatter(*center[~lonely, :2].T, c=found.found[~lonely], s=6, cmap="plasma")
figure.colorbar(dots, label="boxes that a sphere overlaps")
axes.set(aspect="equal", title="crates, and the spheres that overlap them")
figure.savefig(sys.argv[1], dpi=80)
