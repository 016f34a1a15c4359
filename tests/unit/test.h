/* SPDX-License-Identifier: MIT */
/*
 * Unit tests. TEST(name) { ... } in any test_*.c below tests/unit is found by
 * itself. Each test runs in a process of its own: it starts with fresh
 * statics, and a crash or a hang fails that test alone. A CHECK that fails
 * prints where and what, and the test goes on.
 */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/registry.h"

struct test {
	const char *name;
	void (*body)(void);
	bool is_long;
};

#define TEST(test_name) TEST_THAT_IS(false, test_name)

/* Takes above a second: `make check` leaves it out. */
#define TEST_LONG(test_name) TEST_THAT_IS(true, test_name)

#define TEST_THAT_IS(long_, test_name)                                       \
	static void test_##test_name(void);                                  \
	static const struct test entry_##test_name =                         \
		{ #test_name, test_##test_name, long_ };                     \
	REGISTER(qc_tests, entry_##test_name);                               \
	static void test_##test_name(void)

/*
 * for each row of a table: what fails is said to be in the row of that number,
 * or of what test_row() calls it.
 */
#define EACH_ROW(i, rows)                                                    \
	for (unsigned i = 0;                                                 \
	     test_row_of(i, sizeof(rows) / sizeof((rows)[0])); i++)
bool test_row_of(unsigned row, unsigned rows);

/* The same, for rows that have a name: what. */
#define EACH_CASE(i, rows)                                                   \
	for (unsigned i = 0; test_row_called(                                \
		     i < sizeof(rows) / sizeof((rows)[0]) ? (rows)[i].what   \
							  : NULL); i++)
bool test_row_called(const char *what);
void test_row(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* Each is true if the check held. */
bool check_true(const char *file, int line, const char *text, bool value);
bool check_equal(const char *file, int line, const char *text,
		 uint64_t is, uint64_t wanted);
bool check_text(const char *file, int line, const char *text,
		const char *is, const char *wanted);

#define CHECK(condition)                                                     \
	check_true(__FILE__, __LINE__, #condition, (condition))
#define CHECK_EQUAL(is, wanted)                                              \
	check_equal(__FILE__, __LINE__, #is, (uint64_t)(is),                 \
		    (uint64_t)(wanted))
#define CHECK_TEXT(is, wanted)                                               \
	check_text(__FILE__, __LINE__, #is, (is), (wanted))

#endif
