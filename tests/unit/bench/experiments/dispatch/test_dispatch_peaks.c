/* SPDX-License-Identifier: MIT */
/* bench/experiments/dispatch/peaks.c: overheads by how many workers were active,
 * of samples that were kept and of a histogram. */
#include "bench/report/series_record.h"
#include "kernel/string.h"

#define dispatch_find_peaks apart_find_peaks
#define dispatch_count_peaks apart_count_peaks
#include "bench/experiments/dispatch/dispatch.h"

static void keep_series(const struct series_record *series);

#define record_series keep_series
#include "bench/experiments/dispatch/peaks.c"

#include "tests/unit/test.h"

#define ROWS_MOST 4u
#define CORES 3u

/* The series that were written. */
static struct {
	struct param param[4];
	unsigned rows;
	int64_t value[ROWS_MOST][3];
} told[4];
static unsigned tellings;

static void keep_series(const struct series_record *s)
{
	if (!CHECK(tellings < 4 && s->rows <= ROWS_MOST))
		return;
	for (unsigned i = 0; s->key.params[i].name; i++)
		told[tellings].param[i] = s->key.params[i];
	told[tellings].rows = s->rows;
	for (unsigned r = 0; r < s->rows; r++)
		s->row(s->of, r, told[tellings].value[r]);
	tellings++;
}

static bool has_param(unsigned series, const char *name, int64_t value)
{
	for (unsigned i = 0; i < 4 && told[series].param[i].name; i++)
		if (!strcmp(told[series].param[i].name, name))
			return told[series].param[i].value == value;
	return false;
}

static void check_row(unsigned series, unsigned row, int64_t lower,
		      int64_t samples)
{
	CHECK_EQUAL(told[series].value[row][0], lower);
	CHECK_EQUAL(told[series].value[row][1], samples);
}

static struct dispatch_worker worker[CORES];

static struct dispatch_cell cell(bool kept)
{
	static const struct dispatch_subject subject = { .name = "played" };
	static uint32_t counts[HISTOGRAM_BINS(DISPATCH_BITS)];

	histogram_init(&worker[0].histogram, DISPATCH_BITS, counts);
	dispatch_order.worker = worker;
	dispatch_order.begin = 1000;
	return (struct dispatch_cell){ .subject = &subject, .cores = CORES,
				       .n = 5, .kept = kept, .workers = 2 };
}

TEST(dispatch_peaks_of_a_histogram_are_told_for_the_workers_of_the_pass)
{
	struct dispatch_cell c = cell(false);

	for (unsigned i = 0; i < 20; i++)
		histogram_add(&worker[0].histogram, 60);
	for (unsigned i = 0; i < 30; i++)
		histogram_add(&worker[0].histogram, 300);
	histogram_add(&worker[0].histogram, 1 << 30);
	apart_find_peaks(&c, true);
	CHECK_EQUAL(tellings, 2);
	CHECK(has_param(0, "n", 5) && has_param(0, "active", 2) &&
	      has_param(0, "bin", 50));
	CHECK_EQUAL(told[0].rows, 3);
	check_row(0, 0, 50, 20);
	check_row(0, 1, 300, 30);
	check_row(0, 2, 20000, 1); /* that and beyond */
	CHECK(has_param(1, "peaks", 2));
	CHECK_EQUAL(told[1].rows, 2);
	check_row(1, 0, 50, 20);
	check_row(1, 1, 300, 30);
	CHECK_EQUAL(told[1].value[1][2], 2);
}

/* Core 0 is at work from tick 0 to 8,000, core 1 from 3,200 to 4,800. */
static void work(const struct dispatch_cell *c)
{
	static struct dispatch_sample sample[2][31];

	for (unsigned i = 0; i < 2; i++) {
		worker[i].begin = dispatch_order.begin + 3200 * i;
		worker[i].end = dispatch_order.begin + (i ? 4800 : 8000);
		worker[i].tasks = i ? 31 : 21;
		worker[i].sample = sample[i];
		for (unsigned k = 0; k < 30; k++)
			sample[i][k] = (struct dispatch_sample){
				(i ? 4000 : 1600) >> DISPATCH_WHEN_SHIFT,
				i ? 310 : -7 };
	}
	apart_find_peaks(c, true);
}

TEST(dispatch_samples_are_told_by_how_many_worked_when_they_were_taken)
{
	struct dispatch_cell c = cell(true);

	work(&c);
	CHECK_EQUAL(tellings, 3);
	CHECK(has_param(0, "active", 1) && has_param(1, "active", 2));
	CHECK_EQUAL(told[0].rows, 1);
	check_row(0, 0, 0, 20);
	CHECK_EQUAL(told[1].rows, 1);
	check_row(1, 0, 300, 30);
	CHECK_EQUAL(told[2].value[0][2], 1);
	CHECK_EQUAL(told[2].value[1][2], 2);
}

TEST(dispatch_bins_are_written_where_they_are_asked_for)
{
	struct dispatch_cell c = cell(false);

	apart_find_peaks(&c, false);
	CHECK_EQUAL(tellings, 1);
	CHECK(has_param(0, "peaks", 0));
}

/* The last of them stands for all that are more. */
TEST(dispatch_peaks_of_many_workers_are_told_as_those_of_sixteen)
{
	struct dispatch_cell c = cell(false);

	c.workers = 1000;
	histogram_add(&worker[0].histogram, 60);
	apart_find_peaks(&c, true);
	CHECK(has_param(0, "active", 16));
	CHECK_EQUAL(told[0].rows, 1);
	check_row(0, 0, 50, 1);
}
