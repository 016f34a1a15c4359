/* SPDX-License-Identifier: MIT */
#include "tests/unit/bench/proof/fake_crowd.h"

#include "tests/unit/test.h"

struct fake_crowd crowd_is;

void fake_crowd(unsigned cores)
{
	crowd_is = (struct fake_crowd){ .cores = cores };
}

void other_says(unsigned core, enum doing doing)
{
	crowd_is.word[core] = ((crowd_is.word[core] & ~3u) + 4) | doing;
}

void fake_trace(char what)
{
	if (crowd_is.traced < FAKE_CROWD_TRACE - 1)
		crowd_is.trace[crowd_is.traced++] = what;
}

void fake_meet_all(unsigned often)
{
	for (unsigned core = 0; core < FAKE_CROWD_CORES; core++)
		for (unsigned i = 0; i < CROWD_PEERS; i++)
			crowd_is.met[core][i] = often;
}

/* ---- time ----------------------------------------------------------------- */

uint64_t fake_tsc(void)
{
	return crowd_is.now;
}

/* One that passes the turn for ever would never end. */
void fake_relax(void)
{
	if (++crowd_is.passes > 100000) {
		CHECK(!"a wait that ends");
		crowd_is.over = true;
	}
	crowd_is.now += FAKE_CROWD_US;
	if (crowd_is.on_pass)
		crowd_is.on_pass();
}

void fake_let_others(uint32_t *looks)
{
	crowd_is.looks = ++*looks;
	crowd_is.naps++;
	fake_relax();
}

void fake_spend(uint32_t turns)
{
	crowd_is.spends++;
	crowd_is.spent = turns;
	if (crowd_is.on_spend)
		crowd_is.on_spend();
}

bool fake_timeshared(void)
{
	return crowd_is.timeshared;
}

/* ---- the run --------------------------------------------------------------- */

const char *fake_run(const struct crowd *crowd, bool *late)
{
	crowd_is.run = *crowd;
	if (crowd_is.on_run)
		crowd_is.on_run();
	*late = crowd_is.late;
	return crowd_is.wrong;
}

bool fake_over(void)
{
	return crowd_is.over;
}

void fake_wrong(const char *why)
{
	if (!crowd_is.wrong)
		crowd_is.wrong = why;
}

void fake_content(unsigned core)
{
	crowd_is.content[core] = true;
}

uint32_t fake_random(unsigned core)
{
	unsigned i = crowd_is.drawn++;

	(void)core;
	return i < FAKE_CROWD_DRAWS ? crowd_is.draw[i] : 0;
}

bool fake_meet(void)
{
	return ++crowd_is.meets != crowd_is.over_at_meet;
}

/* ---- the others ------------------------------------------------------------ */

void fake_say(unsigned core, enum doing doing)
{
	other_says(core, doing);
	fake_trace("-rti"[doing]);
}

unsigned fake_cores(void)
{
	return crowd_is.cores;
}

unsigned fake_peers(void)
{
	return crowd_is.cores - 1 < CROWD_PEERS ? crowd_is.cores - 1
						: CROWD_PEERS;
}

crowd_word fake_peer(unsigned core, unsigned peer)
{
	return crowd_is.word[(core + 1 + peer) % crowd_is.cores];
}

void fake_met(unsigned core, unsigned peer, crowd_word word)
{
	CHECK_EQUAL(word, fake_peer(core, peer));
	crowd_is.met[core][peer]++;
}

unsigned fake_meetings(unsigned core, unsigned peer)
{
	return crowd_is.met[core][peer];
}

bool fake_met_all(unsigned core, unsigned often)
{
	for (unsigned i = 0; i < fake_peers(); i++)
		if (crowd_is.met[core][i] < often)
			return false;
	return true;
}

unsigned fake_least_meetings(void)
{
	return crowd_is.least;
}

/* ---- a verb held up -------------------------------------------------------- */

void fake_hold_up(unsigned core, struct held_verb *verb, void *arg,
		  bool (*others)(unsigned core))
{
	(void)core;
	crowd_is.held++;
	crowd_is.verb = verb;
	crowd_is.others = others;
	if (crowd_is.on_hold)
		crowd_is.on_hold();
	verb->call(arg);
}

uint32_t fake_held_up(void)
{
	return crowd_is.held_up;
}

bool fake_hold_up_now(void)
{
	return crowd_is.held_up_now;
}

uint32_t fake_steps_since(void)
{
	return crowd_is.steps_since;
}

/* ---- a race ---------------------------------------------------------------- */

const char *fake_queue_race(bool *late, uint64_t *popped)
{
	crowd_is.races++;
	if (crowd_is.race.on_end)
		crowd_is.race.on_end();
	*late = crowd_is.race.late;
	*popped = crowd_is.race.moved;
	return crowd_is.race.why;
}

const char *fake_lock_race(const struct lock_kind *kind, void *lock,
			   unsigned cores, bool *late, uint64_t *entered)
{
	(void)kind, (void)lock;
	CHECK_EQUAL(cores, crowd_is.cores);
	return fake_queue_race(late, entered);
}
