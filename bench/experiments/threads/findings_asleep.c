/* SPDX-License-Identifier: MIT */
/* What experiment `threads` concludes of a task beside sleepers. */
#include "bench/experiments/threads/threads.h"

#include "bench/conclusions/conclude.h"
#include "bench/config/scale.h"
#include "bench/report/record.h"
#include "kernel/format.h"

#define TEXT_MAX 64u
#define WHAT_MAX 96u

/* A night with sleepers: what is said of the task, and how late they wake. */
static const struct {
	const char *name, *id, *sleepers;
	const char *late, *late_what;
	const char *published;
} nights[THREADS_NIGHTS] = {
	[THREADS_BESIDE] = {
		.name = "asleep", .id = "threads.asleep", .sleepers = "",
		.published = "the same" },
	[THREADS_ONCE] = {
		.name = "wake_once", .id = "threads.wake_once",
		.sleepers = " that wake at once", .late = "late_once",
		.late_what = "Of %u sleeper%s that wake%s at once the last "
			     "oversleeps %%s %s" },
	[THREADS_RANDOM] = {
		.name = "wake_random", .id = "threads.wake_random",
		.sleepers = " that wake at random", .late = "late_random",
		.late_what = "Of %u sleeper%s that wake%s at random the last "
			     "oversleeps %%s %s" },
};

/* Thousandths of published seconds. */
static void in_seconds(const struct threads_asleep *a, enum threads_night n,
		       int64_t value[THREADS_ROUNDS])
{
	for (unsigned r = 0; r < a->rounds; r++)
		value[r] = a->round[n][r] == GATE_NO_ROUND ? GATE_NO_ROUND :
			   (int64_t)scale_ms((uint64_t)a->round[n][r]);
}

static void compare_task(unsigned cores, const struct threads_asleep *a,
			 enum threads_night n)
{
	int64_t alone[THREADS_ROUNDS], beside[THREADS_ROUNDS];
	char name[TEXT_MAX];
	const struct conclusion c = {
		.experiment = "threads", .name = nights[n].name,
		.claim = CLAIM_RATIO, .fineness = FINE_ONE_CORE,
		.cores = cores, .unit = "times", .what = "A task at work",
		.published = nights[n].published, .published_id = nights[n].id,
		.subjects = 2, .subject = {
			{ .name = "alone", .rounds = a->rounds,
			  .round = alone },
			{ .name = name, .rounds = a->rounds,
			  .round = beside } } };

	in_seconds(a, THREADS_ALONE, alone);
	in_seconds(a, n, beside);
	format(name, sizeof(name), "beside %u sleeper%s%s", a->sleepers,
	       format_s(a->sleepers), nights[n].sleepers);
	conclude(&c);
}

static void tell_late(unsigned cores, const struct threads_asleep *a,
		      enum threads_night n)
{
	int64_t late[THREADS_ROUNDS];
	char what[WHAT_MAX];
	const struct conclusion c = {
		.experiment = "threads", .name = nights[n].late,
		.claim = CLAIM_VALUE, .cores = cores, .unit = record_unit(),
		.what = what,
		.subjects = 1, .subject = { { .name = nights[n].late,
					      .rounds = a->rounds,
					      .round = late } } };

	for (unsigned r = 0; r < a->rounds; r++)
		late[r] = a->late[n][r] == GATE_NO_ROUND ? GATE_NO_ROUND :
			  a->late[n][r] * 1000;
	format(what, sizeof(what), nights[n].late_what, a->sleepers,
	       format_s(a->sleepers), a->sleepers == 1 ? "s" : "",
	       record_unit());
	conclude(&c);
}

void threads_find_asleep(unsigned cores, const struct threads_asleep *a)
{
	for (enum threads_night n = THREADS_BESIDE; n < THREADS_NIGHTS; n++) {
		compare_task(cores, a, n);
		if (nights[n].late)
			tell_late(cores, a, n);
	}
}
