/* SPDX-License-Identifier: MIT */
/* What an experiment wants to conclude: the words and the rounds. */
#ifndef BENCH_CONCLUSIONS_CONCLUSION_H
#define BENCH_CONCLUSIONS_CONCLUSION_H

#include <stdbool.h>

#include "bench/conclusions/gate.h"

/* Boots differ by more than rounds do: nothing finer is claimed. Twice that on
 * cores of noise grade D to F. */
enum fineness {
	FINE_CORES,      /* work of several cores: 25 % */
	FINE_ONE_CORE,   /* work of one core: 15 % */
	FINE_LOCK_ALONE, /* a lock that nobody else wants: 5 % */
};

/* Texts are parts of a sentence: they end without a full stop. */
struct conclusion {
	const char *experiment, *name; /* the record's; both together unique */
	enum claim claim;
	enum fineness fineness;
	unsigned cores;          /* 0 .. cores - 1 took part */
	const char *unit;        /* "ticks", "iterations"; RATIO: "times" */
	const char *what;        /* ORDER, RATIO: what was done: "From core to
				  * core"; VALUE, FACT: a sentence with one %s
				  * where the figure stands */
	const char *superlative; /* ORDER: "cheapest" */
	const char *never;       /* VALUE: the sentence where it is GATE_NEVER
				  * in all rounds; or NULL */
	const char *published;   /* the published figure; or NULL */
	const char *published_id; /* its row in docs/published.md; or NULL */
	bool quiet;              /* the record alone: a page shows it */
	unsigned subjects;       /* at most GATE_SUBJECTS_MAX, the rest is
				  * left out with a warning */
	struct subject subject[GATE_SUBJECTS_MAX];
};

#endif
