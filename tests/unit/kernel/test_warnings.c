/* SPDX-License-Identifier: MIT */
/* kernel/common/warnings.c: warnings of the boot, and those that do not fit. */
#include "kernel/common/warnings.h"

#include "kernel/machine.h"
#include "tests/unit/test.h"

static void warn(unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++)
		warnings_add("odd", "number %u", i);
}

static void check_warning(unsigned index, const char *code, const char *text)
{
	const char *its_code = NULL, *its_text = NULL;

	CHECK_EQUAL(machine_warning(index, &its_code, &its_text), !!code);
	CHECK_TEXT(its_code, code);
	CHECK_TEXT(its_text, text);
}

TEST(warnings_of_the_boot_are_kept_in_their_order)
{
	check_warning(0, NULL, NULL);
	warn(0, 16);
	check_warning(0, "odd", "number 0");
	check_warning(15, "odd", "number 15");
	check_warning(16, NULL, NULL);
}

TEST(warnings_that_do_not_fit_are_counted_with_the_one_in_whose_place_they_are)
{
	warn(0, 17);
	check_warning(14, "odd", "number 14");
	check_warning(15, "warnings_lost",
		      "2 warnings of the boot did not fit");
	warn(17, 20);
	check_warning(15, "warnings_lost",
		      "5 warnings of the boot did not fit");
	check_warning(16, NULL, NULL);
}
