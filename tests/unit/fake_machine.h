/* SPDX-License-Identifier: MIT */
/*
 * kernel/machine.h for unit tests: one core, whose output is kept for the
 * test to look at and whose facts the test may set. With fake.cores above 1,
 * the others are threads that machine_start() makes.
 */
#ifndef TESTS_UNIT_FAKE_MACHINE_H
#define TESTS_UNIT_FAKE_MACHINE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine.h"
#include "kernel/print.h"

#define FAKE_RUN_ID 0x0123456789ABCDEFull
#define FAKE_RECORDS 256
#define FAKE_TICK_US 20000u
#define FAKE_TEXT_MAX 65536
#define FAKE_PARTS_MAX 2048

struct fake_machine {
	/* What the machine tells; the test may change it. */
	struct machine_clock clock;
	struct machine_facts facts;
	struct machine_core_info core;
	unsigned cores;            /* a core from there on never comes */
	const char *types;         /* P or E for each core; NULL: one core is
				    * known, and none by its type */
	size_t memory_left;        /* machine_alloc() fails beyond it */
	unsigned stacks_left;      /* machine_stack_alloc() likewise */
	unsigned columns, rows;
	uint64_t log_pace;         /* bytes a second */
	uint64_t dropped;          /* records that no sink took */
	const char *granted;       /* what it asked a system for; or NULL */

	bool has_tick;             /* machine_tick_start(); see below */
	bool ticks_itself;         /* by a thread, each FAKE_TICK_US */
	uint32_t ticks;            /* atomic: of core 0, by itself or not */
	bool has_alarm;            /* machine_alarm_start() */

	/* What was asked of it. */
	char *record[FAKE_RECORDS]; /* each NUL-terminated */
	unsigned records;
	char text[FAKE_TEXT_MAX];
	size_t text_length;
	unsigned styled[MACHINE_BAD + 1]; /* how often each was asked for */
	char status_line[256];
	const char *caution;
	unsigned pages;            /* begun */
	enum machine_part part;
	char parts[FAKE_PARTS_MAX]; /* a letter a line: prose, Head, Rows */
	const char *experiment, *variant;
	bool stop_asked;
	unsigned looks;            /* whether it is */
	uint64_t last_deadline, tick_period;
	uint64_t alarm_ms;         /* 0: it was stopped */
	unsigned waits, wakes;
	bool wake_pending;

	/* machine_run_two(): calls so far, and up to which the other is deaf. */
	unsigned pairs, deaf_pairs;

	/* PANICS(): where machine_panic() goes instead of abort(). */
	jmp_buf *on_panic;
	const char *panic_text;
};

extern struct fake_machine fake;

/* Makes the calling thread that core, for machine_core() and the like. */
void fake_machine_enter(unsigned core);

/* How many records hold both texts; the last one, or "". */
unsigned fake_said(const char *one, const char *other);
const char *fake_last(void);

/* What was printed since the last call. */
const char *fake_printed(void);

/*
 * One tick of core 0, if it ticks. machine_join() makes them, too, until all
 * have ended: without regard to the time, so that no test waits for one.
 */
void fake_machine_tick(void);

/* The alarm's call, if it was started and not stopped since. */
void fake_machine_alarm(void);

/* True if the statement ends in machine_panic(); fake.panic_text says why. */
#define PANICS(statement)                                                    \
	({                                                                   \
		jmp_buf here;                                                \
		fake.on_panic = &here;                                       \
		fake.panic_text = NULL;                                      \
		if (!setjmp(here))                                           \
			statement;                                           \
		fake.on_panic = NULL;                                        \
		fake.panic_text != NULL;                                     \
	})

#endif
