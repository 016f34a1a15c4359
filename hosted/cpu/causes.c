/* SPDX-License-Identifier: MIT */
/*
 * What took a thread's processor away, as Linux counts it: rusage, one software
 * event of perf, /proc/interrupts and /proc/stat.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "hosted/cpu/cores.h"
#include "kernel/machine.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

#define INTERRUPTS "/proc/interrupts"
#define STATE_MAX 8192u
#define NOT_OPENED (-2)
#define INTERRUPTS_MAX (256u * 1024)
#define MIGRATION "migration"
#define SWITCH "context switch"
#define FAULT "page fault"

#define PLANTED_NS 50000
#define PLANTED_MS_MOST 100u
#define FAULTS 64u /* one alone may take less than a gap */

/* ---- migrations -------------------------------------------------------- */

/* A descriptor that counts the calling thread's; -1 where perf may not. */
static int open_perf(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_MIGRATIONS,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

/* The scheduler's own count, which needs no leave. */
static bool read_scheduler(uint64_t *count)
{
	static _Thread_local char text[STATE_MAX];
	static const char name[] = "nr_migrations";
	int file = open("/proc/thread-self/sched", O_RDONLY | O_CLOEXEC);
	ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);
	const char *at;

	if (file >= 0)
		close(file);
	text[length < 0 ? 0 : length] = 0;
	at = strstr(text, name);
	at = at ? strchr(at, ':') : NULL;
	if (at)
		*count = strtoull(at + 1, NULL, 10);
	return at;
}

static bool migrations(uint64_t *count)
{
	static _Thread_local int file = NOT_OPENED;

	if (file == NOT_OPENED)
		file = open_perf();
	if (file < 0)
		return read_scheduler(count);
	return read(file, count, sizeof(*count)) == (ssize_t)sizeof(*count);
}

/* ---- interrupts -------------------------------------------------------- */

/* Which of the columns of numbers is the processor's; -1: none. The first line
 * names them: "CPU0 CPU3 ...". */
static int column_of(const char *line, unsigned processor)
{
	unsigned number;
	int length;

	for (int at = 0; sscanf(line, " CPU%u%n", &number, &length) == 1;
	     at++, line += length)
		if (number == processor)
			return at;
	return -1;
}

/* "Local timer interrupts" is "local timer"; of a device's line the last word is
 * its name. */
static void name_of(char name[CAUSE_NAME_MAX], const char *label,
		    const char *text)
{
	bool device = label[strspn(label, " ")] >= '0' &&
		      label[strspn(label, " ")] <= '9';
	const char *last = strrchr(text, ' ');
	const char *end = strstr(text, " interrupts");
	int length = end ? (int)(end - text) : (int)strlen(text);

	if (device && last)
		snprintf(name, CAUSE_NAME_MAX, "%s", last + 1);
	else
		snprintf(name, CAUSE_NAME_MAX, "%.*s", length, text);
	if (!device && name[0] >= 'A' && name[0] <= 'Z' &&
	    name[1] >= 'a' && name[1] <= 'z')
		name[0] = (char)(name[0] - 'A' + 'a');
}

/* A line "LOC: 12 34  Local timer interrupts". False: no such column, as of
 * "ERR: 0". */
static bool read_line(char *line, int column, int columns,
		      struct machine_cause *cause)
{
	char *text = strchr(line, ':'), *end;

	if (!text)
		return false;
	*text++ = 0;
	for (int i = 0; i < columns; i++, text = end) {
		unsigned long long count = strtoull(text, &end, 10);

		if (end == text)
			return false;
		if (i == column)
			cause->count = count;
	}
	name_of(cause->name, line, text + strspn(text, " "));
	return cause->name[0];
}

static int count_columns(const char *line)
{
	int columns = 0;

	while ((line = strstr(line, "CPU"))) {
		columns++;
		line += 3;
	}
	return columns;
}

/* All of the file, or as much as fits; NULL where there is none. A buffer for each
 * core, of the heap: thread-local memory would be every thread's, of small stacks,
 * too. */
static char *read_interrupts(void)
{
	static _Thread_local char *text;
	int file = open(INTERRUPTS, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t got;

	text = text ? text : malloc(INTERRUPTS_MAX);
	if (file < 0 || !text) {
		if (file >= 0)
			close(file);
		return NULL;
	}
	while (length < INTERRUPTS_MAX - 1 &&
	       (got = read(file, text + length, INTERRUPTS_MAX - 1 - length)) > 0)
		length += (size_t)got;
	close(file);
	text[length] = 0;
	return text;
}

/* Interrupts that this processor has ever taken. */
static unsigned interrupts(struct machine_cause *cause, unsigned most)
{
	char *rest = read_interrupts(), *line;
	int column, columns;
	unsigned n = 0;

	if (!rest)
		return 0;
	line = strsep(&rest, "\n");
	column = column_of(line, hosted_processor(machine_core()));
	columns = count_columns(line);
	while (column >= 0 && n < most && (line = strsep(&rest, "\n")))
		if (read_line(line, column, columns, &cause[n]) &&
		    cause[n].count)
			n++;
	return n;
}

/* ---- all --------------------------------------------------------------- */

static void note(struct machine_cause *cause, unsigned *n, bool known,
		 const char *name, uint64_t count)
{
	if (!known)
		return;
	snprintf(cause[*n].name, CAUSE_NAME_MAX, "%s", name);
	cause[(*n)++].count = count;
}

/*
 * A migration is a switch; a switch brings interrupts. What the hypervisor
 * stole is told in steps of a clock tick: it explains what nothing else does.
 */
unsigned machine_causes(struct machine_cause cause[CAUSES_MOST])
{
	struct machine_counters counters = machine_counters();
	struct rusage usage;
	uint64_t moved = 0;
	bool known = !getrusage(RUSAGE_THREAD, &usage);
	bool told = migrations(&moved);
	unsigned n = 0;

	note(cause, &n, told, MIGRATION, moved);
	note(cause, &n, known, SWITCH,
	     known ? (uint64_t)(usage.ru_nvcsw + usage.ru_nivcsw) : 0);
	note(cause, &n, known, FAULT,
	     known ? (uint64_t)(usage.ru_minflt + usage.ru_majflt) : 0);
	n += interrupts(cause + n, CAUSES_MOST - 1 - n);
	note(cause, &n, counters.steal_known, "steal", counters.steal_us);
	return n;
}

/* ---- planted ----------------------------------------------------------- */

static bool plant_switch(void)
{
	struct timespec time = { .tv_nsec = PLANTED_NS };

	return !nanosleep(&time, NULL);
}

/* To another processor and back. */
static bool plant_migration(void)
{
	unsigned own = hosted_processor(machine_core());
	unsigned other = hosted_processor(machine_cores() - 1);
	cpu_set_t set;

	other = other == own ? hosted_processor(0) : other;
	CPU_ZERO(&set);
	CPU_SET(other, &set);
	if (other == own || sched_setaffinity(0, sizeof(set), &set))
		return false;
	CPU_ZERO(&set);
	CPU_SET(own, &set);
	return !sched_setaffinity(0, sizeof(set), &set);
}

static bool plant_faults(void)
{
	size_t bytes = (size_t)FAULTS * MACHINE_PAGE;
	volatile char *page = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return false;
	for (size_t at = 0; at < bytes; at += MACHINE_PAGE)
		page[at] = 1;
	munmap((void *)page, bytes);
	return true;
}

/* Until its interrupt has come. */
static bool plant_timer(void)
{
	struct itimerspec once = { .it_value.tv_nsec = PLANTED_NS };
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	bool armed = timer >= 0 && !timerfd_settime(timer, 0, &once, NULL);
	uint64_t start = tsc_read(), came = 0;

	while (armed && read(timer, &came, sizeof(came)) < 0 &&
	       tsc_read() - start < ticks_of_ms(PLANTED_MS_MOST))
		;
	if (timer >= 0)
		close(timer);
	return came;
}

const char *machine_cause_plant(const char *how)
{
	static const struct {
		const char *how, *name;
		bool (*plant)(void);
	} can[] = {
		{ "switch", SWITCH, plant_switch },
		{ "migration", MIGRATION, plant_migration },
		{ "fault", FAULT, plant_faults },
		{ "timer", "local timer", plant_timer },
	};

	for (unsigned i = 0; i < sizeof(can) / sizeof(can[0]); i++)
		if (!strcmp(how, can[i].how))
			return can[i].plant() ? can[i].name : NULL;
	return NULL;
}
