/* SPDX-License-Identifier: MIT */
/* bench/experiments/silence/hunt.c: what a round counts, plants and names. */
#include <string.h>

#include "kernel/machine.h"
#include "kernel/interrupts.h"
#include "kernel/tsc.h"

#define STEP 10u
#define ASKING 100000u

/* A clock that goes on by STEP a look, and once by more. */
static uint64_t now, jump_at, jump;
static unsigned sent, taken, listening, deaf;

static uint64_t apart_tsc(void)
{
	now += STEP;
	deaf += !listening;
	if (jump && now >= jump_at) {
		now += jump;
		jump = 0;
	}
	return now;
}

/* Causes `first` and `second`, with these counts; asking takes time. */
static uint64_t counts[2];
static unsigned counted;

static unsigned apart_causes(struct machine_cause cause[CAUSES_MOST])
{
	static const char *const names[] = { "first", "second" };

	now += counted ? ASKING : 0;
	for (unsigned i = 0; i < counted; i++) {
		strcpy(cause[i].name, names[i]);
		cause[i].count = counts[i];
	}
	return counted;
}

/* Brings the second. */
static const char *apart_plant(const char *how)
{
	(void)how;
	now += 7000;
	counts[1]++;
	return "second";
}

/* The second reading and all later ones tell of so many SMIs more. */
static struct machine_counters smis;
static unsigned smis_more;

static struct machine_counters apart_counters(void)
{
	struct machine_counters told = smis;

	smis.smi = (uint32_t)(smis.smi + smis_more);
	smis_more = 0;
	return told;
}

static void apart_ipi(unsigned core)
{
	(void)core;
	sent++;
	taken += listening;
}

static uint64_t apart_ipis(unsigned core)
{
	(void)core;
	return taken;
}

static void apart_begin(void)
{
	listening++;
}

static void apart_end(void)
{
	listening--;
}

#define tsc_read apart_tsc
#define machine_causes apart_causes
#define machine_counters() apart_counters()
#define machine_cause_plant apart_plant
#define machine_ipi apart_ipi
#define machine_ipis apart_ipis
#define machine_listen_begin apart_begin
#define machine_listen_end apart_end
#define silence_hunt apart_hunt
#include "bench/experiments/silence/hunt.c"

#include "tests/unit/test.h"

static struct silence_core seen[2];

static struct silence_round a_round(void)
{
	now = 0;
	return (struct silence_round){ .origin = 1000, .start = 1000,
				       .end = 101000, .least = 1000,
				       .length = 5000, .seen = seen };
}

static uint64_t pauses(const struct silence_core *core)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < HISTOGRAM_BINS(SILENCE_BITS); i++)
		all += core->bin[i];
	return all;
}

/* The rounds of a run: what was seen before stays. */
TEST(silence_adds_up_over_rounds)
{
	struct silence_round round = a_round();
	uint64_t watched, all;

	round.listens = true;
	jump_at = 50000;
	jump = 5000;
	taken = 3;
	silence_hunt(0, &round);
	watched = seen[0].watched;
	all = pauses(&seen[0]);
	CHECK(watched && all);
	round = a_round();
	round.listens = true;
	silence_hunt(0, &round);
	CHECK(seen[0].watched > watched + 90000);
	CHECK(pauses(&seen[0]) > all + all / 2);
	CHECK_EQUAL(seen[0].gaps, 1);
	CHECK_EQUAL(seen[0].max, 5000 + STEP);
	CHECK_EQUAL(seen[0].ipis, 0); /* those before were another's */
}

TEST(silence_of_a_core_that_nothing_interrupts)
{
	struct silence_round round = a_round();

	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].gaps, 0);
	CHECK_EQUAL(seen[0].lost, 0);
	CHECK_EQUAL(seen[0].max, STEP);
	CHECK(seen[0].watched >= 100000 - STEP &&
	      seen[0].watched <= 100000 + STEP);
	CHECK_EQUAL(pauses(&seen[0]), seen[0].watched / STEP);
}

TEST(silence_counts_a_gap_with_when_and_how_long)
{
	struct silence_round round = a_round();

	jump_at = 51000;
	jump = 4990;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].gaps, 1);
	CHECK_EQUAL(seen[0].lost, 5000);
	CHECK_EQUAL(seen[0].max, 5000);
	CHECK_EQUAL(seen[0].longest[0].ticks, 5000);
	CHECK_EQUAL(seen[0].longest[0].at, 49990);
	CHECK_EQUAL(seen[0].untold.gaps, 1);
}

TEST(silence_calls_a_gap_what_is_as_long_as_the_least)
{
	struct silence_round round = a_round();

	jump_at = 51000;
	jump = 990;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].gaps, 1);
	jump_at = 51000;
	jump = 989;
	round = a_round();
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].gaps, 1);
}

TEST(silence_finds_each_gap_that_is_planted)
{
	struct silence_round round = a_round();

	round.plants = 7;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].planted, 7);
	CHECK_EQUAL(seen[0].gaps, 7);
	CHECK(seen[0].lost >= 7 * 5000 && seen[0].lost <= 7 * 5030);
}

TEST(silence_plants_what_is_left_though_the_core_came_late)
{
	struct silence_round round = a_round();

	round.plants = 3;
	jump_at = 2000;
	jump = 1000000;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].planted, 3);
	CHECK_EQUAL(seen[0].gaps, 1 + 3); /* as long as they are asked to be */
	CHECK(seen[0].lost >= 1000000 + 3 * 5000);
}

TEST(silence_plants_on_other_cores_only_what_meets_all)
{
	struct silence_round round = a_round();

	round.plants = 4;
	silence_hunt(1, &round);
	CHECK_EQUAL(seen[1].planted, 0);
	round = a_round();
	round.plants = 4;
	round.how = PLANT_ALL;
	silence_hunt(1, &round);
	CHECK_EQUAL(seen[1].planted, 4);
	CHECK_EQUAL(seen[1].gaps, 4);
	round = a_round();
	round.plants = 4;
	round.how = PLANT_ALL;
	silence_hunt(0, &round);
	for (unsigned i = 0; i < 4; i++)
		CHECK(seen[0].longest[i].at - seen[1].longest[i].at + STEP <=
		      2 * STEP);
}

/* Those of all rounds, though the counter begins anew; none of those between. */
TEST(silence_counts_smis_where_the_processor_does)
{
	struct silence_round round = a_round();

	smis.smi_known = true;
	smis.smi = UINT32_MAX;
	smis_more = 3;
	silence_hunt(0, &round);
	CHECK(seen[0].smis_known);
	CHECK_EQUAL(seen[0].smis, 3);
	smis.smi += 40;
	smis_more = 2;
	round = a_round();
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].smis, 5);
	CHECK_EQUAL(seen[1].smis, 0);
	smis.smi_known = false;
	round = a_round();
	silence_hunt(1, &round);
	CHECK(!seen[1].smis_known);
}

/* An SMI delays an interrupt; a core that looks away does not. */
TEST(silence_lets_nothing_in_while_all_cores_look_away)
{
	struct silence_round round = a_round();

	round.plants = 4;
	round.listens = true;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].planted, 4);
	CHECK_EQUAL(deaf, 0);
	round = a_round();
	round.plants = 4;
	round.listens = true;
	round.how = PLANT_ALL;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].planted, 8);
	CHECK(deaf >= 4 * (round.length / STEP - 2));
	CHECK_EQUAL(listening, 0);
}

TEST(silence_does_not_watch_while_it_asks_for_the_cause)
{
	struct silence_round round = a_round();

	counted = 2;
	round.end += 3 * ASKING;
	round.start += ASKING;
	jump_at = round.start + 2000;
	jump = 4990;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].gaps, 1);
	CHECK_EQUAL(seen[0].lost, 5000);
	CHECK(seen[0].watched < 100000 + STEP);
}

TEST(silence_names_a_gap_by_the_first_cause_that_came)
{
	struct silence_round round = a_round();

	counted = 2;
	round.end += 10 * ASKING;
	round.plants = 3;
	round.how = PLANT_CAUSE;
	round.cause = "second";
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].planted, 3);
	CHECK_EQUAL(seen[0].planted_named, 3);
	CHECK_TEXT(seen[0].cause[0].name, "second");
	CHECK_EQUAL(seen[0].cause[0].gaps, 3);
	CHECK_EQUAL(seen[0].untold.gaps, 0);
}

TEST(silence_names_no_cause_that_was_there_before)
{
	struct silence_round round = a_round();

	counted = 2;
	counts[0] = 5;
	round.end += 3 * ASKING;
	jump_at = 2 * ASKING;
	jump = 4990;
	silence_hunt(0, &round);
	CHECK_EQUAL(seen[0].untold.gaps, 1);
	CHECK_EQUAL(seen[0].untold.lost, 5000);
	CHECK_EQUAL(seen[0].cause[0].gaps, 0);
	CHECK_EQUAL(seen[0].planted_named, 0);
}

TEST(silence_keeps_the_longest_gaps)
{
	struct silence_core core = { .max = 0 };
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < 2 * SILENCE_LONGEST; i++)
		keep_longest(&core, (struct silence_gap){ i, 100 + i });
	keep_longest(&core, (struct silence_gap){ 99, 1 });
	for (unsigned i = 0; i < SILENCE_LONGEST; i++)
		least = core.longest[i].ticks < least ? core.longest[i].ticks
						      : least;
	CHECK_EQUAL(least, 100 + SILENCE_LONGEST);
}

TEST(silence_counts_the_interrupts_that_it_lets_in)
{
	struct silence_round round = a_round();

	round.plants = 5;
	round.how = PLANT_IPI;
	round.listens = true;
	taken = 40;
	silence_hunt(0, &round);
	CHECK_EQUAL(sent, 5);
	CHECK_EQUAL(seen[0].ipis, 5);
	CHECK_EQUAL(listening, 0);
}
