/* SPDX-License-Identifier: MIT */
/* bench/config/exchange.c: what was chosen is refused by its name. */
#include "bench/config/exchange.h"

#include <string.h>

#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void refuse(const char *chosen, const char *wanted)
{
	static char line[32];

	strcpy(line, chosen);
	CHECK_EQUAL(options_parse(line, NULL), 0);
	exchange_fill();
	CHECK(exchange_check());
	CHECK(!exchange_refuse("not enough memory"));
	CHECK_EQUAL(fake.records, 1);
	CHECK(strstr(fake.record[0], wanted));
}

TEST(exchange_of_a_lock_is_refused_by_its_name)
{
	refuse("lock=ttas", "\"code\":\"bad_option\",\"text\":\"lock=ttas: not "
			    "enough memory\"");
}

TEST(exchange_of_a_queue_is_refused_by_its_name)
{
	refuse("queue=mpmc", "\"code\":\"bad_option\",\"text\":\"queue=mpmc: "
			     "not enough memory\"");
}
