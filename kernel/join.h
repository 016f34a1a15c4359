/* SPDX-License-Identifier: MIT */
/* The bounded half of machine_join(), for whoever implements it. */
#ifndef KERNEL_JOIN_H
#define KERNEL_JOIN_H

#include <stdint.h>

/*
 * Sleeps until *running, an atomic, is 0: each core that is through takes one
 * from it, releasing, and the last wakes core 0. After MACHINE_JOIN_SECONDS it
 * panics and names the core that missing() tells. Core 0.
 */
void join_wait(const uint32_t *running, unsigned (*missing)(void));

#endif
