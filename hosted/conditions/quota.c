/* SPDX-License-Identifier: MIT */
#include "hosted/conditions/quota.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define GROUP_MAX 256

/* Our group by version 2 of control groups, or by version 1: a path. */
static void own_group(bool newer, char group[GROUP_MAX])
{
	FILE *file = fopen("/proc/self/cgroup", "re");
	char line[GROUP_MAX + 64];

	group[0] = 0;
	while (file && fgets(line, sizeof(line), file))
		if (newer ? !strncmp(line, "0::", 3)
			  : strstr(line, ":cpu,") || strstr(line, ":cpu:"))
			snprintf(group, GROUP_MAX, "%s", strrchr(line, ':') + 1);
	group[strcspn(group, "\n")] = 0;
	if (file)
		fclose(file);
}

/* A file of our group; where that is not seen, as in a container, of the root. */
static FILE *group_file(const char *name)
{
	static const char *const mounts[] = {
		"/sys/fs/cgroup", "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct" };
	char group[GROUP_MAX], path[GROUP_MAX + 64];

	for (unsigned i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++)
		for (unsigned root = 0; root < 2; root++) {
			FILE *file;

			own_group(i == 0, group);
			snprintf(path, sizeof(path), "%s%s/%s", mounts[i],
				 root ? "" : group, name);
			file = fopen(path, "re");
			if (file)
				return file;
		}
	return NULL;
}

static uint64_t group_number(const char *name)
{
	FILE *file = group_file(name);
	long long value = 0;

	if (file && fscanf(file, "%lld", &value) != 1)
		value = 0;
	if (file)
		fclose(file);
	return value > 0 ? (uint64_t)value : 0;
}

static void read_limit(struct quota *quota)
{
	FILE *file = group_file("cpu.max");
	unsigned long long used, period;

	if (file && fscanf(file, "%llu %llu", &used, &period) == 2) {
		quota->used_us = used;
		quota->period_us = period;
	} else if (!file) {
		quota->used_us = group_number("cpu.cfs_quota_us");
		quota->period_us = quota->used_us ?
				   group_number("cpu.cfs_period_us") : 0;
	}
	if (file)
		fclose(file);
}

struct quota quota_now(void)
{
	struct quota quota = { 0 };
	FILE *file = group_file("cpu.stat");
	char name[64];
	unsigned long long value;

	read_limit(&quota);
	while (file && fscanf(file, "%63s %llu", name, &value) == 2) {
		if (!strcmp(name, "nr_periods"))
			quota.periods = value;
		if (!strcmp(name, "nr_throttled"))
			quota.throttled = value;
	}
	if (file)
		fclose(file);
	return quota;
}
