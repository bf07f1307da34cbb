"""A million particles that bounce down a slope of pins; a second argument sets another number."""

import sys

import matplotlib.pyplot as plt
import numpy as np

import lanecast

count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
rng = np.random.default_rng(2)
board = lanecast.Scene()
x, z = np.meshgrid(np.arange(-10, 10.5), np.arange(2, 14))
pins = np.stack([x + z % 2 / 2, 0 * x, z], -1).reshape(-1, 3)
board.add_cylinders(pins - [0, 1, 0], pins + [0, 1, 0], radius=0.25)
board.add_boxes([[0, -1.2, 8], [0, 1.2, 8]], [12, 0.2, 9])  # the panes
board.add_planes([0, 0, 1], 0)

position = rng.uniform([-1, -0.9, 15], [1, 0.9, 17], (count, 3)).astype(np.float32)
velocity = np.zeros_like(position)
contacts = 0
for step in range(180):
    contacts += board.advance(position, velocity, seconds=1 / 60, radius=0.05, restitution=0.4,
                              friction=0.1, gravity=(0, 0, -9.81)).contacts

figure, axes = plt.subplots(figsize=(8, 7))
axes.hist2d(position[:, 0], position[:, 2], bins=(400, 350), norm="log", cmap="magma")
axes.scatter(pins[:, 0], pins[:, 2], s=12, color="tab:green")
axes.set(aspect="equal", title=f"{count} particles after 3 s, {contacts} contacts")
figure.savefig(sys.argv[1], dpi=80)
print(f"lowest {position[:, 2].min():.2f}, all inside: {(np.abs(position[:, 1]) < 1).all()}")
