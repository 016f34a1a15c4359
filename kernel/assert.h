/* SPDX-License-Identifier: MIT */
/*
 * Preconditions. What breaks one ends the run with a panic record which names
 * the line. Any core, any context.
 *
 * ASSERT is always checked. ASSERT_TIMED is for code which runs inside a timed
 * section: the image and the twin leave it out, since it would be measured; the
 * tests on the host define CHECK_TIMED and so check it.
 */
#ifndef KERNEL_ASSERT_H
#define KERNEL_ASSERT_H

#include "kernel/machine.h"

#define ASSERT_TEXT(x) #x
#define ASSERT_LINE(x) ASSERT_TEXT(x)

#define ASSERT(condition)                                                    \
	((condition) ? (void)0                                               \
		     : machine_panic(__FILE__ ":" ASSERT_LINE(__LINE__)      \
				     ": not so: " #condition))

#ifdef CHECK_TIMED
#define ASSERT_TIMED(condition) ASSERT(condition)
#else
#define ASSERT_TIMED(condition) ((void)0)
#endif

#endif
