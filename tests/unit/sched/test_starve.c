/* SPDX-License-Identifier: MIT */
/* Starvation avoidance by a virtual clock: who is added when. */
#include "sched/pool/starve.h"

#include "tests/unit/test.h"

#define TASKS 200u
#define BLOCK_LOOKS 120u     /* a task of 60 s, two looks a second */

TEST(starve_nothing_waits_nobody_is_added)
{
	struct starve s = { 0 };

	for (unsigned i = 0; i < 10; i++)
		CHECK(!starve_look(&s, 0, 0));
	CHECK(!starve_look(&s, 5, 0)); /* they may have come just now */
	CHECK(starve_look(&s, 5, 0));
}

TEST(starve_whatever_is_taken_puts_it_off)
{
	struct starve s = { 0 };

	for (uint64_t taken = 1; taken < 50; taken++)
		CHECK(!starve_look(&s, 10, taken));
	CHECK(starve_look(&s, 10, 49));
}

/*
 * The published run: 200 tasks of 60 s, 12 workers at first; a worker that is
 * added takes a task at once. In seconds: when the queue is empty, and how many
 * workers there are then.
 */
static unsigned looks_until_empty(unsigned workers, unsigned *peak)
{
	static unsigned end[TASKS]; /* look at which each worker is through */
	struct starve s = { 0 };
	uint64_t taken = 0;
	unsigned look = 0;

	for (unsigned i = 0; i < workers; i++, taken++)
		end[i] = BLOCK_LOOKS;
	for (; taken < TASKS; look++) {
		if (starve_look(&s, (uint32_t)(TASKS - taken), taken)) {
			end[workers++] = look + BLOCK_LOOKS;
			taken++;
		}
		for (unsigned i = 0; i < workers && taken < TASKS; i++)
			if (end[i] == look) {
				end[i] += BLOCK_LOOKS;
				taken++;
			}
	}
	*peak = workers;
	return look;
}

TEST(starve_retells_the_published_run)
{
	unsigned peak, looks = looks_until_empty(12, &peak);

	/* Published: about 107 s and 122 workers. One in two looks adds. */
	CHECK(looks / 2 >= 96 && looks / 2 <= 120);
	CHECK(peak >= 110 && peak <= 134);
	CHECK(peak <= 12 + looks / 2 + 1);
}
