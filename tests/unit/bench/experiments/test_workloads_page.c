/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/page.c: which forms have a row. */
#define workloads_show apart_workloads_show
#include "bench/experiments/workloads/page.c"

#include <string.h>

#include "bench/harness/trial.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(workloads_page_has_the_forms_that_are_on_any_number_of_cores)
{
	static const struct workload work = { .name = "add", .per = "number" };
	static struct workload_cell cell[2] = {
		{ .work = NULL }, { .work = &work, .cores = 2, .items = 70 } };

	fake.clock.hz = 1000000;
	trial_begin(&(struct record_key){ "workloads", "add", 2, NULL });
	for (unsigned all = 0; all < 2; all++) {
		cell[0].all_cores = all;
		fake.text_length = 0;
		fake.text[0] = '\0';
		apart_workloads_show(cell, 2);
		CHECK(strstr(fake.text, "8 workers on 2 cores"));
		CHECK(strstr(fake.text, "add/sequential"));
		CHECK(strstr(fake.text, "add/concurrent"));
		CHECK(strstr(fake.text, "add/again"));
		CHECK(strstr(fake.text, "70 numbers"));
		CHECK(!strstr(fake.text, "a_core"));
		CHECK_EQUAL(strstr(fake.text, "goroutine") != NULL, all);
	}
}
