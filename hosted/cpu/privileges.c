/* SPDX-License-Identifier: MIT */
#include "hosted/cpu/privileges.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>

#include "hosted/cpu/cores.h"
#include "hosted/memory.h"
#include "kernel/common/warnings.h"
#include "kernel/machine.h"
#include "kernel/options.h"

OPTION_CHOICE(opt_realtime, "realtime", "auto", "auto on off",
	      "run in Linux's real-time class: auto, on, off");

#define THROTTLE "/proc/sys/kernel/sched_rt_runtime_us"

#define CPUFREQ "/sys/devices/system/cpu/cpu%u/cpufreq/%s"

enum { ANSWERS = 8 };

static struct { const char *what; char answer[96]; } granted[ANSWERS];
static unsigned count;

static void note_answer(const char *what, const char *answer, const char *why)
{
	granted[count].what = what;
	snprintf(granted[count++].answer, sizeof(granted[0].answer), "%s%s%s",
		 answer, *why ? ": " : "", why);
}

static void note_kernel(void)
{
	struct utsname system;

	if (!uname(&system))
		note_answer("kernel", system.release, "");
}

static void pin_answer(void)
{
	bool pinned = true;
	const char *code, *text;

	for (unsigned i = 0; machine_warning(i, &code, &text); i++)
		pinned &= strcmp(code, "affinity_refused") != 0;
	note_answer("affinity", pinned ? "yes" : "no", "");
}

static void ask_for_memory(void)
{
	if (!mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) {
		note_answer("memory_locked", "yes", "");
		return;
	}
	warnings_add("memory_not_locked", "memory is not locked (ulimit -l): "
		     "%s", strerror(errno));
	note_answer("memory_locked", "no", strerror(errno));
}

/* What Linux says of a processor's frequency; "" where it says nothing. */
static void cpufreq(unsigned processor, const char *name, char text[32])
{
	char path[96];
	FILE *file;

	snprintf(path, sizeof(path), CPUFREQ, processor, name);
	file = fopen(path, "re");
	if (!file || fscanf(file, "%31s", text) != 1)
		text[0] = 0;
	if (file)
		fclose(file);
}

/* Of all our processors, as it is when the run begins. */
static void note_cpufreq(const char *what, const char *name)
{
	char first[32], other[32];
	unsigned i;

	cpufreq(hosted_processor(0), name, first);
	if (!first[0])
		return;
	for (i = 1; i < machine_cores(); i++) {
		cpufreq(hosted_processor(i), name, other);
		if (strcmp(first, other))
			break;
	}
	note_answer(what, first, i < machine_cores() ? "another on others" : "");
}

/* The kernel takes the processor back from real-time threads that never
 * sleep, for a good while each second, unless this says -1. */
static bool throttled(void)
{
	FILE *file = fopen(THROTTLE, "re");
	int runtime = 0;
	bool known = file && fscanf(file, "%d", &runtime) == 1;

	if (file)
		fclose(file);
	return !known || runtime != -1;
}

static void enter_class(unsigned core, void *arg)
{
	struct sched_param least = { .sched_priority = 1 };

	(void)core;
	if (sched_setscheduler(0, SCHED_FIFO, &least))
		*(volatile int *)arg = errno;
}

static void ask_for_realtime(void)
{
	int error = 0;

	if (!strcmp(opt_realtime.text, "off")) {
		note_answer("realtime", "not asked for", "realtime=off");
		return;
	}
	if (!strcmp(opt_realtime.text, "auto") && throttled()) {
		note_answer("realtime", "not asked for",
			    "the kernel would interrupt it each second");
		return;
	}
	machine_run(machine_cores(), enter_class, &error);
	if (error)
		warnings_add("realtime_refused", "no real-time class: %s",
			     strerror(error));
	note_answer("realtime", error ? "no" : "yes",
		    error ? strerror(error) : "");
}

void granted_ask(void)
{
	note_kernel();
	pin_answer();
	ask_for_memory();
	note_answer("huge_pages", hosted_huge_pages() ? "yes" : "no",
		    hosted_huge_pages() ? "" : "Linux grants none");
	ask_for_realtime();
	note_cpufreq("governor", "scaling_governor");
	note_cpufreq("least_khz", "scaling_min_freq");
	note_cpufreq("most_khz", "scaling_max_freq");
}

bool machine_granted(unsigned index, const char **what, const char **answer)
{
	if (index >= count)
		return false;
	*what = granted[index].what;
	*answer = granted[index].answer;
	return true;
}
