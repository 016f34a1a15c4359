/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/page.c: shares of a task. */
#define dispatch_show_summary apart_show_summary
#define dispatch_show_explained apart_show_explained
#define dispatch_show_executor apart_show_executor
#include "bench/experiments/dispatch/page.c"

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static bool shares_are(int64_t overhead, const char *wanted)
{
	fake_machine_enter(0);
	grid_title("shares");
	grid_column(7, "ovh. %%");
	grid_column(7, "work %%");
	grid_row();
	fake.text_length = 0;
	show_shares(overhead);
	grid_row();
	return CHECK_TEXT(fake.text, wanted);
}

TEST(dispatch_shares_are_of_the_whole)
{
	shares_are(0, "   0.00 100.00\n");
	shares_are(12340, "  12.34  87.66\n");
	shares_are(100000, " 100.00   0.00\n");
}

TEST(dispatch_overhead_below_nothing_has_no_share)
{
	shares_are(-10, "      -      -\n");
	shares_are(-50000, "      -      -\n");
}
