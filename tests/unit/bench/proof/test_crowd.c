/* SPDX-License-Identifier: MIT */
/* Cores that check one thing together: when they end, and who is kept. */
#include "bench/proof/crowd.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "bench/conditions/timesharing.h"
#include "bench/conditions/watchdog.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static unsigned turns, wanted, ms = 10000;
static bool late;

static const char *run(unsigned cores, void (*turn)(unsigned core))
{
	const struct crowd crowd = { .cores = cores, .ms = ms,
				     .turn = turn };

	fake.cores = cores;
	turns = 0;
	late = false;
	return crowd_run(&crowd, &late);
}

/* ---- the end -------------------------------------------------------------- */

static void count_turns(unsigned core)
{
	CHECK(!crowd_over());
	if (++turns == wanted) {
		crowd_content(core);
		crowd_content(core);
		CHECK(crowd_over());
	}
}

TEST(crowd_of_one_ends_when_it_has_seen_enough)
{
	for (wanted = 1; wanted < 4; wanted++) {
		CHECK_TEXT(run(1, count_turns), NULL);
		CHECK_EQUAL(turns, wanted);
		CHECK(!late);
	}
}

static void never_content(unsigned core)
{
	(void)core;
	turns++;
}

TEST(crowd_ends_when_time_is_over)
{
	uint64_t begun = tsc_read();

	ms = 20;
	CHECK_TEXT(run(1, never_content), NULL);
	CHECK(late && turns > 1);
	CHECK(tsc_read() - begun >= 20 * 1000000);
}

static void find_wrong(unsigned core)
{
	(void)core;
	crowd_wrong("one");
	crowd_wrong("two");
	CHECK(crowd_over());
	turns++;
}

TEST(crowd_ends_when_something_is_wrong_and_says_the_first)
{
	CHECK_TEXT(run(1, find_wrong), "one");
	CHECK_EQUAL(turns, 1);
	CHECK(!late);
	ms = 20;
	CHECK_TEXT(run(1, never_content), NULL); /* forgotten */
}

/* ---- who is kept ----------------------------------------------------------- */

static uint32_t kept; /* atomic */

/* Core 1 stays in a turn for ever; it is over when core 0 knows. */
static void keep_core_1(unsigned core)
{
	crowd_content(1);
	if (core)
		atomic_store_relaxed(&kept, 1);
	while (core || !atomic_load_relaxed(&kept))
		cpu_relax();
	crowd_content(0);
}

static void keep_core_1_wrongly(unsigned core)
{
	keep_core_1(core);
	crowd_wrong("it is wrong");
}

static void keep_core_0(unsigned core)
{
	crowd_content(core);
	while (!core)
		if (crowd_over()) {
			fake_machine_tick();
			usleep(1000);
		}
}

/* Within a watchdog, as the checks of locks and queues. */
static const char *run_watched(unsigned cores, void (*turn)(unsigned core))
{
	const char *why;

	fake.has_tick = true;
	kept = 0;
	watchdog_begin();
	why = run(cores, turn);
	watchdog_end();
	return why;
}

TEST(crowd_takes_out_a_core_that_is_kept)
{
	for (unsigned i = 0; i < 3; i++) {
		CHECK_TEXT(run_watched(2, keep_core_1),
			   "it keeps a core for ever");
		CHECK_TEXT(run_watched(2, keep_core_1_wrongly), "it is wrong");
	}
}

/* Its host lets core 1 wait: no interrupt reaches it for 60 of core 0's. Soon
 * after that it leaves. */
static void starve_core_1(unsigned core)
{
	uint32_t begun = atomic_load_relaxed(&fake.ticks);
	sigset_t all, before;

	crowd_content(1);
	if (!core) {
		while (!atomic_load_relaxed(&kept))
			cpu_relax();
		crowd_content(0);
		return;
	}
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	atomic_store_relaxed(&kept, 1);
	while (atomic_load_relaxed(&fake.ticks) - begun < 60)
		usleep(100);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	/* Nudges that it has not taken do not count. */
	while (atomic_load_relaxed(&fake.ticks) - begun < 64)
		usleep(100);
}

TEST_LONG(crowd_does_not_take_out_a_core_that_its_host_lets_wait)
{
	CHECK_TEXT(run_watched(2, starve_core_1), NULL);
}

TEST(crowd_takes_out_core_0_by_its_own_tick)
{
	for (unsigned cores = 1; cores < 3; cores++)
		CHECK_TEXT(run_watched(cores, keep_core_0),
			   "it keeps a core for ever");
}

static unsigned ticks, ticks_most;

/* It comes back, if late: before the core is taken out of it. */
static void tick_often(unsigned core)
{
	while (!crowd_over())
		;
	while (ticks < ticks_most) {
		ticks++;
		fake_machine_tick();
	}
	crowd_content(core);
}

TEST(crowd_is_patient_with_a_core_that_leaves_late)
{
	fake_machine_enter(0);
	/* 2 s, 10 nudges, one more for the core, and a look at the last. */
	for (ticks_most = 49; ticks_most < 52; ticks_most++) {
		ms = 20;
		ticks = 0;
		CHECK_TEXT(run_watched(1, tick_often), ticks_most < 51 ? NULL :
			   "it keeps a core for ever");
		CHECK_EQUAL(ticks, ticks_most);
		CHECK_EQUAL(late, ticks_most >= 51); /* or content, if late */
	}
}

static const char *keep_who_proves(void)
{
	while (fake.has_tick)
		fake_machine_tick();
	return NULL;
}

/* It comes back, if late: before it is taken out. */
static const char *find_it_wrong_late(void)
{
	for (ticks = 0; ticks < ticks_most; ticks++)
		fake_machine_tick();
	return "it is wrong";
}

TEST(crowd_alone_says_what_is_wrong_or_that_it_is_kept)
{
	fake_machine_enter(0);
	fake.has_tick = true;
	watchdog_begin();
	for (unsigned i = 0; i < 2; i++) {
		for (ticks_most = 49; ticks_most < 52; ticks_most++)
			CHECK_TEXT(crowd_alone(find_it_wrong_late),
				   ticks_most < 51 ? "it is wrong" :
				   "it keeps a core for ever");
		CHECK_TEXT(crowd_alone(keep_who_proves),
			   "it keeps a core for ever");
	}
	watchdog_end();
}

/* ---- the others, of whom the golden runs see the rest ---------------------- */

static unsigned cores_now, peers_wanted;

/* Each looks at the next ones, the last at the first. */
static void look(unsigned core)
{
	CHECK_EQUAL(crowd_peers(), peers_wanted);
	if (!core) {
		for (unsigned i = 0; i < cores_now; i++)
			for (unsigned n = 0; n < i; n++)
				crowd_say(i, AWAY);
		for (unsigned i = 0; i < cores_now; i++)
			for (unsigned p = 0; p < crowd_peers(); p++)
				CHECK_EQUAL(crowd_peer(i, p) / 4,
					    (i + 1 + p) % cores_now);
		for (unsigned i = 0; i < cores_now; i++)
			crowd_content(i);
	}
	while (!crowd_over())
		cpu_relax();
}

TEST(crowd_looks_at_up_to_eight_others)
{
	static const unsigned cores[][2] = { { 1, 0 }, { 2, 1 }, { 9, 8 },
					     { 10, 8 } };

	for (unsigned i = 0; i < 4; i++) {
		cores_now = cores[i][0];
		peers_wanted = cores[i][1];
		CHECK_TEXT(run(cores_now, look), NULL);
	}
}

/* 16 bits hold as many as there may be. */
static void meet_very_often(unsigned core)
{
	for (crowd_word w = 1; w < 70000; w++)
		crowd_met(core, 0, w);
	crowd_content(core);
}

TEST(crowd_counts_no_more_meetings_than_it_can)
{
	CHECK_TEXT(run(1, meet_very_often), NULL);
	CHECK_EQUAL(crowd_meetings(0, 0), 65535);
}

TEST(crowd_naps_after_many_looks_in_vain)
{
	uint32_t looks = 0;
	uint64_t before;

	while (!fake.waits && looks < 1000)
		crowd_let_others(&looks);
	CHECK_EQUAL(looks, 501);
	before = tsc_read();
	crowd_let_others(&looks);
	CHECK_EQUAL(fake.waits, 2);
	CHECK(fake.last_deadline >= before + 20000);
	CHECK(fake.last_deadline <= tsc_read() + 20000);
}

TEST(crowd_cannot_meet_where_instructions_are_counted)
{
	struct proof proof = { .proven = PROVEN };

	fake.cores = 2;
	CHECK(crowd_can_meet(&proof));
	CHECK_EQUAL(proof.proven, PROVEN);
	CHECK_TEXT(proof.why, NULL);
	fake.facts.trust = "tcg-icount";
	timesharing_look(2);
	CHECK(!crowd_can_meet(&proof));
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_TEXT(proof.why, "instructions are counted: cores never are at it "
			      "together");
	fake.cores = 1;
	fake.waits = 0;
	crowd_let_others(&(uint32_t){ 0 }); /* naps at once */
	CHECK_EQUAL(fake.waits, 1);
}
