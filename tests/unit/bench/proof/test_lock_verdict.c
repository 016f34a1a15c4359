/* SPDX-License-Identifier: MIT */
/* What a lock's check makes of what the cores have seen. */
#include "tests/unit/bench/proof/lock_apart.h"

/* What the cores together leave behind. */
static struct {
	const char *why;
	unsigned lost;  /* entries */
	bool leave_locked;
} end;

static void enter_together(void)
{
	CHECK(model.watched);
	for (unsigned i = 0; i < crowd_is.run.cores; i++) {
		CHECK_EQUAL(account[i].entries, 0);
		account[i].entries = 600 + i;
		account[i].handovers = 400;
		check.first += 600 + i;
	}
	check.first -= end.lost;
	model.held = end.leave_locked;
	if (end.why)
		crowd_wrong(end.why);
}

static struct proof judge(unsigned cores)
{
	static struct lock_kind kinds[64]; /* of two questions on one kind */
	static unsigned used;             /* the first answer counts */
	struct proof proof;
	bool right;

	crowd_is.cores = cores;
	crowd_is.on_run = enter_together;
	crowd_is.least = 17;
	crowd_is.held_up = 130;
	crowd_is.race.moved = 50;
	kinds[used] = model_kind;
	right = lock_check_apart(&kinds[used++], &model, cores, &proof);
	CHECK_EQUAL(right, proof.proven != DISPROVEN);
	CHECK(!model.watched);
	return proof;
}

static void begin_together(unsigned cores)
{
	begin(cores);
	memset(&end, 0, sizeof(end));
	check.first = check.second = 7; /* of a check before */
}

TEST(lock_check_of_a_right_lock_says_what_was_seen)
{
	struct proof proof;

	begin_together(2);
	account[2].entries = 7; /* of a check of more cores */
	proof = judge(2);
	CHECK_EQUAL(proof.proven, PROVEN);
	CHECK_TEXT(proof.why, NULL);
	CHECK_EQUAL(proof.operations, 65536 + 600 + 601 + 50);
	CHECK_TEXT(proof.count[0].name, "met");
	CHECK_EQUAL(proof.count[0].value, 17);
	CHECK_TEXT(proof.count[1].name, "handed_over");
	CHECK_EQUAL(proof.count[1].value, 800);
	CHECK_TEXT(proof.count[2].name, "held_up");
	CHECK_EQUAL(proof.count[2].value, 130);
	CHECK_EQUAL(crowd_is.races, 1);
	CHECK_EQUAL(crowd_is.run.cores, 2);
	CHECK_EQUAL(crowd_is.run.ms, 6000);
}

TEST(lock_check_has_each_core_meet_each_where_it_sees_all)
{
	for (unsigned cores = 1; cores <= 10; cores++) {
		begin_together(cores);
		CHECK_EQUAL(judge(cores).proven, PROVEN);
		CHECK_EQUAL(crowd_is.run.each, cores <= 9);
		CHECK_EQUAL(crowd_is.races, cores > 1);
	}
}

TEST(lock_check_that_found_something_wrong_races_no_more)
{
	static const char *const why[] = {
		"something", "an entry was lost", "it is locked after its release" };

	for (unsigned i = 0; i < 3; i++)
		for (unsigned late = 0; late < 2; late++) {
			struct proof proof;

			begin_together(2);
			crowd_is.late = late;
			/* The first of what is wrong is told. */
			end.why = i == 0 ? why[0] : NULL;
			end.lost = i <= 1;
			end.leave_locked = true;
			proof = judge(2);
			CHECK_EQUAL(proof.proven, DISPROVEN);
			CHECK_TEXT(proof.why, why[i]);
			CHECK_EQUAL(crowd_is.races, 0);
		}
}

TEST(lock_check_that_took_too_long_has_proven_nothing)
{
	static const char *const why[] = {
		NULL,
		"cores did not wait for each other often enough",
		"cores seldom entered while another was held up in a verb",
		"cores did not wait for each other often enough" };

	for (unsigned late = 0; late < 4; late++) {
		struct proof proof;

		begin_together(2);
		crowd_is.late = late & 1;
		crowd_is.race.late = late & 2;
		proof = judge(2);
		CHECK_EQUAL(proof.proven, late ? NOT_PROVEN : PROVEN);
		CHECK_TEXT(proof.why, why[late]);
		CHECK_EQUAL(crowd_is.races, 1);
	}
}

TEST(lock_check_finds_wrong_what_the_race_does)
{
	for (unsigned late = 0; late < 4; late++) {
		struct proof proof;

		begin_together(2);
		crowd_is.late = late & 1;
		crowd_is.race.late = late & 2;
		crowd_is.race.why = "two cores were inside at once";
		proof = judge(2);
		CHECK_EQUAL(proof.proven, DISPROVEN);
		CHECK_TEXT(proof.why, "two cores were inside at once");
		CHECK_EQUAL(proof.count[2].value, 130);
	}
}

static void leave_locked(void)
{
	CHECK(model.watched);
	model.held = true;
}

TEST(lock_check_finds_a_lock_that_the_race_leaves_locked)
{
	struct proof proof;

	begin_together(2);
	crowd_is.race.on_end = leave_locked;
	proof = judge(2);
	CHECK_EQUAL(proof.proven, DISPROVEN);
	CHECK_TEXT(proof.why, "it is locked after its release");
}
