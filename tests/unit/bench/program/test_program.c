/* SPDX-License-Identifier: MIT */
/* bench/program.c: what is said before anything is measured. */
#include <string.h>

#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#include "bench/report/progress.h"

static bool by_key; /* ended */

#define progress_stopped() by_key
#define program apart_program
#define user_files apart_files
#include "bench/program.c"

const struct user_file user_files[] = {
	{ .path = "right.c" },
	{ .path = "mine.c", .wrong = "my_lock,my_queue" },
	{ .path = NULL } };

/* The text of the last record. */
static const char *last(void)
{
	return fake.records ? fake.record[fake.records - 1] : "";
}

TEST(program_takes_memory_for_experiments_and_fibers)
{
	fake_machine_enter(0);
	CHECK(take_memory(1));
	CHECK(scratch_left() >= SCRATCH_LEAST);
	CHECK_EQUAL(fake.records, 0);
}

TEST(program_without_memory_says_what_is_free_and_what_it_needs)
{
	size_t needed = 2 * SCRATCH_LEAST +
			3 * FIBERS_ALWAYS * sched_fiber_bytes();
	char text[128];

	fake.memory_left = needed - 4096;
	CHECK(!take_memory(3));
	format(text, sizeof(text), "\"no_memory\",\"text\":\"%lu KiB of memory "
	       "are free, %lu KiB are needed: nothing can be measured\"",
	       needed / 1024 - 4, needed / 1024);
	CHECK(strstr(last(), text));
}

static void check_claim(const char *claim, const char *said)
{
	unsigned before = fake.records;

	fake.facts.trust = "kvm";
	check_trust(&(struct settings){ .claim = claim });
	CHECK_EQUAL(fake.records - before, said[0] != 0);
	CHECK(strstr(last(), said));
}

TEST(program_compares_the_trust_claimed_with_the_trust_detected)
{
	check_claim("", "");
	check_claim("kvm", "");
	check_claim("metal", "\"trust_mismatch\",\"text\":\"detected kvm, but "
		    "the runner claims metal: the less trusted counts\"");
	check_claim("gold", "\"trust_unknown\",\"text\":\"trust=gold is no "
		    "label this image knows\"");
}

TEST(program_names_cores_that_did_not_start)
{
	name_missing_cores();
	CHECK_TEXT(fake.text, "");
	fake.core = (struct machine_core_info){
		.apic_id = 7, .state = CORE_FAILED, .reason = "no answer" };
	name_missing_cores();
	CHECK_TEXT(fake.text, "core with APIC ID 7 did not start: no answer\n");
	fake.text_length = 0;
	fake.core.state = CORE_SKIPPED;
	name_missing_cores();
	CHECK_TEXT(fake.text, "core with APIC ID 7 was skipped: no answer\n");
}

TEST(program_marks_what_the_explorer_found_wrong)
{
	mark_disproven();
	CHECK_EQUAL(fake.records, 2);
	CHECK(strstr(fake.record[0], "mine.c: my_lock is wrong under some "
		     "schedule: ranked nowhere"));
	CHECK(strstr(last(), "mine.c: my_queue is wrong"));
	CHECK_EQUAL(proven_of("lock", "my_lock", 1), DISPROVEN);
	CHECK_EQUAL(proven_of("queue", "my_queue", 2), DISPROVEN);
	CHECK_EQUAL(proven_of("lock", "another", 1), PROVEN);
}

static const struct experiment *const two[] = {
	&(const struct experiment){ .name = "line" },
	&(const struct experiment){ .name = "wake" } };

TEST(program_says_what_a_key_has_left_out)
{
	stopped.during = "queue";
	tell_stopped();
	CHECK_TEXT(fake.text, "\nStopped by a key during queue.\n");
	CHECK(strstr(last(), "ended the run during queue, which is not whole; "
		     "not measured: no other"));
	fake.text_length = 0;
	note_missing(two[0]);
	note_missing(two[1]);
	tell_stopped();
	CHECK_TEXT(fake.text, "\nStopped by a key during queue. Not measured: "
		   "line, wake\n");
	CHECK(strstr(last(), "; not measured: line, wake"));
	CHECK_EQUAL(fake.styled[MACHINE_WARN], 2);
}

TEST(program_ends_as_it_went)
{
	CHECK_EQUAL(end_of(true), MACHINE_OK);
	CHECK_EQUAL(end_of(false), MACHINE_FAILED);
	by_key = true;
	CHECK_EQUAL(end_of(true), MACHINE_STOPPED);
	CHECK_EQUAL(end_of(false), MACHINE_FAILED);
}
