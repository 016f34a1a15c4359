/* SPDX-License-Identifier: MIT */
#include "bench/experiments/queue/queue.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "kernel/format.h"
#include "sched/queue/queue.h"

/* Which queue's row NAME/way takes least. */
static void find_best(const char *name, const char *way, unsigned cores,
		      const char *what)
{
	struct conclusion c = {
		.experiment = "queue", .name = name, .claim = CLAIM_ORDER,
		.fineness = cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = cores, .unit = record_unit(), .what = what,
		.superlative = cores > 1 ? "fastest" : "cheapest",
	};

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		char row[FIGURE_NAME_MAX];

		format(row, sizeof(row), "%s/%s", (*entry)->name, way);
		conclusion_add(&c, (*entry)->name,
			       results_find("queue", row, cores));
	}
	conclude(&c);
}

void queue_report_findings(const struct settings *settings)
{
	find_best("cheapest_alone", "pair", 1, "On one core, a push and a pop");
	if (settings->cores < 2)
		return;
	find_best("fastest_shared", "pair", settings->cores,
		  "All cores at one queue, a push and a pop");
	find_best("fastest_across", "across", settings->cores,
		  "From core to core, an item");
	find_best("shortest_latency", "latency", 2,
		  "One item there and another back");
}
