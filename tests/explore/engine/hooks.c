/* SPDX-License-Identifier: MIT */
/*
 * What gcc -fsanitize=thread calls before each plain access of the code under
 * test. We are its library: nothing is linked with the real one.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/explore/engine/model.h"

static void plain(const void *address, size_t size, bool store,
		  const void *code)
{
	if (run.self == NOBODY)
		return;
	mutate_plain(address, size);
	if (run.model == EXPLORE_C11)
		race_plain(address, size, store, code);
}

#define HOOK(name, size, store)                                              \
	void __tsan_##name(const void *address);                             \
	void __tsan_##name(const void *address)                              \
	{                                                                    \
		plain(address, size, store, __builtin_return_address(0));    \
	}

#define HOOKS(size)                                                          \
	HOOK(read##size, size, false)                                        \
	HOOK(write##size, size, true)                                        \
	HOOK(unaligned_read##size, size, false)                              \
	HOOK(unaligned_write##size, size, true)                              \
	HOOK(volatile_read##size, size, false)                               \
	HOOK(volatile_write##size, size, true)

HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

#define RANGE_HOOK(name, store)                                              \
	void __tsan_##name##_range(const void *address, size_t size);        \
	void __tsan_##name##_range(const void *address, size_t size)         \
	{                                                                    \
		plain(address, size, store, __builtin_return_address(0));    \
	}

RANGE_HOOK(read, false)
RANGE_HOOK(write, true)

void __tsan_init(void);
void __tsan_init(void)
{
}

/* ---- names of places --------------------------------------------------- */

/* By addr2line, if there is one: only when a race has been found. */
static void ask(const void *code, char *text, size_t size)
{
	char command[128];
	FILE *answer;

	snprintf(command, sizeof(command), "addr2line -s -p -f -e /proc/%d/exe"
		 " %p 2>/dev/null", (int)getpid(),
		 (void *)((const char *)code - 1));
	answer = popen(command, "r");
	if (!answer)
		return;
	if (fgets(text, size, answer))
		text[strcspn(text, "\n")] = 0;
	pclose(answer);
}

void race_place(struct race_where where, char *text, size_t size)
{
	if (where.site) {
		snprintf(text, size, "%s %s", where.site->expression,
			 where.site->where);
		return;
	}
	snprintf(text, size, "code at %p", where.code);
	if (!mutated || run.tracing)
		ask(where.code, text, size);
}
