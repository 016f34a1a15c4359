/* SPDX-License-Identifier: MIT */
/* Shared work through another queue, which says whether it looks empty or has
 * its items counted, and under another lock. */
#include "sched/lock/mcs.h"
#include "sched/queue/mpmc.h"
#include "sched/queue/shared.h"
#include "sched/run/internal.h"

#include "tests/explore/programs/sched/programs.h"

/* As QUEUE() and LOCK() would make them, but not for a user's programs. */
static size_t queue_bytes(uint32_t capacity)
{
	return mpmc_bytes(capacity);
}

static void queue_init(void *queue, void *memory, uint32_t capacity)
{
	mpmc_init(queue, memory, capacity);
}

static bool queue_push(void *queue, struct work work)
{
	return mpmc_push(queue, work);
}

static bool queue_pop(void *queue, struct work *work)
{
	return mpmc_pop(queue, work);
}

static bool queue_looks_empty(void *queue)
{
	return mpmc_looks_empty(queue);
}

#define MPMC_KIND(id, ...)                                                   \
	static const struct queue_kind id = {                                \
		.name = "mpmc", .flags = QUEUE_MANY_PUSH | QUEUE_MANY_POP,   \
		.size = sizeof(struct mpmc), .bytes = queue_bytes,           \
		.init = queue_init, .push = queue_push, .pop = queue_pop,    \
		__VA_ARGS__                                                  \
	}

MPMC_KIND(queue, .looks_empty = queue_looks_empty);
MPMC_KIND(counted, .looks_empty = NULL);

static void lock_init(void *lock)
{
	mcs_init(lock);
}

static void lock_acquire(void *lock, union lock_node *node)
{
	mcs_acquire(lock, (struct mcs_node *)node);
}

static void lock_release(void *lock, union lock_node *node)
{
	mcs_release(lock, (struct mcs_node *)node);
}

static const struct lock_kind lock = {
	.name = "mcs", .size = sizeof(struct mcs_lock), .init = lock_init,
	.acquire = lock_acquire, .release = lock_release,
};

/* All that was pushed has been popped, and was counted as often. */
static void share_done(void)
{
	all_done();
	explore_check(shared_queue_looks_empty(&sched.shared),
		      "the empty queue does not look so");
}

#define SHARE_PROGRAM(id, cores, lock_, queue_, results, body, ...)          \
	SCHED_RUN(id, cores, results, body,                                  \
		  explore_check(sched_share(lock_, queue_), "out of memory"), \
		  share_done, __VA_ARGS__)

static void submit_one(void *arg)
{
	sched_submit((struct work){ count, arg });
}

static void submit_two(void *arg)
{
	submit_one(arg);
	submit_one(arg);
}

SHARE_PROGRAM(sched_share_queue_one, 2, NULL, &queue, 1, submit_one, { 3, 3, 2 });
SHARE_PROGRAM(sched_share_queue_two, 2, NULL, &queue, 2, submit_two, { 2, 2, 2 });
SHARE_PROGRAM(sched_share_queue_spin, 2, NULL, &queue, 1, submit_and_spin, { 3, 3, 2 });
SHARE_PROGRAM(sched_share_queue_three, 3, NULL, &queue, 1, submit_one, { 1, 1, 1 });
SHARE_PROGRAM(sched_share_counted_two, 2, NULL, &counted, 2, submit_two, { 2, 2, 2 });
SHARE_PROGRAM(sched_share_counted_spin, 2, NULL, &counted, 1, submit_and_spin, { 3, 3, 2 });
SHARE_PROGRAM(sched_share_lock_one, 2, &lock, NULL, 1, submit_one, { 2, 2, 2 });
SHARE_PROGRAM(sched_share_lock_spin, 2, &lock, NULL, 1, submit_and_spin, { 2, 2, 2 });
