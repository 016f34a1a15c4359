/* SPDX-License-Identifier: MIT */
/* hosted/rows/osthread.c where Linux gives no thread. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

#include "hosted/futex.h"
#include "tests/unit/hosted/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

static void never_wait(void)
{
}

#define pthread_create(thread, how, run, arg) \
	((void)(thread), (void)(run), (void)(arg), EAGAIN)
#define pthread_join(thread, result) ((void)(thread), never_wait())
#define futex_latch_wait(latch, deadline) ((void)(latch), never_wait())
#define futex_latch_wake(latch) ((void)(latch), never_wait())
#include "hosted/rows/osthread.c"

TEST(osthread_that_linux_does_not_give_is_told)
{
	struct state s = { .turns = 0 };
	struct cell cell = { .state = &s };

	CHECK(PANICS(enter_yield(&cell, 0)));
	CHECK_TEXT(fake.panic_text, "Linux gives no thread for osthread");
	CHECK(PANICS(enter_sem(&cell, 0)));
	CHECK(PANICS(body_spawn(&cell, 0, 1)));
}
