/* SPDX-License-Identifier: MIT */
#include "bench/line_clusters.h"

#include <stdbool.h>

#include "bench/record_parts.h"
#include "bench/report.h"
#include "kernel/log.h"
#include "kernel/machine.h"

/* ---- what CPUID claims ------------------------------------------------- */

/* Whether two cores are in the same package, and within it die and core. */
typedef bool same_fn(const struct machine_core_info *a,
		     const struct machine_core_info *b);

static bool same_package(const struct machine_core_info *a,
			 const struct machine_core_info *b)
{
	return a->package == b->package;
}

static bool same_die(const struct machine_core_info *a,
		     const struct machine_core_info *b)
{
	return same_package(a, b) && a->die == b->die;
}

static bool same_core(const struct machine_core_info *a,
		      const struct machine_core_info *b)
{
	return same_die(a, b) && a->core_id == b->core_id;
}

static const struct level {
	const char *name;
	same_fn *same;
} level[] = {
	{ "packages", same_package }, { "dies", same_die },
	{ "cores", same_core },
};
#define LEVELS (sizeof(level) / sizeof(level[0]))

static unsigned groups(same_fn *same, unsigned cores)
{
	unsigned count = 0;

	for (unsigned a = 0, b; a < cores; a++) {
		for (b = 0; b < a; b++)
			if (same(machine_core_info(a), machine_core_info(b)))
				break;
		count += b == a; /* the first of its group */
	}
	return count;
}

static bool agrees(same_fn *same, const unsigned *cluster, unsigned cores)
{
	for (unsigned a = 0; a < cores; a++)
		for (unsigned b = 0; b < a; b++)
			if (same(machine_core_info(a), machine_core_info(b)) !=
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

static void compare(const unsigned *cluster, unsigned count, unsigned cores)
{
	for (unsigned i = 0; i < LEVELS; i++) {
		if (!agrees(level[i].same, cluster, cores))
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
		       groups(same_package, cores), groups(same_die, cores),
		       groups(same_core, cores));
}

/* ---- record ------------------------------------------------------------ */

#define PART_ROWS 100u /* five short numbers */

static void log_columns(void)
{
	static const char *const column[] = { "core", "cluster", "package",
					      "die", "core_id" };

	log_array("columns");
	for (unsigned i = 0; i < sizeof(column) / sizeof(column[0]); i++)
		log_text(NULL, column[i]);
	log_array_end();
}

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

static void record(const unsigned *cluster, unsigned cores)
{
	const struct report keys = { .experiment = "line", .cores = cores,
				     .variant = "handover/clusters" };
	unsigned parts = parts_of(cores, PART_ROWS);

	for (unsigned part = 0; part < parts; part++) {
		log_begin("series");
		log_part(part, parts);
		report_keys(&keys);
		log_columns();
		log_array("rows");
		for (unsigned c = part * PART_ROWS;
		     c < part_end(part, cores, PART_ROWS); c++)
			log_core(c, cluster[c]);
		log_array_end();
		log_end();
	}
}

void line_clusters_report(const struct matrix *m, const unsigned *cluster,
			  unsigned count)
{
	record(cluster, m->cores);
	if (m->cores == 2)
		find(count, ", since two cores have one distance only.");
	else if (machine_core_info(0)->package < 0)
		find(count, ". CPUID does not say where the cores are.");
	else
		compare(cluster, count, m->cores);
}
