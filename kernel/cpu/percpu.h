/* SPDX-License-Identifier: MIT */
/*
 * What belongs to one core. %gs of each core points to its own struct, which
 * begins with the machine's public part. Offsets that assembly uses are generated
 * (boot/offsets.c).
 */
#ifndef KERNEL_CPU_PERCPU_H
#define KERNEL_CPU_PERCPU_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/common/jobs.h"
#include "kernel/machine.h"

#define IST_FAULT 1    /* every exception: a full stack must not stop a dump */
#define IST_NMI 2
#define IST_MACHINE_CHECK 3
#define IST_INTERRUPT 4 /* no fiber's stack has to hold one */
#define IST_STACKS 4
#define IST_STACK_SIZE 8192u
#define CORE_STACK_SIZE 65536u

/* 64-bit task state segment (SDM 3A, 8.7): only its stacks are used. */
struct tss {
	uint32_t reserved0;
	uint64_t rsp[3];
	uint64_t reserved1;
	uint64_t ist[7];
	uint64_t reserved2;
	uint16_t reserved3, io_map;
} __attribute__((packed));

_Static_assert(sizeof(struct tss) == 104, "SDM 3A, figure 8-11");

struct percpu {
	struct machine_local local; /* first: what %gs points to */

	struct job job;

	/* This core only. */
	uint64_t trial_stack;     /* not 0: a fault is expected, see trap.h */
	void (*on_tick)(void);    /* while it ticks: kernel/time/wait.c */
	/* In an NMI: was it for that? kernel/time/alarm.c; NULL: never. */
	bool (*on_nmi)(void);
	/* While it is stepped: kernel/cpu/step.c. */
	bool (*on_step)(const uint8_t *instruction);
	/* machine_recallable(): kernel/cpu/recall.c. */
	struct {
		uint64_t stack;   /* where the body began; 0: there is none */
		uint64_t rflags;  /* with which it began */
		uint32_t body;    /* atomic: its number */
		uint32_t wanted;  /* atomic: number of the one that is to end */
		uint32_t taken;   /* the last `wanted` that it has been told */
		bool nudge;       /* atomic: on its way */
	} recall;
	/* machine_abandonable(): kernel/cpu/abandon.c. */
	struct {
		uint64_t stack;   /* where it begins again; 0: nowhere */
		uint64_t rflags;
		bool called;      /* atomic: by an NMI, on its way */
		bool late;        /* an NMI that was taken may come yet */
	} home;
	uint32_t unexpected;      /* interrupts nobody asked for */
	struct machine_core_info info; /* state, reason and node apart */
	uint64_t gdt[5];          /* null, code, data, TSS (two entries) */
	struct tss tss;
	uint8_t ist[IST_STACKS][IST_STACK_SIZE] __attribute__((aligned(16)));

	/* The handler of machine_ipi(); on lines that nothing else touches. */
	uint64_t ipis __attribute__((aligned(MACHINE_LINE_PAIR))); /* atomic */
	uint64_t ipi_stamp;       /* written before `ipis` */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

/* The calling core's struct. */
static inline struct percpu *this_cpu(void)
{
	struct percpu *self;

	__asm__("movq %%gs:0, %0" : "=r"(self));
	return self;
}

#endif
