/* SPDX-License-Identifier: MIT */
/*
 * What started cores are given to run: machine_run() and its two halves, on
 * whatever machine has machine_wait() and machine_wake().
 */
#ifndef KERNEL_COMMON_JOBS_H
#define KERNEL_COMMON_JOBS_H

#include <stdint.h>

#include "kernel/machine.h"

/* Zeroed at first. */
struct job {
	/* Written by core 0 before `given`, read by its core after it. */
	void (*body)(unsigned core, void *arg);
	void *arg;
	uint32_t given; /* atomic: 1 while body is to be run */
};

/* The machine's: where a started core's is. */
struct job *jobs_of(unsigned core);

/* The life of a core other than 0: waits for bodies and runs them. Its number
 * is read anew for each: it is given one only after it has come up. */
_Noreturn void jobs_serve(struct job *own, const struct machine_local *self);

#endif
