/* SPDX-License-Identifier: MIT */
#include "sched/lock/qspin.h"

struct qspin_core qspin_cores[MACHINE_MAX_CORES];

static uint32_t tail_name(unsigned core, unsigned nesting)
{
	return ((core + 1) << 2 | nesting) << QSPIN_TAIL;
}

static struct qspin_place *place_of(uint32_t word)
{
	uint32_t tail = word >> QSPIN_TAIL;

	return &qspin_cores[(tail >> 2) - 1].place[tail & 3];
}

/* First in line: waits on the word alone. False: there are others, queue. */
static bool wait_as_pending(struct qspin_lock *lock)
{
	uint32_t word = atomic_or_acquire(&lock->word, QSPIN_PENDING); /* A1 */

	if (word & ~QSPIN_HELD) {
		/* Was it us who set it? Then the queue goes before us. */
		if (!(word & QSPIN_PENDING))
			atomic_sub_relaxed(&lock->word, QSPIN_PENDING);
		return false;
	}
	/* A2: pairs with R1 in qspin_release(). */
	while (atomic_load_acquire(&lock->word) & QSPIN_HELD)
		cpu_relax();
	atomic_sub_relaxed(&lock->word, QSPIN_PENDING - QSPIN_HELD);
	return true;
}

/* Makes us the tail; the word before. */
static uint32_t swap_tail(struct qspin_lock *lock, uint32_t tail)
{
	uint32_t word = atomic_load_relaxed(&lock->word);

	/* R2: pairs with A4 of the core that swaps us out: we are ready. */
	while (!atomic_cas_acq_rel(&lock->word, &word,
				   tail | (word & (QSPIN_HELD |
						   QSPIN_PENDING))))
		;
	return word; /* A4: pairs with R2 of the tail before us. */
}

/* Puts us at the end of the queue; returns when we are its head. */
static void enter_queue(struct qspin_lock *lock, struct qspin_place *place,
			uint32_t tail)
{
	atomic_store_relaxed(&place->next, NULL);
	atomic_store_relaxed(&place->waits, 1);
	uint32_t before = swap_tail(lock, tail);

	if (!(before >> QSPIN_TAIL))
		return;
	/* R3: pairs with A5 in leave_queue() of the core before us. */
	atomic_store_release(&place_of(before)->next, place);
	/* A6: pairs with R4 in leave_queue() of the core before us. */
	while (atomic_load_acquire(&place->waits))
		cpu_relax();
}

/* Takes the lock as the head of the queue and makes the next one its head. */
static void leave_queue(struct qspin_lock *lock, struct qspin_place *place,
			uint32_t tail)
{
	struct qspin_place *next;
	uint32_t word;

	/* A3: pairs with R1 in qspin_release(). */
	while ((word = atomic_load_acquire(&lock->word)) &
	       (QSPIN_HELD | QSPIN_PENDING))
		cpu_relax();
	if (word == tail && atomic_cas_acquire(&lock->word, &word, QSPIN_HELD))
		return;
	/*
	 * There is a tail behind us, or somebody was just setting `pending`:
	 * that one sees the tail, takes it back and queues up behind us.
	 */
	atomic_or_relaxed(&lock->word, QSPIN_HELD);
	/* A5: pairs with R3; the next one is a few instructions from it. */
	while (!(next = atomic_load_acquire(&place->next)))
		cpu_relax();
	/* R4: pairs with A6. */
	atomic_store_release(&next->waits, 0);
}

void qspin_wait(struct qspin_lock *lock)
{
	uint32_t word = atomic_load_relaxed(&lock->word);

	/* The pending one is about to take it: then we can be pending. */
	for (unsigned i = 0; word == QSPIN_PENDING && i < QSPIN_LOOKS; i++)
		word = atomic_load_relaxed(&lock->word);
	if (!(word & ~QSPIN_HELD) && wait_as_pending(lock))
		return;

	unsigned number = machine_core();
	struct qspin_core *core = &qspin_cores[number];
	unsigned nesting = core->used++;
	struct qspin_place *place = &core->place[nesting];

	ASSERT_TIMED(nesting < QSPIN_NESTING);
	enter_queue(lock, place, tail_name(number, nesting));
	leave_queue(lock, place, tail_name(number, nesting));
	core->used--;
}
