/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/asleep.c: how many sleepers there are on which core,
 * and what is kept of the task beside them. The fibers are played. */
#include "bench/bench.h"
#include "bench/experiments/threads/threads.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "kernel/tsc.h"
#include "sched/sched.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CORES 3u
#define ROUNDS 4u
#define DISTURBED_ROUND 2u
#define CPU (1ull << 40)   /* ticks of the task */
#define SLEEP (1ull << 50)

/* What a night is like. */
static struct {
	unsigned room;             /* for fibers */
	enum { ALL_FIT, NO_NIGHT, NO_MAKER, NO_SLEEPER } lack;
	bool right;                /* the task's digits */
	unsigned core;             /* whose fiber runs */
	unsigned asleep[CORES];
	uint64_t now, tick;        /* the clock, and what a look at it takes */
	uint64_t woke;             /* one sleeper; 0: nobody just did */
	uint64_t oversleep[CORES]; /* ticks */
	uint64_t first, until;     /* the sleepers of a night wake */
	uint64_t begun;            /* what the task waited for; 0: nothing */
	unsigned nights, beside;   /* all, and those with sleepers */
	unsigned slow_night;       /* bed took longer than ever; 0: none */
} played;

static uint64_t look_at_clock(void)
{
	uint64_t woke = played.woke;

	played.woke = 0;
	return woke ? woke : (played.now += played.tick);
}

static unsigned reserve(unsigned wanted)
{
	return wanted < played.room ? wanted : played.room;
}

static bool run_on_core(unsigned core, void (*body)(void *), void *arg)
{
	unsigned from = played.core;

	played.core = core;
	body(arg);
	played.core = from;
	return true;
}

static void sleep_until(uint64_t deadline, uint64_t begin)
{
	if (deadline == begin) {
		played.begun = played.now = begin;
		return;
	}
	played.asleep[played.core]++;
	if (!played.first || deadline < played.first)
		played.first = deadline;
	if (deadline > played.until)
		played.until = deadline;
	played.woke = deadline + played.oversleep[played.core];
}

static struct threads_task *begin_task(struct threads_run *run, unsigned index,
				       unsigned slot)
{
	CHECK_EQUAL(index + slot, 0); /* there is memory for one */
	CHECK_EQUAL(played.core, 0);
	CHECK_EQUAL(run->left, 1);
	for (unsigned i = 1; i < CORES; i++)
		CHECK_EQUAL(played.asleep[i], played.asleep[0]);
	return run->task;
}

static void step_task(struct threads_task *task)
{
	task->right = played.right;
	task->first = 5000;
	task->ended = task->first +
		      (played.asleep[0] ? 1100 + played.nights : 1000);
	played.beside += played.asleep[0] > 0;
	played.nights++;
}

static bool run_night(void (*body)(void *))
{
	if (played.lack == NO_NIGHT)
		return false;
	for (unsigned i = 0; i < CORES; i++)
		played.asleep[i] = 0;
	played.first = played.until = played.begun = 0;
	if (played.slow_night)
		played.tick = played.nights + 1 == played.slow_night ?
			      4 * SLEEP : 0;
	return run_on_core(0, body, NULL);
}

static bool add_round(struct history *history)
{
	unsigned round = history->rounds++;

	history->disturbed[round] = round == DISTURBED_ROUND;
	return true;
}

#define threads_measure_asleep apart_measure_asleep
#define threads_reserve(cores, workers) reserve(workers)
#define threads_rounds(settings) ROUNDS
#define threads_begin(run, index, slot) begin_task(run, index, slot)
#define threads_step(run, task, yield) step_task(task)
#define sched_cores() CORES
#define sched_run(cores, body, arg) run_night(body)
#define sched_spawn(body, arg, join)                                         \
	(played.lack != NO_SLEEPER && run_on_core(played.core, body, arg))
#define sched_spawn_on(core, body, arg, join)                                \
	(played.lack != NO_MAKER && run_on_core(core, body, arg))
#define sched_sleep_until(deadline) sleep_until(deadline, night.begin)
#define machine_core() played.core
#define tsc_read() look_at_clock()
#define sched_join(join) ((void)(join))
#define sched_pass_due() ((void)0)
#define bench_scratch(bytes) ((void)(bytes), (void *)&played)
#define scratch_empty() ((void)0)
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) add_round(history)
#include "bench/experiments/threads/asleep.c"

static struct threads_asleep spend(unsigned room, bool right, bool full)
{
	static struct settings settings;
	const struct threads_plan plan = { .settings = &settings,
					   .cores = CORES, .cpu = CPU,
					   .sleep = SLEEP };
	struct threads_asleep asleep = { 0 };

	settings.full = full;
	played.room = room;
	played.right = right;
	night.wrong = false;
	night.bedtime = 0;
	if (!apart_measure_asleep(&plan, &asleep))
		CHECK_EQUAL(asleep.rounds, 0);
	return asleep;
}

TEST(threads_sleepers_are_on_all_cores_as_many_as_are_wanted)
{
	struct threads_asleep asleep = spend(10000, true, false);

	CHECK_EQUAL(asleep.wanted, 600);
	CHECK_EQUAL(asleep.sleepers, 600);
	CHECK_EQUAL(played.nights, THREADS_NIGHTS * ROUNDS);
	CHECK_EQUAL(played.beside, (THREADS_NIGHTS - 1) * ROUNDS);
	asleep = spend(10000, true, true);
	CHECK_EQUAL(asleep.wanted, 6000);
	CHECK_EQUAL(asleep.sleepers, 6000);
}

TEST(threads_sleepers_are_as_many_as_fit_beside_who_puts_them_to_bed)
{
	CHECK_EQUAL(spend(300, true, false).sleepers, 300 - 2 * CORES);
	CHECK_EQUAL(spend(9, true, false).sleepers, CORES);
	CHECK_EQUAL(spend(8, true, false).sleepers, 0);
	CHECK_EQUAL(spend(8, true, false).rounds, 0);
}

/* It would end in a panic if it began. */
TEST(threads_sleepers_that_have_no_room_at_all_are_none)
{
	played.lack = NO_NIGHT;
	for (unsigned room = 0; room < 3 * CORES; room++)
		CHECK_EQUAL(spend(room, true, false).sleepers, 0);
}

/* One night of that kind. */
static int64_t spend_one(enum threads_night kind, unsigned each)
{
	static struct settings settings;
	static struct threads_plan plan;

	plan = (struct threads_plan){ .settings = &settings, .cores = CORES,
				      .cpu = CPU, .sleep = SLEEP };
	night.plan = &plan;
	night.run.task = &night.task;
	night.bedtime = 0;
	played.right = true;
	return ticks_beside(kind, each);
}

TEST(threads_sleepers_sleep_longer_than_the_task_takes)
{
	played.now = 3;
	spend_one(THREADS_BESIDE, 2);
	CHECK_EQUAL(played.first, 3 + 4 * CPU + SLEEP);
	CHECK_EQUAL(played.until, played.first);
	CHECK_EQUAL(played.begun, 0);
}

TEST(threads_sleepers_that_wake_at_once_do_so_in_the_middle_of_the_task)
{
	spend_one(THREADS_ONCE, 2);
	CHECK_EQUAL(played.begun, SLEEP);
	CHECK_EQUAL(played.first, SLEEP + CPU / 2);
	CHECK_EQUAL(played.until, played.first);
}

TEST(threads_sleepers_that_wake_at_random_do_so_while_the_task_runs)
{
	spend_one(THREADS_RANDOM, 200);
	CHECK_EQUAL(played.begun, SLEEP);
	CHECK(played.first >= SLEEP && played.first < SLEEP + CPU / 50);
	CHECK(played.until < SLEEP + CPU && played.until > SLEEP + CPU / 50 * 49);
}

TEST(threads_sleepers_have_as_long_again_to_go_to_bed_as_others_took)
{
	played.tick = 7;
	spend_one(THREADS_BESIDE, 2);
	CHECK_EQUAL(night.bedtime, 7);
	set_clocks(100);
	CHECK_EQUAL(night.begin, 100 + 2 * 7 + SLEEP);
	played.tick = 0;
}

TEST(threads_task_that_begins_after_they_woke_is_no_round)
{
	struct threads_asleep asleep;

	spend_one(THREADS_RANDOM, 2);
	CHECK(!night.missed);
	played.tick = SLEEP;
	spend_one(THREADS_BESIDE, 2);
	CHECK(!night.missed);
	spend_one(THREADS_RANDOM, 2);
	CHECK(night.missed);
	played.nights = 0;
	played.slow_night = 1 + THREADS_ONCE;
	asleep = spend(10000, true, false);
	CHECK_EQUAL(asleep.round[THREADS_ONCE][0], QUANTITY_NONE);
	CHECK_EQUAL(asleep.late[THREADS_ONCE][0], QUANTITY_NONE);
	CHECK(asleep.round[THREADS_BESIDE][0] != QUANTITY_NONE);
	CHECK(asleep.round[THREADS_ONCE][1] != QUANTITY_NONE);
	played.slow_night = 0;
}

TEST(threads_longest_oversleeping_is_that_of_any_core)
{
	for (unsigned i = 0; i < CORES; i++) {
		struct threads_asleep asleep;

		played.oversleep[i] = 40 + i;
		asleep = spend(10000, true, false);
		CHECK_EQUAL(asleep.late[THREADS_ONCE][0], 40 + i);
		CHECK_EQUAL(asleep.late[THREADS_RANDOM][1], 40 + i);
		CHECK_EQUAL(asleep.late[THREADS_RANDOM][DISTURBED_ROUND],
			    QUANTITY_NONE);
	}
	for (unsigned i = 0; i < CORES; i++)
		played.oversleep[i] = 0;
	CHECK_EQUAL(spend(10000, true, false).late[THREADS_ONCE][0], 0);
}

TEST(threads_task_is_timed_alone_and_beside_sleepers_in_each_round)
{
	struct threads_asleep asleep = spend(10000, true, false);
	unsigned before = played.nights - THREADS_NIGHTS * ROUNDS;

	CHECK_EQUAL(asleep.rounds, ROUNDS);
	for (unsigned r = 0; r < ROUNDS; r++) {
		bool quiet = r != DISTURBED_ROUND;
		unsigned base = before + r * THREADS_NIGHTS;

		CHECK_EQUAL(asleep.round[THREADS_ALONE][r],
			    quiet ? 1000 : QUANTITY_NONE);
		for (unsigned n = THREADS_BESIDE; n < THREADS_NIGHTS; n++) {
			/* Backwards in each second round. */
			unsigned at = r % 2 ? THREADS_NIGHTS - 1 - n : n;

			CHECK_EQUAL(asleep.round[n][r], quiet ?
				    1100 + base + at : QUANTITY_NONE);
		}
	}
}

TEST(threads_digits_that_are_wrong_beside_sleepers_are_told)
{
	CHECK(!spend(10000, true, false).wrong);
	CHECK(spend(10000, false, false).wrong);
}

TEST(threads_sleepers_that_do_not_fit_after_all_are_told)
{
	static const char *const text[] = {
		[NO_NIGHT] = "no memory for the scheduler",
		[NO_MAKER] = "no memory for a fiber on each core",
		[NO_SLEEPER] = "threads: the sleepers that fitted do not fit" };

	for (played.lack = NO_NIGHT; played.lack <= NO_SLEEPER; played.lack++) {
		CHECK(PANICS(spend(10000, true, false)));
		CHECK_TEXT(fake.panic_text, text[played.lack]);
	}
}
