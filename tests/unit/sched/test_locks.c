/* SPDX-License-Identifier: MIT */
/*
 * Every lock by its descriptor, and what is particular to some, by one thread.
 * That they exclude, and who comes first: tests/explore.
 */
#include "sched/lock/lock.h"

#include <string.h>

#include "sched/lock/clh.h"
#include "sched/lock/rw.h"
#include "sched/lock/ticket.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/sched/memory.h"
#include "tests/unit/test.h"

#define ROOM 512u /* the largest lock */

static const struct lock_kind *find(const char *name)
{
	LOCK_EACH(entry)
		if (!strcmp((*entry)->name, name))
			return *entry;
	return NULL;
}

TEST(locks_tell_what_they_are)
{
	LOCK_EACH(entry) {
		const struct lock_kind *kind = *entry;

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

/* In dirty memory by its init(), and in zero bytes; within its size. */
TEST(locks_of_one_thread)
{
	static uint8_t room[ROOM] __attribute__((aligned(MACHINE_LINE_PAIR)));

	LOCK_EACH(entry) {
		const struct lock_kind *kind = *entry;

		for (unsigned zero = 0; zero < 2; zero++) {
			memset(room, DIRT, ROOM);
			if (zero)
				memset(room, 0, kind->size);
			else
				kind->init(room);
			check_one_thread(kind, room);
			kind->pairs(room, zero ? 1000 : 0);
			check_one_thread(kind, room);
			for (size_t i = kind->size; i < ROOM; i++)
				CHECK_EQUAL(room[i], DIRT);
		}
	}
}

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

/* ---- the others ---------------------------------------------------------- */

TEST(ticket_numbers_wrap)
{
	struct ticket_lock lock = { .next = UINT32_MAX,
				    .serving = UINT32_MAX };

	ticket_acquire(&lock, NULL);
	CHECK_EQUAL(lock.next, 0);
	ticket_release(&lock, NULL);
	CHECK(!ticket_is_locked(&lock));
	CHECK(ticket_try(&lock, NULL));
}

TEST(rw_readers_share_and_keep_a_writer_out)
{
	struct rw_node one, two, writer;
	struct rw_lock rw;

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
