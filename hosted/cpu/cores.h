/* SPDX-License-Identifier: MIT */
/* The Linux machine's cores: one thread pinned to each processor we may use. */
#ifndef HOSTED_CPU_CORES_H
#define HOSTED_CPU_CORES_H

#include <pthread.h>

/*
 * Pins the calling thread, which becomes core 0, and starts a pinned thread
 * on every other processor of the affinity mask, which then serves jobs for
 * ever. What could not be done is kept as a warning. Once, first of all.
 */
void hosted_start_cores(void (*serve_jobs)(void));

/* Processors that are online, ours or not. */
unsigned hosted_online(void);

/* Linux's number of the processor under a core. */
unsigned hosted_processor(unsigned core);

/* A core's thread. */
pthread_t hosted_thread(unsigned core);

#endif
