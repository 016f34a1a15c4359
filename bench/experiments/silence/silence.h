/* SPDX-License-Identifier: MIT */
/* Private to experiment `silence`: what a core does and what it has seen. */
#ifndef BENCH_EXPERIMENTS_SILENCE_SILENCE_H
#define BENCH_EXPERIMENTS_SILENCE_SILENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/stats/histogram.h"
#include "kernel/machine.h"

#define SILENCE_BITS 2u      /* four bins for each power of two */
#define SILENCE_LONGEST 16u

/* What is planted, by the word of plant_on=: core 0 looks away; all do at the
 * same stamps, deaf, as in an SMI; core 0 interrupts itself; what
 * machine_cause_plant() can, on core 0. */
enum silence_plant { PLANT_CORE, PLANT_ALL, PLANT_IPI, PLANT_CAUSE };

struct silence_gap { uint64_t at, ticks; }; /* at: since the watch began */

struct silence_cause {
	char name[CAUSE_NAME_MAX];
	uint64_t gaps, lost;           /* that it explains, and their ticks */
	uint64_t counted;              /* times that it came, when asked last */
};

/* What a core has seen, over all rounds; ticks. */
struct silence_core {
	uint64_t watched, gaps, lost, max;
	uint64_t planted;              /* so many on this core */
	uint64_t planted_named;        /* whose cause was among those counted */
	uint64_t ipis;                 /* interrupts that it has taken */
	uint64_t smis;                 /* that came, gap or not */
	bool smis_known;               /* the processor counts them */
	bool shown;                    /* in the table */
	uint64_t bin[HISTOGRAM_BINS(SILENCE_BITS)]; /* pauses by length */
	struct silence_gap longest[SILENCE_LONGEST]; /* 0 ticks: none */
	struct silence_cause cause[CAUSES_MOST];
	struct silence_cause untold;   /* gaps that no count explains */
};

/* A round: all cores watch from `start` to `end`, time stamps. */
struct silence_round {
	uint64_t origin;               /* when the first round began */
	uint64_t start, end;
	uint64_t least;                /* ticks of a pause that is a gap */
	unsigned apart;                /* turns of a loop between two readings */
	enum silence_plant how;
	const char *cause;             /* of PLANT_CAUSE */
	unsigned plants;               /* in this round */
	uint64_t length;               /* ticks of each, where it is chosen */
	bool listens;                  /* interrupts are let in */
	struct silence_core *seen;     /* by core */
};

/* hunt.c: a round on the calling core; arg is a struct silence_round. */
void silence_hunt(unsigned core, void *arg);

#endif
