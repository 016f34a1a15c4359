/* SPDX-License-Identifier: MIT */
/* The sentence of a judgement. Core 0. */
#ifndef BENCH_CONCLUSIONS_SENTENCE_H
#define BENCH_CONCLUSIONS_SENTENCE_H

#include <stddef.h>

#include "bench/conclusions/conclusion.h"

#define SENTENCE_MAX 480u

/* threshold: thousandths. What does not fit is cut. */
void sentence_write(char text[SENTENCE_MAX], const struct conclusion *c,
		    const struct judged *judged, unsigned threshold);

/* Why it is not sure, in words, without a full stop. */
void sentence_reason(char text[SENTENCE_MAX], const struct conclusion *c,
		     const struct judged *judged);

/* The reason as the log has it; NULL for none. */
const char *reason_word(enum gate_reason reason);

#endif
