/* SPDX-License-Identifier: MIT */
#include "sched/run/inbox.h"

#include <pthread.h>

#include "tests/unit/test.h"

#define THREADS 3u
#define EACH 20000u

static struct inbox inbox;
static struct fiber fiber[THREADS][EACH];

TEST(inbox_oldest_first)
{
	CHECK(inbox_empty(&inbox));
	CHECK(!inbox_take(&inbox));
	for (unsigned i = 0; i < 3; i++)
		inbox_push(&inbox, &fiber[0][i]);
	CHECK(!inbox_empty(&inbox));
	CHECK(inbox_take(&inbox) == &fiber[0][0]);
	CHECK(fiber[0][0].next == &fiber[0][1]);
	CHECK(fiber[0][1].next == &fiber[0][2]);
	CHECK(!fiber[0][2].next);
	CHECK(inbox_empty(&inbox));
}

static void *push(void *arg)
{
	unsigned thread = (uintptr_t)arg;

	for (unsigned i = 0; i < EACH; i++) {
		fiber[thread][i].order = i;
		fiber[thread][i].home = thread;
		inbox_push(&inbox, &fiber[thread][i]);
	}
	return NULL;
}

/* None lost, none twice: each thread's come in the order it pushed them. */
TEST(inbox_threads)
{
	pthread_t thread[THREADS];
	uint64_t next[THREADS] = { 0 };
	unsigned taken = 0, wrong = 0;

	for (uintptr_t i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, push, (void *)i);
	while (taken < THREADS * EACH) {
		struct fiber *f = inbox_take(&inbox);

		for (; f; f = f->next, taken++)
			wrong += f->order != next[f->home]++;
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	CHECK_EQUAL(taken, THREADS * EACH);
	CHECK_EQUAL(wrong, 0);
	CHECK(inbox_empty(&inbox));
}
