/* SPDX-License-Identifier: MIT */
/* bench/experiments/switch/semaphore.c: a semaphore that loses a unit is wrong. */
#include "bench/bench.h"
#include "bench/conditions/timesharing.h"
#include "sched/sched.h"
#include "sched/sem.h"

static int32_t lost_at; /* the how many-th unit is not given back; 0: none */
static int32_t given;

static void apart_down(struct semaphore *sem)
{
	sem->count--;
}

static void apart_up(struct semaphore *sem)
{
	sem->count += ++given != lost_at;
}

#define qc_rows apart_rows
#define semaphore_down apart_down
#define semaphore_up apart_up
#define sched_run(cores, body, arg) ((body)(arg), (cores) == 1)
#define sched_spawn_on(core, body, arg, join)                                \
	((void)(core), (void)(body), (void)(arg), (void)(join), false)
#include "bench/experiments/switch/semaphore.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(semaphore_alone_is_wrong_where_a_unit_is_lost)
{
	static const int32_t lost[] = { 0, 1, CHECKED_TURNS };

	for (unsigned i = 0; i < 3; i++) {
		struct state state;
		struct cell cell = { .cores = 1, .state = &state };

		lost_at = lost[i];
		given = 0;
		CHECK_EQUAL(validate_alone(&cell), !lost[i]);
		CHECK_EQUAL(cell.checked, CHECKED_TURNS);
		CHECK_EQUAL(given, CHECKED_TURNS);
	}
}

TEST(semaphore_whose_other_fiber_does_not_fit_is_told)
{
	struct state s = { .partner_core = 0 };
	struct cell cell = { .state = &s };

	CHECK(PANICS(enter_pair(&cell, 0)));
	CHECK(fake.panic_text);
}
