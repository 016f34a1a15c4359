/* SPDX-License-Identifier: MIT */
#include "hosted/conditions/others.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "hosted/cpu/cores.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"

#define NS_PER_S 1000000000ull
#define NS_PER_US 1000u
#define BUSY_PER_CENT 10u /* of our processors' time, taken by others */
#define LINE_MAX_BYTES 512

static uint64_t wall_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* A line of /proc/stat: all but the 4th and 5th, idle and waiting for a disk;
 * the 8th is what a hypervisor took (steal), and guests are in the 1st. */
static uint64_t busy_ticks(const char *numbers)
{
	uint64_t ticks = 0;
	char *end = NULL;

	for (unsigned i = 1; i <= 8; i++, numbers = end) {
		uint64_t value = strtoull(numbers, &end, 10);

		if (i != 4 && i != 5)
			ticks += value;
	}
	return ticks;
}

static bool is_ours(unsigned processor)
{
	for (unsigned i = 0; i < machine_cores(); i++)
		if (hosted_processor(i) == processor)
			return true;
	return false;
}

static uint64_t busy_ns(void)
{
	FILE *file = fopen("/proc/stat", "re");
	char line[LINE_MAX_BYTES];
	uint64_t ticks = 0;
	unsigned processor;
	int at;

	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "cpu%u%n", &processor, &at) == 1 &&
		    line[strlen("cpu")] != ' ' && is_ours(processor))
			ticks += busy_ticks(line + at);
	if (file)
		fclose(file);
	return ticks * (NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK));
}

static uint64_t own_ns(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return ((uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
		(uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec)) * NS_PER_US;
}

struct use use_now(void)
{
	return (struct use){ wall_ns(), busy_ns(), own_ns() };
}

unsigned others_took(struct use from, struct use to)
{
	uint64_t wall = to.wall - from.wall;
	uint64_t others = above_u64(to.busy - from.busy, to.own - from.own);
	unsigned hundredths;

	if (wall < OTHERS_LEAST_NS)
		return 0;
	hundredths = (unsigned)(others * 100 / wall);
	return hundredths < BUSY_PER_CENT * machine_cores() ? 0 : hundredths;
}
