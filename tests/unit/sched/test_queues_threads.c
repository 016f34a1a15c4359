/* SPDX-License-Identifier: MIT */
/*
 * Every registered queue between threads: none lost, none twice, in order.
 * Items point to plain memory that the pusher writes and the popper reads, so
 * that the thread sanitizer sees whether a queue orders what it carries.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sched/queue/queue.h"
#include "sched/queue/percore.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define CAPACITY 64u
#define ITEMS 20000u
#define THREADS 3u
#define RUN_MS 200      /* a run ends then or with the last item, ... */
#define PATIENCE_MS 5000 /* ... but goes on for so long until it has begun */

struct box {
	uint32_t number;  /* plain: written before push, read after pop */
	uint32_t from;
	uint32_t seen;    /* atomic */
};

static struct box box[ITEMS];
static uint32_t next_box, taken;      /* atomic */
static uint32_t wrong_order, unwritten; /* atomic */
static const struct queue_kind *kind;
static void *queue;
static uint64_t end_ms;

static void *aligned(size_t bytes)
{
	bytes = (bytes + MACHINE_LINE_PAIR - 1) & ~(size_t)(MACHINE_LINE_PAIR - 1);
	return aligned_alloc(MACHINE_LINE_PAIR, bytes);
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Bounded by time as well: where other programs hold the processors, a thread
 * that waits for another one waits for whole time slices. */
static bool running(void)
{
	uint32_t count = atomic_load_relaxed(&taken);

	return count < ITEMS &&
	       now_ms() < end_ms + (count ? 0 : PATIENCE_MS);
}

/* Up to n new items of this thread; fewer at the end. */
static uint32_t draw(uint32_t from, struct work *works, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t number = atomic_add_relaxed(&next_box, 1);
		if (number >= ITEMS)
			return i;
		box[number].number = number + 1;
		box[number].from = from;
		works[i].arg = &box[number];
	}
	return n;
}

/* last: of each producer, the highest number this thread has taken. */
static void check(const struct work *works, uint32_t n, uint32_t *last)
{
	for (uint32_t i = 0; i < n; i++) {
		struct box *b = works[i].arg;
		if (!b->number)
			atomic_add_relaxed(&unwritten, 1);
		else if (last && b->number <= last[b->from])
			atomic_add_relaxed(&wrong_order, 1);
		if (last)
			last[b->from] = b->number;
		atomic_add_relaxed(&b->seen, 1);
	}
	atomic_add_relaxed(&taken, n);
	/* Who found nothing lets the others run, if there is no processor
	 * for each thread. */
	if (!n)
		sched_yield();
}

/* Pushes until all are in or time is over; the rest counts as taken. `each`
 * is called where the queue is full. */
static void push_all(struct work *works, uint32_t n, void (*each)(void *),
		     void *arg)
{
	uint32_t at = n && kind->push(queue, works[0]);

	while (at < n && now_ms() < end_ms) {
		uint32_t pushed = kind->push_bulk(queue, works + at, n - at);
		if (!pushed)
			each(arg);
		at += pushed;
	}
	check(works + at, n - at, NULL);
}

static void let_run(void *arg)
{
	(void)arg;
	sched_yield();
}

/* A thread's view of what it took. */
struct taker {
	uint32_t last[THREADS];
	uint32_t round;
	bool in_order;  /* worth a look: the queue is FIFO for it */
};

static void pop_some(void *arg)
{
	struct taker *taker = arg;
	struct work works[9];
	uint32_t round = taker->round++, n;

	if (round % 2)
		n = kind->pop_bulk(queue, works, round % 9);
	else
		n = kind->pop(queue, works);
	check(works, n, taker->in_order ? taker->last : NULL);
}

static void *produce(void *arg)
{
	struct work works[7];

	while (running() && atomic_load_relaxed(&next_box) < ITEMS) {
		uint32_t most = 1 + atomic_load_relaxed(&taken) % 7;
		push_all(works, draw((uint32_t)(uintptr_t)arg, works, most),
			 let_run, NULL);
	}
	return NULL;
}

static void *consume(void *arg)
{
	struct taker taker = { .in_order = !(kind->flags & QUEUE_LIFO) };

	(void)arg;
	while (running())
		pop_some(&taker);
	return NULL;
}

/* Pops where it cannot push: never stuck at a full queue. */
static void *both(void *arg)
{
	struct taker taker = { .in_order = !(kind->flags & QUEUE_LIFO) };
	struct work works[5];

	while (running()) {
		uint32_t n = draw((uint32_t)(uintptr_t)arg, works,
				  1 + taker.round % 5);
		push_all(works, n, pop_some, &taker);
		for (uint32_t i = 0; i < taker.round % 4; i++)
			pop_some(&taker);
	}
	return NULL;
}

static void *rob(void *arg)
{
	struct taker taker = { .in_order = true };
	struct work works[DEQUE_BATCH];

	(void)arg;
	while (running()) {
		uint32_t round = taker.round++;
		if (round % 3)
			check(works, kind->steal_half(queue, works, round % 40),
			      taker.last);
		else
			check(works, kind->steal(queue, works), taker.last);
	}
	return NULL;
}

/* A thread is a core: some queues have a part for each. */
struct start {
	unsigned core;
	void *(*role)(void *core);
};

static void *on_core(void *arg)
{
	const struct start *start = arg;

	fake_machine_enter(start->core);
	return start->role((void *)(uintptr_t)start->core);
}

static void run(void *(*first)(void *), void *(*others)(void *),
		unsigned threads, void (*drain)(void))
{
	pthread_t thread[THREADS];
	struct start start[THREADS];
	unsigned wrong = 0;

	next_box = taken = wrong_order = unwritten = 0;
	memset(box, 0, sizeof(box));
	end_ms = now_ms() + RUN_MS;
	for (unsigned i = 0; i < threads; i++) {
		start[i] = (struct start){ i, i ? others : first };
		pthread_create(&thread[i], NULL, on_core, &start[i]);
	}
	for (unsigned i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	check_true(__FILE__, __LINE__, kind->name, taken);
	drain();
	uint32_t drawn = next_box < ITEMS ? next_box : ITEMS;
	for (unsigned i = 0; i < drawn; i++)
		wrong += box[i].seen != 1;
	check_equal(__FILE__, __LINE__, kind->name, wrong, 0);
	check_equal(__FILE__, __LINE__, kind->name, unwritten, 0);
	check_equal(__FILE__, __LINE__, kind->name, wrong_order, 0);
	check_equal(__FILE__, __LINE__, kind->name, taken, drawn);
}

static void drain_queue(void)
{
	struct work work;

	while (kind->pop(queue, &work))
		check(&work, 1, NULL);
}

/* Locks are handed over in order, also to a thread that does not run: not more
 * threads than processors there. */
static void run_kind(uint32_t capacity)
{
	queue = aligned(kind->size);
	kind->init(queue, aligned(kind->bytes(capacity)), capacity);
	if (kind->flags & QUEUE_OWNER) {
		run(both, rob, THREADS, drain_queue);
		return;
	}
	/* One way first: nothing but the queue orders the two threads. */
	run(produce, consume, 2, drain_queue);
	if (kind->flags & QUEUE_MANY_PUSH)
		run(both, both, kind->flags & QUEUE_LOCK ? 2 : THREADS,
		    drain_queue);
}

TEST_LONG(queues_threads)
{
	fake.cores = THREADS;
	REGISTRY_EACH(qc_queues, const struct queue_kind, entry) {
		kind = *entry;
		run_kind(CAPACITY);
		run_kind(4);
	}
}

/* ---- a deque a core: all work starts at core 0 ------------------------------- */

static struct percore deques;

static void *work_or_steal(void *arg)
{
	unsigned core = (unsigned)(uintptr_t)arg;
	struct work work;

	while (running()) {
		if (!core && draw(core, &work, 1) &&
		    !percore_push_own(&deques, core, work))
			check(&work, 1, NULL);
		check(&work, percore_take(&deques, core, &work), NULL);
	}
	return NULL;
}

static void drain_deques(void)
{
	struct work work;

	for (unsigned core = 0; core < THREADS; core++)
		while (percore_pop_own(&deques, core, &work))
			check(&work, 1, NULL);
}

TEST(percore_threads)
{
	static const struct queue_kind name = { .name = "steal" };

	kind = &name;
	percore_init_for(&deques, aligned(percore_bytes_for(THREADS, 8)), THREADS, 8);
	run(work_or_steal, work_or_steal, THREADS, drain_deques);
}
