/* SPDX-License-Identifier: MIT */
/* Whether a round was disturbed, and by what. Pure. */
#ifndef BENCH_CONDITIONS_DISTURBED_H
#define BENCH_CONDITIONS_DISTURBED_H

#include <stdbool.h>
#include <stdint.h>

/* Reasons; a round may have several. */
enum disturbance {
	DISTURBED_PAUSE = 1, /* a sample far above the median */
	DISTURBED_SMI = 2,   /* the core counted an SMI meanwhile */
	DISTURBED_CLOCK = 4, /* the core's clock changed its rate */
	DISTURBED_TURNS = 8, /* its cores did not run at the same time */
};
#define DISTURBANCES 4u

/* The word for a single reason, as in the log. */
const char *disturbed_word(enum disturbance reason);

/* What is known of a round, over all its cores. */
struct round_facts {
	int64_t median, max;   /* ticks a sample */
	uint64_t smi;          /* SMIs; 0 where they cannot be counted */
	uint64_t clock;        /* real over nominal clock, 0 where unknown */
	uint64_t usual_clock;  /* the same in the series' first round */
	bool turns;            /* its cores took turns (together.h) */
	unsigned rivals;       /* other cores that sampled, at the same thing */
};

/* Its reasons, or 0: clean. hz: of the time stamp. */
unsigned disturbed_by(const struct round_facts *facts, uint64_t hz);

#endif
