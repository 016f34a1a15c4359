/* SPDX-License-Identifier: MIT */
#include "bench/experiments/queue/queue.h"

#include "bench/conclusions/conclude.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "sched/queue/queue.h"

#define NAME_MAX 32u
#define WHAT_MAX 48u

/* Which queue's row NAME/way takes least: the one with these parameters. */
static void find_best(const char *name, const struct record_key *way,
		      const char *what)
{
	struct conclusion c = {
		.experiment = "queue", .name = name, .claim = CLAIM_ORDER,
		.fineness = way->cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = way->cores, .unit = record_unit(), .what = what,
		.superlative = way->cores > 1 ? "fastest" : "cheapest",
	};

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		char row[FIGURE_NAME_MAX];
		struct record_key key = *way;

		format(row, sizeof(row), "%s/%s", (*entry)->name, way->variant);
		key.variant = row;
		conclusion_add(&c, (*entry)->name,
			       key.params ? results_find_row(&key) :
			       results_find("queue", row, key.cores));
	}
	conclude(&c);
}

/* One item at once: those in bulk are rows of their own. */
static void find_across(const struct queue_split *split, bool only)
{
	const struct param params[] = { { "producers", split->producers },
					{ "consumers", split->consumers },
					{ "bulk", 1 }, { NULL, 0 } };
	unsigned from = split->producers, to = split->consumers;
	char name[NAME_MAX] = "fastest_across";
	char what[WHAT_MAX] = "An item from core to core";

	if (!only) {
		format(name, sizeof(name), "fastest_across %u:%u", from, to);
		format(what, sizeof(what), "An item from %u core%s to %u",
		       from, format_s(from), to);
	}
	find_best(name, &(struct record_key){ "queue", "across", from + to,
					      params }, what);
}

void queue_report_findings(const struct settings *settings,
			   const struct queue_split *split, unsigned splits)
{
	find_best("cheapest_alone", &(struct record_key){ "queue", "pair", 1,
							  NULL },
		  "A push and a pop on one core");
	if (settings->cores < 2)
		return;
	find_best("fastest_shared",
		  &(struct record_key){ "queue", "pair", settings->cores,
					NULL },
		  "A push and a pop, all cores at one queue");
	for (unsigned i = 0; i < splits; i++)
		find_across(&split[i], splits == 1);
	find_best("shortest_latency", &(struct record_key){ "queue", "latency",
							    2, NULL },
		  "An item there and one back");
}
