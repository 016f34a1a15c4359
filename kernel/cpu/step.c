/* SPDX-License-Identifier: MIT */
/* machine_step(): trap.c calls on_step() at each debug exception. */
#include "kernel/x86/step.h"

#include "kernel/cpu/percpu.h"

void machine_step(void (*body)(void *arg), void *arg,
		  bool (*step)(const uint8_t *instruction))
{
	this_cpu()->on_step = step;
	step_on();
	body(arg);
	step_off();
	this_cpu()->on_step = NULL;
}
