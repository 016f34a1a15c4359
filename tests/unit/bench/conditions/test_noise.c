/* SPDX-License-Identifier: MIT */
/* bench/conditions/noise.c: the grade, and why. What counters say and who is
 * watched: tests/golden. */
#include "bench/conditions/noise.h"

#include <string.h>

#include "kernel/minmax.h"
#include "kernel/options.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define MILLION 1000000u

TEST(noise_remembers_the_worst_watch_of_a_core)
{
	char gap[] = "gap=1000", none[] = "gap=0";

	options_parse(gap, NULL);
	noise_watch(1, 1, 2000);
	CHECK(noise_of(0)->gaps > 0);
	CHECK(noise_of(0)->lost >= MILLION);
	CHECK_EQUAL(noise_grade(noise_worst(0)), 'F');
	options_parse(none, NULL);
	noise_watch(1, 1, 10);
	CHECK_EQUAL(noise_grade(noise_worst(0)), 'F');
	CHECK(noise_worst(0)->max >= MILLION);
}

TEST(noise_grades_end_at_their_bounds)
{
	static const struct { uint64_t gaps, ppm, ns; char grade; } rows[] = {
		{ 0, 0, 0, 'A' }, { 1, 0, 0, 'B' },
		{ 1, 10, 10000, 'B' }, { 1, 11, 0, 'C' }, { 1, 0, 10001, 'C' },
		{ 1, 100, 50000, 'C' }, { 1, 101, 0, 'D' },
		{ 1, 0, 50001, 'D' }, { 1, 1000, 200000, 'D' },
		{ 1, 1001, 0, 'E' }, { 1, 0, 200001, 'E' },
		{ 1, 10000, 1000000, 'E' }, { 1, 10001, 0, 'F' },
		{ 1, 0, 1000001, 'F' },
	};

	EACH_ROW(i, rows) {
		CHECK_EQUAL(noise_grade(&(struct noise){
			.watched = MILLION, .gaps = rows[i].gaps,
			.lost = rows[i].ppm, .max = rows[i].ns }),
			rows[i].grade);
	}
	CHECK_EQUAL(noise_lost_ppm(&(struct noise){ .lost = 5 }), 0);
}

TEST(noise_reasons_are_those_that_are_known)
{
	static const struct {
		struct noise noise;
		uint64_t hz;
		const char *text;
	} rows[] = {
		{ { .smi = 3, .clock = 1024 }, 1, "no gap" },
		{ { .gaps = 2, .watched = MILLION, .lost = 30, .max = 5000 },
		  1000000000, "2 gaps, 30 ppm lost, longest 5 us" },
		{ { .gaps = 2, .watched = MILLION, .lost = 30, .max = 5000 },
		  0, "2 gaps, 30 ppm lost, longest 5000 ticks" },
		{ { .smi_known = true, .smi = 3 }, 1, "no gap, 3 SMIs" },
		{ { .clock_known = true, .clock = 1024 }, 1,
		  "no gap, clock x1.024" },
		{ { .system_known = true, .switches = 4, .faults = 5 }, 1,
		  "no gap, 4 switches, 5 faults" },
		{ { .steal_known = true, .steal_us = 6 }, 1,
		  "no gap, 6 us stolen" },
		{ { .gaps = 1, .smi_known = true, .smi = 1,
		    .system_known = true, .switches = 1, .faults = 1 }, 1,
		  "1 gap, 0 ppm lost, longest 0 us, 1 SMI, 1 switch, 1 fault" },
	};
	char text[2 * NOISE_REASONS_MAX];

	EACH_ROW(i, rows) {
		fake.clock.hz = rows[i].hz;
		noise_reasons(&rows[i].noise, text);
		CHECK_TEXT(text, rows[i].text);
	}
	memset(text, 'x', sizeof(text));
	fake.clock.hz = 0;
	noise_reasons(&(struct noise){
		.gaps = UINT64_MAX, .lost = UINT64_MAX / MILLION, .watched = 1,
		.max = UINT64_MAX, .smi_known = true, .smi = UINT64_MAX,
		.system_known = true, .switches = UINT64_MAX,
		.faults = UINT64_MAX }, text);
	CHECK_EQUAL(strlen(text), NOISE_REASONS_MAX - 1);
	CHECK(strstr(text, "18446744073709551615 gaps, ") == text);
	CHECK_EQUAL(text[NOISE_REASONS_MAX], 'x');
}
