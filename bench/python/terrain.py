"""The mesh that the benchmarks share."""

import numpy as np


def terrain(size):
    """A height field of 2 size^2 triangles: vertices as float32, faces as uint32."""
    x, y = np.meshgrid(*[np.linspace(0, 30, size + 1, dtype=np.float32)] * 2)
    z = np.sin(x) * np.cos(1.3 * y) + 0.3 * np.sin(5 * x + 2 * y) + 0.05 * np.sin(31 * x - 17 * y)
    corner = np.arange(size, dtype=np.uint32)[:, None] * np.uint32(size + 1)
    corner = (corner + np.arange(size, dtype=np.uint32)).ravel()
    faces = np.empty((2, size * size, 3), np.uint32)
    for half, middle in enumerate((1, size + 1)):
        faces[half] = np.stack([corner, corner + middle, corner + size + 2], 1)
        if half == 1:
            faces[half] = faces[half][:, [0, 2, 1]]
    return np.stack([x, y, z], -1).reshape(-1, 3), faces.reshape(-1, 3)
