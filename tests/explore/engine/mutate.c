/* SPDX-License-Identifier: MIT */
/*
 * Faults that need no other build: an operator changes what the accesses of
 * one line do. mutants.py plants them all and demands that a program fails.
 *
 *	no_acquire, no_release	the order is as much weaker
 *	plain	a load or store is none of two cores
 *	torn	an exchange is a load, and a store after it
 *	dropped	nothing is stored; a fence does nothing
 *	late	a store comes as late as its thread can let it: it waits in a
 *		loop, ends, or looks at that place itself
 *
 * What setup() and finish() do stays as it is.
 */
#include <stdio.h>
#include <string.h>

#include "tests/explore/engine/model.h"

#define MAX_REACHED 4096u

enum operator { NO_ACQUIRE, NO_RELEASE, PLAIN, TORN, DROPPED, LATE, OPERATORS };

static const char *const names[OPERATORS] = {
	"no_acquire", "no_release", "plain", "torn", "dropped", "late",
};

/* What is noted of a site. */
enum { REACHED = 1, LOOKED_AT = 2, CHOSEN = 4 };

bool mutated;
static enum operator operator;
static const char *place; /* file:line */

static struct explore_site *reached[MAX_REACHED];
static unsigned reached_count;

/* What takes a site's place, of each thread: race.c remembers it. */
static struct explore_site one[EXPLORE_MAX_THREADS], two[EXPLORE_MAX_THREADS];

/* A late store, of each thread. */
static struct late {
	const struct explore_site *site; /* NULL: there is none */
	const void *address;
	size_t size;
	unsigned char value[EXPLORE_BYTES];
} late[EXPLORE_MAX_THREADS];

/* ---- what is asked for ------------------------------------------------- */

bool mutate_parse(const char *text)
{
	size_t length = strcspn(text, ":");

	for (unsigned i = 0; i < OPERATORS; i++)
		if (strlen(names[i]) == length &&
		    !memcmp(names[i], text, length)) {
			operator = i;
			mutated = true;
		}
	place = text + length + !!text[length];
	return mutated;
}

/* As git calls the file: a header's name begins with the include path. */
static const char *where(const struct explore_site *site)
{
	return site->where + (strncmp(site->where, "./", 2) ? 0 : 2);
}

static void reach(struct explore_site *site)
{
	site->noted |= REACHED;
	if (reached_count < MAX_REACHED)
		reached[reached_count++] = site;
}

void mutate_forget_reached(void)
{
	while (reached_count)
		reached[--reached_count]->noted &= ~REACHED;
}

void mutate_print_reached(const char *program)
{
	for (unsigned i = 0; i < reached_count; i++)
		printf("reached %s %s\n", program, where(reached[i]));
}

/* ---- operators --------------------------------------------------------- */

static bool is_store(const struct explore_site *site)
{
	return site->kind == EXPLORE_STORE ||
	       site->kind == EXPLORE_PLAIN_STORE;
}

static bool is_exchange(const struct explore_site *site)
{
	return site->kind >= EXPLORE_ADD && site->kind <= EXPLORE_CAS;
}

static bool fits(const struct explore_site *site)
{
	switch (operator) {
	case NO_ACQUIRE:
	case NO_RELEASE:
		return site->kind != EXPLORE_FENCE;
	case PLAIN:
		return site->kind <= EXPLORE_STORE;
	case TORN:
		return is_exchange(site);
	case DROPPED:
		return is_store(site) || is_exchange(site) ||
		       site->kind == EXPLORE_FENCE;
	default:
		return is_store(site);
	}
}

static enum explore_order weaker(enum explore_order order)
{
	bool acquires = order == EXPLORE_ACQUIRE || order >= EXPLORE_ACQ_REL;
	bool releases = order >= EXPLORE_RELEASE;

	if (operator == NO_ACQUIRE)
		return releases ? EXPLORE_RELEASE : EXPLORE_RELAXED;
	return acquires ? EXPLORE_ACQUIRE : EXPLORE_RELAXED;
}

/* An exchange in two steps, or its first step only. */
static bool in_two(const struct explore_site *site, const void *address,
		   size_t size, void *old, const void *new, void *expected)
{
	struct explore_site *load = &one[run.self], *store = &two[run.self];
	unsigned char before[EXPLORE_BYTES], after[EXPLORE_BYTES];

	*load = *store = *site;
	load->kind = EXPLORE_LOAD;
	store->kind = EXPLORE_STORE;
	explore_step(load, address, size, before, NULL, NULL);
	if (old)
		memcpy(old, before, size);
	if (expected && memcmp(before, expected, size)) {
		memcpy(expected, before, size);
		return false;
	}
	memory_combine(site->kind, size, before, new, after);
	if (operator == TORN)
		explore_step(store, address, size, NULL, after, NULL);
	return true;
}

/* ---- late stores ------------------------------------------------------- */

/* The late store of the running thread. */
static void come(void)
{
	struct late *mine = &late[run.self];
	struct late store = *mine;

	if (!store.site)
		return;
	mine->site = NULL;
	explore_step(store.site, store.address, store.size, NULL, store.value,
		     NULL);
}

static void come_before(const void *address, size_t size)
{
	const struct late *mine = &late[run.self];

	if (mine->site && memory_overlap(mine->address, mine->size, address,
					 size))
		come();
}

static void put_by(const struct explore_site *site, const void *address,
		   size_t size, const void *new)
{
	struct late *mine = &late[run.self];

	come();
	mine->site = site;
	mine->address = address;
	mine->size = size;
	memcpy(mine->value, new, size);
}

void mutate_begin(void)
{
	memset(late, 0, sizeof(late));
}

void mutate_end(void)
{
	come();
}

void mutate_plain(const void *address, size_t size)
{
	come_before(address, size);
}

/* ---- every access ------------------------------------------------------ */

static bool chosen(struct explore_site *site)
{
	if (!(site->noted & LOOKED_AT))
		site->noted |= LOOKED_AT | (!strcmp(where(site), place) &&
					    fits(site) ? CHOSEN : 0);
	return site->noted & CHOSEN;
}

static bool change(const struct explore_site *site, const void *address,
		   size_t size, void *old, const void *new, void *expected)
{
	struct explore_site *other = &one[run.self];

	*other = *site;
	switch (operator) {
	case NO_ACQUIRE:
	case NO_RELEASE:
		other->order = weaker(site->order);
		break;
	case PLAIN:
		other->kind = site->kind == EXPLORE_LOAD ? EXPLORE_PLAIN_LOAD
							 : EXPLORE_PLAIN_STORE;
		break;
	case LATE:
		put_by(site, address, size, new);
		return true;
	default:
		return is_exchange(site)
		       ? in_two(site, address, size, old, new, expected)
		       : true;
	}
	return explore_step(other, address, size, old, new, expected);
}

bool explore_access(struct explore_site *site, const void *address, size_t size,
		    void *old, const void *new, void *expected)
{
	if (run.self == NOBODY)
		return explore_step(site, address, size, old, new, expected);
	if (!(site->noted & REACHED))
		reach(site);
	if (!mutated)
		return explore_step(site, address, size, old, new, expected);
	if (site->kind == EXPLORE_RELAX || site->kind >= EXPLORE_WAIT)
		come();
	else
		come_before(address, size);
	return (chosen(site) ? change : explore_step)(site, address, size, old,
						      new, expected);
}
