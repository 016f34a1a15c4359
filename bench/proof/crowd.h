/* SPDX-License-Identifier: MIT */
/*
 * Cores that check one primitive together, and what they see of each other:
 * who is doing what, how often two met, what was wrong. They go on until each
 * has seen enough, or something is wrong, or it takes too long.
 */
#ifndef BENCH_PROOF_CROWD_H
#define BENCH_PROOF_CROWD_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/proof/proven.h"

/* Others that a core looks at: all of up to nine cores, of more the next. */
#define CROWD_PEERS 8u

enum doing {
	AWAY,
	READY,  /* lines up with others, to begin at the same time */
	TRYING, /* has begun, and is perhaps kept waiting */
	INSIDE, /* has got what it wanted */
};

/* A word that changes with each crowd_say(), and what it means. */
typedef uint32_t crowd_word;
#define CROWD_DOING(word) ((enum doing)((word) & 3))

struct crowd {
	unsigned cores;
	uint64_t ms;                 /* at most */
	bool each;                   /* each core is to meet each that it
				      * looks at; or any */
	void (*turn)(unsigned core); /* again and again, until it is over */
};

/*
 * All cores meet, then take turns() until it is over. NULL, or what was wrong.
 * *late: it took too long. A core that the primitive keeps for ever is taken
 * out of it, and that is wrong; one that its host lets wait is not. Core 0,
 * outside any run, within a watchdog.
 */
const char *crowd_run(const struct crowd *crowd, bool *late);

/* What prove() finds wrong on core 0 alone, or that it is kept there. */
const char *crowd_alone(const char *(*prove)(void));

/* False, and the proof says why, where cores cannot meet: instructions are
 * counted, and a core is interrupted where it says PAUSE, not in a primitive. */
bool crowd_can_meet(struct proof *proof);

/* ---- in a turn, on its own core ------------------------------------------ */

/* Is it over? A loop in a turn asks, too. */
bool crowd_over(void);

/* Something is wrong: a text that stays. The first counts. */
void crowd_wrong(const char *why);

/* This core has seen enough; called any number of times. */
void crowd_content(unsigned core);

/* A number that the seed of the crowd decides. */
uint32_t crowd_random(unsigned core);

/* After a look in vain, of which there were *looks: PAUSE, which passes the turn
 * where an emulator has one host thread. And a nap, where cores take turns on
 * fewer real ones or the others seem to be away. */
void crowd_let_others(uint32_t *looks);

/* Waits until all have called it, or it is over: false. What they did before is
 * seen after. */
bool crowd_meet(void);

void crowd_say(unsigned core, enum doing doing);

/* How many others it looks at, and what one of them says. */
unsigned crowd_peers(void);
crowd_word crowd_peer(unsigned core, unsigned peer);

/* It met that one while it said that word, which counts once. */
void crowd_met(unsigned core, unsigned peer, crowd_word word);
/* How often it met that one so far. */
unsigned crowd_meetings(unsigned core, unsigned peer);

/* Has it met so often, each of them or all together? */
bool crowd_met_all(unsigned core, unsigned often);

/* The least of any core. After crowd_run(). */
unsigned crowd_least_meetings(void);

#endif
