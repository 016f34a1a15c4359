/* SPDX-License-Identifier: MIT */
/* What a queue's check makes of what the cores have seen. */
#include "tests/unit/bench/proof/queue_check_apart.h"

/* ---- the queue ---------------------------------------------------------------- */

static uint32_t made[5];  /* places: alone, and for all */
static unsigned times_made;
static uint64_t pairs_asked;
static uint64_t pairs_short;

static size_t model_bytes(uint32_t capacity)
{
	return capacity * sizeof(struct work);
}

static void model_init(void *queue, void *memory, uint32_t capacity)
{
	const uint8_t *byte = memory;

	(void)queue;
	/* Memory may hold anything: not what it would like. */
	CHECK_EQUAL(byte[0] & byte[model_bytes(capacity) - 1], 0xa5);
	memset(memory, 0, model_bytes(capacity));
	if (times_made < 5)
		made[times_made] = capacity;
	times_made++;
}

static uint64_t model_pairs(void *queue, uint64_t count)
{
	(void)queue;
	pairs_asked = count;
	return count - pairs_short;
}

/* ---- what the cores leave behind ----------------------------------------------- */

static struct crowd_end {
	unsigned lonely;         /* core that has not seen enough */
	unsigned least;
	uint32_t full, empty;
	const char *wrong, *left;
} end[2];

static unsigned crowds;

static void work_together(void)
{
	const struct crowd_end *now = &end[crowds];

	CHECK(watched);
	CHECK_EQUAL(check.full + check.empty, 0);
	CHECK_EQUAL(queue_checked.mixed, crowds);
	CHECK(!queue_checked.any_verb);
	CHECK_EQUAL(crowd_is.run.ms, 2000);
	CHECK(crowd_is.run.turn == turn);
	for (unsigned i = 0; i < crowd_is.run.cores; i++) {
		CHECK_EQUAL(account[i].verbs + account[i].enough, 0);
		account[i].verbs = 1;
		account[i].enough = i != now->lonely;
	}
	check.full = now->full;
	check.empty = now->empty;
	crowd_is.least = now->least;
	crowd_is.wrong = now->wrong;
	verbs.left = now->left;
	queue_checked.any_verb = true;
	crowds++;
}

static void begin_judging(unsigned cores)
{
	begin(1, cores, true);
	end[0] = (struct crowd_end){ NOBODY, 40, 10, 20, NULL, NULL };
	end[1] = (struct crowd_end){ NOBODY, 50, 300, 400, NULL, NULL };
	crowds = times_made = 0;
	pairs_short = 0;
	verbs.popped = 7;
	crowd_is.on_run = work_together;
	crowd_is.held_up = 410;
	crowd_is.race.moved = 5;
}

static struct proof judge(unsigned flags)
{
	static struct queue_kind kinds[64]; /* of two questions on one kind */
	static unsigned used;              /* the first answer counts */
	struct queue_kind *of = &kinds[used++];
	struct proof proof;
	bool right;

	*of = (struct queue_kind){ .name = "model", .flags = flags, .size = 8,
				   .bytes = model_bytes, .init = model_init,
				   .pairs = model_pairs };
	right = queue_check_apart(of, 1, crowd_is.cores, &proof);
	CHECK_EQUAL(right, proof.proven != DISPROVEN);
	CHECK(!watched);
	return proof;
}

#define ANY (QUEUE_MANY_PUSH | QUEUE_MANY_POP)

static void check_count(const struct proof *proof, unsigned i, const char *name,
			uint64_t value)
{
	CHECK_TEXT(proof->count[i].name, name);
	CHECK_EQUAL(proof->count[i].value, value);
}

/* ---- alone ---------------------------------------------------------------------- */

TEST(queue_check_alone_goes_beyond_16_bits_while_it_is_full)
{
	struct proof proof;

	begin_judging(1);
	proof = judge(ANY);
	CHECK_EQUAL(proof.proven, PROVEN);
	CHECK_EQUAL(proof.operations, 65536);
	CHECK_EQUAL(alone.capacity, 8);
	/* 7 items by a model, then pairs, then laps of the full queue. */
	CHECK_EQUAL(pairs_asked, 65536 - 200 - 7);
	CHECK_EQUAL(alone.laps, 400);
	CHECK_EQUAL(crowds + crowd_is.races, 0);
	/* And as it is timed: by all cores, from core to core, one by one. */
	CHECK_EQUAL(times_made, 1 + 3);
	CHECK_EQUAL(alone.rooms, 3);
	CHECK_EQUAL(alone.room[0], 256);
	CHECK_EQUAL(alone.room[1], 1024);
	CHECK_EQUAL(alone.room[2], 64);
}

TEST(queue_check_of_one_that_is_wrong_as_it_is_timed_fails)
{
	struct proof proof;

	begin_judging(2);
	alone.in_room = "wide";
	proof = judge(ANY);
	CHECK_EQUAL(proof.proven, DISPROVEN);
	CHECK_TEXT(proof.why, "wide");
	CHECK_EQUAL(alone.rooms, 1);
	CHECK_EQUAL(alone.room[0], 512);
	CHECK_EQUAL(crowds, 0);
}

TEST(queue_check_without_memory_is_not_proven)
{
	for (unsigned block = 1; block < 3; block++) {
		struct proof proof;

		begin_judging(2);
		alone.no_block = block;
		proof = judge(ANY);
		CHECK_EQUAL(proof.proven, NOT_PROVEN);
		CHECK_TEXT(proof.why, "not enough memory to prove it");
		CHECK_EQUAL(times_made + crowds, 0);
	}
}

TEST(queue_check_of_what_is_wrong_alone_ends_there)
{
	static const char *const why[] = {
		"alone", "a pop finds nothing where items are", "in laps" };

	for (unsigned i = 0; i < 3; i++) {
		struct proof proof;

		begin_judging(2);
		alone.why = i ? NULL : why[0];
		pairs_short = i == 1;
		alone.in_laps = why[2];
		proof = judge(ANY);
		CHECK_EQUAL(proof.proven, DISPROVEN);
		CHECK_TEXT(proof.why, why[i]);
		CHECK_EQUAL(crowds + crowd_is.races, 0);
	}
}

/* ---- together -------------------------------------------------------------------- */

TEST(queue_check_of_a_right_queue_says_what_was_seen)
{
	struct proof proof;

	begin_judging(2);
	proof = judge(QUEUE_MANY_PUSH);
	CHECK_EQUAL(proof.proven, PROVEN);
	CHECK_TEXT(proof.why, NULL);
	CHECK_EQUAL(proof.operations, 65536 + 7 + 5);
	CHECK_EQUAL(crowds, 1);
	CHECK_EQUAL(crowd_is.races, 1);
	check_count(&proof, 0, "met", 40);
	check_count(&proof, 1, "full", 10);
	check_count(&proof, 2, "empty", 20);
	check_count(&proof, 3, "raced", 40);
	check_count(&proof, 4, "held_up", 410);
}

TEST(queue_check_where_all_may_do_both_they_do_so_too)
{
	for (unsigned second = 0; second < 2; second++) {
		struct proof proof;

		begin_judging(2);
		end[!second].least = 36; /* the least counts */
		proof = judge(ANY);
		CHECK_EQUAL(proof.proven, PROVEN);
		CHECK_EQUAL(proof.operations, 65536 + 2 * 7 + 5);
		CHECK_EQUAL(crowds, 2);
		CHECK_EQUAL(crowd_is.races, 1);
		check_count(&proof, 0, "met", 36);
		check_count(&proof, 1, "full", 310);
		check_count(&proof, 2, "empty", 420);
	}
}

TEST(queue_check_verdict_is_of_so_many_cores_and_producers)
{
	struct proof proof;
	unsigned checks = 0;

	kind = (struct queue_kind){ .name = "model", .size = 8,
				    .bytes = model_bytes, .init = model_init,
				    .pairs = model_pairs };
	for (unsigned again = 0; again < 2; again++)
		for (unsigned cores = 2; cores < 5; cores++)
			for (unsigned pushes = 1; pushes < cores; pushes++) {
				begin_judging(cores);
				CHECK(queue_check_apart(&kind, pushes, cores,
							&proof));
				CHECK_EQUAL(crowds, !again);
				checks += crowds;
				CHECK_EQUAL(!proof.operations, again);
			}
	CHECK_EQUAL(checks, 6);
}

TEST(queue_check_has_a_place_for_each_core)
{
	static const uint32_t places[][2] = { { 2, 8 }, { 8, 8 }, { 9, 16 },
					      { 10, 16 } };

	for (unsigned i = 0; i < 4; i++) {
		begin_judging(places[i][0]);
		CHECK_EQUAL(judge(0).proven, PROVEN);
		CHECK_EQUAL(times_made, 2 + 3);
		CHECK_EQUAL(made[0], 8);
		CHECK_EQUAL(made[4], places[i][1]);
		CHECK_EQUAL(crowd_is.run.cores, places[i][0]);
	}
}

TEST(queue_check_that_found_something_wrong_goes_on_no_more)
{
	for (unsigned crowd = 0; crowd < 2; crowd++)
		for (unsigned left = 0; left < 2; left++) {
			struct proof proof;

			begin_judging(3);
			end[crowd].lonely = 1; /* what is wrong is worse */
			end[crowd].left = "left";
			end[crowd].wrong = left ? NULL : "wrong";
			proof = judge(ANY);
			CHECK_EQUAL(proof.proven, DISPROVEN);
			CHECK_TEXT(proof.why, left ? "left" : "wrong");
			CHECK_EQUAL(crowds, crowd + 1);
			CHECK_EQUAL(crowd_is.races, 0);
		}
}

TEST(queue_check_is_not_proven_where_any_core_saw_too_little)
{
	for (unsigned crowd = 0; crowd < 2; crowd++)
		for (unsigned core = 0; core < 3; core++) {
			struct proof proof;

			begin_judging(3);
			end[crowd].lonely = core;
			crowd_is.race.late = core == 2; /* the first is told */
			proof = judge(ANY);
			CHECK_EQUAL(proof.proven, NOT_PROVEN);
			CHECK_TEXT(proof.why, "too few pushes met pops, or it "
					      "was too seldom full or empty");
			CHECK_EQUAL(crowds, 2);
			CHECK_EQUAL(crowd_is.races, 1);
		}
}

TEST(queue_check_is_not_proven_where_cores_seldom_raced)
{
	struct proof proof;

	begin_judging(2);
	crowd_is.race.late = true;
	proof = judge(0);
	CHECK_EQUAL(proof.proven, NOT_PROVEN);
	CHECK_TEXT(proof.why, "cores seldom were at it at the same moment");
}

TEST(queue_check_finds_wrong_what_the_race_does)
{
	for (unsigned i = 0; i < 4; i++) {
		struct proof proof;

		begin_judging(2);
		end[0].lonely = i & 1 ? 1 : NOBODY;
		crowd_is.race.late = i & 2;
		crowd_is.race.why = "in the race";
		proof = judge(0);
		CHECK_EQUAL(proof.proven, DISPROVEN);
		CHECK_TEXT(proof.why, "in the race");
	}
}
