/* SPDX-License-Identifier: MIT */
/* What the Linux program asks of the system, where its time is counted: the
 * linker puts __wrap_NAME in the place of NAME (cc). */
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
#include <time.h>
#include <unistd.h>

#include "tests/mutate/c/counted.h"

#define NS 1000000000ull
#define TICKS_OF_NS(ns) ((ns) * 5 / 2) /* 2.5 GHz */
#define NS_OF_TICKS(ticks) ((ticks) * 2 / 5)
#define YIELD 2000u
#define DMI "/sys/class/dmi/id/"
#define MUCH ((size_t)32 << 30) /* bytes */

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how,
			  void *(*body)(void *), void *arg);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how,
			  void *(*body)(void *), void *arg);
int __real_pthread_join(pthread_t thread, void **result);
int __wrap_pthread_join(pthread_t thread, void **result);
int __real_pthread_kill(pthread_t thread, int signal);
int __wrap_pthread_kill(pthread_t thread, int signal);
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);
pid_t __real_getpid(void);
pid_t __wrap_getpid(void);
int __real_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);
int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
int __real_mlockall(int flags);
int __wrap_mlockall(int flags);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file,
		  off_t offset);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file,
		  off_t offset);
int __real_mprotect(void *at, size_t bytes, int protection);
int __wrap_mprotect(void *at, size_t bytes, int protection);
int __real_sched_setscheduler(pid_t pid, int policy,
			      const struct sched_param *priority);
int __wrap_sched_setscheduler(pid_t pid, int policy,
			      const struct sched_param *priority);
void *__real_bench_scratch(size_t bytes);
void *__wrap_bench_scratch(size_t bytes);
void *__real_scratch_keep(size_t bytes);
void *__wrap_scratch_keep(size_t bytes);
void __real_trial_step(unsigned steps);
void __wrap_trial_step(unsigned steps);
int __real_sched_yield(void);
int __wrap_sched_yield(void);
int __real_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int __real_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int __wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __real_getrusage(int who, struct rusage *usage);
int __wrap_getrusage(int who, struct rusage *usage);
int __real_timer_settime(timer_t timer, int flags,
			 const struct itimerspec *new, struct itimerspec *old);
int __wrap_timer_settime(timer_t timer, int flags,
			 const struct itimerspec *new, struct itimerspec *old);
int __real_timer_delete(timer_t timer);
int __wrap_timer_delete(timer_t timer);
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

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
		qc_spend(bytes >> 12);
	if (!pthread_attr_getaffinity_np(how, sizeof(set), &set))
		qc_spend((uint64_t)CPU_COUNT(&set));
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how,
			  void *(*body)(void *), void *arg)
{
	static unsigned asked;

	if (!qc_cores)
		return __real_pthread_create(thread, how, body, arg);
	if (how)
		make_thread(how);
	*thread = qc_refuses && asked++ == 1 ? 0 : qc_thread(body, arg);
	return *thread ? 0 : EAGAIN;
}

int __wrap_pthread_join(pthread_t thread, void **result)
{
	if (!qc_cores)
		return __real_pthread_join(thread, result);
	qc_join((unsigned)thread);
	return 0;
}

/* A core cannot be recalled: a run that would need it has its bound. */
int __wrap_pthread_kill(pthread_t thread, int signal)
{
	return qc_cores ? 0 : __real_pthread_kill(thread, signal);
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
	if (!qc_cores)
		return __real_pthread_mutex_lock(mutex);
	while (pthread_mutex_trylock(mutex))
		qc_spend(YIELD);
	return 0;
}

/* The run's name depends on it. */
pid_t __wrap_getpid(void)
{
	return qc_cores ? 1 : __real_getpid();
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
	static const uint32_t never_changes;

	if (!qc_cores)
		return __real_nanosleep(time, left);
	qc_sleep(&never_changes, ticks_of(time));
	return 0;
}

/* What a hypervisor stole: some at each look. */
int __wrap_open(const char *path, int flags, ...)
{
	static unsigned looks;
	va_list list;
	int file;

	va_start(list, flags);
	file = va_arg(list, int);
	va_end(list);
	if (!qc_cores || strcmp(path, "/proc/stat"))
		return __real_open(path, flags, file);
	if (qc_refuses)
		return -1;
	file = memfd_create("stat", 0);
	looks++;
	for (unsigned i = 0; i < QC_CORES_MOST; i++)
		dprintf(file, "cpu%u 1 2 3 4 5 6 7 %u 8 9\n", i,
			looks / (10 + i));
	lseek(file, 0, SEEK_SET);
	return file;
}

/* The maker's names are of no machine: "the product_name". */
FILE *__wrap_fopen(const char *path, const char *mode)
{
	static char text[64];

	if (!qc_cores || strncmp(path, DMI, strlen(DMI)))
		return __real_fopen(path, mode);
	snprintf(text, sizeof(text), "the %s\n", path + strlen(DMI));
	return qc_refuses ? NULL : fmemopen(text, strlen(text), mode);
}

static int refuse(void)
{
	errno = EPERM;
	return qc_refuses ? -1 : 0;
}

int __wrap_mlockall(int flags)
{
	return qc_cores ? refuse() : __real_mlockall(flags);
}

int __wrap_sched_setscheduler(pid_t pid, int policy,
			      const struct sched_param *priority)
{
	if (!qc_cores)
		return __real_sched_setscheduler(pid, policy, priority);
	return priority->sched_priority < 1 ? -1 : refuse();
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file,
		  off_t offset)
{
	if (!qc_refuses || bytes < MUCH)
		return __real_mmap(at, bytes, protection, flags, file, offset);
	errno = ENOMEM;
	return MAP_FAILED;
}

/* Once: a stack cannot be guarded. */
int __wrap_mprotect(void *at, size_t bytes, int protection)
{
	static unsigned asked;

	return qc_refuses && ++asked == 30 ?
	       refuse() : __real_mprotect(at, bytes, protection);
}

/* The program's own: the progress is told after so long. */
void __wrap_trial_step(unsigned steps)
{
	qc_progress();
	__real_trial_step(steps);
}

/* What is asked for, or more than there is. */
static size_t scarce(size_t bytes)
{
	static unsigned asked;

	return qc_scarce && ++asked % qc_scarce == 0 ? SIZE_MAX / 2 : bytes;
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
	if (!qc_cores)
		return __real_sched_yield();
	qc_spend(YIELD);
	return 0;
}

int __wrap_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	if (!qc_cores)
		return __real_sched_getaffinity(pid, size, set);
	CPU_ZERO_S(size, set);
	for (unsigned i = 0; i < qc_cores; i++)
		CPU_SET_S(i, size, set);
	return 0;
}

int __wrap_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	return qc_cores ? refuse() : __real_sched_setaffinity(pid, size, set);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	uint64_t ns;

	if (!qc_cores)
		return __real_clock_gettime(clock, now);
	ns = NS_OF_TICKS(qc_clock());
	*now = (struct timespec){ .tv_sec = (time_t)(ns / NS),
				  .tv_nsec = (long)(ns % NS) };
	return 0;
}

/* What the system counts depends on what else it does: some at each look. */
int __wrap_getrusage(int who, struct rusage *usage)
{
	static long looks;

	if (!qc_cores)
		return __real_getrusage(who, usage);
	if (qc_refuses)
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

	if (!qc_cores)
		return __real_timer_settime(timer, flags, new, old);
	if (qc_refuses)
		return refuse();
	sigaction(SIGRTMIN, NULL, &action);
	qc_tick(action.sa_handler, ticks_of(&new->it_interval));
	return 0;
}

int __wrap_timer_delete(timer_t timer)
{
	qc_tick(NULL, 0);
	return __real_timer_delete(timer);
}

static long futex(const uint32_t *word, long operation, uint32_t expected,
		  const struct timespec *most)
{
	if (operation != FUTEX_WAIT_PRIVATE)
		qc_wake(word);
	else if (*word == expected)
		qc_sleep(word, most ? ticks_of(most) : UINT64_MAX);
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
	if (qc_cores && number == SYS_futex)
		return futex((const uint32_t *)a[0], a[1], (uint32_t)a[2],
			     (const struct timespec *)a[3]);
	if (qc_cores && number == SYS_clock_gettime)
		return __wrap_clock_gettime((clockid_t)a[0],
					    (struct timespec *)a[1]);
	return __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
