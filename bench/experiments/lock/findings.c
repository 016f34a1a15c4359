/* SPDX-License-Identifier: MIT */
/* What the results of experiment `lock` say, in a few sentences. */
#include "bench/bench.h"
#include "bench/config/settings.h"
#include "bench/report/finding.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "sched/lock/lock.h"

/* The best of all locks by one of their rows. */
struct best {
	const struct lock_kind *kind;
	int64_t milli;
};

static const struct figure *row_of(const struct lock_kind *kind,
				   const char *suffix, unsigned cores)
{
	char name[FIGURE_NAME_MAX];
	const struct figure *f;

	format(name, sizeof(name), "%s%s", kind->name, suffix);
	f = results_find("lock", name, cores);
	return f && f->proven == PROVEN ? f : NULL;
}

static void report_alone(void)
{
	struct best best = { 0 };

	LOCK_EACH(entry) {
		const struct figure *f = row_of(*entry, "", 1);

		if (f && (!best.kind || f->p50_milli < best.milli))
			best = (struct best){ *entry, f->p50_milli };
	}
	if (!best.kind)
		return;
	report_conclusion(&(struct finding){
		.experiment = "lock", .name = "cheapest_alone",
		.value_milli = best.milli, .unit = record_unit(),
		.subject = { best.kind->name } },
		"Nobody else at it, %s is the cheapest: %s %s to lock and "
		"unlock.", best.kind->name, text_of(best.milli),
		record_unit());
}

static void report_contended(unsigned cores)
{
	struct best fast = { 0 }, fair = { 0 };

	LOCK_EACH(entry) {
		const struct figure *f = row_of(*entry, "/contend", cores);

		if (!f)
			continue;
		if (!fast.kind || f->together_milli < fast.milli)
			fast = (struct best){ *entry, f->together_milli };
		if ((*entry)->fair &&
		    (!fair.kind || f->together_milli < fair.milli))
			fair = (struct best){ *entry, f->together_milli };
	}
	if (!fast.kind || !fair.kind)
		return;
	report_conclusion(&(struct finding){
		.experiment = "lock", .name = "fastest_contended",
		.value_milli = fast.milli, .unit = record_unit(),
		.subject = { fast.kind->name } },
		"All %u cores at it, one entry each: %s %s (%s).",
		cores, text_of(fast.milli), record_unit(), fast.kind->name);
	report_conclusion(&(struct finding){
		.experiment = "lock", .name = "fastest_fair",
		.value_milli = fair.milli, .unit = record_unit(),
		.subject = { fair.kind->name } },
		"The same first come, first served: %s %s (%s).",
		text_of(fair.milli), record_unit(), fair.kind->name);
}

static bool report_findings(const struct settings *settings)
{
	report_alone();
	if (settings->cores > 1)
		report_contended(settings->cores);
	return true;
}

EXPERIMENT_RUN(lock, NULL, report_findings,
	       "what does a lock cost, alone and with every core at it?",
	       .order = ORDER_PARTS);
