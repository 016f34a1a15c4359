/* SPDX-License-Identifier: MIT */
/*
 * usage: torture [seed=N] [operations=N] [CASE ...]
 *
 * Runs all cases, or those named, on the Linux machine's cores.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hosted/time/clock.h"
#include "hosted/cpu/abandon.h"
#include "hosted/cpu/cores.h"
#include "hosted/memory.h"
#include "hosted/stop.h"
#include "kernel/machine.h"
#include "tests/torture/torture.h"

#define DEFAULT_OPERATIONS 20000u
#define LONGEST_SECONDS 300u

REGISTRY(qc_torture, const struct torture);

/* Nothing is logged here: kernel/log.c links, with what else it needs. */
uint64_t machine_run_id(void)
{
	return 0;
}

unsigned torture_broken(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	fputs("    ", stdout);
	vprintf(text, args);
	putchar('\n');
	va_end(args);
	return 1;
}

static bool chosen(const char *name, int count, char **words)
{
	bool any = false;

	for (int i = 1; i < count; i++) {
		if (strchr(words[i], '='))
			continue;
		any = true;
		if (!strcmp(words[i], name))
			return true;
	}
	return !any;
}

static uint64_t number(const char *name, int count, char **words,
		       uint64_t otherwise)
{
	size_t length = strlen(name);

	for (int i = 1; i < count; i++)
		if (!strncmp(words[i], name, length) && words[i][length] == '=')
			return strtoull(words[i] + length + 1, NULL, 0);
	return otherwise;
}

int main(int argc, char **argv)
{
	uint64_t seed = number("seed", argc, argv, (uint64_t)time(NULL));
	uint64_t operations = number("operations", argc, argv,
				     DEFAULT_OPERATIONS);
	unsigned broken = 0, ran = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	alarm(LONGEST_SECONDS); /* a lost wake-up must not hang the tests */
	hosted_memory_init();
	hosted_start_cores(abandon_serve);
	hosted_clock_init();
	REGISTRY_EACH(qc_torture, const struct torture, entry) {
		if (!chosen((*entry)->name, argc, argv))
			continue;
		printf("%s seed=%llu: %s\n", (*entry)->name,
		       (unsigned long long)seed, (*entry)->summary);
		broken += (*entry)->run(machine_cores(), operations, seed);
		ran++;
	}
	printf("%u cases, %u promises broken\n", ran, broken);
	fflush(stdout);
	_exit(broken || !ran);
}
