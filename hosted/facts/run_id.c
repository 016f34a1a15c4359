/* SPDX-License-Identifier: MIT */
/* The Linux program's run id: docs/log-format.md says what it is made of. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel/common/fnv1a.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

static uint64_t make_run_id(void)
{
	const struct machine_facts *facts = machine_facts();
	uint64_t stamp = tsc_read(), hash = FNV1A_START;
	struct timespec now;
	pid_t pid = getpid();

	clock_gettime(CLOCK_REALTIME, &now);
	hash = fnv1a(hash, &facts->image_crc, sizeof(facts->image_crc));
	if (facts->command_line)
		hash = fnv1a(hash, facts->command_line,
			     strlen(facts->command_line));
	hash = fnv1a(hash, &stamp, sizeof(stamp));
	hash = fnv1a(hash, &now.tv_sec, sizeof(now.tv_sec));
	hash = fnv1a(hash, &now.tv_nsec, sizeof(now.tv_nsec));
	return fnv1a(hash, &pid, sizeof(pid));
}

uint64_t machine_run_id(void)
{
	static uint64_t id;

	if (!id)
		id = make_run_id();
	return id;
}
