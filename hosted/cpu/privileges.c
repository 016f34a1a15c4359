/* SPDX-License-Identifier: MIT */
#include "hosted/cpu/privileges.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>

#include "hosted/memory.h"
#include "kernel/common/warnings.h"
#include "kernel/machine.h"
#include "kernel/options.h"

OPTION_CHOICE(opt_realtime, "realtime", "auto", "auto on off",
	      "run in Linux's real-time class: auto, on, off");

#define THROTTLE "/proc/sys/kernel/sched_rt_runtime_us"

enum { ANSWERS = 5 };

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
	note_answer("huge_pages", hosted_huge_pages() ? "yes" : "no", "");
	ask_for_realtime();
}

bool machine_granted(unsigned index, const char **what, const char **answer)
{
	if (index >= count)
		return false;
	*what = granted[index].what;
	*answer = granted[index].answer;
	return true;
}
