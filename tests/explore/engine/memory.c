/* SPDX-License-Identifier: MIT */
/*
 * Memory under the two models.
 *
 * Sequential consistency: a store is in memory at once. x86-TSO (Owens,
 * Sarkar, Sewell, "A better x86 memory model: x86-TSO", 2009): a store goes
 * into its thread's FIFO buffer; the thread's own loads see it there; locked
 * operations and full fences first empty the buffer.
 *
 * While a thread runs, its buffered stores lie over memory, oldest first, each
 * with what it hides put by. So plain code that the explorer knows nothing of
 * reads what the thread itself has stored, as it does on the machine. They are
 * put over and taken off on the explorer's own stack only: a store may lie in
 * the thread's.
 */
#include <string.h>

#include "tests/explore/engine/model.h"

/* ---- who notices ------------------------------------------------------- */

bool memory_overlap(const void *a, size_t a_size, const void *b, size_t b_size)
{
	return (const char *)a < (const char *)b + b_size &&
	       (const char *)b < (const char *)a + a_size;
}

bool memory_has_read(const struct thread *t, const void *address, size_t size)
{
	for (unsigned i = 0; i < t->reads && i < MAX_READS; i++)
		if (memory_overlap(t->read[i].address, t->read[i].size,
				   address, size))
			return true;
	return t->reads > MAX_READS;
}

static void remember_read(struct thread *t)
{
	for (unsigned i = 0; i < t->reads && i < MAX_READS; i++)
		if (t->read[i].address == t->address &&
		    t->read[i].size == t->size)
			return;
	if (t->reads < MAX_READS) {
		t->read[t->reads].address = t->address;
		t->read[t->reads].size = t->size;
	}
	if (t->reads <= MAX_READS)
		t->reads++;
}

/* That thread has put something else there. */
static void changed(unsigned thread, const void *address, size_t size)
{
	for (unsigned i = 0; i < run.program->threads; i++)
		if (i != thread && memory_has_read(&run.thread[i], address,
						   size))
			run.thread[i].woken = true;
}

/* ---- views ------------------------------------------------------------- */

static void lay_over(struct store *store)
{
	memcpy(store->under, store->address, store->size);
	memcpy(store->address, store->value, store->size);
}

/* Takes the value along: plain code may have changed it since. */
static void take_off(struct store *store)
{
	memcpy(store->value, store->address, store->size);
	memcpy(store->address, store->under, store->size);
}

void memory_enter(unsigned thread)
{
	struct thread *t = &run.thread[thread];

	run.self = thread;
	for (unsigned i = 0; i < t->stores; i++)
		lay_over(&t->store[i]);
}

void memory_leave(void)
{
	struct thread *t = &run.thread[run.self];

	for (unsigned i = t->stores; i-- > 0;)
		take_off(&t->store[i]);
	run.self = NOBODY;
}

bool memory_is_set(const void *word)
{
	const void *where = word;
	uint32_t value;

	if (run.self != NOBODY) {
		const struct thread *t = &run.thread[run.self];
		for (unsigned i = t->stores; i-- > 0;)
			if (t->store[i].address == word)
				where = t->store[i].under;
	}
	memcpy(&value, where, sizeof(value));
	return value;
}

/* ---- buffers ----------------------------------------------------------- */

void memory_flush(unsigned thread)
{
	struct thread *t = &run.thread[thread];
	const struct store *oldest = &t->store[0];

	if (run.tracing)
		trace_flush(thread, oldest);
	if (memcmp(oldest->address, oldest->value, oldest->size))
		changed(thread, oldest->address, oldest->size);
	memcpy(oldest->address, oldest->value, oldest->size);
	t->stores--;
	t->committed++;
	memmove(t->store, t->store + 1, t->stores * sizeof(*t->store));
	linear_flushed(thread);
}

/* What the running thread's store i leaves in memory: what the next one to
 * that place hides, or what is there now. */
static const void *left_by(const struct thread *t, unsigned i)
{
	for (unsigned j = i + 1; j < t->stores; j++)
		if (t->store[j].address == t->store[i].address)
			return t->store[j].under;
	return t->store[i].address;
}

/*
 * All stores of the running thread. They lie over memory already, and nothing
 * is written: this is the thread's own stack, where one of them may lie.
 */
static void drain(void)
{
	struct thread *t = &run.thread[run.self];

	for (unsigned i = 0; i < t->stores; i++) {
		struct store *store = &t->store[i];

		memcpy(store->value, left_by(t, i), store->size);
		if (run.tracing)
			trace_flush(run.self, store);
		if (memcmp(store->under, store->value, store->size))
			changed(run.self, store->address, store->size);
	}
	t->committed += t->stores;
	t->stores = 0;
	linear_flushed(run.self);
}

static void store_buffered(const struct thread *at, const void *new)
{
	struct thread *t = &run.thread[run.self];
	struct store *store = &t->store[t->stores];

	if (t->stores == MAX_STORES)
		explore_fail("the explorer's store buffer is too short");
	store->address = (void *)at->address;
	store->size = at->size;
	memcpy(store->value, new, at->size);
	lay_over(store);
	t->stores++;
	t->issued++;
}

static void store_through(const struct thread *at, const void *new)
{
	if (memcmp(at->address, new, at->size))
		changed(run.self, at->address, at->size);
	memcpy((void *)at->address, new, at->size);
}

/* ---- accesses ---------------------------------------------------------- */

void memory_combine(enum explore_kind kind, size_t size, const void *before,
		    const void *operand, void *after)
{
	uint64_t a = 0, b = 0;

	if (kind == EXPLORE_SWAP || kind == EXPLORE_CAS) {
		memcpy(after, operand, size);
		return;
	}
	memcpy(&a, before, size);
	memcpy(&b, operand, size);
	a = kind == EXPLORE_ADD ? a + b : kind == EXPLORE_SUB ? a - b
	  : kind == EXPLORE_AND ? a & b : a | b;
	memcpy(after, &a, size);
}

static bool compare_and_exchange(const struct thread *at, const void *new,
				 void *expected)
{
	if (memcmp(at->address, expected, at->size)) {
		memcpy(expected, at->address, at->size);
		return false;
	}
	store_through(at, new);
	return true;
}

static bool locked(const struct thread *at, const void *old, const void *new,
		   void *expected)
{
	unsigned char result[EXPLORE_BYTES];

	if (run.self != NOBODY)
		drain();
	if (at->site->kind == EXPLORE_CAS)
		return compare_and_exchange(at, new, expected);
	memory_combine(at->site->kind, at->size, old, new, result);
	store_through(at, result);
	return true;
}

static bool wait(const struct thread *at)
{
	uint32_t clear = 0;

	if (!memory_is_set(at->address))
		return false;
	store_through(at, &clear);
	return true;
}

static bool perform(const struct thread *at, const void *old, const void *new,
		    void *expected)
{
	switch (at->site->kind) {
	case EXPLORE_LOAD:
	case EXPLORE_PLAIN_LOAD:
	case EXPLORE_RELAX:
		return true;
	case EXPLORE_STORE:
	case EXPLORE_PLAIN_STORE:
		if (run.model == EXPLORE_TSO && run.self != NOBODY)
			store_buffered(at, new);
		else
			store_through(at, new);
		return true;
	case EXPLORE_FENCE:
		if (at->site->order == EXPLORE_SEQ_CST && run.self != NOBODY)
			drain();
		return true;
	case EXPLORE_SIGNAL:
		store_through(at, new);
		return true;
	case EXPLORE_WAIT:
	case EXPLORE_WAIT_OR_NOT:
		return wait(at);
	default:
		return locked(at, old, new, expected);
	}
}

/* The access that the calling thread has waited to make. */
bool memory_access(void *old, const void *new, void *expected)
{
	const struct thread *at = &run.thread[run.self];
	unsigned char before[EXPLORE_BYTES];
	bool done;

	memcpy(before, at->address, at->size);
	if (old || expected)
		remember_read(&run.thread[run.self]);
	done = perform(at, before, new, expected);
	if (old)
		memcpy(old, before, at->size);
	if (run.tracing)
		trace_access(at, before, at->address);
	return done;
}
