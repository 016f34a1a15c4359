/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "bench/bench.h"
#include "bench/harness/trial.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

/* Tasks of a range: so many, and so many a core at least, within bounds. */
#define TASKS_LEAST 32u
#define TASKS_A_CORE 4u
#define CHUNK_LEAST 16u
#define CHUNK_MOST 1024u

/* The range at work; changed between runs only, but for the results. */
static struct {
	uint32_t n, chunk;
	uint32_t *list;  /* primes_room(chunk) for each chunk */
	uint32_t *count; /* of each chunk */
	uint8_t *composite;
} job;

/* ---- memory ------------------------------------------------------------ */

static uint32_t count_chunks(uint32_t n, uint32_t chunk)
{
	return (n + chunk - 1) / chunk;
}

/* Numbers that a task looks at. */
static uint32_t chunk_of(uint32_t n, unsigned cores)
{
	uint64_t tasks = max_u64(TASKS_A_CORE * cores, TASKS_LEAST);

	return (uint32_t)clamp_u64(n / tasks, CHUNK_LEAST, CHUNK_MOST);
}

uint32_t primes_tasks(uint32_t n, unsigned cores)
{
	return count_chunks(n, chunk_of(n, cores));
}

bool primes_make_room(uint32_t most)
{
	uint32_t pieces = count_chunks(most, CHUNK_LEAST);

	/* A chunk's room is half its numbers and 2: the shortest need most. */
	job.list = bench_scratch((size_t)pieces * primes_room(CHUNK_LEAST) *
				 sizeof(*job.list));
	job.count = bench_scratch(pieces * sizeof(*job.count));
	job.composite = bench_scratch(primes_sieve_bytes(most));
	if (!job.list || !job.count || !job.composite)
		return false;
	primes_sieve(job.composite, most);
	return true;
}

struct primes_facts primes_known(uint32_t n)
{
	return primes_facts(job.composite, n);
}

/* In a traced pass the one queue is under a lock that tells who waits. */
static const struct executor_options traced_options = { .lock = &traced_lock };

static bool takes_lock(const struct executor_kind *kind)
{
	return !strcmp(kind->name, "shared");
}

bool primes_make_executor(struct primes_subject *s, unsigned cores)
{
	size_t bytes, traced;

	if (!s->kind)
		return true;
	bytes = s->kind->bytes(cores, NULL);
	traced = takes_lock(s->kind) ? s->kind->bytes(cores, &traced_options)
				     : 0;
	s->executor = bench_scratch(s->kind->size);
	s->memory = bench_scratch(max_u64(bytes, traced));
	return s->executor && s->memory;
}

/* ---- a pass ------------------------------------------------------------ */

static void divide_chunk(uint32_t chunk)
{
	uint32_t first = chunk * job.chunk + 1;
	uint32_t last = first + job.chunk - 1;

	job.count[chunk] = primes_divide(first, last < job.n ? last : job.n,
					 job.list + (size_t)chunk *
						    primes_room(job.chunk));
}

static void divide_task(void *arg)
{
	uint32_t chunk = (uint32_t)(uintptr_t)arg;

	trace_event(TRACE_EXECUTE, chunk);
	divide_chunk(chunk);
	trace_event(TRACE_SWITCH, 0);
}

static void submit_chunks(void *executor, void *arg)
{
	struct primes_pass *pass = arg;
	uint32_t tasks = count_chunks(job.n, job.chunk);

	pass->root_begun = tsc_read();
	executor_range(pass->subject->kind, executor, divide_task, 0, tasks);
	pass->root_ended = tsc_read();
}

/* The chunks' lists, one after the other, are the sieve's primes. */
static bool list_is_right(const struct primes_pass *pass)
{
	uint32_t at = 0, found = 0;

	for (uint32_t i = 0; i < count_chunks(job.n, job.chunk); i++) {
		if (!primes_next(job.composite, job.n, &at,
				 job.list + (size_t)i * primes_room(job.chunk),
				 job.count[i]))
			return false;
		found += job.count[i];
	}
	return found == primes_known(pass->n).count;
}

/* Nothing of the pass before may count. */
static void begin_pass(const struct primes_pass *pass)
{
	job.n = pass->n;
	job.chunk = pass->subject->kind ? chunk_of(pass->n, pass->cores)
					: pass->n;
	for (uint32_t i = 0; i < count_chunks(job.n, job.chunk); i++)
		job.count[i] = UINT32_MAX;
}

bool primes_run_pass(struct primes_pass *pass)
{
	const struct primes_subject *s = pass->subject;
	const struct executor_options *o = NULL;
	uint64_t since;

	begin_pass(pass);
	if (pass->trace && s->kind && !pass->as_timed && takes_lock(s->kind))
		o = &traced_options;
	if (s->kind && !s->kind->init(s->executor, s->memory, pass->cores, o))
		return false;
	if (pass->trace)
		trace_start(pass->trace, pass->trace_cores, pass->trace_events);
	since = tsc_read();
	if (s->kind)
		s->kind->run(s->executor, submit_chunks, pass);
	else
		divide_task((void *)0);
	pass->begun = since;
	pass->wall = (int64_t)(tsc_read() - since);
	if (pass->trace)
		trace_stop();
	return list_is_right(pass);
}

bool primes_run_right(struct primes_pass *pass)
{
	struct record_key key = primes_key(pass->subject, pass->cores, NULL);

	return primes_run_pass(pass) ||
	       trial_wrong(&key, "N = %u: the list is not that of the sieve",
			   pass->n);
}
