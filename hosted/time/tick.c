/* SPDX-License-Identifier: MIT */
/*
 * machine_tick_start() by a POSIX timer whose signal goes to core 0's thread:
 * it interrupts the code of that core, as the bare machine's timer does, which
 * a helper thread could not. The handler runs on the thread's signal stack
 * (stop_prepare_thread()): a fiber's has no room for the kernel's frame.
 */
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "hosted/cpu/abandon.h"
#include "hosted/futex.h"
#include "kernel/machine.h"

static timer_t timer;
static void (*call)(void *arg);
static void *call_arg;

static void on_signal(int signal)
{
	(void)signal;
	call(call_arg);
}

bool machine_tick_start(uint64_t period, void (*tick)(void *arg), void *arg)
{
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = SA_RESTART | SA_ONSTACK };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
				  .sigev_signo = SIGRTMIN };
	struct timespec every = futex_time(period);
	struct itimerspec both = { every, every };

	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, ABANDON_SIGNAL);
	call = tick;
	call_arg = arg;
	event._sigev_un._tid = gettid();
	if (sigaction(SIGRTMIN, &action, NULL) ||
	    timer_create(CLOCK_MONOTONIC, &event, &timer))
		return false;
	if (!timer_settime(timer, 0, &both, NULL))
		return true;
	timer_delete(timer);
	return false;
}

/* A signal still pending calls once more: ignored, it is thrown away. */
void machine_tick_stop(void)
{
	signal(SIGRTMIN, SIG_IGN);
	timer_delete(timer);
}

/* Linux lets no program be deaf to a signal. */
bool machine_alarm_start(uint64_t ms, void (*call_late)(void *arg), void *arg)
{
	(void)ms;
	(void)call_late;
	(void)arg;
	return false;
}

void machine_alarm_stop(void)
{
}
