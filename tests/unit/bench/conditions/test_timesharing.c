/* SPDX-License-Identifier: MIT */
/* bench/conditions/timesharing.c: what is settled, whatever a look sees. */
#include "kernel/machine.h"

static unsigned met; /* by how many */

static void apart_run(unsigned cores, void (*body)(unsigned core, void *arg),
		      void *arg)
{
	(void)body;
	(void)arg;
	met = cores;
}

#define machine_run apart_run
#define timesharing_gate_init apart_gate_init
#define timesharing_meet apart_meet
#define timeshared_by_counting apart_by_counting
#define timesharing_counted apart_counted
#define timesharing_settle apart_settle
#define timeshared_settled apart_settled
#define timesharing_ms apart_ms
#define timesharing_look apart_look
#define timeshared apart_timeshared
#include "bench/conditions/timesharing.c"
#undef machine_run

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(timesharing_that_is_settled_needs_no_look)
{
	fake.facts.trust = "tcg";
	apart_look(2);
	CHECK_EQUAL(met, 2);
	CHECK(!apart_timeshared());
	CHECK(!apart_settled());
	CHECK_EQUAL(apart_ms(2000), 2000);
	met = 0;
	apart_settle();
	apart_look(2);
	CHECK_EQUAL(met, 0);
	CHECK(apart_timeshared());
	CHECK(!apart_by_counting());
	CHECK(apart_settled());
	CHECK_EQUAL(apart_ms(2000), 250);
	apart_look(1); /* who is alone waits for nobody */
	CHECK(!apart_timeshared());
	settled = false;
}
