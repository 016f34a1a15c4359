/* SPDX-License-Identifier: MIT */
/* bench/experiments/primes/timeline.c: which events of a core are written. */
#include <string.h>

#include "bench/report/thin.h"
#include "sched/trace.h"
#include "tests/unit/bench/experiments/apart.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define timeline_wanted apart_wanted
#define timeline_record apart_timeline
#define timeline_show apart_show
#define timeline_event_milli apart_event_milli
#include "bench/experiments/primes/timeline.c"

#define CAPACITY 512u
#define PART 130u /* events a record */

/* The records of one core whose i-th event is at tick 10 * i. */
static void write_events(unsigned events)
{
	static uint64_t event[CAPACITY];
	const struct trace_ring ring = { event, events, CAPACITY - 1 };
	const struct record_key key = { "primes", "steal", 1, NULL };

	for (unsigned i = 0; i < events; i++)
		event[i] = trace_pack(10 * i, TRACE_IDLE, i);
	fake.records = 0;
	apart_timeline(&key, &ring, 1);
}

static bool tells(unsigned record, const char *what)
{
	return record < fake.records && strstr(fake.record[record], what);
}

TEST(primes_timeline_has_all_events_in_parts)
{
	write_events(PART);
	CHECK_EQUAL(fake.records, 1);
	CHECK(tells(0, "\"core\":0,\"dropped\":0,\"events\":[[0,5,0],[10,5,1]"));
	CHECK(!tells(0, "\"part\""));
	write_events(2 * PART + 1);
	CHECK_EQUAL(fake.records, 3);
	CHECK(tells(0, "\"part\":1,\"parts\":3") && tells(0, "[[0,5,0],"));
	CHECK(tells(1, "\"part\":2,\"parts\":3") && tells(1, "[[1300,5,130],"));
	CHECK(tells(2, "\"part\":3,\"parts\":3") && tells(2, "[[2600,5,260]]"));
}

TEST(primes_timeline_on_a_slow_line_has_the_newest_events)
{
	fake.log_pace = 11520;
	write_events(THIN_ROWS);
	CHECK(tells(fake.records - 1, "\"dropped\":0,\"events\":[[0,5,0],"));
	write_events(THIN_ROWS + 4);
	CHECK(tells(fake.records - 1, "\"dropped\":4,\"events\":[[40,5,4],"));
	CHECK(tells(fake.records - 1, ",[190,5,19]]"));
}
