/* SPDX-License-Identifier: MIT */
/* Tells the thread sanitizer which fiber runs; see kernel/hook.h. */
#ifndef KERNEL_HOOK_H
#define KERNEL_HOOK_H

void torture_switch(const void *fiber); /* tests/torture/hook.c */

#define hook_switch torture_switch

#endif
