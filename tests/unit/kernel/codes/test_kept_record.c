/* SPDX-License-Identifier: MIT */
/* kernel/codes/kept_record.c: records as lines for a camera. */
#include "kernel/codes/kept_record.h"

#include <stdio.h>
#include <string.h>

#include "kernel/codes/kept.h"
#include "tests/unit/test.h"

#define KEY "\"experiment\":\"lock\",\"variant\":\"mcs\",\"cores\":2,"      \
	    "\"params\":{},\"unit\":\"ticks\""
#define HEAD ">lock 2 ticks\n"

static char room[1 << 14];

static void record(const char *kind, const char *fields)
{
	char line[2000];
	int length = snprintf(line, sizeof(line), "{\"q\":3,\"seq\":7,"
			      "\"record\":\"%s\",%s,\"crc\":\"01234567\"}\n",
			      kind, fields);

	kept_record(line, (size_t)length);
}

/* What was kept of all that. */
static const char *kept_text(void)
{
	size_t length;
	char *from = (char *)kept_end("", &length);

	while (from[--length] != '=')
		;
	from[length] = 0;
	return from;
}

/* What such a record becomes: the last line. */
static const char *row(const char *kind, const char *fields)
{
	char *text, *before;

	kept_begin(room, sizeof(room));
	record(kind, fields);
	text = (char *)kept_text();
	text[strlen(text) - 1] = 0;
	before = strrchr(text, '\n');
	return before ? before + 1 : text;
}

TEST(kept_record_rounds_are_differences_in_the_finest_place)
{
	CHECK_TEXT(row("result", KEY ",\"p50\":874.3,\"rounds\":"
		       "[874.3,886.3,871,874.4]"), "mcs 874.3 +0+120-33+1");
}

TEST(kept_record_median_has_the_places_of_its_rounds)
{
	CHECK_TEXT(row("result", KEY ",\"p50\":10,\"rounds\":[9.984,10.01]"),
		   "mcs 10.000 -16+10");
}

TEST(kept_record_median_may_be_finer_than_its_rounds)
{
	CHECK_TEXT(row("result", KEY ",\"p50\":9.995,\"rounds\":[10.25,9.99,"
		       "12,9.995]"), "mcs 9.995 +255-5+2005+0");
}

TEST(kept_record_figures_may_be_negative)
{
	CHECK_TEXT(row("result", KEY ",\"p50\":-0.25,\"rounds\":[-0.5,0.25,"
		       "-0.25]"), "mcs -0.25 -25+50+0");
}

TEST(kept_record_names_disturbed_rounds)
{
	CHECK_TEXT(row("result", KEY ",\"p50\":5,\"rounds\":[5,9,4,5,5,5,5,5,"
		       "5,5,5,8],\"quiet\":\"disturbed\","
		       "\"disturbed_rounds\":[1,11],\"disturbed_by\":[\"pause\"]"),
		   "mcs 5~ +0+4~-1+0+0+0+0+0+0+0+0+3~");
}

TEST(kept_record_quantity_begins_with_its_first_figure)
{
	CHECK_TEXT(row("quantity", KEY ",\"rounds\":[null,\"never\",12.5,11]"),
		   "mcs 12.5q xn+0-15");
	CHECK_TEXT(row("quantity", KEY ",\"rounds\":[\"never\"]"),
		   "mcs 0q n");
}

TEST(kept_record_has_its_parameters_and_every_mark)
{
	CHECK_TEXT(row("result", "\"experiment\":\"lock\",\"variant\":\"a\","
		       "\"cores\":2,\"params\":{\"mode\":\"batch\","
		       "\"inside\":64,\"out\":-1},\"unit\":\"ticks\","
		       "\"batch\":32,\"p50\":7,\"rounds\":[7],\"crowded\":true,"
		       "\"quiet\":\"disturbed\",\"proven\":\"not_proven\""),
		   "a inside=64 out=-1 7b32~<? +0");
	CHECK_TEXT(row("result", KEY ",\"batch\":50,\"p50\":7,\"rounds\":[7],"
		       "\"proven\":\"failed\""), "mcs 7x50! +0");
	CHECK_TEXT(row("result", KEY ",\"batch\":1,\"p50\":7,\"rounds\":[7]"),
		   "mcs 7 +0");
}

TEST(kept_record_says_whose_proof_it_stands_on)
{
#define NAMED(name, of)                                                      \
	"\"experiment\":\"lock\",\"variant\":\"" name "\","                    \
	"\"cores\":2,\"params\":{},\"unit\":\"ticks\",\"primitive\":\"" of      \
	"\",\"p50\":7,\"rounds\":[7]"
	CHECK_TEXT(row("result", NAMED("mcs/contend", "mcs")),
		   "mcs@/contend 7 +0");
	CHECK_TEXT(row("result", NAMED("pair", "workqueue")),
		   "pair@workqueue 7 +0");
	CHECK_TEXT(row("result", NAMED("mcs2/contend", "mcs")),
		   "mcs2/contend@mcs 7 +0");
}

TEST(kept_record_has_other_columns_and_facts_behind_its_rounds)
{
	CHECK_TEXT(row("result", KEY ",\"user\":true,\"p50\":7,\"rounds\":[7,8],"
		       "\"round_means\":[7.5,8],\"together_rounds\":[3.5,4],"
		       "\"clock_rounds\":[9,9],\"place_rounds\":[[1],[2]],"
		       "\"jain\":1,\"pair\":\"cores of a die\","
		       "\"passes_differ\":true,\"fair\":true"),
		   "mcs 7 +0+1 user round_means=7.5+0+5 together=3.5+0+5 "
		   "pair=cores_of_a_die fair");
	CHECK_TEXT(row("result", KEY ",\"p50\":7,\"rounds\":[7,8],"
		       "\"round_means\":[7.5,8]"), "mcs 7 +0+1");
}

TEST(kept_record_takes_no_field_out_of_a_text_or_an_object)
{
	CHECK_TEXT(row("result", "\"per\":\"a \\\"b\\\",\\\"p50\\\":9\","
		       "\"experiment\":\"lock\",\"variant\":\"a\",\"cores\":2,"
		       "\"params\":{\"p50\":8},\"unit\":\"ticks\",\"p50\":7,"
		       "\"rounds\":[7]"), "a p50=8 7 +0");
}

TEST(kept_record_that_is_too_long_keeps_its_median_alone)
{
	char fields[1500] = KEY ",\"p50\":7,\"rounds\":[7";

	while (strlen(fields) < 1200)
		strcat(fields, ",1234567890");
	strcat(fields, "]");
	CHECK_TEXT(row("result", fields), "mcs 7");
}

TEST(kept_record_stands_below_one_head_as_long_as_it_holds)
{
	kept_begin(room, sizeof(room));
	record("result", KEY ",\"p50\":7,\"rounds\":[7]");
	record("result", KEY ",\"p50\":8,\"rounds\":[8]");
	record("quantity", "\"experiment\":\"lock\",\"variant\":\"x\","
	       "\"cores\":2,\"params\":{},\"unit\":\"percent\",\"rounds\":[1]");
	CHECK_TEXT(kept_text(), HEAD "mcs 7 +0\nmcs 8 +0\n"
			      ">lock 2 percent\nx 1q +0\n");
}

TEST(kept_record_keeps_doubts_and_nothing_of_what_is_right)
{
#define PROOF(name)                                                          \
	"\"experiment\":\"lock\",\"variant\":\"" name "\",\"cores\":2"
	kept_begin(room, sizeof(room));
	record("validation", PROOF("mcs") ",\"verdict\":\"ok\"");
	record("validation", PROOF("tas") ",\"verdict\":\"not_proven\"");
	record("validation", PROOF("x/contend") ",\"primitive\":\"x\","
	       "\"verdict\":\"failed\"");
	record("warning", "\"code\":\"host_busy\"");
	record("warning", "\"code\":\"exchange_not_proven\"");
	kept_record("\n", 1);
	CHECK_TEXT(kept_text(), ">lock 2 -\n!tas ?\n!x !\n"
			      "!exchange_not_proven\n");
}

TEST(kept_record_of_the_context_goes_into_every_code)
{
	CHECK_TEXT(kept_context(), "- - 0 0");
	record("context", "\"trust\":\"metal\",\"trust_claimed\":"
	       "\"somewhere_very_far\",\"tsc_hz\":2100000000,\"tsc_step\":-2");
	CHECK_TEXT(kept_context(), "metal somewhere_ve 2100000000 -2");
	record("context", "\"trust\":\"tcg\",\"trust_claimed\":\"\","
	       "\"tsc_hz\":0,\"tsc_step\":26");
	CHECK_TEXT(kept_context(), "tcg - 0 26");
}
