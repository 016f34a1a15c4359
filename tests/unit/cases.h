/* SPDX-License-Identifier: MIT */
/*
 * Cases of a file of text, for a parser of what a firmware leaves in memory.
 *
 *	NAME = TEXT                  {NAME a, b} is this, with a for $1, b for $2
 *	== TEST                      the cases of this one follow
 *	WHAT | MEMORY | SAYS         MEMORY as tests/unit/firmware.h has it
 *	# a comment
 *
 * A line that begins with a tab goes on with the one before.
 */
#ifndef TESTS_UNIT_CASES_H
#define TESTS_UNIT_CASES_H

#include <stddef.h>

#include "tests/unit/firmware.h"
#include "tests/unit/test.h"

/* The file of all tests of a source. */
#define CASES_OF(file)                                                       \
	__asm__(".section .rodata\n"                                         \
		"cases_of_this: .incbin \"" file "\"\n"                      \
		".byte 0\n"                                                  \
		".previous");                                                \
	extern const char cases_of_this[]

/*
 * Each case in a process of its own: look() has to say() what is wanted; what
 * it may CHECK() is not seen. Then it looks at damaged tables
 * (firmware_damage()), and what it says is free.
 */
#define TEST_OF_CASES(name, look)                                            \
	TEST(name)                                                           \
	{                                                                    \
		look_at_cases(cases_of_this, #name, look);                   \
	}

void look_at_cases(const char *cases, const char *test, void (*look)(void));

void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ", CODE: TEXT" of each warning. */
void say_warnings(void);

#endif
