/* SPDX-License-Identifier: MIT */
#include "bench/experiments/dispatch/pass.h"

#include "bench/bench.h"
#include "bench/samples/add_up.h"
#include "bench/samples/scratch.h"
#include "kernel/minmax.h"
#include "kernel/tsc.h"

#define STAMP_PAIRS 10000u
#define SUBMITS_PER_LOOK 64u  /* at the clock */
#define LEAST_TASKS 32u
#define SAMPLES_BYTES_MOST ((size_t)48 << 20)

struct dispatch_order dispatch_order;

static struct {
	uint64_t room;            /* samples a worker can keep */
	int64_t *sorted;          /* as many as all workers together can have */
	struct dispatch_sample *sample; /* [worker][room] */
} kept;

/* ---- tasks ------------------------------------------------------------- */

static inline void account_task(struct dispatch_worker *w, void *arg)
{
	w->tasks++;
	w->ids += (uintptr_t)arg;
	w->sum += add_up(dispatch_order.n);
}

static inline int32_t saturate(int64_t ticks)
{
	return ticks > INT32_MAX ? INT32_MAX :
	       ticks < INT32_MIN ? INT32_MIN : (int32_t)ticks;
}

static inline void note_overhead(struct dispatch_worker *w, uint64_t entry)
{
	int64_t ticks = (int64_t)(entry - w->end) - dispatch_order.stamp;

	w->work += w->end - w->entry;
	if (w->end - w->entry > w->longest)
		w->longest = w->end - w->entry;
	w->sample[w->tasks - 1] = (struct dispatch_sample){
		(uint32_t)((entry - dispatch_order.begin) >>
			   DISPATCH_WHEN_SHIFT), saturate(ticks) };
}

__attribute__((noinline)) void dispatch_stamped_task(void *arg)
{
	uint64_t entry = tsc_read();
	struct dispatch_worker *w = &dispatch_order.worker[executor_worker()];

	if (w->tasks)
		note_overhead(w, entry);
	else
		w->begin = entry;
	w->entry = entry;
	account_task(w, arg);
	w->end = tsc_read();
}

__attribute__((noinline)) void dispatch_plain_task(void *arg)
{
	account_task(&dispatch_order.worker[executor_worker()], arg);
}

__attribute__((noinline)) uint64_t dispatch_stamp_milli(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < STAMP_PAIRS; i++) {
		uint64_t begin = tsc_read(), end = tsc_read();

		sum += end > begin ? end - begin : begin - end;
	}
	return sum * 1000 / STAMP_PAIRS;
}

__attribute__((noinline)) uint64_t dispatch_time_bodies(uint64_t n,
							uint64_t count,
							uint64_t *sum)
{
	uint64_t begin = tsc_start();

	for (uint64_t i = 0; i < count; i++)
		*sum += add_up(n);
	return tsc_stop_lfence() - begin;
}

/* ---- memory ------------------------------------------------------------ */

/* Each worker may happen to run all tasks; sorted, there is one set. */
bool dispatch_make_room(unsigned cores, uint64_t most_tasks, uint64_t *room)
{
	size_t most = min_u64(scratch_left() / 2, SAMPLES_BYTES_MOST);
	size_t each = cores * sizeof(*kept.sample) + sizeof(*kept.sorted);

	kept.room = min_u64(most_tasks, max_u64(most / each, LEAST_TASKS));
	dispatch_order.worker = bench_scratch(cores *
					      sizeof(*dispatch_order.worker));
	kept.sample = bench_scratch(cores * kept.room * sizeof(*kept.sample));
	kept.sorted = bench_scratch(kept.room * sizeof(*kept.sorted));
	*room = kept.room;
	return dispatch_order.worker && kept.sample && kept.sorted;
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

static const struct executor_kind *kind; /* of the pass */

/* Submits the tasks, one by one, as long as there is time; a range is one
 * submission, and its length was found by trying. */
static void submit_all(void *executor, void *arg)
{
	struct dispatch_pass *pass = arg;
	void (*submit)(void *, struct work) = kind->submit;
	uint64_t deadline = tsc_read() + pass->patience, i;

	if (kind->range) {
		kind->range(executor, pass->task, 0, pass->tasks);
		return;
	}
	for (i = 0; i < pass->tasks; i++) {
		if (!(i % SUBMITS_PER_LOOK) && i && tsc_read() > deadline)
			break;
		submit(executor, (struct work){ pass->task, (void *)i });
	}
	pass->tasks = i;
}

static bool pass_is_right(uint64_t submitted, unsigned cores, uint64_t n)
{
	uint64_t tasks = 0, ids = 0, sum = 0;
	uint64_t one = n ? n * (n - 1) / 2 : 0;

	for (unsigned i = 0; i < cores; i++) {
		tasks += dispatch_order.worker[i].tasks;
		ids += dispatch_order.worker[i].ids;
		sum += dispatch_order.worker[i].sum;
	}
	return tasks == submitted && sum == tasks * one &&
	       (!tasks || ids == tasks * (tasks - 1) / 2);
}

bool dispatch_run_pass(const struct dispatch_cell *c, struct dispatch_pass *pass)
{
	const struct dispatch_subject *s = c->subject;

	for (unsigned i = 0; i < c->cores; i++)
		dispatch_order.worker[i] = (struct dispatch_worker){
			.sample = kept.sample + i * kept.room };
	dispatch_order.n = c->n;
	kind = s->kind;
	if (!kind->init(s->executor, s->memory, c->cores, &s->options))
		return false;
	dispatch_order.begin = tsc_read();
	kind->run(s->executor, submit_all, pass);
	pass->wall = tsc_read() - dispatch_order.begin;
	return pass_is_right(pass->tasks, c->cores, c->n);
}

/*
 * From a few on, eight times as many until they take an eighth of the time.
 * Executors that wake cores first are judged by what they then do: the last
 * try counts.
 */
uint64_t dispatch_fit_tasks(const struct dispatch_cell *c, uint64_t ticks,
			    uint64_t most)
{
	struct dispatch_pass pass = { .task = dispatch_plain_task,
				      .tasks = LEAST_TASKS, .patience = ticks };
	uint64_t tasks;

	while (dispatch_run_pass(c, &pass) && pass.wall < ticks / 8 &&
	       pass.tasks < most)
		pass.tasks = min_u64(pass.tasks * 8, most);
	tasks = pass.tasks * (ticks / 64) / (pass.wall / 64 + 1);
	return min_u64(max_u64(tasks, LEAST_TASKS), most);
}
