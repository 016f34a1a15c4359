/* SPDX-License-Identifier: MIT */
/*
 * Each fiber is a thread of its own to the thread sanitizer, so that it finds
 * races between two fibers of one core, too. A switch orders nothing: only
 * what the scheduler itself does may count.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "kernel/hook.h"

#if defined(__SANITIZE_THREAD__)

#include <sanitizer/tsan_interface.h>

#define SLOTS 4096u /* far more than the fibers of any case */

static pthread_mutex_t latch = PTHREAD_MUTEX_INITIALIZER;
static struct { const void *fiber; void *context; } known[SLOTS];
static _Thread_local void *loop_context;

/* Fibers are pooled and never freed, so neither are their contexts. */
__attribute__((no_sanitize("thread"))) static void *context_of(const void *fiber)
{
	size_t at = ((uintptr_t)fiber >> 8) % SLOTS;

	pthread_mutex_lock(&latch);
	while (known[at].fiber && known[at].fiber != fiber)
		at = (at + 1) % SLOTS;
	if (!known[at].fiber) {
		known[at].fiber = fiber;
		known[at].context = __tsan_create_fiber(0);
	}
	pthread_mutex_unlock(&latch);
	return known[at].context;
}

__attribute__((no_sanitize("thread"))) void torture_switch(const void *fiber)
{
	if (!loop_context) /* the first switch of a core leaves its loop */
		loop_context = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(fiber ? context_of(fiber) : loop_context, 0);
}

#endif
