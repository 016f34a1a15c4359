/* SPDX-License-Identifier: MIT */
#include "bench/experiments/line/clusters.h"

#include <stdbool.h>

#include "bench/conditions/timesharing.h"
#include "bench/conditions/core_pairs.h"
#include "bench/report/thin.h"
#include "bench/harness/trial_old.h"
#include "kernel/log.h"
#include "kernel/machine.h"

/* ---- what CPUID claims ------------------------------------------------- */

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

/* ---- finding ----------------------------------------------------------- */

static void find(unsigned count, const char *text)
{
	report_finding("line", "clusters", (int64_t)count * 1000, "clusters",
		       "Clusters by distance: %u%s", count, text);
}

static void compare(const struct matrix *m, const unsigned *cluster,
		    unsigned count)
{
	for (unsigned i = 0; i < LEVELS; i++) {
		if (!agrees(m, cluster, level[i].distance))
			continue;
		report_finding("line", "clusters", (int64_t)count * 1000,
			       "clusters", "Clusters by distance: %u, the same "
			       "as CPUID's %s. They agree.", count,
			       level[i].name);
		return;
	}
	report_finding("line", "clusters", (int64_t)count * 1000, "clusters",
		       "Clusters by distance: %u; CPUID: packages %u, dies %u,"
		       " cores %u. They differ.", count,
		       groups(m, DISTANCE_PACKAGE), groups(m, DISTANCE_DIE),
		       groups(m, DISTANCE_CORE));
}

/* ---- record ------------------------------------------------------------ */

#define PART_ROWS 100u /* five short numbers */

static const char *const column[] = { "core", "cluster", "package", "die",
				      "core_id" };
#define COLUMNS (sizeof(column) / sizeof(column[0]))

static void log_core(unsigned core, unsigned cluster)
{
	const struct machine_core_info *info = machine_core_info(core);

	log_array(NULL);
	log_number(NULL, core);
	log_number(NULL, cluster);
	log_signed(NULL, info->package);
	log_signed(NULL, info->die);
	log_signed(NULL, info->core_id);
	log_array_end();
}

static void record(const struct matrix *m, const unsigned *cluster)
{
	const struct report keys = { .experiment = "line", .cores = m->cores,
				     .variant = "handover/clusters" };
	unsigned parts = parts_of(m->cores, PART_ROWS);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		report_keys(&keys);
		log_column_names(column, COLUMNS);
		log_array("rows");
		for (unsigned c = part * PART_ROWS;
		     c < part_end(part, m->cores, PART_ROWS); c++)
			log_core(m->core[c], cluster[c]);
		log_array_end();
		log_end();
	}
}

void line_clusters_report(const struct matrix *m, const unsigned *cluster,
			  unsigned count)
{
	record(m, cluster);
	if (m->cores == 2)
		find(count, ", since two cores have one distance only.");
	else if (timeshared())
		find(count, ", of no meaning: the cores take turns.");
	else if (machine_core_info(0)->package < 0)
		find(count, ". CPUID does not say where the cores are.");
	else
		compare(m, cluster, count);
}
