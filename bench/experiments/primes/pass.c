/* SPDX-License-Identifier: MIT */
/*
 * A pass: trial division over 1..N, as published, in one call or in chunks that
 * are an executor's tasks. Its list is compared with the sieve of Eratosthenes,
 * number for number.
 */
#include "bench/experiments/primes/primes.h"

#include "bench/bench.h"
#include "bench/harness/trial.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/tsc.h"
#include "sched/lock/ticket.h"
#include "sched/trace.h"

/* Tasks of a range: so many, and so many a core at least, within bounds. */
#define TASKS_LEAST 32u
#define TASKS_A_CORE 4u
#define CHUNK_LEAST 16u
#define CHUNK_MOST 1024u

/* The range at work; changed between runs only, but for the results. */
static struct {
	uint32_t n, chunk;
	uint32_t *list;     /* room_of(chunk) for each chunk */
	uint32_t *count;    /* of each chunk */
	uint8_t *composite; /* 0: a prime */
} job;

/* ---- two ways that share nothing --------------------------------------- */

static inline bool is_prime(uint32_t n)
{
	if (n < 4 || !(n & 1))
		return n == 2 || n == 3;
	for (uint32_t d = 3; d * d <= n; d += 2)
		if (n % d == 0)
			return false;
	return true;
}

/* It is timed. Lists the primes in first .. last (both included), in ascending
 * order; returns how many. */
__attribute__((noipa)) /* as if called from another file */
static uint32_t primes_divide(uint32_t first, uint32_t last, uint32_t *list)
{
	uint32_t found = 0;

	for (uint32_t n = first; n <= last; n++)
		if (is_prime(n))
			list[found++] = n;
	return found;
}

static void sieve(uint8_t *composite, uint32_t last)
{
	composite[0] = composite[1] = 1;
	for (uint64_t p = 2; p * p <= last; p++)
		for (uint64_t i = p * p; i <= last && !composite[p]; i += p)
			composite[i] = 1;
}

struct primes_facts primes_known(uint32_t n)
{
	struct primes_facts f = { 0 };

	for (uint32_t i = 0; i <= n; i++)
		if (!job.composite[i]) {
			f.count++;
			f.sum += i;
		}
	return f;
}

/* ---- memory ------------------------------------------------------------ */

/* Numbers that a task looks at. */
static uint32_t chunk_of(uint32_t n, unsigned cores)
{
	uint64_t tasks = max_u64(TASKS_A_CORE * cores, TASKS_LEAST);

	return (uint32_t)clamp_u64(n / tasks, CHUNK_LEAST, CHUNK_MOST);
}

static uint32_t count_chunks(uint32_t n, uint32_t chunk)
{
	return (n + chunk - 1) / chunk;
}

uint32_t primes_tasks(uint32_t n, unsigned cores)
{
	return count_chunks(n, chunk_of(n, cores));
}

/* More than there are primes among so many numbers in a row. */
static uint32_t room_of(uint32_t numbers)
{
	return numbers / 2 + 2;
}

bool primes_make_room(uint32_t most)
{
	uint32_t chunks = count_chunks(most, CHUNK_LEAST);

	/* A chunk's room is half its numbers and 2: the shortest need most. */
	job.list = bench_scratch((size_t)chunks * room_of(CHUNK_LEAST) *
				 sizeof(*job.list));
	job.count = bench_scratch(chunks * sizeof(*job.count));
	job.composite = bench_scratch((size_t)most + 1);
	if (!job.list || !job.count || !job.composite)
		return false;
	sieve(job.composite, most);
	return true;
}

/* ---- a lock that the trace sees ---------------------------------------- */

/* Who gets it at once has not waited. Afterwards a core is again at what it
 * was. */
static void traced_acquire(void *lock, union lock_node *node)
{
	enum trace_kind before;

	(void)node;
	if (!trace_on()) {
		ticket_acquire(lock, NULL);
		return;
	}
	if (ticket_try(lock, NULL))
		return;
	before = trace_state();
	trace_event(TRACE_LOCK, 0);
	ticket_acquire(lock, NULL);
	trace_event(before, 0);
}

static void traced_init(void *lock)
{
	ticket_init(lock);
}

static void traced_release(void *lock, union lock_node *node)
{
	(void)node;
	ticket_release(lock, NULL);
}

/* Not registered: for traced passes only. */
static const struct lock_kind traced_lock = {
	.name = "ticket/traced", .size = sizeof(struct ticket_lock),
	.align = _Alignof(struct ticket_lock), .init = traced_init,
	.acquire = traced_acquire, .release = traced_release,
};

/* The one executor whose queue is under a lock that can be chosen. */
static const struct executor_options *traced(const struct executor_kind *kind)
{
	static const struct executor_options own = { .lock = &traced_lock };

	return strcmp(kind->name, "shared") ? NULL : &own;
}

bool primes_make_executor(struct primes_subject *s, unsigned cores)
{
	if (!s->kind)
		return true;
	s->executor = bench_scratch(s->kind->size);
	s->memory = bench_scratch(max_u64(
		s->kind->bytes(cores, NULL),
		s->kind->bytes(cores, traced(s->kind))));
	return s->executor && s->memory;
}

/* ---- a pass ------------------------------------------------------------ */

static void divide_chunk(uint32_t chunk)
{
	uint32_t first = chunk * job.chunk + 1;
	uint32_t last = first + job.chunk - 1;

	job.count[chunk] = primes_divide(first, last < job.n ? last : job.n,
					 job.list + (size_t)chunk *
						    room_of(job.chunk));
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

/* The next prime after n, by the sieve; above job.n: there is none. */
static uint32_t prime_after(uint32_t n)
{
	do
		n++;
	while (n <= job.n && job.composite[n]);
	return n;
}

/* The chunks' lists, one after the other, are the sieve's primes. */
static bool list_is_right(void)
{
	uint32_t prime = prime_after(0);

	for (uint32_t c = 0; c < count_chunks(job.n, job.chunk); c++) {
		const uint32_t *list = job.list + (size_t)c *
						  room_of(job.chunk);

		for (uint32_t i = 0; i < job.count[c]; i++) {
			if (prime > job.n || list[i] != prime)
				return false;
			prime = prime_after(prime);
		}
	}
	return prime > job.n;
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
	uint64_t since;

	begin_pass(pass);
	if (s->kind && !s->kind->init(s->executor, s->memory, pass->cores,
				      pass->trace_lock ? traced(s->kind) : NULL))
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
	return list_is_right();
}

bool primes_run_right(struct primes_pass *pass)
{
	const struct record_key key = { "primes", pass->subject->name,
					pass->cores, NULL };

	return primes_run_pass(pass) ||
	       trial_wrong(&key, "N = %u: the list is not that of the sieve",
			   pass->n);
}
