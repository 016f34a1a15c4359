/* SPDX-License-Identifier: MIT */
/*
 * Was it shown to be right here? What a check says of a primitive, and what is
 * known of it in this boot, so that its rows say so, too. Core 0.
 */
#ifndef BENCH_PROOF_PROVEN_H
#define BENCH_PROOF_PROVEN_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/minmax.h"

/* The greater the worse. */
enum proven {
	PROVEN,     /* right, in all that was to be seen */
	NOT_PROVEN, /* nothing wrong, but not all of it was seen */
	DISPROVEN,  /* wrong */
};

/* Of a check that sees everything or fails. */
static inline enum proven proven_if(bool right)
{
	return right ? PROVEN : DISPROVEN;
}

static inline enum proven proven_worse(enum proven a, enum proven b)
{
	return (enum proven)max_u64(a, b);
}

/* As the log has it: "ok", "not_proven", "failed". */
const char *proven_word(enum proven proven);

#define PROOF_COUNTS 5u
#define PROOF_SIZES 4u

/* What a check has found. Texts stay. */
struct proof {
	const char *property;  /* what was to be shown, a few words */
	const char *primitive; /* whose rows all share the verdict: a lock's
				* name; NULL: the variant alone */
	uint64_t operations;   /* that were checked; 0: proven before, and
				* recorded then */
	enum proven proven;
	const char *why;       /* it is not PROVEN: "a task is missing" */

	/* What was seen besides; the first without a name ends them. */
	struct proof_count {
		const char *name;
		uint64_t value;
	} count[PROOF_COUNTS];

	/* Of a queue: the sizes that it was checked with; 0 ends them. */
	uint32_t capacities[PROOF_SIZES], bulks[PROOF_SIZES];
};

struct cell;

/* What the variant's validate() says of its cell; right, where it has none. */
struct proof proven_try(struct cell *cell);

#define PROVEN_ON_ANY 0u /* number of cores */

/*
 * Remembers the worst that was found of an experiment's primitive on so many
 * cores. Where too many are remembered, everything is NOT_PROVEN.
 */
void proven_note(const char *experiment, const char *primitive,
		 unsigned cores, enum proven proven);

/*
 * That, for figures of so many cores; PROVEN where nothing was noted. What is
 * wrong anywhere is wrong everywhere. What several cores leave NOT_PROVEN is
 * so for figures of several, on whichever number; one core's stand on the proof
 * on one core.
 */
enum proven proven_of(const char *experiment, const char *primitive,
		      unsigned cores);

/* ---- verdicts of this boot --------------------------------------------- */

/* What was proven of `what` on so many cores in that role. */
struct verdict {
	const void *what;
	unsigned cores, role;
	struct proof proof;
};

/* The verdict on the same question, or that it is wrong on one core; NULL before
 * verdict_add(). */
const struct verdict *verdict_find(const void *what, unsigned cores,
				   unsigned role);

/* Remembers a verdict; of what is not wrong without its operations, which are
 * recorded once. Of very many the oldest are forgotten. */
void verdict_add(const struct verdict *verdict);

/* Forgets all: who proved them has recorded nothing, and who records asks anew. */
void verdicts_forget(void);

#endif
