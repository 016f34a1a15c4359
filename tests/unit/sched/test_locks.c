/* SPDX-License-Identifier: MIT */
/* Every lock by its descriptor, and what is particular to some. */
#include "sched/lock/lock.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "kernel/atomic.h"
#include "sched/lock/clh.h"
#include "sched/lock/qspin.h"
#include "sched/lock/rw.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/*
 * More than there may be processors, so that queues form: then a hand-over
 * can take a time slice, and the time bounds the test.
 */
#define THREADS 4u
#define TURNS 5000u
#define MOST_MS 400u
#define ROOM 512u /* the largest lock */

static union {
	uint8_t byte[ROOM];
} room __attribute__((aligned(MACHINE_LINE_PAIR)));

/* Plain on purpose: only the lock keeps the two equal. */
static uint64_t first, second;

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* A free lock in `room`; the bytes behind it are not its own. */
static void *fresh(const struct lock_kind *kind)
{
	memset(&room, 0xa5, sizeof(room));
	memset(&room, 0, kind->size);
	kind->init(&room);
	first = second = 0;
	return &room;
}

static bool is_within_its_size(const struct lock_kind *kind)
{
	for (size_t i = kind->size; i < ROOM; i++)
		if (room.byte[i] != 0xa5)
			return false;
	return true;
}

static const struct lock_kind *find(const char *name)
{
	LOCK_EACH(entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

TEST(locks_are_registered)
{
	static const char *const names[] = {
		"tas", "ttas", "backoff", "ticket", "ticket/prop", "mcs",
		"clh", "qspin", "rw",
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		CHECK_TEXT(find(names[i]) ? names[i] : NULL, names[i]);
	LOCK_EACH(entry) {
		const struct lock_kind *kind = *entry;

		CHECK_TEXT(find(kind->name)->name, kind->name);
		CHECK(find(kind->name) == kind); /* no name twice */
		CHECK(kind->summary && *kind->summary);
		CHECK(kind->paper && *kind->paper);
		CHECK(kind->size && kind->size <= ROOM);
		CHECK(kind->align && kind->align <= MACHINE_LINE_PAIR);
	}
	CHECK(!find("tas")->fair);
	CHECK(find("ticket")->fair);
}

static void check_one_thread(const struct lock_kind *kind, void *lock)
{
	union lock_node node, other;

	CHECK(!kind->is_locked(lock));
	kind->acquire(lock, &node);
	CHECK(kind->is_locked(lock));
	CHECK(!kind->try || !kind->try(lock, &other));
	kind->release(lock, &node);
	CHECK(!kind->is_locked(lock));
	if (!kind->try)
		return;
	CHECK(kind->try(lock, &node));
	CHECK(kind->is_locked(lock));
	CHECK(!kind->try(lock, &other));
	kind->release(lock, &node);
	CHECK(!kind->is_locked(lock));
}

TEST(locks_one_thread)
{
	LOCK_EACH(entry) {
		void *lock = fresh(*entry);

		check_one_thread(*entry, lock);
		check_one_thread(*entry, lock);
		(*entry)->pairs(lock, 1000);
		CHECK(!(*entry)->is_locked(lock));
		(*entry)->pairs(lock, 0);
		check_one_thread(*entry, lock);
		CHECK(is_within_its_size(*entry));
	}
}

TEST(locks_of_zero_bytes_are_free)
{
	LOCK_EACH(entry) {
		memset(&room, 0, sizeof(room));
		check_one_thread(*entry, &room);
	}
}

/* ---- mutual exclusion ---------------------------------------------------- */

struct worker {
	const struct lock_kind *kind;
	unsigned core;
	pthread_t thread;
	uint64_t entries;
	bool apart;
};

static void take(const struct lock_kind *kind, union lock_node *node,
		 bool try)
{
	if (!try || !kind->try || !kind->try(&room, node))
		kind->acquire(&room, node);
}

static void *enter_often(void *arg)
{
	struct worker *worker = arg;
	uint64_t end = now_ms() + MOST_MS;
	union lock_node node;

	fake_machine_enter(worker->core);
	while (worker->entries < TURNS && now_ms() < end) {
		take(worker->kind, &node, worker->entries % 2);
		worker->apart |= first != second;
		first++;
		second++;
		worker->kind->release(&room, &node);
		worker->entries++;
	}
	return NULL;
}

static void check_excludes(const char *name)
{
	struct worker worker[THREADS];
	uint64_t entries = 0;

	fresh(find(name));
	for (unsigned i = 0; i < THREADS; i++) {
		worker[i] = (struct worker){ .kind = find(name),
					     .core = i + 1 };
		pthread_create(&worker[i].thread, NULL, enter_often,
			       &worker[i]);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(worker[i].thread, NULL);
		CHECK(worker[i].entries);
		CHECK(!worker[i].apart);
		entries += worker[i].entries;
	}
	CHECK_EQUAL(first, entries);
	CHECK_EQUAL(second, entries);
	CHECK(!find(name)->is_locked(&room));
	CHECK(is_within_its_size(find(name)));
}

TEST(tas_excludes) { check_excludes("tas"); }
TEST(ttas_excludes) { check_excludes("ttas"); }
TEST(backoff_excludes) { check_excludes("backoff"); }
TEST(ticketprop_excludes) { check_excludes("ticket/prop"); }
TEST(mcs_excludes) { check_excludes("mcs"); }
TEST(clh_excludes) { check_excludes("clh"); }
TEST(qspin_excludes) { check_excludes("qspin"); }
TEST(rw_excludes_writers) { check_excludes("rw"); }

/* ---- CLH: the cells ------------------------------------------------------ */

TEST(clh_several_at_a_time_in_any_order)
{
	struct clh_lock lock[CLH_CELLS] = { 0 };
	struct clh_node node[CLH_CELLS], again;

	for (unsigned i = 0; i < CLH_CELLS; i++)
		clh_acquire(&lock[i], &node[i]);
	clh_release(&lock[1], &node[1]);
	CHECK(clh_is_locked(&lock[0]));
	CHECK(!clh_is_locked(&lock[1]));
	CHECK(clh_is_locked(&lock[2]));
	CHECK(!clh_try(&lock[0], &again));
	CHECK(clh_try(&lock[1], &again)); /* in the cell just given back */
	CHECK(clh_is_locked(&lock[1]));
	for (unsigned i = 0; i < CLH_CELLS; i++)
		clh_release(&lock[i], i == 1 ? &again : &node[i]);
	for (unsigned i = 0; i < CLH_CELLS; i++)
		CHECK(!clh_is_locked(&lock[i]));
}

TEST(clh_one_too_many_is_refused)
{
	struct clh_lock lock[CLH_CELLS + 1] = { 0 };
	struct clh_node node;

	for (unsigned i = 0; i < CLH_CELLS; i++)
		clh_acquire(&lock[i], &node);
	CHECK(PANICS(clh_acquire(&lock[CLH_CELLS], &node)));
}

/* A lock that rested while its cell went on is still free. */
TEST(clh_a_cell_may_be_far_ahead)
{
	struct clh_lock rested = { 0 }, other = { 0 };
	struct clh_node node;

	clh_acquire(&rested, &node);
	clh_release(&rested, &node);
	struct clh_core *core = &clh_cores[machine_core() + 1];
	core->begun[0] += (uint64_t)3 << 61;
	core->cell[0].released = core->begun[0];
	clh_acquire(&other, &node);
	CHECK(clh_is_locked(&other));
	CHECK(!clh_is_locked(&rested));
	clh_release(&other, &node);
	CHECK(clh_try(&rested, &node));
	clh_release(&rested, &node);
}

/* ---- qspin: the word ----------------------------------------------------- */

static void *take_and_release(void *arg)
{
	struct qspin_node node;

	fake_machine_enter((unsigned)(uintptr_t)arg);
	qspin_acquire((struct qspin_lock *)&room, &node);
	qspin_release((struct qspin_lock *)&room, &node);
	return NULL;
}

static bool becomes(uint32_t *word, uint32_t wanted)
{
	uint64_t end = now_ms() + 2000;

	while (atomic_load_relaxed(word) != wanted && now_ms() < end)
		sched_yield();
	return atomic_load_relaxed(word) == wanted;
}

TEST(qspin_first_is_pending_then_a_queue_forms)
{
	struct qspin_lock *lock = fresh(find("qspin"));
	struct qspin_node node;
	pthread_t thread[3];
	uint32_t word = QSPIN_HELD | QSPIN_PENDING;

	qspin_acquire(lock, &node);
	CHECK_EQUAL(lock->word, QSPIN_HELD);
	for (uintptr_t i = 0; i < 3; i++) {
		pthread_create(&thread[i], NULL, take_and_release,
			       (void *)(i + 1));
		if (i)
			word = QSPIN_HELD | QSPIN_PENDING |
			       (uint32_t)(i + 2) << (QSPIN_TAIL + 2);
		CHECK(becomes(&lock->word, word));
		CHECK(!qspin_try(lock, &node));
	}
	qspin_release(lock, &node);
	for (unsigned i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	CHECK_EQUAL(lock->word, 0);
	for (unsigned i = 0; i < 4; i++)
		CHECK_EQUAL(qspin_cores[i].used, 0);
}

/* ---- readers and writers ------------------------------------------------- */

static struct rw_lock rw;
static uint32_t stamp;       /* atomic: counts who got in */
static uint32_t seen[2];     /* what the writer and the reader drew */

static void *write_once(void *arg)
{
	struct rw_node node;

	(void)arg;
	rw_acquire(&rw, &node);
	seen[0] = atomic_add_relaxed(&stamp, 1) + 1;
	rw_release(&rw, &node);
	return NULL;
}

static void *read_once(void *arg)
{
	struct rw_node node;

	(void)arg;
	rw_acquire_read(&rw, &node);
	seen[1] = atomic_add_relaxed(&stamp, 1) + 1;
	rw_release_read(&rw, &node);
	return NULL;
}

TEST(rw_readers_share_and_keep_a_writer_out)
{
	struct rw_node one, two, writer;

	rw_init(&rw);
	rw_acquire_read(&rw, &one);
	CHECK(rw_is_locked(&rw));
	rw_acquire_read(&rw, &two);
	CHECK(!rw_try(&rw, &writer));
	rw_release_read(&rw, &one);
	CHECK(rw_is_locked(&rw));
	CHECK(!rw_try(&rw, &writer));
	rw_acquire_read(&rw, &one); /* a try that failed keeps no reader out */
	rw_release_read(&rw, &one);
	rw_release_read(&rw, &two);
	CHECK(!rw_is_locked(&rw));
	CHECK(rw_try(&rw, &writer));
	CHECK(rw_is_locked(&rw));
	rw_release(&rw, &writer);
	CHECK(!rw_is_locked(&rw));
}

TEST(rw_a_writer_keeps_a_reader_out)
{
	struct rw_node node;
	pthread_t reader;

	rw_init(&rw);
	rw_acquire(&rw, &node);
	uint32_t marked = rw.readers_in;
	pthread_create(&reader, NULL, read_once, NULL);
	CHECK(becomes(&rw.readers_in, marked + RW_READER));
	CHECK_EQUAL(atomic_load_relaxed(&stamp), 0);
	rw_release(&rw, &node);
	pthread_join(reader, NULL);
	CHECK_EQUAL(seen[1], 1);
	CHECK(!rw_is_locked(&rw));
}

/* A reader that comes while a writer waits goes after it. */
TEST(rw_a_waiting_writer_goes_before_a_later_reader)
{
	struct rw_node node;
	pthread_t writer, reader;

	rw_init(&rw);
	rw_acquire_read(&rw, &node);
	pthread_create(&writer, NULL, write_once, NULL);
	CHECK(becomes(&rw.readers_in, RW_READER | RW_WRITER));
	pthread_create(&reader, NULL, read_once, NULL);
	CHECK(becomes(&rw.readers_in, 2 * RW_READER | RW_WRITER));
	CHECK_EQUAL(atomic_load_relaxed(&stamp), 0);
	rw_release_read(&rw, &node);
	pthread_join(writer, NULL);
	pthread_join(reader, NULL);
	CHECK_EQUAL(seen[0], 1);
	CHECK_EQUAL(seen[1], 2);
}

/* A reader that waited is let in before the next writer. */
TEST(rw_a_waiting_reader_goes_before_the_next_writer)
{
	struct rw_node node;
	pthread_t writer, reader;

	rw_init(&rw);
	rw_acquire(&rw, &node);
	pthread_create(&writer, NULL, write_once, NULL);
	CHECK(becomes(&rw.writers_in, 2));
	pthread_create(&reader, NULL, read_once, NULL);
	CHECK(becomes(&rw.readers_in, RW_READER | RW_WRITER));
	rw_release(&rw, &node);
	pthread_join(writer, NULL);
	pthread_join(reader, NULL);
	CHECK_EQUAL(seen[1], 1);
	CHECK_EQUAL(seen[0], 2);
}

/*
 * A failed try must not count as a phase: the reader, asleep while the mark of
 * its phase was gone, would wait for a writer that waits for it.
 */
TEST(rw_a_failed_try_is_no_phase)
{
	struct rw_node node;

	rw_init(&rw);
	rw_acquire(&rw, &node);
	uint32_t mark = rw.readers_in;
	atomic_add_relaxed(&rw.readers_in, RW_READER); /* came, and sleeps */
	rw_release(&rw, &node);
	CHECK(!rw_try(&rw, &node));
	CHECK_EQUAL(rw.readers_in, RW_READER);
	pthread_t writer;
	pthread_create(&writer, NULL, write_once, NULL);
	CHECK(becomes(&rw.readers_in, RW_READER | (mark ^ RW_PHASE)));
	rw_release_read(&rw, &node);
	pthread_join(writer, NULL);
	CHECK(!rw_is_locked(&rw));
}

static void *read_often(void *arg)
{
	struct worker *worker = arg;
	uint64_t end = now_ms() + MOST_MS;
	struct rw_node node;

	while (worker->entries < TURNS && now_ms() < end) {
		rw_acquire_read((struct rw_lock *)&room, &node);
		worker->apart |= first != second;
		rw_release_read((struct rw_lock *)&room, &node);
		worker->entries++;
	}
	return NULL;
}

TEST(rw_readers_see_what_one_writer_left)
{
	struct worker worker[3];

	fresh(find("rw"));
	for (unsigned i = 0; i < 3; i++) {
		worker[i] = (struct worker){ .kind = find("rw"), .core = i };
		pthread_create(&worker[i].thread, NULL,
			       i ? read_often : enter_often, &worker[i]);
	}
	for (unsigned i = 0; i < 3; i++) {
		pthread_join(worker[i].thread, NULL);
		CHECK(worker[i].entries);
		CHECK(!worker[i].apart);
	}
	CHECK_EQUAL(first, worker[0].entries);
	CHECK(!rw_is_locked((struct rw_lock *)&room));
}
