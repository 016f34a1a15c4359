/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/page.c: which quantities tell where it pays. */
#include <string.h>

#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define primes_show_page apart_show_page
#include "bench/experiments/primes/page.c"

static struct primes_group crossed;

/* Three executors: of one no crossover was looked for. */
static void show(bool full)
{
	struct primes_subject *s = crossed.subject;

	crossed = (struct primes_group){ .cores = 2, .points = 1,
		.full = full, .subjects = 3 };
	s[0] = (struct primes_subject){ .name = "sequential" };
	for (unsigned i = 1; i < 3; i++) {
		s[i] = (struct primes_subject){
			.name = i == 1 ? "shared" : "steal", .crossings = 3,
			.crossover = { 6005000, QUANTITY_NEVER,
				       QUANTITY_NONE } };
		for (unsigned of = 0; of < PRIMES_PRICES; of++) {
			s[i].price[of][0] = 100000 + 1000 * of;
			s[i].price[of][1] = QUANTITY_NEVER;
			s[i].price[of][2] = QUANTITY_NONE;
		}
	}
	fake.records = 0;
	apart_show_page(&crossed);
}

static bool tells(unsigned record, const char *variant, const char *what)
{
	char name[64];

	format(name, sizeof(name), "\"variant\":\"%s\"", variant);
	return record < fake.records && strstr(fake.record[record], name) &&
	       strstr(fake.record[record], what);
}

TEST(primes_crossovers_are_numbers_by_round)
{
	show(false);
	CHECK_EQUAL(fake.records, 3);
	CHECK(tells(0, "shared/crossover", "\"unit\":\"numbers\","
		    "\"primitive\":\"shared\",\"rounds\":[6005,\"never\",null]"));
	CHECK(tells(2, "steal/crossover", "[6005,\"never\",null]"));
}

TEST(primes_prices_are_of_one_executor_or_in_the_full_suite_of_each)
{
	show(false);
	CHECK(tells(1, "shared/crossover_work",
		    "\"rounds\":[100,\"never\",null],"
		    "\"overhead_rounds\":[101,\"never\",null]"));
	show(true);
	CHECK_EQUAL(fake.records, 4);
	CHECK(tells(3, "steal/crossover_work", "overhead_rounds"));
}
