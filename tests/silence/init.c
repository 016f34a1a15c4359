/* SPDX-License-Identifier: MIT */
/*
 * The only program in a guest but the twin: it mounts what the twin reads, runs
 * it with the words behind `--` on the kernel's command line, and powers off.
 * Words of its own come first: busy=CPU starts a loop there that never sleeps,
 * pin=CPU has the twin on that one alone, and unthrottled lets real-time threads
 * keep the processor.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <unistd.h>

#define RT_RUNTIME "/proc/sys/kernel/sched_rt_runtime_us"

static void mount_one(const char *what, const char *where, const char *type)
{
	if (mount(what, where, type, 0, NULL))
		perror(where);
}

static void pin_to(const char *processor)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(strtoul(processor, NULL, 10), &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		perror("sched_setaffinity");
}

static void start_busy(const char *processor)
{
	if (fork())
		return;
	pin_to(processor);
	for (;;)
		__asm__ volatile("");
}

static void never_throttle(void)
{
	int file = open(RT_RUNTIME, O_WRONLY);

	if (file < 0 || write(file, "-1", 2) != 2)
		perror(RT_RUNTIME);
}

/* True: the word is ours, and not the twin's. */
static bool take(const char *word, const char **pinned)
{
	if (!strncmp(word, "busy=", 5))
		start_busy(word + 5);
	else if (!strncmp(word, "pin=", 4))
		*pinned = word + 4;
	else if (!strcmp(word, "unthrottled"))
		never_throttle();
	else
		return false;
	return true;
}

static int run_twin(char **words, const char *pinned)
{
	int status = -1;
	pid_t twin = fork();

	if (!twin) {
		if (pinned)
			pin_to(pinned);
		words[0] = "/twin";
		execv(words[0], words);
		perror(words[0]);
		_exit(127);
	}
	waitpid(twin, &status, 0);
	return status;
}

int main(int argc, char **argv)
{
	const char *pinned = NULL;
	int own = 1;

	mount_one("proc", "/proc", "proc");
	mount_one("sysfs", "/sys", "sysfs");
	mount_one("dev", "/dev", "devtmpfs");
	while (own < argc && take(argv[own], &pinned))
		own++;
	printf("init: the twin ended with %d\n", run_twin(argv + own - 1,
							  pinned));
	fflush(stdout);
	sync();
	reboot(RB_POWER_OFF);
	return 1;
}
