/* SPDX-License-Identifier: MIT */
/* Our executors by the method of dispatch.h: tasks are submitted one by one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers/rows/dispatch.h"
#include "peers/ours/machine.h"

#include "sched/executor/executor.h"

static struct {
	const struct executor_kind *kind;
	void (*task)(void *arg);
	unsigned n;
	uint64_t wall; /* the result: ticks; 0: it did not run */
	struct dispatch_worker worker[PEERS_SIDES];
} order;

static void stamped(void *arg)
{
	(void)arg;
	dispatch_task(&order.worker[executor_worker()], order.n);
}

static void plain(void *arg)
{
	(void)arg;
	dispatch_body(order.n);
}

static void submit_all(void *executor, void *arg)
{
	(void)arg;
	executor_range(order.kind, executor, order.task, 0,
		       dispatch_tasks(order.n));
}

/* On core 0 of the machine. */
static void run(void)
{
	size_t bytes = order.kind->bytes(PEERS_SIDES, NULL);
	void *executor = machine_alloc(order.kind->size, MACHINE_LINE_PAIR);
	void *memory = machine_alloc(bytes, MACHINE_LINE_PAIR);

	order.wall = 0;
	if (executor && memory &&
	    order.kind->init(executor, memory, PEERS_SIDES, NULL)) {
		uint64_t begin = peers_now();

		order.kind->run(executor, submit_all, NULL);
		order.wall = peers_now() - begin;
	}
	free(memory);
	free(executor);
}

/* The executor that the row is about. */
static const struct executor_kind *kind_of(const struct peers_row *row)
{
	EXECUTOR_EACH(entry) {
		char who[32];

		snprintf(who, sizeof(who), "ours/%s", (*entry)->name);
		if (!strcmp(who, row->who))
			return *entry;
	}
	abort();
}

static void pass(const struct peers_row *row, void (*task)(void *arg))
{
	order.kind = kind_of(row);
	order.n = *(const unsigned *)row->of;
	order.task = task;
	for (unsigned i = 0; i < PEERS_SIDES; i++)
		order.worker[i] = (struct dispatch_worker){ 0 };
	ours_machine(run);
}

static double measure(const struct peers_row *row)
{
	pass(row, stamped);
	return order.wall ? dispatch_mean(order.worker, PEERS_SIDES) : -1;
}

static double all_in(const struct peers_row *row)
{
	pass(row, plain);
	return dispatch_all_in(order.n, order.wall);
}

void peers_ours_dispatch(void)
{
	static char who[8][32];
	unsigned n = 0;

	if (!peers_two_cores())
		return;
	EXECUTOR_EACH(entry) {
		if (n == sizeof(who) / sizeof(who[0]))
			break;
		snprintf(who[n], sizeof(who[n]), "ours/%s", (*entry)->name);
		dispatch_add(who[n++], measure, all_in);
	}
}
