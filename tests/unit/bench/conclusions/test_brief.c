/* SPDX-License-Identifier: MIT */
/* bench/conclusions/brief.c: a conclusion in one line. */
#include "bench/conclusions/brief.h"

#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static char line[BRIEF_MAX];

static struct conclusion of(enum claim claim, const char *what)
{
	return (struct conclusion){
		.experiment = "lock", .name = "it", .claim = claim,
		.unit = "ticks", .what = what, .superlative = "cheapest",
		.subjects = 2, .subject = { { .name = "tas" },
					    { .name = "mcs" } } };
}

static const struct judged sure = { .verdict = JUDGED_SURE, .other = 1,
				    .figure = { 2000, 1900, 2100 } };
static const struct judged unsure = { .verdict = JUDGED_UNSURE, .other = 1,
				      .reason = REASON_SPREAD,
				      .figure = { 2000, 1000, 3000 } };

TEST(brief_drops_parts_until_the_rest_fits)
{
	struct conclusion c = of(CLAIM_ORDER, "Lock and unlock");

	CHECK_EQUAL(brief_write(line, &c, &sure), BRIEF_SURE);
	CHECK_TEXT(line, "Lock and unlock: tas is the cheapest, 2.00 "
		   "(1.90 to 2.10) ticks");
	c.what = "Lock and unlock where nobody else is";
	CHECK_EQUAL(brief_write(line, &c, &sure), BRIEF_SURE);
	CHECK_TEXT(line, "Lock and unlock where nobody else is: tas, 2.00 "
		   "(1.90 to 2.10) ticks");
	c.what = "Lock and unlock where nobody else is, not even far away";
	CHECK_EQUAL(brief_write(line, &c, &sure), BRIEF_SURE);
	CHECK_TEXT(line, "tas is the cheapest, 2.00 (1.90 to 2.10) ticks");
	c.unit = "ticks of a clock that has a name which no line has room for";
	CHECK_EQUAL(brief_write(line, &c, &sure), BRIEF_NO_ROOM);
}

TEST(brief_says_unsure_first)
{
	struct conclusion c = of(CLAIM_ORDER, "Lock");

	CHECK_EQUAL(brief_write(line, &c, &unsure), BRIEF_UNSURE);
	CHECK_TEXT(line, "unsure: Lock: tas or mcs is the cheapest");
	c = of(CLAIM_RATIO, "Lock (alone)");
	CHECK_EQUAL(brief_write(line, &c, &unsure), BRIEF_UNSURE);
	CHECK_TEXT(line, "unsure: Lock: mcs takes 1.00 to 3.00 times as long "
		   "as tas");
	c = of(CLAIM_VALUE, "A lock takes %s ticks (of core 0)");
	CHECK_EQUAL(brief_write(line, &c, &unsure), BRIEF_UNSURE);
	CHECK_TEXT(line, "unsure: A lock takes 1.00 to 3.00 ticks (of core 0)");
}

TEST(brief_names_those_that_tie)
{
	struct conclusion c = of(CLAIM_ORDER, "Lock");
	struct judged tie = { .verdict = JUDGED_TIE, .winners = 3,
			      .figure = { 2000, 2000, 2000 }, .most = 2100 };

	CHECK_EQUAL(brief_write(line, &c, &tie), BRIEF_TIE);
	CHECK_TEXT(line, "Lock: tas and mcs take the same, 2.00 to 2.10 ticks");
	c.what = "Lock and unlock where nobody else is";
	brief_write(line, &c, &tie);
	CHECK_TEXT(line, "tas and mcs take the same, 2.00 to 2.10 ticks");
	tie.most = 2001; /* as a figure the same */
	brief_write(line, &c, &tie);
	CHECK_TEXT(line, "tas and mcs take the same, 2.00 ticks");
	tie.most = 2100;
	c = of(CLAIM_RATIO, "Lock");
	brief_write(line, &c, &tie);
	CHECK_TEXT(line, "Lock: mcs takes as long as tas (2.00 times)");
}

TEST(brief_puts_the_published_figure_where_it_has_room)
{
	struct conclusion c = of(CLAIM_VALUE, "A lock takes %s ticks");

	c.published = "3";
	brief_write(line, &c, &sure);
	CHECK_TEXT(line, "A lock takes 2.00 (1.90 to 2.10) ticks (published: "
		   "3)");
	c.published = "so much that it has no room in any line";
	brief_write(line, &c, &sure);
	CHECK_TEXT(line, "A lock takes 2.00 (1.90 to 2.10) ticks");
}

TEST(brief_tells_why_nothing_is_concluded)
{
	struct conclusion c = of(CLAIM_ORDER, "Lock");
	struct judged none = { .verdict = JUDGED_NONE,
			       .reason = REASON_NOT_PROVEN };

	CHECK_EQUAL(brief_write(line, &c, &none), BRIEF_NOTHING);
	CHECK_TEXT(line, "nothing is concluded: Lock: tas is not proven right");
	c = of(CLAIM_VALUE, "A lock takes %s ticks");
	CHECK_EQUAL(brief_write(line, &c, &none), BRIEF_NOTHING);
	CHECK_TEXT(line, "nothing is concluded: tas is not proven right");
	c.subject[0].name = "a_lock_with_a_name";
	none.reason = REASON_DISTURBED;
	brief_write(line, &c, &none);
	CHECK_TEXT(line, "nothing is concluded: a_lock_with_a_name was "
		   "disturbed");
}

TEST(brief_of_never_and_of_facts)
{
	struct conclusion c = of(CLAIM_VALUE, "It pays from %s on");
	struct judged never = { .verdict = JUDGED_SURE, .figure = {
		GATE_NEVER, GATE_NEVER, GATE_NEVER } };

	c.never = "It never pays";
	CHECK_EQUAL(brief_write(line, &c, &never), BRIEF_SURE);
	CHECK_TEXT(line, "It never pays");
	c.claim = CLAIM_FACT;
	CHECK_EQUAL(brief_write(line, &c, &sure), BRIEF_FACT);
}
