/* SPDX-License-Identifier: MIT */
/* Preconditions, checked unless NDEBUG is defined (measured files). */
#ifndef KERNEL_ASSERT_H
#define KERNEL_ASSERT_H

#include "kernel/machine.h"

#define ASSERT_TEXT(x) #x
#define ASSERT_LINE(x) ASSERT_TEXT(x)

#ifdef NDEBUG
#define ASSERT(condition) ((void)0)
#else
#define ASSERT(condition)                                                    \
	((condition) ? (void)0                                               \
		     : machine_panic(__FILE__ ":" ASSERT_LINE(__LINE__)      \
				     ": not so: " #condition))
#endif

#endif
