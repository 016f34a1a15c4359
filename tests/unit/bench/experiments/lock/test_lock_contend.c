/* SPDX-License-Identifier: MIT */
/* bench/experiments/lock/contend.c: how long a core is inside, and away. */
#include "tests/unit/bench/experiments/apart.h"

#include "bench/experiments/lock/contend.c"

#include <stdio.h>
#include <string.h>

#include "bench/samples/scratch.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define ENTRIES 10u

static uint64_t steps; /* instructions */

static bool count_step(const uint8_t *instruction)
{
	(void)instruction;
	steps++;
	return true;
}

static void enter_often(void *cell)
{
	contend_body(cell, 0, ENTRIES);
}

/* Instructions of some entries of any lock, with the row's lengths. */
static uint64_t steps_of(unsigned length)
{
	extern const struct lock_kind *const __start_qc_locks[];
	struct variant row = contend_row(__start_qc_locks[0], length);
	struct cell cell = { .variant = &row, .cores = 1 };

	CHECK(scratch_init() && setup_crowd(&cell));
	steps = 0;
	machine_step(enter_often, &cell, count_step);
	CHECK_EQUAL(((struct state *)cell.state)->entries, ENTRIES);
	return steps;
}

TEST(contend_takes_the_turns_that_its_row_tells)
{
	uint64_t least = steps_of(0), inside = steps_of(1), both = steps_of(2);

	CHECK(inside - least >= 64 * ENTRIES);
	CHECK(both - inside >= 512 * ENTRIES);
}

TEST(contend_is_as_fair_as_its_owners_on_as_many_cores_as_there_may_be)
{
	static struct state s;

	CHECK_EQUAL(jain_milli(&s, MACHINE_MAX_CORES, 64), 0);
	CHECK_EQUAL(jain_milli(&s, 1, 64), 1000);
	for (unsigned i = 0; i < HISTORY; i++)
		s.owner[i] = (uint16_t)(i % MACHINE_MAX_CORES);
	CHECK_EQUAL(jain_milli(&s, MACHINE_MAX_CORES, MACHINE_MAX_CORES),
		    1000);
	CHECK_EQUAL(jain_milli(&s, MACHINE_MAX_CORES, MACHINE_MAX_CORES / 2),
		    500);
}

/* One burst as long as all, and as many as there are entries. */
TEST(contend_bursts_are_entries_of_one_core_in_a_row)
{
	static struct state s;
	char whole[64];

	log_begin("played");
	log_bursts(&s);
	log_end();
	snprintf(whole, sizeof(whole), "\"burst\":%u,\"burst_longest\":%u",
		 HISTORY, HISTORY);
	CHECK(strstr(fake.record[0], whole));
	for (unsigned i = 0; i < HISTORY; i++)
		s.owner[i] = i % 2;
	log_begin("played");
	log_bursts(&s);
	log_end();
	CHECK(strstr(fake.record[1], "\"burst\":1,\"burst_longest\":1"));
}
