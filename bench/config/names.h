/* SPDX-License-Identifier: MIT */
/* What is registered, by kind: for lists, and so that no two have one name. */
#ifndef BENCH_CONFIG_NAMES_H
#define BENCH_CONFIG_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* How every registered thing of these kinds begins. */
struct named {
	const char *name;    /* as in options and records */
	const char *summary; /* one sentence */
};

/* Of what a room above has a kind: it asserts so itself. */
#define BEGINS_AS_NAMED(type, text)                                          \
	_Static_assert(offsetof(struct type, name) ==                        \
		       offsetof(struct named, name) &&                       \
		       offsetof(struct type, text) ==                        \
		       offsetof(struct named, summary), "begins otherwise")

struct name_kind {
	const char *what; /* "lock" */
	const struct named *const *begin, *const *end;
};

enum names {
	NAMES_EXPERIMENTS, NAMES_LOCKS, NAMES_QUEUES, NAMES_BARRIERS,
	NAMES_EXECUTORS, NAMES_DESIGNS, NAMES_KINDS,
};

extern const struct name_kind name_kinds[NAMES_KINDS];

/* for (const struct named *const *entry ...) over those of a kind. */
#define NAMES_EACH(kind, entry)                                              \
	for (const struct named *const *entry = name_kinds[kind].begin;      \
	     entry < name_kinds[kind].end; entry++)

/* Complains of two of a kind that have one name, the options too: false if
 * there are such. Core 0, after the context record. */
bool names_check(void);

/* Is the thing, or the set of rows, from a file of the user's own? Any core. */
bool names_yours(const void *thing);

/* Does this build have any such file? */
bool names_any_yours(void);

/* Is that the name of one of the kind which quietcore brings? Any core. */
bool names_ours(enum names kind, const char *name);

#endif
