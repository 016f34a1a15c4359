/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched/lock/lock.h"
#include "sched/queue/queue.h"
#include "tests/explore/engine/model.h"

/* All sections are missing where nothing was put into them. */
#pragma weak __start_qc_locks
#pragma weak __stop_qc_locks
#pragma weak __start_qc_queues
#pragma weak __stop_qc_queues
#define WEAK __attribute__((weak))

#define MOST 256u     /* programs */
#define NAME_ROOM 64u /* a name's bytes */

typedef const struct explore_program *const program_entry;

extern program_entry __start_explore_any_lock[] WEAK, __stop_explore_any_lock[] WEAK;
extern program_entry __start_explore_any_queue[] WEAK, __stop_explore_any_queue[] WEAK;

static struct explore_program programs[MOST];
static char names[MOST][NAME_ROOM];
static size_t programs_count;

/* ---- the file's statics ------------------------------------------------ */

/* build.mk renames the sections of the user's file to these. */
extern char __start_explore_user_data[] WEAK, __stop_explore_user_data[] WEAK;
extern char __start_explore_user_bss[] WEAK, __stop_explore_user_bss[] WEAK;

void user_reset(void)
{
	static char *first;
	size_t size = (size_t)(__stop_explore_user_data -
			       __start_explore_user_data);

	if (!first) {
		first = malloc(size + 1);
		memcpy(first, __start_explore_user_data, size);
	}
	memcpy(__start_explore_user_data, first, size);
	memset(__start_explore_user_bss, 0,
	       (size_t)(__stop_explore_user_bss - __start_explore_user_bss));
}

/* ---- a program for each kind ------------------------------------------- */

static void add(const struct explore_program *generic, const void *kind,
		const char *kind_name)
{
	struct explore_program *program = programs + programs_count;
	char *name = (char *)(names + programs_count);

	if (generic->fits && !generic->fits(kind))
		return;
	if (programs_count == MOST) {
		fprintf(stderr, "explore: too many locks and queues in one "
			"file: more than %u programs\n", MOST);
		exit(2);
	}
	programs_count++;
	snprintf(name, NAME_ROOM, "user_%s%s", kind_name,
		 strstr(generic->name, "user") + strlen("user"));
	*program = *generic;
	program->name = name;
	program->kind = kind;
	program->kind_name = kind_name;
}

static void add_all(program_entry *begin, program_entry *end,
		    const void *kind, const char *name)
{
	for (program_entry *p = begin; p < end; p++)
		add(*p, kind, name);
}

const struct explore_program *user_programs(size_t *count)
{
	if (!programs_count) {
		LOCK_EACH(entry)
			add_all(__start_explore_any_lock,
				__stop_explore_any_lock, *entry,
				(*entry)->name);
		REGISTRY_EACH(qc_queues, const struct queue_kind, entry)
			add_all(__start_explore_any_queue,
				__stop_explore_any_queue, *entry,
				(*entry)->name);
	}
	*count = programs_count;
	return programs;
}
