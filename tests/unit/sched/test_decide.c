/* SPDX-License-Identifier: MIT */
/*
 * The adaptive executor's rule, driven by models of machines: what it settles
 * on is compared with the model's optimum, found by trying all widths.
 */
#include <stdio.h>

#include "sched/executor/decide.h"
#include "tests/unit/test.h"

#define WAKE 25000u
#define WINDOW 100000u
#define WINDOWS 60u
#define BACKLOG 512u
#define SUBMIT 6u
#define LINE 128u
#define EXTRA (2 * DECIDE_UNIT)
#define MOST_DECISIONS 32u

struct model {
	unsigned cores;
	uint64_t line;   /* ticks that a cache line takes to another core */
	uint64_t batch;  /* tasks a theft */
	uint64_t submit; /* ticks to submit a task */
	uint64_t body;
	bool feeding;    /* core 0 submits all the time */
};

static struct decide begin(unsigned cores, uint64_t line)
{
	struct decide d = decide_begin(cores, WAKE);

	d.line = line;
	d.extra = EXTRA;
	return d;
}

static uint64_t most(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Ticks a task, x DECIDE_UNIT. Of w cores' tasks (w - 1) / w are stolen, for
 * three lines a batch; the victim's lines change hands for each thief, so that
 * the one queue they all rob gets slower with each of them.
 */
static uint64_t cost(const struct model *m, unsigned w)
{
	uint64_t theft = 3 * m->line * DECIDE_UNIT / m->batch;
	uint64_t own = (m->body + 2 * m->submit) * DECIDE_UNIT;
	uint64_t queue = m->submit * DECIDE_UNIT +
			 (w - 1) * m->line * DECIDE_UNIT / m->batch;

	if (w == 1)
		return own;
	return most((own + theft * (w - 1) / w) / w, queue);
}

static uint64_t optimum(const struct model *m)
{
	uint64_t best = cost(m, 1);

	for (unsigned w = 2; w <= m->cores; w++)
		if (cost(m, w) < best)
			best = cost(m, w);
	return best;
}

static uint32_t random_state;

static uint32_t random_below(uint32_t n)
{
	random_state = random_state * 1664525u + 1013904223u;
	return (uint32_t)((uint64_t)random_state * n >> 32);
}

/* One window at the present width, with noise of +-2 %. */
static struct decide_sample sample(const struct model *m,
				   const struct decide *d, uint64_t *elapsed)
{
	uint64_t each = cost(m, d->width);
	uint64_t tasks = WINDOW * DECIDE_UNIT / each + 8 * d->width;
	uint64_t ticks = tasks * each / DECIDE_UNIT;

	ticks = ticks * (980 + random_below(41)) / 1000 + 1;
	*elapsed += ticks;
	return (struct decide_sample){ *elapsed, ticks, tasks,
				       m->body + m->submit, BACKLOG,
				       m->feeding };
}

static struct decide run(struct model *m, unsigned windows)
{
	struct decide d = begin(m->cores, m->line);
	uint64_t elapsed = 0;

	while (windows--) {
		struct decide_sample s = sample(m, &d, &elapsed);
		d = decide_next(d, &s);
		CHECK(d.width >= 1 && d.width <= m->cores);
	}
	return d;
}

static bool close(const struct model *m, const struct decide *d)
{
	return cost(m, d->best) * 100 <= optimum(m) * 115;
}

/* ---- fixed lengths: within 15 % of the best --------------------------------- */

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void check_model(struct model m)
{
	struct decide d = run(&m, WINDOWS);
	char text[128];

	snprintf(text, sizeof(text), "%u cores, line %u, batch %u, body %u: "
		 "width %u", m.cores, (unsigned)m.line, (unsigned)m.batch,
		 (unsigned)m.body, d.best);
	check_true(__FILE__, __LINE__, text, close(&m, &d));
	check_true(__FILE__, __LINE__, text,
		   d.decisions <= (m.cores > 1 ? MOST_DECISIONS : 0));
}

TEST(decide_finds_the_models_optimum)
{
	static const uint64_t body[] = { 2, 10, 40, 100, 400, 1000, 4000,
					 8000, 80000, 3000000 };
	static const uint64_t line[] = { 30, 100, 300 };
	static const uint64_t batch[] = { 1, 8, 32 };
	static const unsigned cores[] = { 1, 2, 3, 16, 64 };

	for (unsigned c = 0; c < COUNT(cores); c++)
		for (unsigned l = 0; l < COUNT(line); l++)
			for (unsigned b = 0; b < COUNT(batch); b++)
				for (unsigned n = 0; n < COUNT(body); n++)
					check_model((struct model){
						cores[c], line[l], batch[b],
						SUBMIT, body[n], false });
}

/* Tasks that no other core can gain from leave the run at one core's cost. */
TEST(decide_stays_alone)
{
	struct model m = { 64, 300, 1, SUBMIT, 2, false };
	struct decide d = run(&m, WINDOWS);

	CHECK_EQUAL(d.best, 1);
	CHECK(d.decisions <= 4);
}

/* Nor does anybody try, where all tasks would have to cross. */
TEST(decide_keeps_short_tasks_that_core_0_submits)
{
	struct model m = { 64, LINE, 32, SUBMIT, 2, true };

	CHECK_EQUAL(run(&m, WINDOWS).decisions, 0);
	m.body = 100;
	CHECK(run(&m, WINDOWS).best > 1);
}

/* What it is for after a first window. */
struct first {
	struct decide_sample sample;
	unsigned width;
};

static void check_first(const struct first *row, unsigned rows)
{
	for (unsigned i = 0; i < rows; i++) {
		char text[32];

		snprintf(text, sizeof(text), "row %u", i);
		check_equal(__FILE__, __LINE__, text,
			    decide_next(begin(64, LINE), &row[i].sample).width,
			    row[i].width);
	}
}

/* Of 100 tasks with that submission; root is at it, or through. */
#define TASKS_OF(run, submit, submitting)                                    \
	{ 10000000, ((run) + (submit)) * 100, 100, (run), 9, (submitting) }

/*
 * A line's way is 128 ticks, a fifth of it 25; a submission that others see takes
 * 2 more. Root needs 4 for one of its own. With tasks of 11 two cores take 6 +
 * 11 x (36 - 6) / (11 + 36) = 13.0, less than 7/8 of 15; with those of 10
 * 12.4, and 7/8 of 14 are 12.25. Where root needs 17, the first is 8.
 */
TEST(decide_weighs_a_task_against_its_hand_over)
{
	static const struct first row[] = {
		{ TASKS_OF(11, 4, true), 2 },
		{ TASKS_OF(10, 4, true), 1 },
		{ TASKS_OF(8, 17, true), 2 },
		{ TASKS_OF(7, 17, true), 1 },
		/* Nobody submits: nothing crosses but what is there. */
		{ TASKS_OF(10, 4, false), 2 },
		/* Root alone takes longer than the other core does. */
		{ TASKS_OF(14, 100, true), 1 },
		{ TASKS_OF(20, 100, true), 2 },
		/* Long ones, and a batch that took longer than the mean. */
		{ TASKS_OF(1ull << 40, 4, true), 2 },
		{ TASKS_OF(1ull << 40, 1ull << 45, true), 2 },
		{ { 10000000, 1000, 100, 13, 9, true }, 2 },
		{ { 10000000, 1000, 100, 12, 9, true }, 1 },
	};

	check_first(row, COUNT(row));
}

/* No trial before the run is worth one. */
TEST(decide_short_runs_recruit_nobody)
{
	static const struct first row[] = {
		/* Short so far, and little ahead. */
		{ { 6000, 5000, 400, 12, 100, false }, 1 },
		/* One task that looks long is not believed. */
		{ { 3000, 1000, 1, 1000, 511, false }, 1 },
		/* Long so far, but nothing waits. */
		{ { 10000000, 5000, 400, 12, 0, false }, 1 },
		/* Not quite, and just four times what recruiting takes. */
		{ { 4 * WAKE - 1, 5000, 400, 12, 9, false }, 1 },
		{ { 4 * WAKE, 5000, 400, 12, 9, false }, 2 },
		/* Long so far; or long tasks ahead. */
		{ { 10000000, 5000, 400, 12, 9, false }, 2 },
		{ { 80000, 80000, 1, 72000, 31, false }, 2 },
	};

	check_first(row, COUNT(row));
}

/* However long the run: one core cannot do what keeps two busy. */
TEST(decide_tries_no_width_that_bodies_rule_out)
{
	struct model m = { 2, LINE, 32, SUBMIT, 1000, true };

	CHECK_EQUAL(run(&m, 4096).decisions, 1);
}

/* ---- tasks that change --------------------------------------------------------- */

/* Windows of `windows` in all, bodies as `body` says; the decisions made. */
static struct decide run_mixed(uint64_t (*body)(unsigned window),
			       unsigned windows)
{
	struct model m = { 64, 100, 32, SUBMIT, 0, false };
	struct decide d = begin(m.cores, m.line);
	uint64_t elapsed = 0;

	for (unsigned i = 0; i < windows; i++) {
		m.body = body(i);
		struct decide_sample s = sample(&m, &d, &elapsed);
		d = decide_next(d, &s);
	}
	return d;
}

static uint64_t wild(unsigned window)
{
	(void)window;
	return 1ull << random_below(22);
}

static uint64_t to_and_fro(unsigned window)
{
	return window % 2 ? 5 : 1000000;
}

static unsigned log2_of(unsigned n)
{
	return n > 1 ? 1 + log2_of(n / 2) : 0;
}

/* Each hold is twice as long: searches grow as the logarithm of the run. */
TEST(decide_does_not_oscillate)
{
	uint64_t (*const body[])(unsigned) = { wild, to_and_fro };

	for (unsigned windows = 16; windows <= 65536; windows *= 16)
		for (unsigned i = 0; i < COUNT(body); i++) {
			struct decide d = run_mixed(body[i], windows);
			CHECK(d.decisions <= 16 * log2_of(windows));
		}
}

static uint64_t grow(unsigned window)
{
	return window < 100 ? 5 : 100000;
}

static uint64_t shrink(unsigned window)
{
	return window < 100 ? 100000 : 2;
}

TEST(decide_follows_a_change)
{
	struct model long_tasks = { 64, 100, 32, SUBMIT, 100000, false };
	struct model short_tasks = { 64, 100, 32, SUBMIT, 2, false };
	struct decide d = run_mixed(grow, 300);

	CHECK(close(&long_tasks, &d));
	d = run_mixed(shrink, 300);
	CHECK(close(&short_tasks, &d));
}
