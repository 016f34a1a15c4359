/* SPDX-License-Identifier: MIT */
#include "hosted/cpu/cores.h"

#include <asm/prctl.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hosted/fail.h"
#include "hosted/futex.h"
#include "hosted/stop.h"
#include "kernel/atomic.h"
#include "kernel/common/jobs.h"
#include "kernel/common/warnings.h"
#include "kernel/machine.h"
#include "kernel/x86/cpu.h"

struct core {
	struct machine_local local; /* first: what %gs points to */
	struct futex_latch wake;    /* machine_wait(), machine_wake() */
	pthread_t thread;
	unsigned processor;         /* Linux's number */
	struct machine_core_info info;

	struct job job;
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct core *core[MACHINE_MAX_CORES];
static unsigned core_count;
static uint32_t ready;   /* atomic: threads that have started */

/* ---- becoming a core --------------------------------------------------- */

static bool pin_thread(unsigned processor)
{
	size_t size = CPU_ALLOC_SIZE(processor + 1);
	cpu_set_t *set = CPU_ALLOC(processor + 1);
	int failed;

	CPU_ZERO_S(size, set);
	CPU_SET_S(processor, size, set);
	failed = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return !failed;
}

/* 0 where Linux does not tell, as below a hypervisor. */
static uint32_t microcode(unsigned processor)
{
	char path[64];
	unsigned revision = 0;
	FILE *file;

	snprintf(path, sizeof(path),
		 "/sys/devices/system/cpu/cpu%u/microcode/version", processor);
	file = fopen(path, "r");
	if (!file)
		return 0;
	if (fscanf(file, "%x", &revision) != 1)
		revision = 0;
	fclose(file);
	return revision;
}

static void describe_core(struct core *self)
{
	struct cpu_place place;
	unsigned node;

	self->local.apic_id = cpu_apic_id();
	place = cpu_place(self->local.apic_id);
	self->info = (struct machine_core_info){
		.apic_id = self->local.apic_id, .state = CORE_STARTED,
		.package = place.package, .die = place.die,
		.module = place.module, .core_id = place.core_id,
		.thread = place.thread,
		.node = syscall(SYS_getcpu, NULL, &node, NULL) ? -1 : (int)node,
		.type = place.type, .microcode = microcode(self->processor),
	};
}

/* Pins the thread and points %gs to its core, as on the bare machine. */
static void become_core(struct core *self)
{
	if (!pin_thread(self->processor))
		warnings_add("affinity_refused", "core %u cannot be pinned to "
			     "processor %u: %s", self->local.core,
			     self->processor, strerror(errno));
	self->thread = pthread_self();
	self->local.self = &self->local;
	if (syscall(SYS_arch_prctl, ARCH_SET_GS, &self->local))
		hosted_fail("arch_prctl(ARCH_SET_GS): %s", strerror(errno));
	describe_core(self);
	stop_prepare_thread(&self->local);
}

static void (*serve)(void);

static void *park_thread(void *arg)
{
	struct core *self = arg;

	become_core(self);
	atomic_add_acq_rel(&ready, 1); /* R3: pairs with A3 */
	serve();
	return NULL;
}

/* ---- starting ---------------------------------------------------------- */

static struct core *add_core(unsigned processor)
{
	struct core *added = aligned_alloc(MACHINE_LINE_PAIR, sizeof(*added));

	if (!added)
		hosted_fail("no memory for core %u", core_count);
	*added = (struct core){ .local.core = core_count,
				.processor = processor };
	core[core_count++] = added;
	return added;
}

static void start_thread(struct core *added)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, park_thread, added);

	if (!error)
		return;
	core_count--;
	warnings_add("thread_refused", "no thread for processor %u: %s",
		     added->processor, strerror(error));
	free(added);
}

void hosted_start_cores(void (*serve_jobs)(void))
{
	const unsigned most = MACHINE_MAX_CORES;
	size_t size = CPU_ALLOC_SIZE(most);
	cpu_set_t *mask = CPU_ALLOC(most);

	serve = serve_jobs;
	if (sched_getaffinity(0, size, mask))
		hosted_fail("sched_getaffinity: %s", strerror(errno));
	for (unsigned p = 0; p < most; p++)
		if (CPU_ISSET_S(p, size, mask)) {
			struct core *added = add_core(p);
			if (added->local.core)
				start_thread(added);
			else
				become_core(added);
		}
	CPU_FREE(mask);
	/* A3: pairs with R3 in park_thread(): they are described. */
	while (atomic_load_acquire(&ready) < core_count - 1)
		sched_yield();
}

unsigned hosted_online(void)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);

	/* It has to open a file, for which there may be no descriptor. */
	return online > core_count ? (unsigned)online : core_count;
}

unsigned hosted_processor(unsigned index)
{
	return core[index]->processor;
}

pthread_t hosted_thread(unsigned index)
{
	return core[index]->thread;
}

/* ---- machine.h --------------------------------------------------------- */

unsigned machine_cores(void)
{
	return core_count;
}

const struct machine_core_info *machine_core_info(unsigned listed)
{
	return listed < core_count ? &core[listed]->info : NULL;
}

struct job *jobs_of(unsigned index)
{
	return &core[index]->job;
}

void machine_wait(uint64_t deadline)
{
	futex_latch_wait(&core[machine_core()]->wake, deadline);
}

void machine_wake(unsigned index)
{
	futex_latch_wake(&core[index]->wake);
}
