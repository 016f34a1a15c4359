/* SPDX-License-Identifier: MIT */
/* What enqueue and dequeue cost, in a sentence each. */
#include "bench/conclusions/conclude.h"
#include "bench/conclusions/summary.h"
#include "bench/experiments/workqueue/workqueue.h"
#include "bench/report/record.h"
#include "bench/report/results.h"
#include "bench/report/trust.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"

#define WHAT_MAX 160u
#define PERCENT 100
#define LOCKS_A_PAIR 2 /* one to enqueue, one to dequeue */

static char what[WHAT_MAX];
static struct headline headline; /* of what follows */

static void note(const struct conclusion *c)
{
	struct judged judged;

	conclude_as(c, &judged);
	headline_note(&headline, c->name, &judged);
}

/* A hypervisor puts virtual cores where it likes: near or far. */
static enum fitness placed(enum fitness fitness, unsigned cores)
{
	return fitness == FIT && cores > 1 && machine_facts()->hypervisor[0] ?
	       FIT_PLACED : fitness;
}

/* A figure of one row. NULL: it was not measured; that is said only where the
 * queue is wrong. */
static void tell(const char *name, unsigned cores, const struct figure *f)
{
	struct conclusion c = {
		.experiment = WORKQUEUE, .name = name, .claim = CLAIM_VALUE,
		.fineness = cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = cores, .unit = record_unit(), .what = what,
		.quiet = true };

	conclusion_add(&c, WORKQUEUE, f);
	if (!c.subjects)
		return;
	c.subject[0].fitness = placed(c.subject[0].fitness, cores);
	note(&c);
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

/* Of all cores in one of the two at once. */
static void tell_crowd(unsigned cores, const char *verb, const char *row,
		       const char *name)
{
	format(what, sizeof(what), "With %u cores at it, all %s: one every "
	       "%%s %s", cores, verb, record_unit());
	tell(name, cores, results_find(WORKQUEUE, row, cores));
}

static void tell_across(const struct settings *settings)
{
	char name[WHAT_MAX] = "";

	for (enum distance d = 0; d < DISTANCES; d++) {
		const struct workqueue_ends ends =
			workqueue_across_ends(settings, d);

		if (!ends.consumer)
			continue;
		/* The nearest has the plain name. */
		format(name, sizeof(name), *name ? "across/%s" : "across",
		       distance_name(d));
		format(what, sizeof(what), "From core 0 to core %u (%s), an "
		       "item every %%s %s", ends.consumer, distance_name(d),
		       record_unit());
		tell(name, ends.consumer + 1,
		     results_find_row(WORKQUEUE_ACROSS_KEY(&ends)));
		headline.places = headline.places ?: distance_name(d);
	}
}

/* ---- what it is made of ------------------------------------------------------ */

/* The rounds of a figure; none where it was not measured. */
static unsigned rounds_of(const struct figure *f)
{
	return f ? f->rounds : 0;
}

/* Of a round, disturbed or not. */
static bool clean(const struct figure *f, unsigned round)
{
	return f->round_milli[round] != FIGURE_NO_ROUND;
}

static enum fitness fitness_of(const struct figure *a, const struct figure *b)
{
	return proven_worse(a->proven, b->proven) == PROVEN ? FIT
							    : FIT_NOT_PROVEN;
}

static void tell_rounds(const char *name, const char *unit, unsigned cores,
			struct subject subject)
{
	note(&(struct conclusion){
		.experiment = WORKQUEUE, .name = name, .claim = CLAIM_VALUE,
		.fineness = cores > 1 ? FINE_CORES : FINE_ONE_CORE,
		.cores = cores, .unit = unit, .what = what, .quiet = true,
		.subjects = 1,
		.subject = { subject } });
}

/* So many of `row` in per cent of a pair, round by round: they ran in turns.
 * They were timed apart, so that the part may take more than the whole: the
 * sentence calls it no share. */
static void tell_share(const char *name, const char *row, int64_t times)
{
	const struct figure *whole = results_find(WORKQUEUE, "pair", 1);
	const struct figure *part = results_find(WORKQUEUE, row, 1);
	unsigned rounds = (unsigned)min_u64(rounds_of(whole), rounds_of(part));
	int64_t percent[SETTINGS_ROUNDS_MAX];

	if (!rounds)
		return;
	for (unsigned r = 0; r < rounds; r++)
		percent[r] = clean(whole, r) && clean(part, r) &&
			     whole->round_milli[r] > 0 ?
			     times * part->round_milli[r] * PERCENT * 1000 /
				     whole->round_milli[r] : GATE_NO_ROUND;
	tell_rounds(name, "percent", 1, (struct subject){
			WORKQUEUE, fitness_of(whole, part), rounds, percent });
}

/* The row of single operations, the only ones that are cold. */
static const struct figure *single(const char *row)
{
	return results_find_row(&(struct record_key){ WORKQUEUE, row, 2,
						      NULL });
}

/* By how much one operation takes longer where another core used the queue
 * last. */
static void tell_transfer(const char *name, const char *verb, const char *cold,
			  const char *warm)
{
	const struct figure *there = single(cold), *here = single(warm);
	unsigned rounds = (unsigned)min_u64(rounds_of(there), rounds_of(here));
	int64_t more[SETTINGS_ROUNDS_MAX];

	if (!rounds)
		return;
	for (unsigned r = 0; r < rounds; r++)
		more[r] = clean(there, r) && clean(here, r) ?
			  there->round_milli[r] - here->round_milli[r] :
			  GATE_NO_ROUND;
	format(what, sizeof(what), "%s where another core used the queue last "
	       "takes %%s %s longer", verb, record_unit());
	tell_rounds(name, record_unit(), 2, (struct subject){
			WORKQUEUE, placed(fitness_of(there, here), 2), rounds,
			more });
}

static void tell_parts(void)
{
	format(what, sizeof(what), "By itself, the lock takes %%s %% of what an "
	       "enqueue and a dequeue take, nobody else at it");
	tell_share("lock_share", "lock", LOCKS_A_PAIR);
	format(what, sizeof(what), "By itself, the copy takes %%s %% of the "
	       "same");
	tell_share("copy_share", "copy", 1);
	tell_transfer("cold/enqueue", "Enqueue", "enqueue/cold",
		      "enqueue/warm");
	tell_transfer("cold/dequeue", "Dequeue", "dequeue/cold",
		      "dequeue/warm");
}

/* ---- fairness -------------------------------------------------------------------- */

static void tell_fairness(enum fairness_subject s, const char *place,
			  const char *wait, const char *fairness,
			  unsigned cores)
{
	const struct figure *longest = workqueue_longest(s, cores);
	int64_t jain[SETTINGS_ROUNDS_MAX];
	struct subject subject;

	if (!rounds_of(longest))
		return;
	subject = (struct subject){
		longest->primitive, placed(fitness_of(longest, longest), cores),
		longest->rounds, longest->round_milli };
	format(what, sizeof(what), "With %u cores at %s, the longest "
	       "operation of %u us takes %%s %s", cores, place,
	       WORKQUEUE_WINDOW_US, record_unit());
	tell_rounds(wait, record_unit(), cores, subject);
	subject.round = workqueue_jain(s, jain);
	format(what, sizeof(what), "With %u cores at %s for %u ms, Jain's "
	       "index of their shares (1: all equal) is %%s", cores, place,
	       WORKQUEUE_FAIRNESS_MS);
	tell_rounds(fairness, "index", cores, subject);
}

void workqueue_report_findings(const struct settings *settings)
{
	headline = (struct headline){
		.unit = record_unit(), .cores = settings->cores,
		.emulated = trust_emulated(record_trust()) };
	tell_alone("enqueue", "Enqueue");
	tell_alone("dequeue", "Dequeue");
	tell_alone("pair", "Enqueue and dequeue");
	if (settings->cores > 1) {
		tell_contended(settings->cores);
		tell_crowd(settings->cores, "enqueue", "enqueue",
			   "contended/enqueue");
		tell_crowd(settings->cores, "dequeue", "dequeue",
			   "contended/dequeue");
		tell_across(settings);
		tell_fairness(FAIRNESS_WORK_QUEUE, "it", "longest_wait",
			      "fairness", settings->cores);
		tell_fairness(FAIRNESS_TICKET_RING, "a ring under a ticket lock",
			      "longest_wait/ticket", "fairness/ticket",
			      settings->cores);
	}
	tell_alone("pair/bulk32", "An item in and out, 32 under one hold");
	tell_parts();
	summary_headline(&headline);
}
