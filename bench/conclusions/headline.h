/* SPDX-License-Identifier: MIT */
/*
 * The headline of a run: what enqueue and dequeue cost, in at most three
 * sentences of at most 25 words, made of what the gate said. What is not sure
 * is said as such, with its interval. qc writes the same sentences over boots
 * (tools/quietcore/conclusions/headline.py). Core 0.
 */
#ifndef BENCH_CONCLUSIONS_HEADLINE_H
#define BENCH_CONCLUSIONS_HEADLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/conclusions/gate.h"

#define HEADLINE_EXPERIMENT "workqueue" /* it measures what is told */
#define HEADLINE_SENTENCES 3u
#define HEADLINE_SENTENCE_MAX 256u /* bytes, with the NUL; 25 words are fewer */
#define HEADLINE_CELL_MAX 32u

/* The findings that it is made of, at the scheduler's work queue. */
enum headline_part {
	HEADLINE_ENQUEUE,    /* one core, nobody else at it */
	HEADLINE_DEQUEUE,    /* the same */
	HEADLINE_PAIR,       /* both, the same */
	HEADLINE_CONTENDED,  /* all cores at it: time between two pairs */
	HEADLINE_ALL_IN,     /* all enqueue: time between two of them */
	HEADLINE_ALL_OUT,    /* all dequeue */
	HEADLINE_ACROSS,     /* the nearest two cores: time between two items */
	HEADLINE_LOCK_SHARE, /* per cent of PAIR */
	HEADLINE_PARTS,
};

struct headline {
	const char *unit;   /* "ticks" or "instructions" */
	bool emulated;      /* the ticks are an emulator's */
	unsigned cores;     /* that took part */
	const char *places; /* of ACROSS: "cores of one die"; NULL: no pair */
	struct {
		bool told;  /* the gate was asked */
		struct judged judged;
	} part[HEADLINE_PARTS];
};

/* Notes what the gate said of the finding of that name; of others nothing. */
void headline_note(struct headline *h, const char *name,
		   const struct judged *judged);

/* Writes the sentences; returns how many: 0 where nothing was told. */
unsigned headline_write(
	char sentence[HEADLINE_SENTENCES][HEADLINE_SENTENCE_MAX],
	const struct headline *h);

/* The queue is wrong, or not proven right on one core: it has no figures. */
bool headline_silent(const struct headline *h);

/* The name of the unit: "emulated ticks", "ticks" or "instructions". */
const char *headline_unit(const struct headline *h);

/* A part as a cell of a table: "41.2", "41.2 unsure", "disturbed" or "not
 * proven" without a figure; "-" where nothing is told of it, and for a part
 * below 0. */
void headline_cell(char cell[HEADLINE_CELL_MAX], const struct headline *h,
		   int part);

#endif
