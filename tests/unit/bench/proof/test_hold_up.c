/* SPDX-License-Identifier: MIT */
/* Where a verb is really held up, and whether that counts. */
#include "bench/proof/hold_up.h"

#include "bench/proof/crowd.h"
#include "kernel/atomic.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define LENGTH(table) (sizeof(table) / sizeof((table)[0]))

TEST(hold_up_knows_a_locked_instruction_behind_its_prefixes)
{
	static const struct {
		uint8_t code[5];
		bool is;
	} instruction[] = {
		{ { 0xf0, 0x0f, 0xb1 }, true },        /* lock cmpxchg */
		{ { 0x66, 0xf0, 0x0f, 0xb1 }, true },  /* of 16 bits */
		{ { 0x48, 0x87, 0x07 }, true },        /* xchg (%rdi), %rax */
		{ { 0x4f, 0x87, 0x07 }, true },
		{ { 0x40, 0x86, 0x3f }, true },        /* of 8 bits */
		{ { 0x87, 0xbf }, true },              /* with a displacement */
		{ { 0x66, 0x41, 0x87, 0x45 }, true },
		{ { 0x87, 0xc0 }, false },             /* of two registers */
		{ { 0x48, 0x87, 0xff }, false },
		{ { 0x90 }, false },
		{ { 0x85, 0x07 }, false },             /* test */
		{ { 0x88, 0x07 }, false },             /* mov */
		{ { 0x89, 0x07 }, false },
		{ { 0x50, 0xf0 }, false },             /* push; no prefix */
		{ { 0x3f, 0xf0 }, false },
		{ { 0x0f, 0xb1, 0xf0 }, false },       /* cmpxchg, not locked */
	};

	for (unsigned i = 0; i < LENGTH(instruction); i++)
		CHECK_EQUAL(hold_up_is_locked(instruction[i].code),
			    instruction[i].is);
}

/* ---- alone ------------------------------------------------------------------ */

static void endless(void *arg)
{
	uint32_t *left = arg;

	while (*(volatile uint32_t *)left)
		*left -= 1;
}

TEST(hold_up_lets_go_of_a_verb_that_does_not_end)
{
	const struct crowd nobody = { .cores = 1, .ms = 0 };
	struct held_verb verb = { .call = endless };
	uint32_t left = 1000;
	bool late;

	CHECK_TEXT(crowd_run(&nobody, &late), NULL); /* for its chance */
	hold_up_begin();
	hold_up(0, &verb, &left);
	CHECK_EQUAL(left, 0);
	CHECK_EQUAL(verb.last, 160);
	CHECK_EQUAL(verb.shortest, 160);
	CHECK_EQUAL(held_up(), 0); /* nobody let it go on */
}

/* ---- with others ------------------------------------------------------------ */

static unsigned verbs_done;
static uint32_t other_done;

static void count_to_twenty(void *arg)
{
	volatile uint32_t *count = arg;

	for (unsigned i = 0; i < 20; i++)
		*count += 1;
	verbs_done++;
}

static struct held_verb twenty = { .call = count_to_twenty };

/* Core 0 is held up, core 1 talks and talks. */
static void talk(unsigned core)
{
	uint32_t count = 0;

	if (core) {
		crowd_say(core, TRYING);
		atomic_add_relaxed(&other_done, 1);
	} else {
		hold_up(core, &twenty, &count);
		CHECK_EQUAL(count, 20);
	}
	if (held_up() >= 20)
		crowd_content(core);
}

TEST(hold_up_lets_others_go_on)
{
	const struct crowd crowd = { .cores = 2, .ms = 20000, .turn = talk };
	bool late;

	fake.cores = 2;
	fake.clock.hz = 250000000; /* seconds are soon over */
	hold_up_begin();
	CHECK_TEXT(crowd_run(&crowd, &late), NULL);
	CHECK(held_up() <= verbs_done);
	if (!late) /* a busy host may let neither run while the other does */
		CHECK(held_up() >= 20 && other_done >= 4 * 20);
}
