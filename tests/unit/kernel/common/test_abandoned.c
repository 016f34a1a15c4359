/* SPDX-License-Identifier: MIT */
/* kernel/common/abandoned.c: who may ask, and what is remembered. */
#include "kernel/common/jobs.h"

#include "kernel/recall.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

TEST(abandoned_is_nothing_outside_of_it)
{
	fake.cores = 2;
	CHECK(!abandon_open() && !abandon_asked());
	CHECK(!abandon_ask("why") && !abandon_asked());
	abandon_begin();
	CHECK(abandon_open() && !abandon_asked());
	abandon_end();
	CHECK(!abandon_open() && !abandon_ask("why"));
}

TEST(abandoned_is_for_the_first_reason)
{
	fake.cores = 2;
	abandon_begin();
	CHECK(abandon_ask_of_fault("page fault", 1, 0x1000));
	CHECK(!abandon_ask("hangs"));
	CHECK(abandon_asked());
	CHECK_TEXT(machine_abandoned()->why, "page fault");
	CHECK(machine_abandoned()->fault);
	CHECK_EQUAL(machine_abandoned()->core, 1);
	abandon_end();
	CHECK(!abandon_asked());
	CHECK_TEXT(machine_abandoned()->why, "page fault"); /* to be told */
	abandon_begin();
	CHECK(!abandon_asked() && abandon_ask("hangs"));
	CHECK(!machine_abandoned()->fault);
}

TEST(abandoned_cores_keep_where_they_were_first)
{
	fake.cores = 2;
	abandon_begin();
	abandon_leave(1, 0x1234);
	abandon_leave(1, 0x5678);
	CHECK_EQUAL(machine_abandoned_at(1), 0x1234);
	CHECK_EQUAL(machine_abandoned_at(0), 0);
	abandon_begin();
	CHECK_EQUAL(machine_abandoned_at(1), 0);
}

/* Core 0 is told by the fault, and calls core 1 before that has got away. */
TEST(abandoned_after_a_fault_is_the_place_of_the_fault)
{
	fake.cores = 2;
	abandon_begin();
	CHECK(abandon_ask_of_fault("page fault", 1, 0x1000));
	abandon_leave(1, 0x2000);
	CHECK_EQUAL(machine_abandoned_at(1), 0x1000);
}

TEST(abandoned_for_a_fault_on_another_stack_is_nobodys)
{
	uint64_t stack[4] = { 0 };
	uint64_t low = (uint64_t)stack, high = (uint64_t)(stack + 4);

	CHECK(!abandon_called_by_users(low, high));
	CHECK(!abandon_called_by_users(high, low));
	CHECK(!abandon_called_by_users(8, UINT64_MAX)); /* it reads nothing */
}

/* No file of a user's is in this program: each fault is ours. */
TEST(abandoned_for_a_fault_is_the_users_code_alone)
{
	static const char code[16];

	CHECK(!abandon_users((uint64_t)code, code, code + 16));
	CHECK(!abandon_users(8, code, code + 16));
	abandon_begin();
	abandon_leave(0, (uint64_t)code);
	CHECK(!machine_abandoned_in_users(0));
}
