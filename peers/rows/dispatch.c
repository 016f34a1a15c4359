/* SPDX-License-Identifier: MIT */
#include "peers/rows/dispatch.h"

#include <stdio.h>

const unsigned dispatch_sizes[DISPATCH_SIZES] = {
	0, 11, 101, 501, 1001, 5001, 10001,
};

/* Not the published 500,000: a repetition that no other process disturbs is
 * short, and there are many of them. */
unsigned dispatch_tasks(unsigned n)
{
	return n > 1001 ? 2000 : n > 101 ? 20000 : 50000;
}

/* Ticks between two reads of the clock: the mean of 10,000, and of three such
 * means the least, as another process may come between. */
static double stamp_cost(void)
{
	uint64_t least = UINT64_MAX;

	for (unsigned again = 0; again < 3; again++) {
		uint64_t sum = 0;

		for (unsigned i = 0; i < 10000; i++) {
			uint64_t begin = peers_now();
			sum += peers_now() - begin;
		}
		least = sum < least ? sum : least;
	}
	return (double)least / 10000;
}

double dispatch_mean(const struct dispatch_worker *w, unsigned workers)
{
	uint64_t overhead = 0, tasks = 0;

	for (unsigned i = 0; i < workers; i++) {
		overhead += w[i].overhead;
		tasks += w[i].tasks;
	}
	if (!tasks)
		return -1;
	double ticks = (double)overhead / (double)tasks - stamp_cost();
	return ticks > 0 ? ticks : 0;
}

double dispatch_all_in(unsigned n, uint64_t wall)
{
	double work = PEERS_TIME(100u, dispatch_body(n););

	return (double)wall * PEERS_SIDES / dispatch_tasks(n) - work;
}

void dispatch_add(const char *who, double (*measure)(const struct peers_row *),
		  double (*measure_all_in)(const struct peers_row *))
{
	static char name[DISPATCH_SIZES][24];

	for (unsigned i = 0; i < DISPATCH_SIZES; i++) {
		snprintf(name[i], sizeof(name[i]), "dispatch n=%u",
			 dispatch_sizes[i]);
		peers_add((struct peers_row){
			.row = name[i], .who = who, .floor = PEERS_CALL,
			.measure = measure, .of = &dispatch_sizes[i],
			.also = measure_all_in ? "all_in" : NULL,
			.measure_also = measure_all_in });
	}
}

static double bare_loop(const struct peers_row *row)
{
	unsigned n = *(const unsigned *)row->of;
	struct dispatch_worker w = { 0 };

	for (unsigned i = 0; i < dispatch_tasks(n); i++)
		dispatch_task(&w, n);
	return dispatch_mean(&w, 1);
}

void peers_dispatch(void)
{
	dispatch_add("bare loop", bare_loop, NULL);
}
