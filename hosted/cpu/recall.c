/* SPDX-License-Identifier: MIT */
/*
 * kernel/recall.h by a signal, which interrupts a thread as an NMI does a core.
 * Its handler leaves by siglongjmp(): the thread is in code of ours, or of the
 * user, that no library's state depends on.
 */
#include "hosted/cpu/recall.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "hosted/cpu/cores.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/recall.h"

#define SIGNAL (SIGRTMIN + 1)

static struct recall {
	sigjmp_buf *back; /* NULL: no body */
	uint32_t body;    /* atomic: its number */
	uint32_t wanted;  /* atomic: the number of the one that is to end */
	bool nudge;       /* atomic: on its way */
} recall[MACHINE_MAX_CORES];

static void on_signal(int signal)
{
	struct recall *own = &recall[machine_core()];

	(void)signal;
	atomic_store_relaxed(&own->nudge, false);
	if (own->back && atomic_load_relaxed(&own->wanted) == own->body)
		siglongjmp(*own->back, 1);
}

bool machine_recallable(void (*body)(void *arg), void *arg)
{
	struct recall *own = &recall[machine_core()];
	sigjmp_buf here;
	bool ended = !sigsetjmp(here, true); /* the tick's signal, too */

	if (ended) {
		atomic_store_relaxed(&own->body, own->body + 1);
		*(sigjmp_buf *volatile *)&own->back = &here;
		body(arg);
	}
	*(sigjmp_buf *volatile *)&own->back = NULL;
	return ended;
}

void recall_forget(void)
{
	*(sigjmp_buf *volatile *)&recall[machine_core()].back = NULL;
}

static void interrupt(unsigned core)
{
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = SA_RESTART | SA_ONSTACK };

	sigaction(SIGNAL, &action, NULL);
	pthread_kill(hosted_thread(core), SIGNAL);
}

void machine_recall(unsigned core)
{
	struct recall *other = &recall[core];
	uint32_t body = atomic_load_relaxed(&other->body);

	if (atomic_load_relaxed(&other->wanted) == body)
		return;
	atomic_store_relaxed(&other->wanted, body);
	interrupt(core);
}

void machine_nudge(unsigned core)
{
	atomic_store_relaxed(&recall[core].nudge, true);
	interrupt(core);
}

bool machine_nudged(unsigned core)
{
	return !atomic_load_relaxed(&recall[core].nudge);
}
