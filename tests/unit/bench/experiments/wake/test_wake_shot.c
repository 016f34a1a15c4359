/* SPDX-License-Identifier: MIT */
/* bench/experiments/wake/shot.c: interrupts that are taken, lost, or taken twice. */
#include "bench/experiments/wake/shot.h"
#include "kernel/interrupts.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "kernel/tsc.h"
#include "tests/unit/test.h"

#define CORES 4u
#define NO_CORE CORES

static uint64_t taken_by[CORES];
static unsigned deaf, twice; /* cores: takes none, takes each twice */
static bool all_deaf;
static unsigned to_all;      /* commands */
static int64_t ahead;        /* of its stamp to the sender's clock */

static void take_one(unsigned core)
{
	if (core == deaf || all_deaf)
		return;
	taken_by[core] += core == twice ? 2 : 1;
	taken_by[0] += shot.back;
}

static void send_to_all(void)
{
	to_all++;
	for (unsigned i = 1; i < CORES; i++)
		take_one(i);
}

static void start_one(unsigned core);
static void announce(void);
static void end_soon(void);

#define qc_options apart_options
#define machine_ipi take_one
#define machine_ipi_others send_to_all
#define machine_ipis(core) taken_by[core]
#define machine_ipi_stamp(core) (tsc_read() + (uint64_t)ahead + 0 * (core))
#define machine_listen_begin() ((void)0)
#define machine_listen_end() ((void)0)
#define machine_start(core, body, arg) ((void)(body), start_one(core))
#define machine_join() ((void)0)
#define wake_stop() tsc_read()
#undef atomic_add_acq_rel
#define atomic_add_acq_rel(listening, one) ((void)(listening), announce())
#define cpu_relax() end_soon()
#include "bench/experiments/wake/shot.c"

/* A target that says it listens is sent the first one at once. */
static void announce(void)
{
	now.listening++;
	taken_by[1]++;
}

static void end_soon(void)
{
	static unsigned looks;

	if (++looks % 4 == 0)
		now.over = 1;
}

static void start_one(unsigned core)
{
	CHECK(core >= shot.first && core <= shot.last);
	now.listening++;
}

static const struct wake_plan plan = {
	.samples = 12, .rounds = 4, .checks = 5, .check_ticks = 1ull << 40,
	.ticks = 1ull << 40, .patience = 1 };

static void begin(unsigned first, unsigned last)
{
	shot = (struct shot){ .plan = &plan, .first = first, .last = last,
			      .silent = SHOT_NOBODY };
	deaf = twice = NO_CORE;
	all_deaf = false;
	to_all = 0;
}

TEST(wake_shots_are_checked_by_what_each_core_took)
{
	for (unsigned back = 0; back < 2; back++) {
		begin(2, 2);
		shot.back = back;
		CHECK(shot_check());
		CHECK_EQUAL(shot.n, 5);
		twice = 2;
		CHECK_EQUAL(shot_check(), false);
		CHECK_EQUAL(shot.silent, SHOT_NOBODY);
	}
	begin(1, 3);
	CHECK(shot_check());
	twice = 3;
	CHECK(!shot_check());
}

TEST(wake_shot_that_nobody_takes_names_the_core_and_ends)
{
	begin(1, 3);
	deaf = 2;
	CHECK(!shot_check());
	CHECK_EQUAL(shot.silent, 2);
	CHECK_EQUAL(shot.n, 1);
	begin(1, 3);
	all_deaf = true;
	CHECK(!shot_check());
	CHECK_EQUAL(shot.silent, 1); /* the first */
	begin(2, 2);
	shot.back = true; /* core 0 waits for the way back */
	deaf = 2;
	CHECK(!shot_check());
	CHECK_EQUAL(shot.silent, 2);
}

TEST(wake_shots_at_all_are_one_command_each)
{
	begin(1, 3);
	shot.broadcast = true;
	CHECK(shot_check());
	CHECK_EQUAL(to_all, shot.n);
}

TEST(wake_shots_of_a_round_bring_trips_and_stamps)
{
	int64_t trips[5] = { 0 }, stamps[5] = { 0 };

	begin(1, 1);
	ahead = 1ll << 36;
	CHECK(shot_run(trips, stamps));
	CHECK_EQUAL(shot.n, 3); /* a quarter of the samples */
	for (unsigned i = 0; i < 5; i++) {
		CHECK_EQUAL(trips[i] > 0, i < 3);
		CHECK_EQUAL(stamps[i] >= ahead, i < 3);
	}
	ahead = -(1ll << 36); /* a clock that is behind: not below 0 */
	CHECK(shot_run(trips, stamps));
	CHECK_EQUAL(stamps[0], 0);
}

TEST(wake_shot_that_comes_with_the_word_that_one_listens_is_sent_back)
{
	uint64_t before = taken_by[0];

	begin(1, 1);
	shot.back = true;
	now.over = now.listening = 0;
	be_target(1, NULL);
	CHECK_EQUAL(now.listening, 1);
	CHECK(taken_by[0] > before);
}
