/* SPDX-License-Identifier: MIT */
/*
 * What Linux's own clock costs, next to the time stamp it is made of: through
 * the page the kernel maps into every process (vDSO), and by a system call.
 */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"

#define CHECKED 1000u

__attribute__((noinline)) static void gettime_vdso(struct cell *cell,
						   unsigned core,
						   uint64_t count)
{
	struct timespec now;

	(void)cell;
	(void)core;
	while (count--)
		clock_gettime(CLOCK_MONOTONIC, &now);
}

__attribute__((noinline)) static void gettime_syscall(struct cell *cell,
						      unsigned core,
						      uint64_t count)
{
	struct timespec now;

	(void)cell;
	(void)core;
	while (count--)
		syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
}

/* The two are one clock: a read by one lies between two by the other. */
static bool validate_clock(struct cell *cell)
{
	struct timespec at[3];

	cell->checked = CHECKED;
	for (unsigned i = 0; i < CHECKED; i++) {
		clock_gettime(CLOCK_MONOTONIC, &at[0]);
		syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &at[1]);
		clock_gettime(CLOCK_MONOTONIC, &at[2]);
		for (unsigned k = 0; k < 2; k++)
			if (at[k].tv_sec > at[k + 1].tv_sec ||
			    (at[k].tv_sec == at[k + 1].tv_sec &&
			     at[k].tv_nsec > at[k + 1].tv_nsec))
				return false;
	}
	return true;
}

static const struct variant clocks[] = {
	{
		.name = "clock_gettime/vdso", .per = "read",
		.summary = "Linux's monotonic clock, without a system call",
		.most_cores = 1, .validate = validate_clock,
		.property = "no time below the one before",
		.body = gettime_vdso,
	}, {
		.name = "clock_gettime/syscall", .per = "read",
		.summary = "Linux's monotonic clock, by a system call",
		.most_cores = 1, .validate = validate_clock,
		.property = "no time below the one before",
		.body = gettime_syscall,
	},
};

ROWS(timer, clocks);
