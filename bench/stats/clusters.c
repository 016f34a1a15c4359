/* SPDX-License-Identifier: MIT */
#include "bench/stats/clusters.h"

#include <stdbool.h>

#include "bench/stats/stats.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"

/*
 * The shortest tree over all cores (Prim): single linkage joins along its
 * edges and no others. order[] is how the cores came into it.
 */
static struct {
	const int64_t *distance;
	unsigned cores;
	unsigned order[MACHINE_MAX_CORES];
	unsigned parent[MACHINE_MAX_CORES];
	int64_t edge[MACHINE_MAX_CORES]; /* to the parent */
	bool inside[MACHINE_MAX_CORES];
} tree;

static int64_t between(unsigned a, unsigned b)
{
	return min_i64(tree.distance[a * tree.cores + b],
		       tree.distance[b * tree.cores + a]);
}

static unsigned nearest_outside(void)
{
	unsigned nearest = tree.cores;

	for (unsigned c = 0; c < tree.cores; c++)
		if (!tree.inside[c] && (nearest == tree.cores ||
					tree.edge[c] < tree.edge[nearest]))
			nearest = c;
	return nearest;
}

static void take_in(unsigned core)
{
	tree.inside[core] = true;
	for (unsigned c = 0; c < tree.cores; c++) {
		if (tree.inside[c] || between(core, c) >= tree.edge[c])
			continue;
		tree.edge[c] = between(core, c);
		tree.parent[c] = core;
	}
}

static void grow_tree(const int64_t *distance, unsigned cores)
{
	tree.distance = distance;
	tree.cores = cores;
	for (unsigned c = 0; c < cores; c++) {
		tree.inside[c] = false;
		tree.edge[c] = c ? INT64_MAX : 0; /* core 0 is the root */
		tree.parent[c] = 0;
	}
	for (unsigned i = 0; i < cores; i++) {
		tree.order[i] = nearest_outside();
		take_in(tree.order[i]);
	}
}

/* The longest edge that still joins: the last before the largest jump. */
static int64_t longest_joining(void)
{
	static int64_t sorted[MACHINE_MAX_CORES];
	unsigned edges = tree.cores - 1;
	int64_t largest = CLUSTERS_JUMP_MILLI, longest = INT64_MAX;

	for (unsigned i = 0; i < edges; i++)
		sorted[i] = tree.edge[tree.order[i + 1]];
	stats_sort(sorted, edges);
	for (unsigned i = 0; i + 1 < edges; i++) {
		int64_t jump = sorted[i + 1] * 1000 /
				(sorted[i] ? sorted[i] : 1);

		if (jump < largest)
			continue;
		largest = jump;
		longest = sorted[i];
	}
	return longest;
}

/* The tree's order is not the cores': number clusters by their first core. */
static void renumber(unsigned *cluster, unsigned count)
{
	static unsigned number[MACHINE_MAX_CORES];
	unsigned next = 0;

	for (unsigned i = 0; i < count; i++)
		number[i] = count;
	for (unsigned c = 0; c < tree.cores; c++) {
		if (number[cluster[c]] == count)
			number[cluster[c]] = next++;
		cluster[c] = number[cluster[c]];
	}
}

unsigned clusters_find(const int64_t *distance, unsigned cores,
		       unsigned *cluster)
{
	unsigned count = 0;
	int64_t longest;

	grow_tree(distance, cores);
	longest = longest_joining();
	for (unsigned i = 0; i < cores; i++) {
		unsigned core = tree.order[i];

		/* A parent came into the tree before: its number is known. */
		cluster[core] = i && tree.edge[core] <= longest ?
				cluster[tree.parent[core]] : count++;
	}
	renumber(cluster, count);
	return count;
}
