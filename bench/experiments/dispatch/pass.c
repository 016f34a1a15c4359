/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/dispatch.h"

#include "bench/bench.h"
#include "bench/samples/scratch.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define SUBMITS_PER_LOOK 64u  /* at the clock */
#define LEAST_TASKS 32u
#define SAMPLES_BYTES_MOST ((size_t)48 << 20)

static struct {
	uint64_t room;            /* samples a worker can keep */
	int64_t *sorted;          /* as many as all workers together can have */
	uint32_t *table;          /* HISTOGRAM_BINS(DISPATCH_BITS) a worker */
	struct dispatch_sample *sample; /* [worker][room] */
} kept;

/* ---- memory ------------------------------------------------------------ */

/* Each worker may happen to run all tasks; sorted, there is one set. */
static size_t samples_bytes(unsigned cores, uint64_t tasks)
{
	return tasks * (cores * sizeof(*kept.sample) + sizeof(*kept.sorted));
}

static uint64_t affordable_samples(unsigned cores, uint64_t tasks)
{
	size_t most = min_u64(scratch_left() / 2, SAMPLES_BYTES_MOST);

	return samples_bytes(cores, tasks) <= most ?
	       tasks : most / samples_bytes(cores, 1);
}

bool dispatch_make_room(unsigned cores, uint64_t most_tasks)
{
	dispatch_order.worker = bench_scratch(cores *
					      sizeof(*dispatch_order.worker));
	kept.table = bench_scratch(cores * HISTOGRAM_BINS(DISPATCH_BITS) *
				   sizeof(*kept.table));
	kept.room = affordable_samples(cores, most_tasks);
	kept.sample = bench_scratch(cores * kept.room * sizeof(*kept.sample));
	kept.sorted = bench_scratch(kept.room * sizeof(*kept.sorted));
	return dispatch_order.worker && kept.table && kept.sample &&
	       kept.sorted;
}

bool dispatch_keeps_samples(uint64_t tasks)
{
	return tasks <= kept.room;
}

int64_t *dispatch_sorted(void)
{
	return kept.sorted;
}

bool dispatch_make_executor(struct dispatch_subject *s, unsigned cores)
{
	s->executor = bench_scratch(s->kind->size);
	s->memory = bench_scratch(s->kind->bytes(cores, &s->options));
	if (!s->memory)
		s->executor = NULL;
	return s->executor;
}

/* ---- a pass ------------------------------------------------------------ */

static void clear_worker(unsigned index, bool keep)
{
	struct dispatch_worker *w = &dispatch_order.worker[index];
	uint32_t *table = kept.table + index * HISTOGRAM_BINS(DISPATCH_BITS);

	*w = (struct dispatch_worker){
		.sample = keep ? kept.sample + index * kept.room : NULL };
	histogram_init(&w->histogram, DISPATCH_BITS, table);
	for (unsigned i = 0; !keep && i < HISTOGRAM_BINS(DISPATCH_BITS); i++)
		table[i] = 0;
}

/* Submits the tasks, one by one, as long as there is time; a range is one
 * submission, and its length was found by trying. */
static void submit_all(void *executor, void *arg)
{
	struct dispatch_pass *pass = arg;
	void (*submit)(void *, struct work) = pass->subject->kind->submit;
	uint64_t deadline = tsc_read() + pass->patience, i;

	if (pass->subject->kind->range) {
		pass->subject->kind->range(executor, pass->task, 0,
					   pass->tasks);
		return;
	}
	for (i = 0; i < pass->tasks; i++) {
		if (!(i % SUBMITS_PER_LOOK) && i && tsc_read() > deadline)
			break;
		submit(executor, (struct work){ pass->task, (void *)i });
	}
	pass->tasks = i;
}

static bool pass_is_right(const struct dispatch_pass *pass)
{
	uint64_t tasks = 0, ids = 0, sum = 0, one = 0;

	for (unsigned i = 0; i < pass->cores; i++) {
		tasks += dispatch_order.worker[i].tasks;
		ids += dispatch_order.worker[i].ids;
		sum += dispatch_order.worker[i].sum;
	}
	if (pass->n)
		one = pass->n * (pass->n - 1) / 2;
	return tasks == pass->tasks && sum == tasks * one &&
	       (!tasks || ids == tasks * (tasks - 1) / 2);
}

bool dispatch_run_pass(struct dispatch_pass *pass)
{
	const struct dispatch_subject *s = pass->subject;

	for (unsigned i = 0; i < pass->cores; i++)
		clear_worker(i, dispatch_keeps_samples(pass->tasks));
	dispatch_order.n = pass->n;
	if (!s->kind->init(s->executor, s->memory, pass->cores, &s->options))
		return false;
	dispatch_order.begin = tsc_read();
	s->kind->run(s->executor, submit_all, pass);
	pass->wall = tsc_read() - dispatch_order.begin;
	return pass_is_right(pass);
}

/* ---- how many tasks ---------------------------------------------------- */

/*
 * From a few on, eight times as many until they take an eighth of the time.
 * Executors that wake cores first are judged by what they then do: the last
 * try counts.
 */
uint64_t dispatch_fit_tasks(const struct dispatch_pass *wanted, uint64_t most)
{
	uint64_t ticks = wanted->patience, tasks;
	struct dispatch_pass pass = *wanted;

	pass.tasks = LEAST_TASKS;
	while (dispatch_run_pass(&pass) && pass.wall < ticks / 8 &&
	       pass.tasks < most)
		pass.tasks = min_u64(pass.tasks * 8, most);
	tasks = pass.tasks * (ticks / 64) / (pass.wall / 64 + 1);
	return min_u64(max_u64(tasks, LEAST_TASKS), most);
}
