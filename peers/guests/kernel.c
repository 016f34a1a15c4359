/* SPDX-License-Identifier: MIT */
/* What the kernel takes for the least that it does. What its threads take are
 * rows of the Linux program anyway (hosted/rows). */
#include <sys/syscall.h>
#include <unistd.h>

#include "peers/guests/contracts.h"

#define CHECKED 1000u

__attribute__((noinline)) static void body_syscall(struct cell *cell,
						   unsigned core,
						   uint64_t count)
{
	(void)cell;
	(void)core;
	while (count--)
		syscall(SYS_getppid);
}

/* It answers as the C library does. */
static bool validate_syscall(struct cell *cell)
{
	cell->checked = CHECKED;
	for (unsigned i = 0; i < CHECKED; i++)
		if (syscall(SYS_getppid) != getppid())
			return false;
	return true;
}

static const struct variant syscalls[] = {
	{
		.name = "syscall", .per = "system call",
		.summary = "SYSCALL: into the kernel and back (getppid)",
		.most_cores = 1, .validate = validate_syscall,
		.property = "the kernel answers", .body = body_syscall,
	},
};

ROWS(floor, syscalls);
