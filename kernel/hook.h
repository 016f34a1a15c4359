/* SPDX-License-Identifier: MIT */
/*
 * Where a tool that follows stacks can hook in (a sanitizer). Nothing in the
 * image and in the Linux program: the tool's build puts its own header in this
 * one's place.
 */
#ifndef KERNEL_HOOK_H
#define KERNEL_HOOK_H

/* The calling core is about to go to this fiber's stack; NULL: to the stack
 * of the core's loop. */
static inline void hook_switch(const void *fiber)
{
	(void)fiber;
}

#endif
