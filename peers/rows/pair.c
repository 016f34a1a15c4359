/* SPDX-License-Identifier: MIT */
/*
 * The second core: a helper thread that sleeps between repetitions, so that
 * rows of one core run beside a core that is idle.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#include "peers/rows/pair.h"

static struct {
	peers_side side;
	void *arg;
	sem_t wanted;
	cpu_set_t all;
	int cpu[PEERS_SIDES];
	unsigned cpus;

	/* Counts repetitions; the helper's answer to `go`, then its end. */
	uint64_t go PEERS_LINE;
	uint64_t ready PEERS_LINE;
	uint64_t done PEERS_LINE;
} pair;

static void pin(const cpu_set_t *set)
{
	if (sched_setaffinity(0, sizeof(*set), set))
		perror("peers: cannot pin a thread");
}

void peers_pin(unsigned side)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(pair.cpu[side], &set);
	pin(&set);
}

void peers_pin_both(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	for (unsigned i = 0; i < pair.cpus; i++)
		CPU_SET(pair.cpu[i], &set);
	pin(&set);
}

bool peers_two_cores(void)
{
	return pair.cpus == PEERS_SIDES;
}

static void wait_for(uint64_t *word, uint64_t value)
{
	/* Unbounded here; main.c's alarm ends a program that hangs. */
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value)
		_mm_pause();
}

/* Our code asks for the core that it is on. */
static void become(unsigned side)
{
	peers_pin(side);
	if (!peers_core(side)) {
		fprintf(stderr, "peers: %%gs cannot be set\n");
		exit(1);
	}
}

static void *helper(void *unused)
{
	become(1);
	for (uint64_t round = 1;; round++) {
		while (sem_wait(&pair.wanted))
			;
		__atomic_store_n(&pair.ready, round, __ATOMIC_RELEASE);
		wait_for(&pair.go, round);
		pair.side(1, pair.arg);
		__atomic_store_n(&pair.done, round, __ATOMIC_RELEASE);
	}
	return unused;
}

uint64_t peers_pair(peers_side side, void *arg)
{
	uint64_t round = pair.go + 1;

	pair.side = side;
	pair.arg = arg;
	sem_post(&pair.wanted);
	wait_for(&pair.ready, round);
	uint64_t begin = peers_now();
	__atomic_store_n(&pair.go, round, __ATOMIC_RELEASE);
	side(0, arg);
	wait_for(&pair.done, round);
	return peers_now() - begin;
}

void pair_start(void)
{
	pthread_t thread;

	sched_getaffinity(0, sizeof(pair.all), &pair.all);
	for (int cpu = 0; cpu < CPU_SETSIZE && pair.cpus < PEERS_SIDES; cpu++)
		if (CPU_ISSET(cpu, &pair.all))
			pair.cpu[pair.cpus++] = cpu;
	sem_init(&pair.wanted, 0, 0);
	become(0);
	if (!peers_two_cores())
		peers_skip("two cores", "one processor is all there is");
	else if (pthread_create(&thread, NULL, helper, NULL))
		exit(1);
}
