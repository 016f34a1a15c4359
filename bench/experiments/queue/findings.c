/* SPDX-License-Identifier: MIT */
#include "bench/experiments/queue/queue.h"

#include "bench/report/finding.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "sched/queue/queue.h"

/* The queue whose row NAME/way took the least; NULL: none was measured. */
static const struct queue_kind *best_by(const char *way, unsigned cores,
					int64_t *milli)
{
	const struct queue_kind *best = NULL;

	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		char name[FIGURE_NAME_MAX];
		const struct figure *f;

		format(name, sizeof(name), "%s/%s", (*entry)->name, way);
		f = results_find("queue", name, cores);
		if (f && f->proven == PROVEN && (!best ||
						 f->p50_milli < *milli)) {
			best = *entry;
			*milli = f->p50_milli;
		}
	}
	return best;
}

/* text takes the ticks, their unit, and the queue's name. */
static void find_best(const char *name, const char *way, unsigned cores,
		      const char *text)
{
	int64_t milli = 0;
	const struct queue_kind *best = best_by(way, cores, &milli);

	if (!best)
		return;
	report_conclusion(&(struct finding){
		.experiment = "queue", .name = name, .value_milli = milli,
		.unit = record_unit(), .subject = { best->name } },
		text, text_of(milli), record_unit(), best->name);
}

void queue_report_findings(const struct settings *settings)
{
	find_best("cheapest_alone", "pair", 1,
	     "On one core a push and a pop take %s %s at the least (%s).");
	if (settings->cores < 2)
		return;
	find_best("fastest_shared", "pair", settings->cores,
	     "All cores at one queue, push and pop: %s %s at the least (%s).");
	find_best("fastest_across", "across", settings->cores,
	     "From core to core an item takes %s %s at the least (%s).");
	find_best("shortest_latency", "latency", 2,
	     "One item there and another back: %s %s at the least (%s).");
}
