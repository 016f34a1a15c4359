# SPDX-License-Identifier: MIT
"""Clusters of cores against SciPy's."""

import numpy as np
from quietcore.conclusions.of_cores import clusters
from scipy.cluster import hierarchy
from scipy.spatial.distance import squareform


def clusters_of(distance: np.ndarray) -> list[int]:
    """Single linkage up to the largest jump of 1.4 and more, by SciPy."""
    if len(distance) < 2:
        return [0] * len(distance)
    tree = hierarchy.single(squareform(np.minimum(distance, distance.T)))
    edges = [int(height) for height in tree[:, 2]]
    longest, largest = edges[-1], 1400
    for low, high in zip(edges, edges[1:]):
        jump = high * 1000 // max(low, 1)
        if jump >= largest:
            longest, largest = low, jump
    found = list(hierarchy.fcluster(tree, longest, criterion="distance"))
    return [list(dict.fromkeys(found)).index(each) for each in found]


def test_clusters():
    """Of machines that are drawn at random, and of sockets of pairs."""
    for seed in range(200):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 17))
        steps = rng.choice([0, 1, 2, 10, 14, 20, 1000, 1399, 1400, 3000], 4)
        places = rng.permutation(n)
        if seed % 2:
            distance = rng.choice(steps, (n, n))
        else:
            distance = steps[np.array([[2 if a // 6 != b // 6 else
                                        int(a // 2 != b // 2)
                                        for b in places] for a in places])]
            if n > 3:  # what one way was disturbed counts by the other way
                distance[1, 2] += 100_000
        np.fill_diagonal(distance, 0)
        found = clusters(range(n), {(a, b): int(distance[a, b]) for a in range(n)
                                    for b in range(n) if a != b})
        firsts = sorted({*found.values()})
        assert [firsts.index(found[core]) for core in range(n)] == \
            clusters_of(distance), seed
