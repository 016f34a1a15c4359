/* SPDX-License-Identifier: MIT */
/*
 * sched/run/inbox.h: whatever is pushed is taken once, what one thread pushes
 * stays in order, and what it wrote before is seen.
 */
#include "sched/run/inbox.h"

#include "tests/explore/engine/program.h"

#define PUSHERS 2u
#define EACH 2u

static struct inbox inbox;
static struct fiber fibers[PUSHERS][EACH];
static unsigned taken[PUSHERS]; /* by the owner */

static void setup(void)
{
	inbox = (struct inbox){ 0 };
	for (unsigned i = 0; i < PUSHERS; i++) {
		taken[i] = 0;
		for (unsigned j = 0; j < EACH; j++)
			fibers[i][j] = (struct fiber){ .home = i };
	}
	explore_name(&inbox, sizeof(inbox), "inbox");
	explore_name(fibers, sizeof(fibers), "fibers");
}

static void push_all(unsigned pusher)
{
	for (unsigned j = 0; j < EACH; j++) {
		payload_store(&fibers[pusher][j].arg, &fibers[pusher][j]);
		inbox_push(&inbox, &fibers[pusher][j]);
	}
}

/* True if there were any. */
static bool take_all(void)
{
	struct fiber *fiber = inbox_empty(&inbox) ? NULL : inbox_take(&inbox);
	bool any = fiber;

	while (fiber) {
		unsigned pusher = fiber->home;
		explore_check(fiber == &fibers[pusher][taken[pusher]],
			      "out of order, or twice");
		explore_check(payload_load(&fiber->arg) == fiber,
			      "the pusher's store is not seen");
		taken[pusher]++;
		fiber = fiber->next;
	}
	return any;
}

static void thread(unsigned self)
{
	if (self < PUSHERS) {
		push_all(self);
		return;
	}
	while (taken[0] + taken[1] < PUSHERS * EACH)
		if (!take_all())
			cpu_relax();
}

EXPLORE_PROGRAM(inbox_program) = {
	.name = "inbox_pushes", .threads = PUSHERS + 1,
	.setup = setup, .thread = thread, .bound = { 3, 3, 3 },
};
