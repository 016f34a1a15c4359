/* SPDX-License-Identifier: MIT */
#include "tests/explore/engine/linear.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tests/explore/engine/model.h"

static struct linear_call calls[LINEAR_CALLS];
static unsigned count;
static uint64_t now;

/* ---- the history ------------------------------------------------------- */

void linear_begin(void)
{
	count = 0;
	now = 0;
}

unsigned explore_call(unsigned operation, uint64_t argument)
{
	if (count == LINEAR_CALLS)
		explore_fail("more calls than a history may have");
	calls[count] = (struct linear_call){
		.thread = run.self, .operation = operation,
		.argument = argument, .returned = UINT64_MAX,
		.stores = UINT64_MAX,
	};
	if (run.self == NOBODY)
		calls[count].called = ++now;
	return count++;
}

/* The first access of a call stamps it. */
void linear_step(void)
{
	now++;
	for (unsigned i = 0; i < count; i++)
		if (calls[i].thread == run.self && !calls[i].called)
			calls[i].called = now;
}

/* Returns whose stores are all in memory now. */
void linear_flushed(unsigned thread)
{
	now++;
	for (unsigned i = 0; i < count; i++) {
		struct linear_call *call = &calls[i];
		if (call->thread == thread && call->returned == UINT64_MAX &&
		    call->stores <= run.thread[thread].committed)
			call->returned = now;
	}
}

void explore_return(unsigned call, uint64_t result)
{
	calls[call].result = result;
	calls[call].stores = run.thread[run.self].issued;
	linear_flushed(run.self);
}

/* ---- the search -------------------------------------------------------- */

static bool precedes(unsigned a, unsigned b)
{
	return calls[a].returned < calls[b].called ||
	       (calls[a].thread == calls[b].thread && a < b);
}

static bool is_first(unsigned call, unsigned left)
{
	for (unsigned i = 0; i < count; i++)
		if ((left >> i & 1) && i != call && precedes(i, call))
			return false;
	return true;
}

static bool search(linear_apply *apply, const void *state, unsigned left)
{
	unsigned char next[LINEAR_STATE];

	if (!left)
		return true;
	for (unsigned i = 0; i < count; i++) {
		if (!(left >> i & 1) || !is_first(i, left))
			continue;
		memcpy(next, state, sizeof(next));
		if (apply(next, &calls[i]) &&
		    search(apply, next, left & ~(1u << i)))
			return true;
	}
	return false;
}

bool linear_check(linear_apply *apply)
{
	static const unsigned char state[LINEAR_STATE];

	return search(apply, state, (1u << count) - 1);
}

void linear_print(void)
{
	for (unsigned i = 0; i < count; i++)
		printf("  call by T%u: operation %u, argument %" PRIu64
		       ", result %" PRIu64 ", from %" PRIu64 " to %" PRIu64
		       "\n", calls[i].thread, calls[i].operation,
		       calls[i].argument, calls[i].result, calls[i].called,
		       calls[i].returned);
}
