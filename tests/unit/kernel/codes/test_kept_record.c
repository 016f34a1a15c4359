/* SPDX-License-Identifier: MIT */
/* kernel/codes/kept_record.c: records as lines for a camera, where no log of
 * tests/tools/camera/test_concluded.py, which reads them back, has such a one. */
#include "kernel/codes/kept_record.h"

#include <stdio.h>
#include <string.h>

#include "kernel/codes/kept.h"
#include "tests/unit/test.h"

static char room[1 << 14];

/* A record, whose quotes are single ones here. */
static void record(const char *kind, const char *fields)
{
	char line[2000];
	int length = snprintf(line, sizeof(line), "{'q':3,'seq':7,'record':'%s',"
			      "%s,'crc':'01234567'}\n", kind, fields);

	for (char *at = line; *at; at++)
		*at = *at == '\'' ? '"' : *at;
	kept_record(line, (size_t)length);
}

/* All lines since, but the last one. */
static const char *kept_text(void)
{
	size_t length;
	char *from = (char *)kept_end("", &length);

	while (from[--length] != '=')
		;
	from[length] = 0;
	return from;
}

#define NAMED(name, params)                                                  \
	"'experiment':'lock','variant':'" name "','cores':2,'params':{" params \
	"},'unit':'ticks',"
#define KEY NAMED("mcs", "")
#define OF(name, of) NAMED(name, "") "'primitive':'" of "','p50':7,'rounds':[7]"

static const struct {
	const char *what, *kind, *fields, *says;
} records[] = {
	{ "negative figures", "result",
	  KEY "'p50':-0.25,'rounds':[-0.5,0.25,-0.25]", "mcs -0.25 -25+50+0" },
	{ "a quantity without a figure", "quantity", KEY "'rounds':['never']",
	  "mcs 0q n" },
	{ "parameters and every mark", "result",
	  NAMED("a", "'mode':'batch','inside':64,'out':-1")
	  "'batch':32,'p50':7,'rounds':[7],'crowded':true,"
	  "'quiet':'disturbed','proven':'not_proven'",
	  "a inside=64 out=-1 7b32~<? +0" },
	{ "proven by one of a longer name", "result", OF("mcs2/contend", "mcs"),
	  "mcs2/contend@mcs 7 +0" },
	{ "no field out of a text or an object", "result",
	  "'per':'a \\'b\\',\\'p50\\':9'," NAMED("a", "'p50':8")
	  "'p50':7,'rounds':[7]", "a p50=8 7 +0" },
};

TEST(kept_record_is_a_line_below_its_head)
{
	EACH_ROW(i, records) {
		char wanted[200];

		kept_begin(room, sizeof(room));
		record(records[i].kind, records[i].fields);
		/* The head holds on from one to the next. */
		snprintf(wanted, sizeof(wanted), "%s%s\n",
			 i ? "" : ">lock 2 ticks\n", records[i].says);
		CHECK_TEXT(kept_text(), wanted);
	}
}

TEST(kept_record_that_is_too_long_keeps_its_median_alone)
{
	char fields[1500] = KEY "'p50':7,'rounds':[7";

	while (strlen(fields) < 1200)
		strcat(fields, ",1234567890");
	kept_begin(room, sizeof(room));
	record("result", strcat(fields, "]"));
	CHECK_TEXT(kept_text(), ">lock 2 ticks\nmcs 7\n");
}

TEST(kept_record_stands_below_one_head_as_long_as_it_holds)
{
	kept_begin(room, sizeof(room));
	record("result", KEY "'p50':7,'rounds':[7]");
	record("result", KEY "'p50':8,'rounds':[8]");
	record("quantity", "'experiment':'lock','variant':'x','cores':2,"
	       "'params':{},'unit':'percent','rounds':[1]");
	CHECK_TEXT(kept_text(), ">lock 2 ticks\nmcs 7 +0\nmcs 8 +0\n"
		   ">lock 2 percent\nx 1q +0\n");
}

TEST(kept_record_keeps_doubts_and_nothing_of_what_is_right)
{
#define PROOF(name) "'experiment':'lock','variant':'" name "','cores':2,"
	kept_begin(room, sizeof(room));
	record("validation", PROOF("mcs") "'verdict':'ok'");
	record("validation", PROOF("tas") "'verdict':'not_proven'");
	record("validation", PROOF("x/contend") "'primitive':'x',"
	       "'verdict':'failed'");
	record("warning", "'code':'host_busy'");
	record("warning", "'code':'exchange_not_proven'");
	CHECK_TEXT(kept_text(), ">lock 2 -\n!tas ?\n!x !\n"
		   "!exchange_not_proven\n");
	kept_record("\n", 1); /* no record at all */
}

TEST(kept_record_of_the_context_goes_into_every_code)
{
	CHECK_TEXT(kept_context(), "- - 0 0");
	record("context", "'trust':'metal','trust_claimed':'somewhere_very_far',"
	       "'tsc_hz':2100000000,'tsc_step':-2");
	CHECK_TEXT(kept_context(), "metal somewhere_ve 2100000000 -2");
	record("context", "'trust':'tcg','trust_claimed':'','tsc_hz':0,"
	       "'tsc_step':26");
	CHECK_TEXT(kept_context(), "tcg - 0 26");
}
