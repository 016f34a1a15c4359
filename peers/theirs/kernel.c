/* SPDX-License-Identifier: MIT */
/* What the kernel's threads take, for scale: to change, to wake, to make. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "peers/peers.h"

#define YIELDS 300u
#define WAKES 400u
#define THREADS 20u

static uint32_t started, stop;
static uint64_t yields;

/* ---- two threads on one core that give it to each other ------------------ */

static void *yield_until_stop(void *unused)
{
	peers_pin(0);
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
		yields++;
		sched_yield();
	}
	return unused;
}

/* Ticks per switch: each side's yields count, since each gives way. */
static double yield(const struct peers_row *row)
{
	pthread_t other;
	uint64_t begin, ticks;

	(void)row;
	started = stop = 0;
	yields = 0;
	if (pthread_create(&other, NULL, yield_until_stop, NULL))
		return -1;
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		sched_yield();
	begin = peers_now();
	for (uint32_t i = 0; i < YIELDS; i++)
		sched_yield();
	ticks = peers_now() - begin;
	uint64_t theirs = yields;
	__atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
	pthread_join(other, NULL);
	return (double)ticks / (double)(YIELDS + theirs);
}

/* ---- futex ping-pong, one way: on two cores, and on one ------------------ */

static uint32_t turn PEERS_LINE;

static void wait_for_turn(uint32_t mine)
{
	/* With a time limit: nothing here waits for ever. */
	const struct timespec limit = { .tv_sec = 1 };
	uint32_t seen;

	while ((seen = __atomic_load_n(&turn, __ATOMIC_ACQUIRE)) != mine)
		syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, seen, &limit);
}

static void futex_side(unsigned me, void *unused)
{
	(void)unused;
	for (uint32_t i = me; i < WAKES; i += 2) {
		wait_for_turn(i);
		__atomic_store_n(&turn, i + 1, __ATOMIC_RELEASE);
		syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, 1);
	}
}

static double futex_across(const struct peers_row *row)
{
	(void)row;
	turn = 0;
	return (double)peers_pair(futex_side, NULL) / WAKES;
}

static void *futex_other(void *unused)
{
	peers_pin(0);
	futex_side(1, NULL);
	return unused;
}

static double futex_alone(const struct peers_row *row)
{
	uint64_t begin = peers_now();
	pthread_t other;

	(void)row;
	turn = 0;
	if (pthread_create(&other, NULL, futex_other, NULL))
		return -1;
	futex_side(0, NULL);
	pthread_join(other, NULL);
	return (double)(peers_now() - begin) / WAKES;
}

/* ---- a thread made, run and ended ---------------------------------------- */

static void *nothing(void *unused)
{
	return unused;
}

static double create(const struct peers_row *row)
{
	uint64_t begin = peers_now();

	(void)row;
	for (uint32_t i = 0; i < THREADS; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, nothing, NULL))
			return -1;
		pthread_join(thread, NULL);
	}
	return (double)(peers_now() - begin) / THREADS;
}

static void add(const char *row, double (*measure)(const struct peers_row *))
{
	peers_add((struct peers_row){ .row = row, .who = "linux",
		.floor = PEERS_SYSCALL, .measure = measure,
		.switches = true });
}

void peers_kernel(void)
{
	add("sched_yield, 1 core", yield);
	add("futex ping-pong, 1 core", futex_alone);
	if (peers_two_cores())
		add("futex ping-pong, 2 cores", futex_across);
	add("pthread create + join", create);
}
