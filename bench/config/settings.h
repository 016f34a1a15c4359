/* SPDX-License-Identifier: MIT */
/* What the options ask for, with the suite's defaults filled in. */
#ifndef BENCH_CONFIG_SETTINGS_H
#define BENCH_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/options.h"
#include "kernel/words.h"

#define SETTINGS_ROUNDS_MAX 40u
#define SETTINGS_SAMPLES_MAX 100000u

struct settings {
	const char *suite;      /* "quick" or "full" */
	bool full;
	const char *chosen;     /* bench=, "" for all */
	const char *variants;   /* variant=, "" for all */
	const char *claim;      /* trust=, "" where none */
	unsigned cores;         /* most cores to use at once */
	bool cores_given;       /* by cores=: as many, whatever they are like */
	unsigned left_out;      /* more, which are used in pairs only: they
				 * take turns on fewer real ones */
	uint32_t rounds;
	uint32_t samples;       /* per core, variant and mode, all rounds */
	bool samples_shared;    /* not asked for: many cores may take fewer */
	uint64_t budget_ms;     /* of sampling, per variant and mode */
	uint64_t seed;
	bool histogram;         /* write the distributions, too */
	bool list, probe;
};

/*
 * Fills in from the options, which the machine has parsed at its start,
 * silently: the log could not be written yet.
 */
void settings_fill(struct settings *settings);

/*
 * Complains, by warning records and text, of each word of the command line
 * that could not be taken. False if there was one.
 */
bool settings_check(void);

/* True if the command line names the full suite. */
bool settings_full(void);

/* True if samples=raw asks for every sample in the log. */
bool settings_raw(void);

/* True if tails are asked for: then no round is done again, however disturbed,
 * and rows have single operations which otherwise are too short for that. */
bool settings_tails(void);

/*
 * True if the variant is asked for: by its name, or by that of the subject or the
 * group that it begins with, whole words. `ticket` takes ticket/wait, of that
 * lock, not ticket/prop, which is another. With a full stop behind: by its name
 * only; with an asterisk: by the letters that it begins with.
 */
bool settings_wants(const struct settings *settings, const char *variant);

/* The same of a row that without variant= is in the full suite only. */
bool settings_wants_row(const struct settings *settings, const char *variant,
			bool full_only);

/* True if that one word names it. */
bool settings_word_names(struct word word, const char *variant);

/* Those that are used at once, and those left out. */
static inline unsigned settings_all_cores(const struct settings *settings)
{
	return settings->cores + settings->left_out;
}

/* Samples for each of so many cores: the memory for them is bounded. */
uint32_t settings_samples(const struct settings *settings, unsigned cores);

#endif
