/* SPDX-License-Identifier: MIT */
/* bench/harness/passage.c: what came late is not what was lost. */
#include "bench/harness/passage.h"

#include <string.h>

#include "tests/unit/test.h"

static bool pop_one(void *queue, struct work *work)
{
	uint64_t *items = queue;

	(void)work;
	return *items && (*items)--;
}

static bool pop_for_ever(void *queue, struct work *work)
{
	(void)queue;
	(void)work;
	return true;
}

TEST(passage_tells_what_came_late_from_what_was_lost)
{
	static const struct {
		uint64_t in, out, left;
		enum proven proven;
		const char *why;
	} is[] = {
		{ 8, 8, 0, PROVEN, "" },
		{ 8, 7, 1, NOT_PROVEN, "too late" },
		{ 5, 5, 0, NOT_PROVEN, "too late" }, /* no room for the rest */
		{ 0, 0, 0, NOT_PROVEN, "too late" },
		{ 8, 7, 0, DISPROVEN, "items were lost" },
		{ 6, 4, 1, DISPROVEN, "items were lost" },
		{ 8, 8, 1, DISPROVEN, "more items came out" },
		{ 7, 8, 0, DISPROVEN, "more items came out" },
	};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct passage p = { 8, is[i].in, is[i].out, 99 };
		uint64_t items = is[i].left;

		passage_end(&p, pop_one, &items);
		CHECK_EQUAL(p.left, is[i].left);
		CHECK_EQUAL(passage_proven(&p), is[i].proven);
		CHECK(strstr(passage_why(&p), is[i].why));
	}
}

TEST(passage_through_a_queue_that_never_ends_is_wrong)
{
	struct passage p = { 8, 8, 8, 0 };

	passage_end(&p, pop_for_ever, NULL);
	CHECK_EQUAL(p.left, 9);
	CHECK_EQUAL(passage_proven(&p), DISPROVEN);
}
