/* SPDX-License-Identifier: MIT */
/* hosted/rows/timer.c: a clock that goes back is seen. By reads that the test
 * plays: one is earlier than the one before. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/config/rows.h"
#include "tests/unit/test.h"

static unsigned reads, back; /* the read that is earlier; 0: none */

static int read_played(struct timespec *at)
{
	unsigned when = ++reads == back ? reads - 2 : reads;

	*at = (struct timespec){ .tv_sec = when / 4, .tv_nsec = when % 4 };
	return 0;
}

/* They are not announced to the other tests. */
#undef ROWS
#define ROWS(experiment_name, table)                                         \
	__attribute__((unused)) static const struct variant *const           \
	rows_##table = table
#define clock_gettime(clock, at) read_played(at)
#define syscall(number, clock, at) read_played(at)
#include "hosted/rows/timer.c"

static bool right_with(unsigned read)
{
	struct cell cell = { 0 };

	reads = 0;
	back = read;
	return clocks[0].validate(&cell);
}

TEST(timer_a_clock_that_goes_back_is_wrong)
{
	CHECK(right_with(0));
	CHECK(!right_with(2)); /* by a system call */
	CHECK(!right_with(3)); /* behind one */
	CHECK(!right_with(29) && !right_with(30)); /* in one second */
}
