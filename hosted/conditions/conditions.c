/* SPDX-License-Identifier: MIT */
#include "hosted/conditions/conditions.h"

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "hosted/cpu/cores.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/print.h"

/* ---- a quota ----------------------------------------------------------- */

struct quota {
	uint64_t used_us, period_us; /* of each period; period 0: no limit */
	uint64_t periods, throttled; /* up to now, and those it was stopped in */
};

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

/* As it is now; zeros where nothing tells. Any thread. */
static struct quota quota_now(void)
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

/* ---- other programs ---------------------------------------------------- */

#define OTHERS_LEAST_NS 100000000ull /* less, and Linux's ticks tell nothing */

struct use {
	uint64_t wall, busy, own; /* ns; busy: of our processors, by anybody */
};

#define NS_PER_S 1000000000ull
#define NS_PER_US 1000u
#define BUSY_PER_CENT 10u /* of our processors' time, taken by others */
#define LINE_MAX_BYTES 512

static uint64_t now_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
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

/* Up to now. All cores up; any thread. */
static struct use use_now(void)
{
	return (struct use){ now_ns(CLOCK_MONOTONIC), busy_ns(), own_ns() };
}

/* Hundredths of a processor that others took in between; 0 where that is next to
 * nothing, or cannot be told. */
static unsigned others_took(struct use from, struct use to)
{
	uint64_t wall = to.wall - from.wall;
	uint64_t others = above_u64(to.busy - from.busy, to.own - from.own);
	unsigned hundredths;

	if (wall < OTHERS_LEAST_NS)
		return 0;
	hundredths = (unsigned)(others * 100 / wall);
	return hundredths < BUSY_PER_CENT * machine_cores() ? 0 : hundredths;
}

/* ---- the run ----------------------------------------------------------- */

#define LONG_NS NS_PER_S         /* a stop that is worth a word */
#define LOOKS 15u /* of OTHERS_LEAST_NS, before the run */

/* ---- a stop ------------------------------------------------------------ */

static uint64_t alive_ns;                       /* atomic: when last seen */
static volatile sig_atomic_t stops, stopped_ms; /* since the last look */

static void note_alive(void)
{
	__atomic_store_n(&alive_ns, now_ns(CLOCK_MONOTONIC), __ATOMIC_RELAXED);
}

/* Asked between rounds: a stop lasted since then at most. No key is read. */
bool machine_stop_asked(void)
{
	note_alive();
	return false;
}

static void on_continue(int signal)
{
	uint64_t gap = now_ns(CLOCK_MONOTONIC) -
		       __atomic_load_n(&alive_ns, __ATOMIC_RELAXED);

	(void)signal;
	if (gap < LONG_NS)
		return;
	stops++;
	stopped_ms += (sig_atomic_t)min_u64(gap / 1000000, 1000000);
}

/* How long the machine was suspended: one clock stands meanwhile. */
static uint64_t suspended_ns(void)
{
	return above_u64(now_ns(CLOCK_BOOTTIME), now_ns(CLOCK_MONOTONIC));
}

/* ---- looks ------------------------------------------------------------- */

static struct use begun, measured;
static struct quota quota;
static uint64_t suspended;

void conditions_begin(void)
{
	struct sigaction action = { .sa_handler = on_continue,
				    .sa_flags = SA_RESTART | SA_ONSTACK };

	begun = use_now();
	note_alive();
	sigaction(SIGCONT, &action, NULL);
}

/* With so many hundredths of our processors in it. */
static void tell(const char *text, unsigned hundredths)
{
	machine_style(MACHINE_WARN);
	print(text, hundredths / 100, hundredths % 100, machine_cores());
	machine_style(MACHINE_PLAIN);
}

/* Idle, until others' time can be told from none. */
static void wait_least(void)
{
	uint64_t left = above_u64(begun.wall + OTHERS_LEAST_NS, now_ns(CLOCK_MONOTONIC));

	nanosleep(&(struct timespec){ .tv_nsec = (long)left }, NULL);
}

static void warn_of_quota(void)
{
	uint64_t hundredths;

	if (!quota.period_us)
		return;
	hundredths = quota.used_us * 100 / quota.period_us;
	if (hundredths >= 100 * machine_cores())
		return;
	tell("A quota: %u.%02u of %u processors may be used. Above that Linux stops "
	     "us.\n", (unsigned)hundredths);
	log_warning("cpu_quota", "this container or service may use %lu.%02lu of "
		    "%u processors: above that Linux stops it, for up to %lu ms",
		    hundredths / 100, hundredths % 100, machine_cores(),
		    quota.period_us / 1000);
}

/* A compiler that just ends, or the reader that has started us, is no load: who is
 * busy at every look is. */
static unsigned others_before(void)
{
	unsigned others = 0;

	for (unsigned look = 0; look < LOOKS; look++) {
		wait_least();
		measured = use_now();
		others = others_took(begun, measured);
		if (!others)
			break;
		begun = measured;
	}
	return others;
}

void machine_look_before(void)
{
	unsigned others = others_before();

	quota = quota_now();
	suspended = suspended_ns();
	warn_of_quota();
	if (!others)
		return;
	tell("The host is busy: other programs take %u.%02u of %u processors.\n"
	     "Figures will be inconclusive.\n", others);
	log_warning("host_busy", "the host is busy: other programs take %u.%02u of "
		    "%u processors before the run. Figures will be inconclusive",
		    others / 100, others % 100, machine_cores());
}

static void look_at_quota(const char *during)
{
	struct quota now = quota_now();

	if (now.throttled > quota.throttled)
		log_warning("cpu_quota", "%s: in %lu of %lu periods Linux "
			    "stopped the program, which had used its quota",
			    during, now.throttled - quota.throttled,
			    now.periods - quota.periods);
	quota = now;
}

static void look_at_stops(const char *during)
{
	uint64_t now = suspended_ns();

	if (stops)
		log_warning("stopped_meanwhile", "%s: the program was stopped "
			    "(SIGSTOP, Ctrl-Z) for up to %u.%u s", during,
			    (unsigned)stopped_ms / 1000,
			    (unsigned)stopped_ms / 100 % 10);
	if (now > suspended + LONG_NS)
		log_warning("stopped_meanwhile", "%s: the machine was suspended "
			    "for %u s", during, (unsigned)((now - suspended) / NS_PER_S));
	stops = stopped_ms = 0;
	suspended = now;
}

static void look_at_affinity(const char *during)
{
	cpu_set_t set;

	for (unsigned i = 0; i < machine_cores(); i++) {
		unsigned processor = hosted_processor(i);

		if (processor >= CPU_SETSIZE ||
		    pthread_getaffinity_np(hosted_thread(i), sizeof(set), &set) ||
		    (CPU_COUNT(&set) == 1 && CPU_ISSET(processor, &set)))
			continue;
		CPU_ZERO(&set);
		CPU_SET(processor, &set);
		log_warning("affinity_changed", "%s: core %u was moved away from "
			    "processor %u (taskset, a cpuset), and %s", during, i,
			    processor,
			    pthread_setaffinity_np(hosted_thread(i), sizeof(set),
						   &set) ?
			    "may not go back" : "is there again");
	}
}

void machine_look_back(void)
{
	unsigned others = others_took(measured, use_now());

	if (!others)
		return;
	tell("\nThe host was busy: other programs took %u.%02u of %u processors.\n",
	     others);
	log_warning("host_busy", "other programs took %u.%02u of %u processors "
		    "during the run: figures may be inconclusive", others / 100,
		    others % 100, machine_cores());
}

void machine_look_around(const char *during)
{
	look_at_quota(during);
	look_at_stops(during);
	look_at_affinity(during);
}
