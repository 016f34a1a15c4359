/* SPDX-License-Identifier: MIT */
/* What enqueue and dequeue cost, in a sentence each. */
#include "bench/conclusions/conclude.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"

#define WHAT_MAX 128u
#define PERCENT 100
#define LOCKS_A_PAIR 2 /* one to enqueue, one to dequeue */

static char what[WHAT_MAX];

/* A figure of one row. NULL: it was not measured; that is said only where the
 * queue is wrong. */
static void tell(const char *name, unsigned cores, const struct figure *f)
{
	struct conclusion c = {
		.experiment = WORKQUEUE, .name = name, .claim = CLAIM_VALUE,
		.fineness = cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = cores, .unit = record_unit(), .what = what };

	conclusion_add(&c, WORKQUEUE, f);
	if (!c.subjects)
		return;
	/* A hypervisor puts virtual cores where it likes: near or far. */
	if (cores > 1 && machine_facts()->hypervisor[0] &&
	    c.subject[0].fitness == FIT)
		c.subject[0].fitness = FIT_PLACED;
	conclude(&c);
}

static void tell_alone(const char *name, const char *verb)
{
	format(what, sizeof(what), "%s, nobody else at it: %%s %s", verb,
	       record_unit());
	tell(name, 1, results_find(WORKQUEUE, name, 1));
}

static void tell_contended(unsigned cores)
{
	format(what, sizeof(what), "With %u cores at it, each enqueues and "
	       "dequeues: a pair every %%s %s", cores, record_unit());
	tell("contended", cores, results_find(WORKQUEUE, "pair", cores));
}

static void tell_across(const struct settings *settings)
{
	char name[WHAT_MAX] = "";

	for (enum distance d = 0; d < DISTANCES; d++) {
		const struct workqueue_across_key key =
			workqueue_across_key(settings, d);

		if (!key.consumer)
			continue;
		/* The nearest has the plain name. */
		format(name, sizeof(name), *name ? "across/%s" : "across",
		       distance_name(d));
		format(what, sizeof(what), "From core 0 to core %u (%s), an "
		       "item every %%s %s", key.consumer, distance_name(d),
		       record_unit());
		tell(name, key.consumer + 1,
		     results_find_row(WORKQUEUE_ACROSS_KEY(&key)));
	}
}

/* ---- what it is made of ------------------------------------------------------ */

/* So many of `part` as a share of a pair, round by round: they ran in turns. */
static void tell_share(const char *name, const struct figure *part,
		       int64_t times)
{
	const struct figure *whole = results_find(WORKQUEUE, "pair", 1);
	int64_t percent[SETTINGS_ROUNDS_MAX];
	unsigned rounds;

	if (!whole || !part)
		return;
	rounds = (unsigned)min_u64(whole->rounds, part->rounds);
	for (unsigned r = 0; r < rounds; r++) {
		int64_t all = whole->round_milli[r];
		int64_t own = part->round_milli[r];

		percent[r] = all == FIGURE_NO_ROUND || all <= 0 ||
			     own == FIGURE_NO_ROUND ? GATE_NO_ROUND :
			     times * own * PERCENT * 1000 / all;
	}
	conclude(&(struct conclusion){
		.experiment = WORKQUEUE, .name = name, .claim = CLAIM_VALUE,
		.fineness = FINE_ONE_CORE, .cores = 1, .unit = "percent",
		.what = what, .subjects = 1,
		.subject = { { WORKQUEUE, proven_worse(whole->proven, part->proven)
			       == PROVEN ? FIT : FIT_NOT_PROVEN, rounds,
			       percent } } });
}

static void tell_shares(void)
{
	format(what, sizeof(what), "Of an enqueue and a dequeue, nobody else "
	       "at it, the lock is %%s %%");
	tell_share("lock_share", results_find(WORKQUEUE, "lock", 1),
		   LOCKS_A_PAIR);
}

void workqueue_report_findings(const struct settings *settings)
{
	tell_alone("enqueue", "Enqueue");
	tell_alone("dequeue", "Dequeue");
	tell_alone("pair", "Enqueue and dequeue");
	if (settings->cores > 1) {
		tell_contended(settings->cores);
		tell_across(settings);
	}
	tell_shares();
}
