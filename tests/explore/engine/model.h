/* SPDX-License-Identifier: MIT */
/*
 * The state of the schedule under way, shared by the explorer's own files. A
 * schedule is a sequence of steps, each a character of the replay string:
 * '0'.. a thread makes its next access, 'a'.. the oldest buffered store of a
 * thread reaches memory, 'p'.. explore_choose() gives 0...
 */
#ifndef TESTS_EXPLORE_ENGINE_MODEL_H
#define TESTS_EXPLORE_ENGINE_MODEL_H

#include "tests/explore/engine/access.h"
#include "tests/explore/engine/program.h"

#define NOBODY EXPLORE_MAX_THREADS /* the explorer itself: setup, finish */
#define MAX_STORES 64u             /* buffered stores of a thread */
#define MAX_READS 8u               /* places it remembers to have loaded */
#define MAX_STEPS 8192u            /* of a schedule */
#define MAX_DELAYS 1000000u
#define DEFAULT_STEPS 2000u
#define ANYBODY ((1u << EXPLORE_MAX_THREADS) - 1)
#define MAX_OPTIONS 8u             /* of one step */

/* A store in the buffer of its thread. */
struct store {
	void *address;
	unsigned size;
	unsigned char value[EXPLORE_BYTES];
	unsigned char under[EXPLORE_BYTES]; /* what the thread's view hides */
};

struct thread {
	void *sp;                        /* while it does not run */
	bool ended;

	/* The access it makes when it is next chosen. */
	const struct explore_site *site;
	const char *address;
	size_t size;

	struct store store[MAX_STORES];  /* oldest first */
	unsigned stores;
	uint64_t issued, committed;      /* buffered stores since the start */

	/* What it has loaded since it last passed cpu_relax(), and whether
	 * another thread has changed any of that. */
	struct { const char *address; size_t size; } read[MAX_READS];
	unsigned reads;                  /* more than MAX_READS: anything */
	bool woken;
	unsigned spins;                  /* cpu_relax() with nothing new */
	unsigned delays;                 /* cpu_relax() in a row */
	uint64_t relaxed;                /* cpu_relax() at all */

	/* Fairness, as masks of threads; see schedule.c. */
	unsigned after, enabled_since, chosen_since;
};

struct run {
	const struct explore_program *program;
	enum explore_model model;
	unsigned bound;

	struct thread thread[EXPLORE_MAX_THREADS + 1]; /* and nobody */
	unsigned self;                   /* the thread that runs, or NOBODY */
	unsigned last;                   /* the one that made the last access */
	unsigned met;                    /* who may follow the last flush */
	unsigned flushing, flushes;      /* a thread, stores that come next */
	unsigned preemptions, steps;
	const char *failure;             /* NULL so far */
	bool tracing;
};

extern struct run run;

#define FOR_THREADS(t) for (unsigned t = 0; t < run.program->threads; t++)

/* ---- coroutine.c: stacks, and a switch from one to another -------------- */

/* Puts the caller's context into *save and goes on where load was saved. */
void coroutine_switch(void **save, void *load);

/* What to switch to so that body() begins on stack number `index`; body does
 * not return. */
void *coroutine_begin(unsigned index, void (*body)(void));

/* ---- explorer.c -------------------------------------------------------- */

/* Ends the schedule. */
_Noreturn void explore_fail(const char *text);

/* Explores one program; false (with a report) if the verdict is not the
 * expected one. */
bool explore_program(const struct explore_program *program,
		     enum explore_model model, unsigned bound);

/* Runs one schedule and prints its trace; true if it does not fail. */
bool explore_replay(const struct explore_program *program,
		    enum explore_model model, const char *steps);

/* The access itself: explore_access() as the source has it. */
bool explore_step(const struct explore_site *site, const void *address,
		  size_t size, void *old, const void *new, void *expected);

/* ---- mutate.c ---------------------------------------------------------- */

extern bool mutated;                 /* the tested code is not itself */

/* OPERATOR:FILE:LINE; false: no such operator. */
bool mutate_parse(const char *text);

void mutate_begin(void);             /* before each schedule */
void mutate_end(void);               /* the calling thread is through */
void mutate_plain(const void *address, size_t size); /* it looks there */

/* The accesses that the program before has made: a line for each. */
void mutate_forget_reached(void);
void mutate_print_reached(const char *program);

/* ---- schedule.c -------------------------------------------------------- */

void schedule_reset(void);           /* before a program: no path */
void schedule_follow(const char *steps);
void schedule_begin(void);           /* before each schedule */
bool schedule_next(void);            /* after each: false when all are done */

/* The next step; 0 when the schedule is over. */
char schedule_decide(void);

/* A step that only chooses one of n values. */
unsigned schedule_value(unsigned n);

/* The steps so far; the string is overwritten by the next call. */
const char *schedule_string(void);

/* ---- options.c --------------------------------------------------------- */

struct options {
	char step[MAX_OPTIONS];
	unsigned char count;
};

/* Threads, as a mask, whose next access is not one to wait for. */
unsigned options_enabled(void);

/* The possible next steps, the one with the fewest preemptions first. */
void options_list(struct options *options, unsigned enabled);

/* Whether a step of that thread takes the core from one that could go on. */
bool options_preempt(unsigned thread, unsigned enabled);

/* Who could notice a flush: those who may make the next access. */
unsigned options_observers(unsigned enabled);

/* ---- memory.c ---------------------------------------------------------- */

void memory_enter(unsigned thread);  /* memory as that thread sees it */
void memory_leave(void);             /* memory as all see it */
void memory_flush(unsigned thread);  /* its oldest store; none entered */
bool memory_access(void *old, const void *new, void *expected);
/* The new value of an exchange or of arithmetic, of up to 8 bytes. */
void memory_combine(enum explore_kind kind, size_t size, const void *before,
		    const void *operand, void *after);
bool memory_is_set(const void *word); /* a uint32_t, as all see it */
bool memory_overlap(const void *a, size_t a_size, const void *b,
		    size_t b_size);
bool memory_has_read(const struct thread *thread, const void *address,
		     size_t size);

/* ---- race.c, hooks.c: accesses that no order separates ------------------ */

/* Where an access is in the source: one of the two. */
struct race_where {
	const struct explore_site *site; /* of the macros */
	const void *code;                /* of plain code: an address in it */
};

void race_begin(void);               /* before each schedule */

/* An access by the macros; done: unless a compare and exchange failed. */
void race_access(const struct explore_site *site, const void *address,
		 size_t size, bool done);

/* An access by plain code, between two of the others. */
void race_plain(const void *address, size_t size, bool store, const void *code);

void race_place(struct race_where where, char *text, size_t size);

/* ---- flush.c ----------------------------------------------------------- */

/* Flushes at every moment, though nobody notices: to check what is left out. */
extern bool flush_anywhere;

#define MET_STORE (1u << 31) /* another thread's store to the same place */

/*
 * Whether it makes a difference that stores of that thread reach memory now
 * and not later: who of `among` would notice, 0 for none. *stores gets how
 * many have to be flushed, the oldest first, until one is noticed.
 */
unsigned flush_meets(unsigned thread, unsigned among, unsigned *stores);

/* ---- user.c ------------------------------------------------------------ */

/* Every generic program of every kind of the user's file (EXPLORE_GENERIC),
 * the same ones each time. */
const struct explore_program *user_programs(size_t *count);

/* ---- trace.c ----------------------------------------------------------- */

void trace_begin(void);
void trace_access(const struct thread *thread, const void *old,
		  const void *new);
void trace_flush(unsigned thread, const struct store *store);
void trace_print(void);

/* ---- outcome.c --------------------------------------------------------- */

void outcome_begin(void);            /* before a program */
void outcome_print(void);

/* ---- linear.c ---------------------------------------------------------- */

void linear_begin(void);
void linear_step(void);              /* the calling thread makes an access */
void linear_flushed(unsigned thread);
void linear_print(void);

#endif
