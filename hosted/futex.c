/* SPDX-License-Identifier: MIT */
#include "hosted/futex.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/tsc.h"

#define NANOSECONDS 1000000000u

struct timespec futex_time(uint64_t ticks)
{
	uint64_t hz = machine_clock()->hz;

	return (struct timespec){
		.tv_sec = (time_t)(ticks / hz),
		/* hz is below 2^34: the product fits. */
		.tv_nsec = (long)(ticks % hz * NANOSECONDS / hz),
	};
}

void futex_latch_wait(struct futex_latch *latch, uint64_t deadline)
{
	uint32_t idle = FUTEX_IDLE;
	struct timespec left, *timeout = NULL;

	if (deadline != MACHINE_NEVER) {
		uint64_t now = tsc_read();

		if (now >= deadline)
			return;
		left = futex_time(deadline - now);
		timeout = &left;
	}
	/* A1: pairs with R1 in futex_latch_wake(). It fails if woken already. */
	if (atomic_cas_acq_rel(&latch->state, &idle, FUTEX_SLEEPS))
		syscall(SYS_futex, &latch->state, FUTEX_WAIT_PRIVATE,
			FUTEX_SLEEPS, timeout, NULL, 0);
	atomic_swap_acq_rel(&latch->state, FUTEX_IDLE); /* A1 */
}

void futex_latch_wake(struct futex_latch *latch)
{
	/* R1: pairs with A1: what the waker did before is seen after. */
	if (atomic_swap_acq_rel(&latch->state, FUTEX_WOKEN) == FUTEX_SLEEPS)
		syscall(SYS_futex, &latch->state, FUTEX_WAKE_PRIVATE, 1, NULL,
			NULL, 0);
}
