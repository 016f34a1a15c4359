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

#include "bench/conclusions/question.h"

enum judgement { JUDGED_NONE, JUDGED_UNSURE, JUDGED_TIE, JUDGED_SURE };

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

	/* ORDER: the subjects those two are of. RATIO and CROSSING: other is
	 * the one that the reason is about. */
	unsigned best, other;
	uint32_t winners;     /* SURE and TIE; bit s: subject s takes least */
	uint32_t near;        /* TIE; bit s: it takes that or more */
};

/*
 * ORDER. The best is the least median among the subjects that are FIT with six
 * clean rounds or more. Another one takes more if the interval of its ratio to
 * the best, round by round, lies above the threshold. It takes the same if that
 * lies within gate_tie(): so a tie here is no sure order in the next boot. It is
 * near if only the low end does. SURE: all others take more. TIE: some take the
 * same, the rest is near or takes more. One that is not FIT can only be found to
 * take more.
 *
 * RATIO. SURE where its interval lies beyond the threshold, either way; TIE
 * where it lies within gate_tie().
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

/* The same work twice, judged as a RATIO: the whole interval lies beyond
 * gate_tie(), where no tie is. */
bool gate_drifted(const struct judged *judged, unsigned threshold);

#endif
