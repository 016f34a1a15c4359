/* SPDX-License-Identifier: MIT */
/*
 * Threads of a library's own, each of which stands for a core: it is pinned to
 * the core's processor, and machine_core() answers for it. It must not wait as
 * a core does (machine_wait()). _GNU_SOURCE comes before the first header.
 */
#ifndef PEERS_GUESTS_OWN_THREADS_H
#define PEERS_GUESTS_OWN_THREADS_H

#include <asm/prctl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hosted/cpu/cores.h"
#include "kernel/machine.h"

static void become_core(unsigned core)
{
	static struct machine_local local[MACHINE_MAX_CORES];
	unsigned processor = hosted_processor(core);
	size_t size = CPU_ALLOC_SIZE(processor + 1);
	cpu_set_t *set = CPU_ALLOC(processor + 1);

	CPU_ZERO_S(size, set);
	CPU_SET_S(processor, size, set);
	sched_setaffinity(0, size, set);
	CPU_FREE(set);
	local[core] = (struct machine_local){ .self = &local[core],
					      .core = core };
	syscall(SYS_arch_prctl, ARCH_SET_GS, &local[core]);
}

#endif
