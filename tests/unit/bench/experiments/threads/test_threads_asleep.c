/* SPDX-License-Identifier: MIT */
/* bench/experiments/threads/asleep.c: how many sleepers there are on which core,
 * and what is kept of the task beside them. The fibers are played. */
#include "bench/bench.h"
#include "bench/experiments/threads/threads.h"
#include "bench/samples/history.h"
#include "bench/samples/scratch.h"
#include "sched/sched.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CORES 3u
#define ROUNDS 4u
#define DISTURBED_ROUND 2u

/* What a night is like. */
static struct {
	unsigned room;             /* for fibers */
	enum { ALL_FIT, NO_NIGHT, NO_MAKER, NO_SLEEPER } lack;
	bool right;                /* the task's digits */
	unsigned core;             /* whose fiber runs */
	unsigned asleep[CORES];
	uint64_t until;            /* the sleepers sleep */
	unsigned nights, beside;   /* all, and those with sleepers */
} played;

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

static void sleep_until(uint64_t deadline)
{
	played.asleep[played.core]++;
	played.until = deadline;
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
	task->busy = played.asleep[0] ? 1100 + played.nights : 1000;
	played.beside += played.asleep[0] > 0;
	played.nights++;
}

static bool run_night(void (*body)(void *))
{
	if (played.lack == NO_NIGHT)
		return false;
	for (unsigned i = 0; i < CORES; i++)
		played.asleep[i] = 0;
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
#define sched_sleep_until(deadline) sleep_until(deadline)
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
					   .cores = CORES, .cpu = 1ull << 40,
					   .sleep = 1ull << 50 };
	struct threads_asleep asleep = { 0 };

	settings.full = full;
	played.room = room;
	played.right = right;
	night.wrong = false;
	if (!apart_measure_asleep(&plan, &asleep))
		CHECK_EQUAL(asleep.rounds, 0);
	return asleep;
}

TEST(threads_sleepers_are_on_all_cores_as_many_as_are_wanted)
{
	struct threads_asleep asleep = spend(10000, true, false);

	CHECK_EQUAL(asleep.wanted, 600);
	CHECK_EQUAL(asleep.sleepers, 600);
	CHECK_EQUAL(played.nights, 2 * ROUNDS);
	CHECK_EQUAL(played.beside, ROUNDS);
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

TEST(threads_sleepers_sleep_longer_than_the_task_takes)
{
	uint64_t before = tsc_read();

	spend(10000, true, false);
	CHECK(played.until >= before + 4 * (1ull << 40) + (1ull << 50));
	CHECK(played.until <= tsc_read() + 4 * (1ull << 40) + (1ull << 50));
}

TEST(threads_task_is_timed_alone_and_beside_sleepers_in_each_round)
{
	struct threads_asleep asleep = spend(10000, true, false);

	CHECK_EQUAL(asleep.rounds, ROUNDS);
	for (unsigned r = 0; r < ROUNDS; r++) {
		bool quiet = r != DISTURBED_ROUND;

		CHECK_EQUAL(asleep.round[THREADS_ALONE][r],
			    quiet ? 1000 : GATE_NO_ROUND);
		/* It is the second of the first round, then the first. */
		CHECK_EQUAL(asleep.round[THREADS_BESIDE][r],
			    quiet ? 1100 + 2 * r + !(r % 2) : GATE_NO_ROUND);
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
