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

/* What is planted, by the word of plant_on=. */
enum silence_plant {
	PLANT_CORE,   /* core 0 looks away */
	PLANT_ALL,    /* all do at the same stamps, deaf, as in an SMI */
	PLANT_IPI,    /* core 0 interrupts itself */
	PLANT_CAUSE,  /* what machine_cause_plant() can: on core 0 */
};

/* A gap: when it began, since the watch did, and how long it was. */
struct silence_gap { uint64_t at, ticks; };

/* Gaps of one cause, and the ticks that they took. */
struct silence_cause {
	char name[CAUSE_NAME_MAX];
	uint64_t gaps, lost;
};

/* What a core has seen, over all rounds; ticks. */
struct silence_core {
	uint64_t watched, gaps, lost, max;
	uint64_t planted;              /* so many on this core */
	uint64_t planted_named;        /* whose cause was among those counted */
	uint64_t ipis;                 /* interrupts that it has taken */
	uint64_t smis;                 /* that came, gap or not */
	bool smis_known;               /* the processor counts them */
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

/* tell.c: the records of so many cores, and the table for people. Core 0. */
void silence_record(const struct silence_core *seen, unsigned cores,
		    uint64_t least);
void silence_show(const struct silence_core *seen, unsigned cores);

#endif
