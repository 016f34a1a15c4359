/* SPDX-License-Identifier: MIT */
/*
 * When buffered stores reach memory. Nobody notices a store before he looks at
 * its place, so it is enough to flush just before: before a load or a locked
 * operation of another thread there, before a store of another thread there
 * reaches memory, or to wake one that has looked there and spins. Everything
 * older in the same buffer goes with it at once: nobody looks at that.
 */
#include "tests/explore/engine/model.h"

bool flush_anywhere;

/* A thread that spins, and has looked at that place. */
static bool wakes(const struct thread *t, const struct store *store)
{
	return !t->woken && memory_has_read(t, store->address, store->size);
}

static bool looks(const struct thread *t, const struct store *store)
{
	switch (t->site->kind) {
	case EXPLORE_RELAX:
		return wakes(t, store);
	case EXPLORE_STORE:
	case EXPLORE_PLAIN_STORE:
		return false;
	default:
		return memory_overlap(t->address, t->size, store->address,
				      store->size);
	}
}

static bool stores_there(const struct thread *t, const struct store *store)
{
	for (unsigned i = 0; i < t->stores; i++)
		if (memory_overlap(t->store[i].address, t->store[i].size,
				   store->address, store->size))
			return true;
	return false;
}

static unsigned met_by(unsigned thread, const struct store *store)
{
	unsigned met = 0;

	for (unsigned i = 0; i < run.program->threads; i++) {
		const struct thread *t = &run.thread[i];
		if (i == thread)
			continue;
		if (stores_there(t, store))
			met |= MET_STORE;
		if (!t->ended && looks(t, store))
			met |= 1u << i;
	}
	return met;
}

unsigned flush_meets(unsigned thread, unsigned among, unsigned *stores)
{
	const struct thread *t = &run.thread[thread];

	if (flush_anywhere && t->stores) {
		*stores = 1;
		return MET_STORE | ANYBODY;
	}
	for (unsigned i = 0; i < t->stores; i++) {
		unsigned met = met_by(thread, &t->store[i]) & among;
		*stores = i + 1;
		if (met)
			return met;
	}
	*stores = t->stores;
	return 0;
}
