/* SPDX-License-Identifier: MIT */
/* kernel/common/agree.c: of several sources, who is believed. */
#include "kernel/common/agree.h"

#include <stdio.h>

#include "tests/unit/test.h"

#define MHZ 1000000ull
#define A { "a", 2000 * MHZ, 7 }
#define B { "b", 2002 * MHZ, 0 }
#define FAR_OFF { "far", 2100 * MHZ, 3 }
#define HALF { "half", 1000 * MHZ, 0 }
#define X { "x", 1000 * MHZ, 0 }

/* Whether two agree; what is believed, its spread in ppm; of which who differs. */
static const struct {
	const char *what;
	struct told told[4];
	unsigned count;
	const char *is;
} sources[] = {
	{ "none", { A }, 0, "no: 0 by none" },
	{ "one, with its scatter", { A }, 1, "no: 2000000000 by a, 7" },
	{ "one that has none", { B }, 1, "no: 2002000000 by b" },
	{ "the first that another confirms", { FAR_OFF, A, HALF, B }, 4,
	  "yes: 2000000000 by a, 1000; a: far" },
	{ "all agree", { A, B }, 2, "yes: 2000000000 by a, 1000; a: -" },
	{ "no two agree", { A, FAR_OFF, HALF }, 3,
	  "no: 0 by none, 50000; a: far" },
	/* 1 % is near, more is not. */
	{ "1 % above", { X, { "y", 1010 * MHZ, 0 } }, 2,
	  "yes: 1000000000 by x, 10000; x: -" },
	{ "more above", { X, { "y", 1010001000, 0 } }, 2,
	  "no: 0 by none, 10001; x: y" },
	{ "1 % below", { X, { "y", 990 * MHZ, 0 } }, 2,
	  "yes: 1000000000 by x, 10000; x: -" },
};

TEST(agree_of_sources)
{
	char is[96];

	EACH_CASE(i, sources) {
		struct clock_result r = clock_agree(sources[i].told,
						    sources[i].count);
		int at = snprintf(is, sizeof(is), "%s: %lu by %s",
				  r.agreed ? "yes" : "no", (unsigned long)r.hz,
				  r.source);

		if (r.spread_known)
			at += snprintf(is + at, sizeof(is) - (size_t)at, ", %u",
				       r.spread_ppm);
		if (r.contradicted)
			snprintf(is + at, sizeof(is) - (size_t)at, "; %s: %s",
				 r.contradicted,
				 r.contradicts ? r.contradicts : "-");
		CHECK_TEXT(is, sources[i].is);
		CHECK_EQUAL(r.sources, sources[i].count);
	}
}
