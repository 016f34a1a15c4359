/* SPDX-License-Identifier: MIT */
/*
 * What the gate is asked: a claim about subjects, which bring rounds. And how
 * it sees them: the rounds as they are judged, and who takes part. Pure.
 */
#ifndef BENCH_CONCLUSIONS_QUESTION_H
#define BENCH_CONCLUSIONS_QUESTION_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/stats/interval.h"

/* The value of a round that was disturbed or not done; of one in which what was
 * sought is out of reach ("never pays"). */
#define GATE_NO_ROUND INT64_MIN
#define GATE_NEVER INT64_MAX
#define GATE_SUBJECTS_MAX 32u

enum claim {
	CLAIM_ORDER, /* which subject takes least */
	CLAIM_RATIO, /* how many times subject 0's time subject 1 takes */
	CLAIM_VALUE, /* a figure of subject 0 */
	CLAIM_FACT,  /* the same that cannot differ from run to run */
	CLAIM_CROSSING, /* from which length on subject 1 takes less than 0 */
};

enum fitness {
	FIT,
	FIT_PLACED,     /* the figure hangs on where a hypervisor put the
			 * cores: the next boot's may lie elsewhere */
	FIT_DRIFTED,    /* the same work took another time at the end */
	FIT_IN_TURNS,   /* its cores took turns on fewer real ones */
	FIT_NOT_PROVEN, /* its validation did not see what it must */
	FIT_FAILED,     /* it was wrong: left out */
};

struct subject {
	const char *name;
	enum fitness fitness;
	unsigned rounds;      /* those of all subjects are pairs, by index */
	const int64_t *round; /* thousandths; judged as the log writes them
			       * (format_four_digits()) */
};

struct gate_case {
	enum claim claim;
	unsigned threshold; /* thousandths: nothing finer is claimed; even */
	unsigned subjects;  /* <= GATE_SUBJECTS_MAX; of the RATIO 2, VALUE 1,
			     * CROSSING 3 */
	const struct subject *subject;
};

/* How far off the same is still called the same: half of a threshold, but no
 * more than a quarter. Thousandths. */
#define GATE_TIE_MOST 250u
static inline unsigned gate_tie(unsigned threshold)
{
	return threshold / 2 < GATE_TIE_MOST ? threshold / 2 : GATE_TIE_MOST;
}

enum gate_reason {
	REASON_NO_REASON,
	REASON_NOT_MEASURED,
	REASON_ONE,        /* nothing to compare it with */
	REASON_FAILED,
	REASON_NOT_PROVEN,
	REASON_TURNS,
	REASON_DRIFTED,
	REASON_PLACED,
	REASON_ROUNDS,     /* fewer than six were planned */
	REASON_DISTURBED,  /* fewer than six were clean */
	REASON_NO_RATIO,   /* fewer than six of them have a ratio */
	REASON_SPREAD,     /* the rounds differ too much */
	REASON_CLOSE,      /* neither the same nor clearly apart */
};

struct span { int64_t value, low, high; }; /* thousandths; low <= value <= high */

/* ---- rounds ------------------------------------------------------------ */

/* The rounds that are judged (and recorded), so that all have room in a line. */
unsigned gate_rounds(const struct gate_case *it, unsigned subject);

#define GATE_WHOLE 1000 /* a ratio of 1 */

/* Values of some rounds. */
struct values {
	unsigned n;
	unsigned clean; /* of ratios: rounds clean in both; never or 0 has no
			 * ratio */
	int64_t value[INTERVAL_MOST];
};

/* Of no values. */
extern const struct span gate_no_span;

/* A round as the log writes it; GATE_NO_ROUND beyond the last one. */
int64_t gate_round(const struct gate_case *it, unsigned s, unsigned round);

/* Those that were not disturbed. */
struct values gate_clean(const struct gate_case *it, unsigned s);

/* s over base, of the rounds that both have. */
struct values gate_ratios(const struct gate_case *it, unsigned s,
			  unsigned base);

/* Median and interval; of fewer than six the smallest and the largest. Sorts
 * them. */
struct span gate_span(struct values *v);

/* ---- one subject ------------------------------------------------------- */

/* Why it takes no part in a sure statement; REASON_NO_REASON: it may. */
enum gate_reason gate_unfit(const struct gate_case *it, unsigned s);

/* Not wrong, and at least one round is there, clean or not. */
bool gate_measured(const struct gate_case *it, unsigned s);

/* Why nothing is said of it at all; REASON_NO_REASON: something is. */
enum gate_reason gate_silent(const struct gate_case *it, unsigned s);

#endif
