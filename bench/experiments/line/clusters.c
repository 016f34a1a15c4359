/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/line.h"

#include "bench/conditions/core_pairs.h"
#include "bench/conditions/timesharing.h"
#include "bench/report/finding.h"
#include "bench/report/series_record.h"
#include "kernel/format.h"
#include "kernel/machine.h"

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

/* ---- finding ------------------------------------------------------------ */

#define WORDS_MAX 96u

/* What is to be said of so many clusters: the end of a sentence. */
static const char *compare_with_cpuid(char words[WORDS_MAX],
				      const struct matrix *m,
				      const unsigned *cluster)
{
	for (unsigned i = 0; i < LEVELS; i++)
		if (agrees(m, cluster, level[i].distance)) {
			format(words, WORDS_MAX, ", the same as CPUID's %s. "
			       "They agree.", level[i].name);
			return words;
		}
	format(words, WORDS_MAX, "; CPUID: packages %u, dies %u, cores %u. "
	       "They differ.", groups(m, DISTANCE_PACKAGE),
	       groups(m, DISTANCE_DIE), groups(m, DISTANCE_CORE));
	return words;
}

static void report_count(const struct matrix *m, const unsigned *cluster,
			 unsigned count)
{
	char words[WORDS_MAX];
	const char *end = m->cores == 2 ?
			  ", since two cores have one distance only." :
		timeshared() ? ", of no meaning: the cores take turns." :
		machine_core_info(0)->package < 0 ?
			  ". CPUID does not say where the cores are." :
		compare_with_cpuid(words, m, cluster);

	report_finding("line", "clusters", (int64_t)count * 1000, "clusters",
		       "Clusters by distance: %u%s", count, end);
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

void clusters_report(const struct matrix *m, const unsigned *cluster,
		     unsigned count)
{
	record_series(&(struct series_record){
		.key = { "line", "handover/clusters", m->cores, NULL },
		.columns = columns, .rows = m->cores, .row = fill_core,
		.of = &(struct clustered){ m, cluster },
	});
	report_count(m, cluster, count);
}
