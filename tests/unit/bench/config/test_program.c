/* SPDX-License-Identifier: MIT */
/* bench/program.c: what is said before anything is measured. Here nothing is:
 * rows of test_names.c are refused. */
#include "bench/program.h"

#include <string.h>

#include "bench/config/user_files.h"
#include "bench/proof/proven.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

const struct user_file user_files[] = {
	{ .path = "right.c" },
	{ .path = "mine.c", .wrong = "my_lock,my_queue" },
	{ .path = NULL } };

TEST(program_compares_the_trust_claimed_with_the_trust_detected)
{
	static const struct { const char *claim, *said; } rows[] = {
		{ "trust=", NULL }, { "trust=kvm", NULL },
		{ "trust=metal", "\"trust_mismatch\",\"text\":\"detected kvm, "
		  "but the runner claims metal: the less trusted counts\"" },
		{ "trust=gold", "\"trust_unknown\",\"text\":\"trust=gold is no "
		  "label this image knows\"" },
	};

	fake.facts.trust = "kvm";
	EACH_ROW(i, rows) {
		char line[32];

		test_row("%s", rows[i].claim);
		strcpy(line, rows[i].claim);
		options_parse(line, NULL);
		fake.records = 0;
		program();
		CHECK_EQUAL(fake_said("\"code\":\"trust_", ""),
			    rows[i].said != NULL);
		CHECK(!rows[i].said || fake_said(rows[i].said, "") == 1);
	}
}

TEST(program_names_cores_that_did_not_start)
{
	fake.core = (struct machine_core_info){
		.apic_id = 7, .state = CORE_FAILED, .type = "uniform",
		.reason = "no answer" };
	program();
	CHECK(strstr(fake_printed(), "core with APIC ID 7 did not start: no "
				     "answer\n"));
	fake.core.state = CORE_SKIPPED;
	program();
	CHECK(strstr(fake_printed(), "core with APIC ID 7 was skipped: no "
				     "answer\n"));
	fake.core.state = CORE_STARTED;
	program();
	CHECK(!strstr(fake_printed(), "core with APIC ID"));
}

TEST(program_marks_what_the_explorer_found_wrong)
{
	program();
	CHECK_EQUAL(fake_said("\"explored_wrong\"", ""), 2);
	CHECK_EQUAL(fake_said("mine.c: my_lock is wrong under some schedule: "
			      "ranked nowhere", ""), 1);
	CHECK_EQUAL(fake_said("mine.c: my_queue is wrong", ""), 1);
	CHECK_EQUAL(proven_of("lock", "my_lock", 1), DISPROVEN);
	CHECK_EQUAL(proven_of("queue", "my_queue", 2), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "another", 1), PROVEN);
}
