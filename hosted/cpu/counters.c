/* SPDX-License-Identifier: MIT */
/* What Linux did to a core's thread, and what the hypervisor did to Linux. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hosted/cpu/cores.h"
#include "kernel/machine.h"

#define STAT_MAX 65536u

/* Microseconds stolen from a processor since boot; false where untold. */
static bool read_steal(unsigned processor, uint64_t *us)
{
	static _Thread_local char text[STAT_MAX];
	unsigned long long steal;
	char label[16], *line;
	int file = open("/proc/stat", O_RDONLY | O_CLOEXEC);
	ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);

	if (file >= 0)
		close(file);
	text[length < 0 ? 0 : length] = 0;
	snprintf(label, sizeof(label), "cpu%u ", processor);
	line = strstr(text, label);
	if (!line || sscanf(line, "%*s %*u %*u %*u %*u %*u %*u %*u %llu",
			    &steal) != 1)
		return false;
	*us = steal * (1000000 / (uint64_t)sysconf(_SC_CLK_TCK));
	return true;
}

struct machine_counters machine_counters(void)
{
	struct machine_counters c = { 0 };
	struct rusage usage;

	c.steal_known = read_steal(hosted_processor(machine_core()),
				   &c.steal_us);
	if (!getrusage(RUSAGE_THREAD, &usage)) {
		c.system_known = true;
		c.switches = (uint64_t)usage.ru_nivcsw;
		c.faults = (uint64_t)(usage.ru_minflt + usage.ru_majflt);
	}
	return c;
}
