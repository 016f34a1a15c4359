/* SPDX-License-Identifier: MIT */
/* What the results of experiment `lock` say, in a few sentences. */
#include "bench/bench.h"
#include "bench/conclusions/conclude.h"
#include "bench/config/settings.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "kernel/format.h"
#include "sched/lock/lock.h"

/* Adds the row of each lock, of the fair ones alone if asked. */
static void add_rows(struct conclusion *c, const char *suffix, bool fair)
{
	LOCK_EACH(entry) {
		char name[FIGURE_NAME_MAX];

		if (fair && !(*entry)->fair)
			continue;
		format(name, sizeof(name), "%s%s", (*entry)->name, suffix);
		conclusion_add(c, (*entry)->name,
			       results_find("lock", name, c->cores));
	}
}

static void report_alone(void)
{
	struct conclusion c = {
		.experiment = "lock", .name = "cheapest_alone",
		.claim = CLAIM_ORDER, .fineness = FINE_LOCK_ALONE, .cores = 1,
		.unit = record_unit(), .superlative = "cheapest",
		.what = "Lock and unlock alone",
	};

	add_rows(&c, "", false);
	conclude(&c);
}

static void report_contended(const char *name, unsigned cores, bool fair)
{
	struct conclusion c = {
		.experiment = "lock", .name = name, .claim = CLAIM_ORDER,
		.fineness = FINE_CORES, .cores = cores, .unit = record_unit(),
		.superlative = "fastest",
		.what = fair ? "An entry, all cores at one fair lock"
			     : "An entry, all cores at one lock",
	};

	add_rows(&c, "/contend", fair);
	conclude(&c);
}

static bool report_findings(const struct settings *settings)
{
	report_alone();
	if (settings->cores > 1) {
		report_contended("fastest_contended", settings->cores, false);
		report_contended("fastest_fair", settings->cores, true);
	}
	return true;
}

EXPERIMENT_RUN(lock, NULL, report_findings,
	       "what does a lock cost, alone and with every core at it?",
	       .order = ORDER_PARTS);
