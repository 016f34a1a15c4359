/* SPDX-License-Identifier: MIT */
/*
 * A conclusion in one line of the answer page: no figure is cut, no line is
 * broken. Where the whole does not fit, its parts go in a fixed order; qc has
 * the same forms (tools/quietcore/conclusions/brief.py). Core 0.
 */
#ifndef BENCH_CONCLUSIONS_BRIEF_H
#define BENCH_CONCLUSIONS_BRIEF_H

#include "bench/conclusions/conclusion.h"

#define BRIEF_COLUMNS 68u
#define BRIEF_MAX (BRIEF_COLUMNS + 1) /* with the NUL */

/* The greater one tells more; a fact is no matter of time. */
enum brief_rank {
	BRIEF_NO_ROOM, /* no form fits: no line */
	BRIEF_NOTHING, /* nothing is concluded, and why */
	BRIEF_FACT, BRIEF_UNSURE, BRIEF_TIE, BRIEF_SURE,
};

enum brief_rank brief_write(char line[BRIEF_MAX], const struct conclusion *c,
			    const struct judged *judged);

#endif
