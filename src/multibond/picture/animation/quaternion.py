"""Rotation matrices as unit quaternions, scalar first."""

from __future__ import annotations

import numpy as np


def quaternions(matrices: np.ndarray) -> np.ndarray:
    """Unit quaternions (…, 4) of rotation matrices (…, 3, 3) that turn vectors: v' = M v.

    The largest of the four components is computed first (Shepperd), so that no division is by a small number.

    >>> quaternions(np.eye(3)).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    m = np.asarray(matrices, dtype=float)
    xx, yy, zz = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    squares = np.stack([xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy], axis=-1)
    wx, wy, wz = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    xy, xz, yz = m[..., 1, 0] + m[..., 0, 1], m[..., 0, 2] + m[..., 2, 0], m[..., 2, 1] + m[..., 1, 2]
    own = 1.0 + squares  # four times the square of each component
    rows = np.stack([
        np.stack([own[..., 0], wx, wy, wz], axis=-1),
        np.stack([wx, own[..., 1], xy, xz], axis=-1),
        np.stack([wy, xy, own[..., 2], yz], axis=-1),
        np.stack([wz, xz, yz, own[..., 3]], axis=-1),
    ], axis=-2)  # fmt: skip
    largest = np.argmax(squares, axis=-1)
    q = np.take_along_axis(rows, largest[..., None, None], axis=-2)[..., 0, :]
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def continuous(q: np.ndarray) -> np.ndarray:
    """The same rotations (time, 4) with signs chosen so that neighbours are near: q and −q turn alike."""
    products = np.einsum("ij,ij->i", q[1:], q[:-1])
    signs = np.cumprod(np.concatenate([[1.0], np.where(products < 0.0, -1.0, 1.0)]))
    return q * signs[:, None]
