/* SPDX-License-Identifier: MIT */
/*
 * bench/proof/crowd.h and hold_up.h for tests of what one core decides: one
 * thread, no chance and counted time. The others say and do what the test has
 * them do, where the core under test passes its turn or spends time. A test
 * includes this, and then the file that it tests.
 */
#ifndef TESTS_UNIT_BENCH_PROOF_FAKE_CROWD_H
#define TESTS_UNIT_BENCH_PROOF_FAKE_CROWD_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/conditions/timesharing.h"
#include "bench/proof/crowd.h"
#include "bench/proof/hold_up.h"
#include "bench/proof/spend.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define FAKE_CROWD_CORES 10u
#define FAKE_CROWD_DRAWS 8u
#define FAKE_CROWD_TRACE 256u
#define FAKE_CROWD_US 1000u /* ticks: the fake machine's clock has 1 GHz */

struct lock_kind;

struct fake_crowd {
	/* The test says. */
	unsigned cores;
	bool over, timeshared, settled;
	unsigned over_at_meet;          /* that crowd_meet(); 0: none */
	uint32_t draw[FAKE_CROWD_DRAWS]; /* crowd_random()'s; then 0 */
	crowd_word word[FAKE_CROWD_CORES];
	unsigned met[FAKE_CROWD_CORES][CROWD_PEERS];
	void (*on_pass)(void);          /* a PAUSE or a nap: 1 us goes by */
	void (*on_spend)(void);
	void (*on_hold)(void);          /* a verb is held up; then it goes on */
	void (*on_run)(void);           /* crowd_run() */
	bool late;                      /* of that run */
	struct fake_race {
		const char *why;
		uint64_t moved;         /* entries, or items */
		bool late;
		void (*on_end)(void);
	} race;                         /* lock_race(), queue_race() */
	uint32_t held_up, steps_since;
	unsigned least;                 /* meetings of any core */
	bool held_up_now;

	/* What was asked. */
	uint64_t now;                   /* ticks */
	unsigned drawn, passes, naps, meets, held, races;
	uint32_t spent, spends, looks;  /* the last wait's looks in vain */
	char trace[FAKE_CROWD_TRACE];   /* fake_trace(): what it did */
	unsigned traced;
	bool content[FAKE_CROWD_CORES];
	const char *wrong;
	struct crowd run;
	struct held_verb *verb;         /* the last that was held up */
	bool (*others)(unsigned core);  /* and what it waited for */
};

extern struct fake_crowd crowd_is;

/* All anew: so many cores, who are away. */
void fake_crowd(unsigned cores);

/* What that core says from now on: another word each time. */
void other_says(unsigned core, enum doing doing);

/* One thing more in crowd_is.trace. crowd_say() is there by itself: '-' for AWAY,
 * 'r' for READY, 't' for TRYING, 'i' for INSIDE. */
void fake_trace(char what);

/* Each core has met each so often. */
void fake_meet_all(unsigned often);

bool fake_over(void);
void fake_wrong(const char *why);
void fake_content(unsigned core);
uint32_t fake_random(unsigned core);
void fake_let_others(uint32_t *looks);
bool fake_meet(void);
void fake_say(unsigned core, enum doing doing);
unsigned fake_cores(void);
unsigned fake_peers(void);
crowd_word fake_peer(unsigned core, unsigned peer);
void fake_met(unsigned core, unsigned peer, crowd_word word);
unsigned fake_meetings(unsigned core, unsigned peer);
bool fake_met_all(unsigned core, unsigned often);
unsigned fake_least_meetings(void);
const char *fake_run(const struct crowd *crowd, bool *late);
void fake_hold_up(unsigned core, struct held_verb *verb, void *arg,
		  bool (*others)(unsigned core));
uint32_t fake_held_up(void);
bool fake_hold_up_now(void);
uint32_t fake_steps_since(void);
const char *fake_lock_race(const struct lock_kind *kind, void *lock,
			   unsigned cores, bool *late, uint64_t *entered);
const char *fake_queue_race(bool *late, uint64_t *popped);
void fake_spend(uint32_t turns);
void fake_relax(void);
uint64_t fake_tsc(void);
bool fake_timeshared(void);

#define crowd_over fake_over
#define crowd_wrong fake_wrong
#define crowd_content fake_content
#define crowd_random fake_random
#define crowd_let_others fake_let_others
#define crowd_meet fake_meet
#define crowd_say fake_say
#define crowd_cores fake_cores
#define crowd_peers fake_peers
#define crowd_peer fake_peer
#define crowd_met fake_met
#define crowd_meetings fake_meetings
#define crowd_met_all fake_met_all
#define crowd_least_meetings fake_least_meetings
#define crowd_run fake_run
#define spend fake_spend
#define cpu_relax fake_relax
#define tsc_read fake_tsc
#define timeshared() fake_timeshared()
#define timeshared_settled() crowd_is.settled
#define timesharing_ms(ms) (crowd_is.settled ? (ms) / 8 : (ms))

#endif
