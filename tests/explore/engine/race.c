/* SPDX-License-Identifier: MIT */
/*
 * Data races by C11: two accesses of different threads to the same byte, one
 * of them a store and one of them plain, that no acquire and release orders.
 *
 * Vector clocks (as in FastTrack, Flanagan, Freund, 2009). A store with
 * release puts its thread's clock into the place; a load with acquire that
 * finds it there joins it. An exchange continues the release sequence: it adds
 * its own clock to the place's. Fences as in C11 7.17.4. All that setup() does
 * happens before all.
 *
 * Plain accesses of the code under test come from the compiler: it is built
 * with -fsanitize=thread, and the __tsan_ functions are those of hooks.c.
 */
#include <stdio.h>
#include <string.h>

#include "tests/explore/engine/model.h"

#define THREADS EXPLORE_MAX_THREADS
#define SLOTS 8192u /* places of one schedule; a power of two */

struct clocks { uint32_t of[THREADS]; };

enum { PLAIN_READ, PLAIN_WRITE, ATOMIC_READ, ATOMIC_WRITE, EXCHANGE, USES };

static const char *const use_names[] = {
	"plain load", "plain store", "atomic load", "atomic store", "exchange",
};

/* Which later use conflicts with which earlier one. */
static const bool conflict[USES][USES] = {
	[PLAIN_READ] = { [PLAIN_WRITE] = true, [ATOMIC_WRITE] = true,
			 [EXCHANGE] = true },
	[PLAIN_WRITE] = { true, true, true, true, true },
	[ATOMIC_READ] = { [PLAIN_WRITE] = true },
	[ATOMIC_WRITE] = { [PLAIN_READ] = true, [PLAIN_WRITE] = true },
	[EXCHANGE] = { [PLAIN_READ] = true, [PLAIN_WRITE] = true },
};

/* Not a race by C11, but whose store is the last is anybody's guess. */
static bool conflicts(unsigned use, unsigned old)
{
	return conflict[use][old] || (run.program->ordered &&
				      use == ATOMIC_WRITE &&
				      old == ATOMIC_WRITE);
}

/* Eight bytes of memory: who last used them, when and where. */
struct place {
	uintptr_t word;
	unsigned schedule;            /* stale unless of this one */
	struct clocks released[8];    /* by the last store or its sequence */
	uint8_t used[USES];           /* threads that ever did that here */
	uint32_t when[8][USES][THREADS];
	struct race_where where[USES][THREADS];
};

static struct place places[SLOTS];
static unsigned schedule;
static struct clocks clock[THREADS];   /* what each thread knows */
static struct clocks loaded[THREADS];  /* by relaxed loads, for a fence */
static struct clocks fenced[THREADS];  /* at the last release fence */

static void join(struct clocks *to, const struct clocks *from)
{
	for (unsigned i = 0; i < THREADS; i++)
		if (to->of[i] < from->of[i])
			to->of[i] = from->of[i];
}

void race_begin(void)
{
	schedule++;
	memset(clock, 0, sizeof(clock));
	memset(loaded, 0, sizeof(loaded));
	memset(fenced, 0, sizeof(fenced));
	for (unsigned i = 0; i < THREADS; i++)
		clock[i].of[i] = 1;
}

static struct place *find(uintptr_t word)
{
	unsigned slot = word * 0x9E3779B97F4A7C15ull >> 51 /* 13 bits */;

	for (;; slot = (slot + 1) % SLOTS) {
		struct place *place = &places[slot];
		if (place->schedule == schedule && place->word == word)
			return place;
		if (place->schedule != schedule) {
			memset(place, 0, sizeof(*place));
			place->schedule = schedule;
			place->word = word;
			return place;
		}
	}
}

/* ---- conflicts --------------------------------------------------------- */

static void tell(const struct place *place, unsigned use, unsigned old_use,
		 unsigned other, struct race_where where)
{
	static char text[512];
	char here[160], there[160];

	race_place(where, here, sizeof(here));
	race_place(place->where[old_use][other], there, sizeof(there));
	snprintf(text, sizeof(text), "data race at %p:\n    %s by T%u (%s)\n"
		 "    %s by T%u (%s)", (void *)place->word,
		 use_names[old_use], other, there, use_names[use], run.self,
		 here);
	explore_fail(text);
}

static void look(const struct place *place, unsigned byte, unsigned use,
		 struct race_where where)
{
	const struct clocks *known = &clock[run.self];

	for (unsigned old = 0; old < USES; old++) {
		if (!conflicts(use, old) ||
		    !(place->used[old] & ~(1u << run.self)))
			continue;
		for (unsigned i = 0; i < run.program->threads; i++)
			if (i != run.self &&
			    place->when[byte][old][i] > known->of[i])
				tell(place, use, old, i, where);
	}
}

static void use_bytes(uintptr_t address, size_t size, unsigned use,
		      struct race_where where)
{
	unsigned self = run.self;

	while (size) {
		struct place *place = find(address & ~(uintptr_t)7);
		unsigned first = address & 7;
		unsigned last = first + size < 8 ? first + size : 8;

		for (unsigned i = first; i < last; i++) {
			look(place, i, use, where);
			place->when[i][use][self] = clock[self].of[self];
		}
		place->used[use] |= 1u << self;
		place->where[use][self] = where;
		address += last - first;
		size -= last - first;
	}
}

void race_plain(const void *address, size_t size, bool store, const void *code)
{
	use_bytes((uintptr_t)address, size, store ? PLAIN_WRITE : PLAIN_READ,
		  (struct race_where){ .code = code });
}

/* ---- order ------------------------------------------------------------- */

static bool acquires(enum explore_order order)
{
	return order == EXPLORE_ACQUIRE || order >= EXPLORE_ACQ_REL;
}

static bool releases(enum explore_order order)
{
	return order >= EXPLORE_RELEASE;
}

static void load(const struct clocks *released, enum explore_order order)
{
	join(&loaded[run.self], released);
	if (acquires(order))
		join(&clock[run.self], released);
}

/* continues: an exchange, which does not end the release sequence. */
static void store(struct clocks *released, enum explore_order order,
		  bool continues)
{
	if (!continues)
		*released = (struct clocks){ { 0 } };
	join(released, releases(order) ? &clock[run.self]
					 : &fenced[run.self]);
	clock[run.self].of[run.self]++;
}

static void fence(enum explore_order order)
{
	if (acquires(order))
		join(&clock[run.self], &loaded[run.self]);
	if (releases(order))
		fenced[run.self] = clock[run.self];
	clock[run.self].of[run.self]++;
}

static void atomic(const struct explore_site *site, const void *address,
		   size_t size, bool reads, bool writes)
{
	struct race_where where = { .site = site };
	uintptr_t at = (uintptr_t)address;
	struct clocks *released = &find(at & ~(uintptr_t)7)->released[at & 7];

	use_bytes(at, size, reads && writes ? EXCHANGE
			    : writes ? ATOMIC_WRITE : ATOMIC_READ, where);
	if (reads)
		load(released, site->order);
	if (writes)
		store(released, site->order, reads);
}

void race_access(const struct explore_site *site, const void *address,
		 size_t size, bool done)
{
	switch (site->kind) {
	case EXPLORE_PLAIN_LOAD:
	case EXPLORE_PLAIN_STORE:
		use_bytes((uintptr_t)address, size,
			  site->kind == EXPLORE_PLAIN_STORE ? PLAIN_WRITE
							    : PLAIN_READ,
			  (struct race_where){ .site = site });
		break;
	case EXPLORE_FENCE:
		fence(site->order);
		break;
	case EXPLORE_LOAD:
		atomic(site, address, size, true, false);
		break;
	case EXPLORE_STORE:
		atomic(site, address, size, false, true);
		break;
	case EXPLORE_RELAX:
	case EXPLORE_SIGNAL:
	case EXPLORE_WAIT:
	case EXPLORE_WAIT_OR_NOT:
		break; /* an interrupt orders nothing */
	default: /* a comparison that fails is a relaxed load */
		atomic(done ? site : &(struct explore_site){
			       EXPLORE_LOAD, EXPLORE_RELAXED,
			       site->expression, site->where, 0 },
		       address, size, true, done);
		break;
	}
}
