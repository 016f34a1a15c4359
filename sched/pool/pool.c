/* SPDX-License-Identifier: MIT */
#include "sched/pool/pool.h"

#include "kernel/assert.h"
#include "kernel/atomic.h"
#include "kernel/tsc.h"

#define SAMPLE_TASKS 8u /* in a sample of the climb at least */

/* Lives on its worker's stack. */
struct pool_worker {
	struct fiber *fiber;
	struct pool_worker *next;  /* in the list of idle ones */
	uint64_t since;            /* when it became idle, ticks */
	bool retire;               /* written before `called` */
	uint32_t called;           /* atomic: it is off the list */
};

#define set(word, value) atomic_store_relaxed(&(word), (value))
#define get(word) atomic_load_relaxed(&(word))

__attribute__((cold))
void pool_init(struct pool *pool, const struct pool_rules *rules, void *memory,
	       uint32_t capacity)
{
	ASSERT(rules->least && rules->least <= rules->most);
	*pool = (struct pool){ .rules = *rules, .slot = memory,
			       .capacity = capacity, .target = rules->least,
			       .limit = UINT32_MAX };
	ticket_init(&pool->lock);
	join_init(&pool->ended);
	climb_init(&pool->climb, rules->least, rules->most, rules->least);
}

void pool_begin_at(struct pool *pool, uint32_t target)
{
	set(pool->target, target);
	climb_force(&pool->climb, target);
}

static uint32_t allowed(const struct pool *pool)
{
	uint32_t target = get(pool->target), limit = get(pool->limit);

	return target < limit ? target : limit;
}

/* ---- a worker's life, under the lock -------------------------------------- */

/* Off the list. It cannot go on before the lock is free: it is still there
 * when it is woken. */
static void call(struct pool *pool, struct pool_worker *worker, bool retire)
{
	pool->coming++;
	worker->retire = retire;
	atomic_store_release(&worker->called, 1); /* R1: pairs with A1 */
	sched_wake(worker->fiber);
}

static void take(struct pool *pool, struct work *work)
{
	*work = pool->slot[pool->first];
	pool->first = (pool->first + 1) % pool->capacity;
	set(pool->pending, pool->pending - 1);
	set(pool->running, pool->running + 1);
	set(pool->taken, pool->taken + 1);
}

/* Gives up the lock until somebody calls. */
static void wait_idle(struct pool *pool, struct pool_worker *self)
{
	self->since = tsc_read();
	self->called = 0;
	self->next = pool->idle;
	pool->idle = self;
	ticket_release(&pool->lock, NULL);
	while (!atomic_load_acquire(&self->called)) /* A1: pairs with R1 */
		sched_block();
	ticket_acquire(&pool->lock, NULL);
	pool->coming--;
}

/* The next task, or false: the worker is to end. */
static bool next_task(struct pool *pool, struct pool_worker *self,
		      struct work *work)
{
	while (!self->retire) {
		if (pool->closing || pool->workers > allowed(pool))
			break;
		if (pool->pending) {
			take(pool, work);
			return true;
		}
		wait_idle(pool, self);
	}
	set(pool->workers, pool->workers - 1);
	return false;
}

static void worker(void *arg)
{
	struct pool *pool = arg;
	struct pool_worker self = { .fiber = sched_self() };
	struct work work;

	ticket_acquire(&pool->lock, NULL);
	pool->coming--;
	while (next_task(pool, &self, &work)) {
		ticket_release(&pool->lock, NULL);
		pool_serve(pool);
		work.run(work.arg);
		ticket_acquire(&pool->lock, NULL);
		set(pool->running, pool->running - 1);
		set(pool->done, pool->done + 1);
	}
	ticket_release(&pool->lock, NULL);
}

/* ---- more workers ---------------------------------------------------------- */

/* Counts a worker that is about to be made; false: none is asked for. */
static bool reserve(struct pool *pool, unsigned *core)
{
	bool wanted;

	ticket_acquire(&pool->lock, NULL);
	wanted = pool->pending > pool->coming && !pool->closing &&
		 pool->workers < allowed(pool);
	if (wanted) {
		pool->coming++;
		set(pool->workers, pool->workers + 1);
		*core = pool->next_core;
		pool->next_core = (pool->next_core + 1) % sched_cores();
	}
	ticket_release(&pool->lock, NULL);
	return wanted;
}

static void memory_ended(struct pool *pool)
{
	ticket_acquire(&pool->lock, NULL);
	pool->coming--;
	set(pool->workers, pool->workers - 1);
	set(pool->limit, pool->workers);
	ticket_release(&pool->lock, NULL);
}

void pool_serve(struct pool *pool)
{
	unsigned core;

	while (get(pool->pending) && get(pool->workers) < allowed(pool) &&
	       reserve(pool, &core))
		if (!sched_spawn_on(core, worker, pool, &pool->ended))
			memory_ended(pool);
}

void pool_pass(struct pool *pool)
{
	pool_serve(pool);
	sched_pass();
}

bool pool_submit(struct pool *pool, struct work work)
{
	struct pool_worker *idle;

	ticket_acquire(&pool->lock, NULL);
	if (pool->pending == pool->capacity) {
		ticket_release(&pool->lock, NULL);
		return false;
	}
	pool->slot[(pool->first + pool->pending) % pool->capacity] = work;
	set(pool->pending, pool->pending + 1);
	idle = pool->idle;
	if (idle) {
		pool->idle = idle->next;
		call(pool, idle, false);
	}
	ticket_release(&pool->lock, NULL);
	if (!idle)
		pool_serve(pool);
	return true;
}

/* ---- fewer workers --------------------------------------------------------- */

static void call_all(struct pool *pool, struct pool_worker *first)
{
	while (first) {
		struct pool_worker *next = first->next;

		call(pool, first, true);
		first = next;
	}
}

/* The list is in the order in which they became idle: the rest of it goes. */
void pool_retire(struct pool *pool, uint64_t now)
{
	struct pool_worker **at = &pool->idle;

	ticket_acquire(&pool->lock, NULL);
	while (*at && (*at)->since + pool->rules.idle > now)
		at = &(*at)->next;
	call_all(pool, *at);
	*at = NULL;
	ticket_release(&pool->lock, NULL);
}

void pool_close(struct pool *pool)
{
	ticket_acquire(&pool->lock, NULL);
	pool->closing = true;
	set(pool->pending, 0);
	call_all(pool, pool->idle);
	pool->idle = NULL;
	ticket_release(&pool->lock, NULL);
	sched_join(&pool->ended);
}

/* ---- the policies ---------------------------------------------------------- */

static void sample_begins(struct pool *pool, uint64_t now)
{
	pool->ticks = 0;
	pool->sample_start = now;
	pool->sample_done = get(pool->done);
	pool->saturated = true;
}

/* Tasks done in 2^40 ticks: some minutes. */
static uint64_t rate(uint64_t tasks, uint64_t ticks)
{
	return ticks ? (tasks << 40) / ticks : 0;
}

/* As many tasks as there are workers: each ends about one. */
static uint64_t sample_tasks(const struct pool *pool)
{
	uint32_t workers = get(pool->workers), target = get(pool->target);
	uint32_t most = workers > target ? workers : target;

	return most > SAMPLE_TASKS ? most : SAMPLE_TASKS;
}

static void climb_on(struct pool *pool, uint64_t rate)
{
	uint32_t target = climb_sample(&pool->climb, rate);

	pool->changing = target != get(pool->target);
	set(pool->target, target);
}

/* A sample in which no task waited at some look says nothing. */
static void climb(struct pool *pool, uint64_t now)
{
	uint64_t done = get(pool->done) - pool->sample_done;

	if (!pool->sample_start) {
		sample_begins(pool, now);
		return;
	}
	pool->ticks++;
	pool->saturated &= get(pool->pending) > 0;
	if (done < sample_tasks(pool))
		return;
	if (!pool->changing && pool->ticks < pool->rules.climb_every)
		return;
	if (pool->changing)
		pool->changing = false;
	else if (pool->saturated)
		climb_on(pool, rate(done, now - pool->sample_start));
	sample_begins(pool, now);
}

static void add_one(struct pool *pool)
{
	uint32_t target = get(pool->target);

	if (target == pool->rules.most || get(pool->workers) < target)
		return; /* or the last one asked for is still to come */
	set(pool->target, target + 1);
	climb_force(&pool->climb, target + 1);
	pool->changing = true;
}

/* Nothing waits and workers have retired: others are made only as needed. */
static void lower(struct pool *pool)
{
	uint32_t workers = get(pool->workers), least = pool->rules.least;

	if (get(pool->pending) || workers >= get(pool->target))
		return;
	set(pool->target, workers > least ? workers : least);
}

void pool_tick(struct pool *pool, uint64_t now)
{
	if (pool->rules.starve &&
	    starve_look(&pool->starve, get(pool->pending), get(pool->taken)))
		add_one(pool);
	if (pool->rules.climb)
		climb(pool, now);
	lower(pool);
}

/* ---- facts ----------------------------------------------------------------- */

struct pool_facts pool_facts(const struct pool *pool)
{
	return (struct pool_facts){
		.workers = get(pool->workers), .running = get(pool->running),
		.pending = get(pool->pending), .target = get(pool->target),
		.taken = get(pool->taken), .done = get(pool->done),
	};
}

uint32_t pool_limit(const struct pool *pool)
{
	return get(pool->limit);
}
