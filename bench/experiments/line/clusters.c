/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/conditions/core_pairs.h"
#include "bench/report/quantity.h"
#include "bench/report/series_record.h"
#include "bench/stats/clusters.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"

/* ---- what CPUID claims -------------------------------------------------- */

/* Partitions of the cores: together are those at this distance or nearer. */
static const struct level {
	const char *name;
	enum distance distance;
} level[] = {
	{ "packages", DISTANCE_PACKAGE }, { "dies", DISTANCE_DIE },
	{ "cores", DISTANCE_CORE },
};
#define LEVELS (sizeof(level) / sizeof(level[0]))

static bool together(const struct matrix *m, unsigned a, unsigned b,
		     enum distance distance)
{
	return distance_between(machine_core_info(m->core[a]),
				machine_core_info(m->core[b])) <= distance;
}

static unsigned groups(const struct matrix *m, enum distance distance)
{
	unsigned count = 0;

	for (unsigned a = 0, b; a < m->cores; a++) {
		for (b = 0; b < a; b++)
			if (together(m, a, b, distance))
				break;
		count += b == a; /* the first of its group */
	}
	return count;
}

static bool agrees(const struct matrix *m, const unsigned *cluster,
		   enum distance distance)
{
	for (unsigned a = 0; a < m->cores; a++)
		for (unsigned b = 0; b < a; b++)
			if (together(m, a, b, distance) !=
			    (cluster[a] == cluster[b]))
				return false;
	return true;
}

/* ---- columns of the result ---------------------------------------------- */

/* What the rounds show. */
struct rounds_shown {
	int64_t milli[LINE_ROUNDS]; /* clusters */
	unsigned clean;             /* rounds */
	unsigned agree[LEVELS];     /* of those, the same as CPUID's level */
};

/* Fills m->all with the round's distances, the same both ways. False: neither
 * way of a pair counts. */
static bool distances_of(const struct matrix *m, unsigned round)
{
	for (unsigned pair = 0; pair < m->cores * (m->cores - 1); pair++) {
		unsigned at = matrix_at(m, pair);
		unsigned back = at % m->cores * m->cores + at / m->cores;
		int64_t least = INT64_MAX;

		if (matrix_clean(m, round, at))
			least = matrix_round(m, round, at)->ticks;
		if (matrix_clean(m, round, back))
			least = min_i64(least,
					matrix_round(m, round, back)->ticks);
		if (least == INT64_MAX)
			return false;
		m->all[at] = least;
	}
	return true;
}

static void look_at_round(const struct matrix *m, unsigned round,
			  struct rounds_shown *shown)
{
	static unsigned cluster[MACHINE_MAX_CORES];

	shown->milli[round] = QUANTITY_NONE;
	if (!distances_of(m, round))
		return;
	shown->milli[round] =
		(int64_t)clusters_find(m->all, m->cores, cluster) * 1000;
	shown->clean++;
	for (unsigned i = 0; i < LEVELS; i++)
		shown->agree[i] += agrees(m, cluster, level[i].distance);
}

/* The level that was the same in every round; NULL: none. */
static const char *same_level(const struct rounds_shown *shown)
{
	for (unsigned i = 0; i < LEVELS; i++)
		if (shown->clean && shown->agree[i] == shown->clean)
			return level[i].name;
	return NULL;
}

void clusters_fields(const struct matrix *m)
{
	struct rounds_shown shown = { .clean = 0 };

	for (unsigned r = 0; r < m->rounds; r++)
		look_at_round(m, r, &shown);
	log_quantity("cluster_rounds", shown.milli, m->rounds);
	if (machine_core_info(0)->package < 0)
		return; /* CPUID does not say where the cores are */
	if (same_level(&shown))
		log_text("cluster_level", same_level(&shown));
	log_array("levels");
	for (unsigned i = 0; i < LEVELS; i++)
		log_number(NULL, groups(m, level[i].distance));
	log_array_end();
}

/* ---- record ------------------------------------------------------------- */

static const struct series_column columns[] = {
	{ "core", false }, { "cluster", false }, { "package", false },
	{ "die", false }, { "core_id", false }, { NULL, false },
};

struct clustered {
	const struct matrix *matrix;
	const unsigned *cluster;
};

static void fill_core(const void *of, unsigned index, int64_t *value)
{
	const struct clustered *c = of;
	unsigned core = c->matrix->core[index];
	const struct machine_core_info *info = machine_core_info(core);

	*value++ = core;
	*value++ = c->cluster[index];
	*value++ = info->package;
	*value++ = info->die;
	*value = info->core_id;
}

void clusters_record(const struct matrix *m, const unsigned *cluster)
{
	record_series(&(struct series_record){
		.key = { "line", "handover/clusters", m->cores, NULL },
		.columns = columns, .rows = m->cores, .row = fill_core,
		.of = &(struct clustered){ m, cluster },
	});
}
