/* SPDX-License-Identifier: MIT */
/* Cores that begin at the same moment, on a queue about to be full or empty. */
#ifndef BENCH_PROOF_QUEUE_RACE_H
#define BENCH_PROOF_QUEUE_RACE_H

#include "bench/proof/queue_verbs.h"

/*
 * Round by round: core 0 leaves room for few more items, or few items; all meet
 * and do one to four verbs each; core 0 takes out what is left and counts. So
 * the last place and the last item are fought over, and what was given back is
 * used again while another core is in a verb. NULL, or what was wrong. *late:
 * the cores were seldom at it together. queue_checked is set, the queue empty.
 * *popped gets the items. Core 0.
 */
const char *queue_race(bool *late, uint64_t *popped);

#endif
