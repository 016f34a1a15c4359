/* SPDX-License-Identifier: MIT */
/*
 * Which step is next: depth first over all schedules, by running the program
 * again from its start for each.
 *
 * Bound: a step of another thread than the last one, though that one could go
 * on, is a preemption (Musuvathi, Qadeer, "Iterative context bounding", 2007).
 * Flushes are free, but are made only where they matter; see flush.c.
 *
 * Fairness: a thread that passes cpu_relax() comes after all that could run
 * and were not chosen since it passed the one before ("Fair stateless model
 * checking", 2008), so that spinning ends without a bound on its turns.
 */
#include <string.h>

#include "tests/explore/engine/model.h"

struct node {
	struct options options;
	unsigned char chosen;
};

static struct node path[MAX_STEPS];
static unsigned depth; /* nodes of the path that are given */

/* ---- taking a step ----------------------------------------------------- */

/* See "Fair stateless model checking", algorithm 1. */
static void be_fair(unsigned thread, unsigned mask)
{
	struct thread *t = &run.thread[thread];

	FOR_THREADS(i) {
		run.thread[i].after &= ~(1u << thread);
		run.thread[i].enabled_since &= mask;
		run.thread[i].chosen_since |= 1u << thread;
	}
	if (t->site->kind != EXPLORE_RELAX)
		return;
	t->after |= t->enabled_since & ~t->chosen_since & ~(1u << thread);
	t->enabled_since = mask;
	t->chosen_since = 0;
}

static void take_thread(unsigned thread, unsigned mask)
{
	struct thread *t = &run.thread[thread];

	run.preemptions += options_preempt(thread, mask);
	be_fair(thread, mask);
	run.last = thread;
	run.met = ANYBODY;
	if (t->site->kind == EXPLORE_RELAX) {
		t->spins = mask >> thread & 1 ? 0 : t->spins + 1;
		t->woken = false;
		t->reads = 0;
	}
}

/* The next access is that of a thread that notices: with any other, the flush
 * could have come after it. */
static void take_flush(unsigned thread, unsigned mask)
{
	unsigned met;

	if (run.flushes) {
		run.flushes--;
		return;
	}
	met = flush_meets(thread, options_observers(mask), &run.flushes);
	run.flushes--;
	run.flushing = thread;
	if (!met || (met & MET_STORE))
		met = ANYBODY;
	run.met = run.met == ANYBODY ? met : run.met | met;
}

static struct node *next_node(void)
{
	unsigned most = run.program->max_steps;

	if (run.steps >= (most ? most : DEFAULT_STEPS)) {
		run.failure = "more steps than a schedule may have";
		return NULL;
	}
	return &path[run.steps];
}

/* It always is, but for a replay string. */
static bool possible(char step)
{
	unsigned thread = step >= 'a' ? step - 'a' : step - '0';

	if (thread >= run.program->threads)
		return false;
	return step >= 'a' ? run.thread[thread].stores
			   : !run.thread[thread].ended;
}

static bool all_ended(void)
{
	FOR_THREADS(i)
		if (!run.thread[i].ended || run.thread[i].stores)
			return false;
	return true;
}

char schedule_decide(void)
{
	unsigned mask = options_enabled();
	struct node *node;
	char choice;

	if (run.failure || all_ended() || !(node = next_node()))
		return 0;
	if (run.steps >= depth) {
		options_list(&node->options, mask);
		node->chosen = 0;
		if (!node->options.count) {
			run.failure = "deadlock: every thread waits";
			return 0;
		}
		depth = run.steps + 1;
	}
	run.steps++;
	choice = node->options.step[node->chosen];
	if (!possible(choice)) {
		run.failure = "the replay string is not of this program";
		return 0;
	}
	if (choice >= 'a')
		take_flush(choice - 'a', mask);
	else
		take_thread(choice - '0', mask);
	return choice;
}

unsigned schedule_value(unsigned n)
{
	struct node *node = next_node();

	if (!node)
		explore_fail(run.failure);
	if (run.steps >= depth) {
		node->options.count = n;
		node->chosen = 0;
		for (unsigned i = 0; i < n; i++)
			node->options.step[i] = 'p' + i;
		depth = run.steps + 1;
	}
	run.steps++;
	return node->options.step[node->chosen] - 'p';
}

/* ---- from schedule to schedule ----------------------------------------- */

void schedule_reset(void)
{
	depth = 0;
}

void schedule_follow(const char *steps)
{
	for (depth = 0; steps[depth] && depth < MAX_STEPS; depth++)
		path[depth] = (struct node){ { { steps[depth] }, 1 }, 0 };
}

void schedule_begin(void)
{
	run.last = NOBODY;
	run.met = ANYBODY;
	run.flushes = 0;
	run.steps = run.preemptions = 0;
}

bool schedule_next(void)
{
	depth = run.steps;
	while (depth && path[depth - 1].chosen + 1 ==
			path[depth - 1].options.count)
		depth--;
	if (depth)
		path[depth - 1].chosen++;
	return depth;
}

const char *schedule_string(void)
{
	static char text[MAX_STEPS + 1];

	for (unsigned i = 0; i < run.steps; i++)
		text[i] = path[i].options.step[path[i].chosen];
	text[run.steps] = 0;
	return text;
}
