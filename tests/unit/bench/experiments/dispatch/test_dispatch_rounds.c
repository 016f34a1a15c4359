/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/cell.c: what is kept of each round. Its passes are
 * played and take what the test says. */
#include "bench/conditions/disturbed.h"
#include "bench/samples/history.h"
#include "tests/unit/test.h"

#define ROUNDS 4u
#define PAUSED 1u     /* round: a task with stamps was interrupted */
#define TOOK_TURNS 2u /* round: the cores did */
#define TASKS 24u     /* without stamps; with them an eighth and one more */

#define dispatch_n apart_n
#define dispatch_measure_stamp apart_measure_stamp
#define dispatch_measure_free apart_measure_free
#define dispatch_measure_stamped apart_measure_stamped
#define dispatch_overhead_percent apart_overhead_percent
#define dispatch_price_milli apart_price_milli
#define dispatch_median apart_median
#define dispatch_times_milli apart_times_milli
#define dispatch_find_cell apart_find_cell
#include "bench/experiments/dispatch/shape.h"

static const uint64_t *stamps;  /* milli; the next */
static unsigned bodies, rounds; /* tries of the body; passes without stamps */
static int64_t sample_room[TASKS];

static uint64_t time_played(uint64_t n, uint64_t count)
{
	static const uint64_t more[] = { 50, 20, 0, 70, 30 };
	unsigned try = bodies++;

	CHECK_EQUAL(n, 600);
	CHECK_EQUAL(count, 10);
	return 12000 + 100 * (try / 5) + more[try % 5];
}

static bool play_pass(struct dispatch_pass *pass);
static bool add_round(struct history *history);

#define dispatch_stamp_milli() (*stamps++)
#define dispatch_time_bodies(n, count, sum)                                  \
	((void)(sum), time_played(n, count))
#define dispatch_run_pass(pass) play_pass(pass)
#define dispatch_keeps_samples(tasks) ((tasks) <= TASKS)
#define dispatch_sorted() sample_room
#define dispatch_rule_milli(cell) (2000 + (cell)->summary.min)
#define history_begin(history, cores) ((void)(history), (void)(cores))
#define history_add(history, samples, n) add_round(history)
#include "bench/experiments/dispatch/cell.c"

static struct dispatch_sample sample[2];
static struct dispatch_worker worker[2] = {
	{ .sample = &sample[0] }, { .sample = &sample[1] } };

static bool add_round(struct history *history)
{
	unsigned round = history->rounds++;

	history->disturbed[round] = round == TOOK_TURNS ? DISTURBED_TURNS : 0;
	return true;
}

/* Each worker's second task has a sample. */
static void play_stamps(unsigned round)
{
	for (unsigned i = 0; i < 2; i++) {
		sample[i].ticks = (int32_t)(10 + 20 * i + round);
		worker[i].tasks = 2;
		worker[i].overhead = sample[i].ticks;
		worker[i].work = 100 + 10 * round;
		worker[i].entry = 1000;
		worker[i].end = 1090;
		worker[i].longest = round == PAUSED ? 1ull << 40 : 100;
	}
}

static bool play_pass(struct dispatch_pass *pass)
{
	CHECK_EQUAL(pass->patience, 77);
	CHECK_EQUAL(pass->n, 600);
	if (pass->task == dispatch_plain_task) {
		CHECK_EQUAL(pass->tasks, TASKS);
		worker[0].tasks = 6;
		pass->wall = TASKS * (200 + 10 * rounds++);
	} else {
		CHECK_EQUAL(pass->tasks, TASKS / 8 + 1);
		pass->wall = 5000;
		play_stamps(rounds - 1);
	}
	return true;
}

static struct dispatch_group group = {
	.cores = 2, .subjects = 1, .rounds = ROUNDS, .patience = 77,
	.ticks = 5 * 4 * 601 * 9, .most_tasks = TASKS, .fixed_tasks = TASKS };

static const struct dispatch_cell *measure(void)
{
	static const struct executor_kind kind = { .name = "played",
						   .parallel = true };
	struct dispatch_cell *c = &group.cell[0][DISPATCH_4700];

	group.subject[0] = (struct dispatch_subject){ .kind = &kind,
						      .name = "played" };
	*c = (struct dispatch_cell){ .subject = &group.subject[0], .cores = 2,
				     .point = DISPATCH_4700, .n = 600 };
	dispatch_order.worker = worker;
	CHECK(apart_measure_free(&group, DISPATCH_4700));
	return c;
}

TEST(dispatch_cost_of_the_time_is_the_least_of_five_tries_in_whole_ticks)
{
	static const uint64_t down[] = { 29000, 21500, 20900, 20800, 20499 };
	static const uint64_t up[] = { 20500, 21500, 20900, 20800, 20700 };
	static struct dispatch_group g;

	stamps = down;
	apart_measure_stamp(&g);
	CHECK_EQUAL(g.stamp_milli, 20499);
	CHECK_EQUAL(dispatch_order.stamp, 20);
	stamps = up;
	apart_measure_stamp(&g);
	CHECK_EQUAL(g.stamp_milli, 20500);
	CHECK_EQUAL(dispatch_order.stamp, 21);
}

TEST(dispatch_round_has_the_wall_time_and_the_body_of_its_own)
{
	const struct dispatch_cell *c = measure();

	CHECK(c->measured);
	CHECK_EQUAL(c->rounds, ROUNDS);
	CHECK_EQUAL(c->tasks_free, TASKS);
	for (unsigned r = 0; r < ROUNDS; r++) {
		CHECK_EQUAL(group.round_body_milli[DISPATCH_4700][r],
			    1200000 + 10000 * (r + 1));
		CHECK_EQUAL(c->round_milli[r], 200000 + 10000 * r);
		CHECK_EQUAL(c->round_away_milli[r], 750);
		CHECK_EQUAL(c->round_disturbed[r],
			    r == TOOK_TURNS ? DISTURBED_TURNS : 0);
	}
	CHECK_EQUAL(c->wall_milli, 210000); /* of rounds 0, 1 and 3 */
	CHECK_EQUAL(c->all_in_milli, 2 * 210000 - 1220000);
}

TEST(dispatch_round_has_the_figures_of_its_pass_with_stamps)
{
	const struct dispatch_cell *c = measure();

	for (unsigned r = 0; r < ROUNDS; r++) {
		CHECK_EQUAL(c->round_overhead[r], 10 + r);
		CHECK_EQUAL(c->round_overhead_milli[r], 20000 + 1000 * r);
		CHECK_EQUAL(c->round_work_milli[r], (190 + 10 * r) * 1000 / 2);
		CHECK_EQUAL(c->round_rule_milli[r], 2010 + r);
		CHECK_EQUAL(c->stamps_disturbed[r],
			    r == PAUSED ? DISTURBED_PAUSE :
			    r == TOOK_TURNS ? DISTURBED_TURNS : 0);
	}
	CHECK_EQUAL(c->workers, 2);
	CHECK_EQUAL(c->summary.n, 2);
	CHECK_EQUAL(c->tasks, TASKS / 8 + 1);
	CHECK_EQUAL(c->wall, 5000);
}

TEST(dispatch_histograms_of_all_workers_are_counted_together)
{
	static uint32_t bins[2][HISTOGRAM_BINS(2)];
	struct dispatch_cell c = { .cores = 2 };

	for (unsigned i = 0; i < 2; i++)
		histogram_init(&worker[i].histogram, 2, bins[i]);
	histogram_add(&worker[0].histogram, 3);
	histogram_add(&worker[1].histogram, 5);
	histogram_add(&worker[1].histogram, 7);
	dispatch_order.worker = worker;
	summarise_counted(&c);
	CHECK_EQUAL(c.summary.n, 3);
	CHECK_EQUAL(c.summary.min, 3);
	CHECK_EQUAL(c.summary.p50, 5);
	CHECK_EQUAL(c.summary.max, 7);
}
