/* SPDX-License-Identifier: MIT */
/* What the Linux program asks of the system: the linker puts __wrap_NAME in the
 * place of NAME (build.mk). Nothing of the host's gets through. */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/report/key.h"
#include "tests/machine/machine.h"

#define NS 1000000000ull
#define TICKS_OF_NS(ns) ((ns) * 5 / 2) /* 2.5 GHz */
#define NS_OF_TICKS(ticks) ((ticks) * 2 / 5)
#define YIELD 2000u
#define DMI "/sys/class/dmi/id/"
#define DISTURBED_STEP 40u
#define MUCH ((size_t)32 << 30) /* bytes */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how,
			  void *(*body)(void *), void *arg);
int __real_open(const char *path, int flags, ...);
FILE *__real_fopen(const char *path, const char *mode);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file,
		  off_t offset);
int __real_mprotect(void *at, size_t bytes, int protection);
void *__real_bench_scratch(size_t bytes);
void *__real_scratch_keep(size_t bytes);
void __real_trial_begin(const struct record_key *key);
void __real_trial_step(unsigned steps);
void __real_progress_begin(uint64_t steps, unsigned step_ms);
void __real_log_finish(const char *status);
void __real_progress_done(const struct record_key *key, uint64_t steps);
int __real_timer_delete(timer_t timer);
long __real_syscall(long number, ...);
long __real_sysconf(int name);

static uint64_t ticks_of(const struct timespec *time)
{
	return TICKS_OF_NS((uint64_t)time->tv_sec * NS +
			   (uint64_t)time->tv_nsec);
}

/* A larger stack takes longer, and more processors to choose from. */
static void make_thread(const pthread_attr_t *how)
{
	cpu_set_t set;
	size_t bytes;

	if (!pthread_attr_getstacksize(how, &bytes))
		counted_spend(bytes >> 12);
	if (!pthread_attr_getaffinity_np(how, sizeof(set), &set))
		counted_spend((uint64_t)CPU_COUNT(&set));
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how,
			  void *(*body)(void *), void *arg)
{
	static unsigned asked;

	if (how)
		make_thread(how);
	*thread = counted.refuses && asked++ == 1 ? 0 : counted_thread(body, arg);
	return *thread ? 0 : EAGAIN;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
	counted_join((unsigned)thread);
	return 0;
}

/* A core cannot be recalled: a run that would need it has its bound. */
int __wrap_pthread_kill(pthread_t thread, int signal)
{
	return 0;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
	while (pthread_mutex_trylock(mutex))
		counted_spend(YIELD);
	return 0;
}

/* The run's name depends on it. */
pid_t __wrap_getpid(void)
{
	return 1;
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
	static const uint32_t never_changes;

	counted_sleep(&never_changes, ticks_of(time));
	return 0;
}

/* ---- files ------------------------------------------------------------- */

/* What a hypervisor stole: some at each look. Other programs have a processor for
 * half of the time where it is busy. */
static void write_stat(int file)
{
	static unsigned looks;
	unsigned long took = NS_OF_TICKS(counted_clock(0)) / 20000000;

	looks++;
	for (unsigned i = 0; i < COUNTED_CORES_MOST; i++)
		dprintf(file, "cpu%u %lu 2 3 4 5 6 7 %u 8 9\n", i,
			counted.busy && !i ? took : 1, looks / (10 + i));
}

static void write_interrupts(int file)
{
	static unsigned looks;

	looks++;
	for (unsigned i = 0; i < counted.cores; i++)
		dprintf(file, " CPU%u", i);
	dprintf(file, "\n 24:");
	for (unsigned i = 0; i < counted.cores; i++)
		dprintf(file, " %u", i);
	dprintf(file, "  PCI-MSI 512-edge disk0\nLOC:");
	for (unsigned i = 0; i < counted.cores; i++)
		dprintf(file, " %u", looks / (i + 1));
	dprintf(file, "  Local timer interrupts\nERR: 0\n");
}

static void write_migrations(int file)
{
	static unsigned looks;

	dprintf(file, "se.nr_migrations : %u\n", looks++ / 7);
}

static void write_group(int file)
{
	static unsigned looks;

	dprintf(file, "usage_usec 5\nnr_periods %u\nnr_throttled %u\n",
		looks * 10, counted.busy ? looks * 3 : 0);
	looks++;
}

static void write_limit(int file)
{
	dprintf(file, counted.busy ? "150000 100000\n" : "max 100000\n");
}

#define CPU "/sys/devices/system/cpu/cpu0/"
#define GROUP "/sys/fs/cgroup/tests/"

/* What files of the system say. Of the others there is none but the maker's
 * names. */
static const struct {
	const char *path, *text;
	void (*write)(int file);
} known[] = {
	{ "/proc/stat", .write = write_stat },
	{ "/proc/interrupts", .write = write_interrupts },
	{ "/proc/thread-self/sched", .write = write_migrations },
	{ "/proc/self/cgroup", "1:name=none:/\n0::/tests\n", NULL },
	{ "/proc/sys/kernel/sched_rt_runtime_us", "950000", NULL },
	{ GROUP "cpu.stat", .write = write_group },
	{ GROUP "cpu.max", .write = write_limit },
	{ CPU "microcode/version", "0xa0011", NULL },
	{ CPU "cpufreq/scaling_governor", "powersave", NULL },
	{ CPU "cache/index0/level", "1", NULL }, { CPU "cache/index0/type", "Data", NULL },
	{ CPU "cache/index0/size", "32K", NULL },
	{ CPU "cache/index0/coherency_line_size", "64", NULL },
	{ CPU "cache/index0/ways_of_associativity", "8", NULL },
	{ CPU "cache/index0/shared_cpu_list", "0", NULL },
	{ CPU "cache/index1/level", "2", NULL }, { CPU "cache/index1/type", "Unified", NULL },
	{ CPU "cache/index1/size", "1024K", NULL },
	{ CPU "cache/index1/coherency_line_size", "64", NULL },
	{ CPU "cache/index1/ways_of_associativity", "16", NULL },
	{ CPU "cache/index1/shared_cpu_list", "0-1", NULL },
};

static bool write_known(int file, const char *path)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].path, path))
			continue;
		if (known[i].write)
			known[i].write(file);
		else
			dprintf(file, "%s", known[i].text);
		return true;
	}
	return !strncmp(path, DMI, strlen(DMI)) &&
	       dprintf(file, "the %s\n", path + strlen(DMI)) > 0;
}

static bool is_systems(const char *path)
{
	return !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5);
}

/* A file of the system to be read; -1 where there is none. */
static int open_known(const char *path)
{
	int file = memfd_create("known", 0);

	if (!counted.refuses && write_known(file, path)) {
		lseek(file, 0, SEEK_SET);
		return file;
	}
	close(file);
	errno = ENOENT;
	return -1;
}

int __wrap_open(const char *path, int flags, ...)
{
	va_list list;
	int mode;

	va_start(list, flags);
	mode = va_arg(list, int);
	va_end(list);
	return is_systems(path) ? open_known(path)
				: __real_open(path, flags, mode);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
	int file;

	if (!is_systems(path))
		return __real_fopen(path, mode);
	file = open_known(path);
	return file < 0 ? NULL : fdopen(file, "r");
}

long __wrap_sysconf(int name)
{
	switch (name) {
	case _SC_PHYS_PAGES:
	case _SC_AVPHYS_PAGES:
		return (4l << 30) / 4096;
	case _SC_NPROCESSORS_ONLN:
		return (long)counted.cores;
	default:
		return __real_sysconf(name);
	}
}

int __wrap_uname(struct utsname *system)
{
	*system = (struct utsname){ .release = "counted" };
	return 0;
}

/* ---- requests that may be refused ---------------------------------------- */

static int refuse(void)
{
	errno = EPERM;
	return counted.refuses ? -1 : 0;
}

int __wrap_mlockall(int flags)
{
	return refuse();
}

int __wrap_sched_setscheduler(pid_t pid, int policy,
			      const struct sched_param *priority)
{
	return priority->sched_priority < 1 ? -1 : refuse();
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file,
		  off_t offset)
{
	if (!counted.refuses || bytes < MUCH)
		return __real_mmap(at, bytes, protection, flags, file, offset);
	errno = ENOMEM;
	return MAP_FAILED;
}

/* Once: a stack cannot be guarded. */
int __wrap_mprotect(void *at, size_t bytes, int protection)
{
	static unsigned asked;

	return counted.refuses && ++asked == 30 ?
	       refuse() : __real_mprotect(at, bytes, protection);
}

/* What each thread has chosen of them; at first all. */
static struct { bool chosen; unsigned processor; } pinned[COUNTED_CORES_MOST];
static uint64_t suspended_ns;

/* Somebody stops the program for two seconds and a half and moves its cores, and
 * the machine sleeps for five. */
static void disturb(void)
{
	for (unsigned i = 0; i < counted.cores; i++)
		pinned[i].processor = counted.cores - 1;
	suspended_ns = 5 * NS;
	counted_spend(TICKS_OF_NS(NS * 5 / 2));
	raise(SIGCONT);
}

/* The program's own: the progress is told after so long. */
void __wrap_trial_step(unsigned steps)
{
	static unsigned asked;

	if (counted.busy && ++asked == DISTURBED_STEP)
		disturb();
	counted_progress();
	__real_trial_step(steps);
}

/* Of the experiment that began last: steps of the progress that it promised, and
 * that it took. They are told when the next begins, and at the end. */
static uint64_t promised, taken;

static void tell_steps(void)
{
	if (promised || taken)
		dprintf(STDERR_FILENO, "steps %lu of %lu\n", taken, promised);
	taken = 0;
}

void __wrap_progress_begin(uint64_t steps, unsigned step_ms)
{
	tell_steps();
	promised = steps;
	__real_progress_begin(steps, step_ms);
}

void __wrap_progress_done(const struct record_key *key, uint64_t steps)
{
	taken += steps;
	__real_progress_done(key, steps);
}

void __wrap_log_finish(const char *status)
{
	tell_steps();
	__real_log_finish(status);
}

/* The same draw for each: what comes before moves no figure behind it. */
void __wrap_trial_begin(const struct record_key *key)
{
	counted_draw_again();
	__real_trial_begin(key);
}

/* What is asked for, or more than there is. */
static size_t scarce(size_t bytes)
{
	static unsigned asked;

	return counted.scarce && ++asked % counted.scarce == 0 ? SIZE_MAX / 2 : bytes;
}

/* The program's own, too. */
void *__wrap_bench_scratch(size_t bytes)
{
	return __real_bench_scratch(scarce(bytes));
}

void *__wrap_scratch_keep(size_t bytes)
{
	return __real_scratch_keep(scarce(bytes));
}

int __wrap_sched_yield(void)
{
	counted_spend(YIELD);
	return 0;
}

pthread_t __wrap_pthread_self(void)
{
	return counted_core();
}

int __wrap_pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
	CPU_ZERO_S(size, set);
	for (unsigned i = 0; i < counted.cores; i++)
		if (!pinned[thread].chosen || pinned[thread].processor == i)
			CPU_SET_S(i, size, set);
	return 0;
}

int __wrap_pthread_setaffinity_np(pthread_t thread, size_t size,
				  const cpu_set_t *set)
{
	unsigned first = 0;

	while (first < counted.cores && !CPU_ISSET_S(first, size, set))
		first++;
	pinned[thread].chosen = CPU_COUNT_S(size, set) == 1;
	pinned[thread].processor = first;
	return counted.refuses ? EPERM : 0;
}

int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	return __wrap_pthread_getaffinity_np(counted_core(), size, set);
}

int __wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	errno = __wrap_pthread_setaffinity_np(counted_core(), size, set);
	return errno ? -1 : 0;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	uint64_t ns;

	ns = NS_OF_TICKS(counted_clock(0)) +
	     (clock == CLOCK_BOOTTIME ? suspended_ns : 0);
	*now = (struct timespec){ .tv_sec = (time_t)(ns / NS),
				  .tv_nsec = (long)(ns % NS) };
	return 0;
}

/* What the system counts depends on what else it does: some at each look. */
int __wrap_getrusage(int who, struct rusage *usage)
{
	static long looks;

	if (counted.refuses)
		return refuse();
	looks++;
	*usage = (struct rusage){ .ru_nivcsw = looks / 3,
				  .ru_minflt = looks / 2,
				  .ru_majflt = looks / 5 };
	return 0;
}

int __wrap_timer_settime(timer_t timer, int flags,
			 const struct itimerspec *new, struct itimerspec *old)
{
	struct sigaction action;

	if (counted.refuses)
		return refuse();
	sigaction(SIGRTMIN, NULL, &action);
	counted_tick(action.sa_handler, ticks_of(&new->it_interval));
	return 0;
}

int __wrap_timer_delete(timer_t timer)
{
	counted_tick(NULL, 0);
	return __real_timer_delete(timer);
}

static long futex(const uint32_t *word, long operation, uint32_t expected,
		  const struct timespec *most)
{
	if (operation != FUTEX_WAIT_PRIVATE)
		counted_wake(word);
	else if (*word == expected)
		counted_sleep(word, most ? ticks_of(most) : UINT64_MAX);
	return 0;
}

/* The program's own calls have at most six arguments, each in a register. */
long __wrap_syscall(long number, ...)
{
	long a[6];
	va_list list;

	va_start(list, number);
	for (unsigned i = 0; i < 6; i++)
		a[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_futex)
		return futex((const uint32_t *)a[0], a[1], (uint32_t)a[2],
			     (const struct timespec *)a[3]);
	if (number == SYS_clock_gettime)
		return __wrap_clock_gettime((clockid_t)a[0],
					    (struct timespec *)a[1]);
	if (number == SYS_perf_event_open || number == SYS_getcpu) {
		errno = ENOSYS;
		return -1;
	}
	return __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
