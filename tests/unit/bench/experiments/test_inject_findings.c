/* SPDX-License-Identifier: MIT */
/* bench/experiments/inject/findings.c: what is asked, and in which words. */
#include <string.h>

#include "bench/conclusions/conclude.h"

#define inject_find_block apart_find_block
#define inject_find_burst apart_find_burst
#define inject_find_cpu apart_find_cpu
#define inject_find_short apart_find_short
#define inject_find_mixed apart_find_mixed
#define inject_find_scales apart_find_scales
#define inject_find_cost apart_find_cost
#include "bench/experiments/inject/inject.h"

static void keep_asked(const struct conclusion *c);

#define conclude keep_asked
#include "bench/experiments/inject/findings.c"

#include "tests/unit/test.h"

static struct conclusion asked;
static char words[TEXT_MAX];

static void keep_asked(const struct conclusion *c)
{
	asked = *c;
	strncpy(words, c->what, sizeof(words) - 1);
}

TEST(inject_one_worker_is_and_several_are_reined_in)
{
	struct inject_load load = { .begin = 1, .cores = 3 };
	static const struct inject_figures figures;

	apart_find_short(&load, &figures);
	CHECK_TEXT(words, "Short tasks: 1 worker is reined in to %s");
	CHECK_EQUAL(asked.cores, 3);
	load.begin = 2;
	apart_find_short(&load, &figures);
	CHECK_TEXT(words, "Short tasks: 2 workers are reined in to %s");
}
