/* SPDX-License-Identifier: MIT */
/*
 * The gate: what may be concluded from rounds. Every finding passes it
 * (bench/conclusions/conclude.h); docs/conclusions.md explains it. qc judges in
 * the same way, to the last digit. Pure.
 */
#ifndef BENCH_CONCLUSIONS_GATE_H
#define BENCH_CONCLUSIONS_GATE_H

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

enum judgement { JUDGED_NONE, JUDGED_UNSURE, JUDGED_TIE, JUDGED_SURE };

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
	REASON_SPREAD,     /* the rounds differ too much */
	REASON_CLOSE,      /* neither the same nor clearly apart */
};

struct span { int64_t value, low, high; }; /* thousandths; low <= value <= high */

struct judged {
	enum judgement verdict;
	enum gate_reason reason; /* of UNSURE and NONE */

	/* VALUE, FACT, CROSSING: the figure. ORDER: the best one's. RATIO: the
	 * ratio. All GATE_NO_ROUND: there is none. */
	struct span figure;

	/* ORDER: how many times the best one's time the other one takes: the
	 * nearest (SURE), of those that tie, or of those that cannot be told
	 * the one with the least low end. */
	struct span ratio;
	int64_t most; /* ORDER, TIE: the greatest median of those that tie */

	unsigned best, other; /* ORDER: the subjects those two are of */
	uint32_t winners;     /* SURE and TIE; bit s: subject s takes least */
	uint32_t near;        /* TIE; bit s: it takes that or more */
};

/*
 * ORDER. The best is the least median among the subjects that are FIT with six
 * clean rounds or more. Another one takes more if the interval of its ratio to
 * the best, round by round, lies above the threshold. It takes the same if that
 * lies within half of it: so a tie here is no sure order in the next boot. It is
 * near if only the low end does. SURE: all others take more. TIE: some take the
 * same, the rest is near or takes more. One that is not FIT can only be found to
 * take more.
 *
 * RATIO. SURE where its interval lies beyond the threshold, either way; TIE
 * where it lies within half of it.
 *
 * VALUE. SURE where the interval lies within the threshold of its own median.
 * Where all rounds are GATE_NEVER that is SURE, too.
 *
 * CROSSING. Boots bend curves, and flat ones then cross far off. So each round
 * brings three lengths: up to which subject 0 takes less by the threshold and
 * more; from which on subject 1 does; and where both take the same (subject 2).
 * The figure is the last one's median, from the first one's low end to the
 * second one's high end. SURE where that is no GATE_NEVER, or the low end is.
 */
void gate_judge(const struct gate_case *it, struct judged *judged);

/* The same work twice, judged as a RATIO: the whole interval lies beyond half of
 * the threshold, where no tie is. */
bool gate_drifted(const struct judged *judged, unsigned threshold);

/* The rounds that are judged (and recorded), so that all have room in a line. */
unsigned gate_rounds(const struct gate_case *it, unsigned subject);

#endif
