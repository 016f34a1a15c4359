/* SPDX-License-Identifier: MIT */
/* bench/config/names.c: two of one kind that have one name are told. */
#include <string.h>

#include "bench/bench.h"
#include "kernel/format.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

/* In registries of their own. */
static struct experiment first = { .name = "first", .summary = "" },
			 second = { .name = "second", .summary = "" },
			 third = { .name = "third", .summary = "" };
static struct option one = { .name = "one", .help = "" },
		     other = { .name = "other", .help = "" };

REGISTER(apart_experiments, first);
REGISTER(apart_experiments, second);
REGISTER(apart_experiments, third);
REGISTER(apart_options, one);
REGISTER(apart_options, other);
REGISTER_IN(apart_theirs, third, yours_third);

#define __start_qc_experiments __start_apart_experiments
#define __stop_qc_experiments __stop_apart_experiments
#define __start_qc_options __start_apart_options
#define __stop_qc_options __stop_apart_options
#define __start_qc_yours __start_apart_theirs
#define __stop_qc_yours __stop_apart_theirs
#define name_kinds apart_kinds
#define names_check apart_check
#define names_any_yours apart_names_any_yours
#define names_yours apart_yours
#define names_ours apart_ours
#include "bench/config/names.c"

/* How often it is said that two of that kind have that name. */
static unsigned said(const char *what, const char *name)
{
	char text[96];
	unsigned n = 0;

	format(text, sizeof(text), "\"duplicate_name\",\"text\":\"two %ss are "
	       "called '%s': one of them needs another name\"", what, name);
	for (unsigned i = 0; i < fake.records; i++)
		n += strstr(fake.record[i], text) != NULL;
	return n;
}

TEST(names_that_differ_are_right)
{
	CHECK(apart_check());
	CHECK_EQUAL(fake.records, 0);
}

TEST(names_of_one_kind_that_are_the_same_are_told)
{
	third.name = "first";
	CHECK(!apart_check());
	CHECK_EQUAL(said("experiment", "first"), 1);
	second.name = "first";
	CHECK(!apart_check());
	CHECK_EQUAL(said("experiment", "first"), 4); /* three pairs more */
	CHECK_EQUAL(fake.records, 4);
}

TEST(names_of_options_that_are_the_same_are_told)
{
	other.name = "one";
	CHECK(!apart_check());
	CHECK_EQUAL(said("option", "one"), 1);
	CHECK_EQUAL(fake.records, 1);
}

TEST(names_of_two_kinds_may_be_the_same)
{
	first.name = "one";
	CHECK(apart_check());
}

TEST(names_are_ours_or_yours)
{
	CHECK(apart_ours(NAMES_EXPERIMENTS, "first"));
	CHECK(!apart_yours(&first));
	CHECK(!apart_ours(NAMES_EXPERIMENTS, "third"));
	CHECK(apart_yours(&third));
	CHECK(!apart_ours(NAMES_QUEUES, "first")); /* of another kind */
	CHECK(!apart_ours(NAMES_EXPERIMENTS, "fourth"));
}
