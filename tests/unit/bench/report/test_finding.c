/* SPDX-License-Identifier: MIT */
/* bench/report/finding.c: a sentence on the screen, its value in the log. */
#include "bench/report/finding.h"

#include <string.h>

#include "bench/report/text.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(finding_names_its_value_and_both_subjects)
{
	struct finding f = { "lock", "gain", "times", -1500,
			     { "mcs", "tas" }, false };

	report_conclusion(&f, "%s wins", "tas");
	CHECK(strstr(fake.record[0], "\"experiment\":\"lock\",\"name\":\"gain\","
		     "\"value\":-1.5,\"unit\":\"times\""));
	CHECK(strstr(fake.record[0], "\"subjects\":[\"mcs\",\"tas\"],"
		     "\"text\":\"tas wins\""));
	CHECK_TEXT(fake.text, "  tas wins\n");
}

TEST(finding_without_a_value_or_a_line)
{
	struct finding f = { .experiment = "lock", .name = "gain", .unit = "",
			     .value_milli = TEXT_NULL, .quiet = true };

	report_conclusion(&f, "nothing");
	CHECK(strstr(fake.record[0], "\"value\":null,"));
	CHECK(strstr(fake.record[0], "\"subjects\":[],"));
	CHECK_EQUAL(fake.text_length, 0);
	report_finding("lock", "gain", 0, "ticks", "%u", 3u);
	CHECK(strstr(fake.record[1], "\"value\":0,"));
	CHECK_TEXT(fake.text, "  3\n");
}
