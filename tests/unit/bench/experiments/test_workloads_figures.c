/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/figures.c: figures of a round's ticks. */
#define workloads_log_own apart_log_own
#include "bench/experiments/workloads/figures.c"

#include <string.h>

#include "kernel/log.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/test.h"

#define HZ 2000000000u

TEST(workloads_memory_is_read_in_bytes_a_second)
{
	const struct workload_cell c = { .items = 10000000 };

	fake.clock.hz = HZ; /* 80 MB in 10 ms are 8 GB/s */
	CHECK_EQUAL(gigabytes(&c, HZ / 100), 8000);
	fake.clock.hz = 5000000000u;
	CHECK_EQUAL(gigabytes(&c, 5000000000u / 100), 8000);
}

TEST(workloads_document_takes_published_milliseconds)
{
	const struct workload_cell c = { .items = 100 };

	fake.clock.hz = HZ;
	scale_use(4);
	CHECK_EQUAL(milliseconds(&c, 100 * (HZ / 1000) / 4), 1000);
	CHECK_EQUAL(milliseconds(&c, 150 * (HZ / 1000) / 4), 1500);
	scale_use(0);
}

/* What a record of a form has besides. */
static const char *told(const struct workload_cell *c, enum form form)
{
	fake.records = 0;
	log_begin("played");
	apart_log_own(&(struct workload_form){ c, form });
	log_end();
	return fake.record[0];
}

TEST(workloads_rounds_that_were_disturbed_have_no_figure)
{
	static struct workload_cell c = { .work = &workload_add, .cores = 2,
					  .rounds = 3, .items = 1000000 };

	fake.clock.hz = HZ;
	for (unsigned r = 0; r < c.rounds; r++)
		c.ticks[FORM_CONCURRENT][r] = HZ / 1000; /* 8 MB in 1 ms */
	c.history[FORM_CONCURRENT].disturbed[1] = 1;
	CHECK(strstr(told(&c, FORM_CONCURRENT), "\"gb_rounds\":[8,null,8]"));
}

TEST(workloads_have_a_figure_of_their_own_in_some_forms)
{
	static const struct {
		const struct workload *work;
		enum form form;
		uint64_t hz;
		const char *column;
	} is[] = {
		{ &workload_add, FORM_SEQUENTIAL, HZ, "\"gb_rounds\"" },
		{ &workload_add, FORM_CONCURRENT, HZ, "\"gb_rounds\"" },
		{ &workload_add, FORM_AGAIN, HZ, NULL },
		{ &workload_add, FORM_SEQUENTIAL, 0, NULL }, /* no clock */
		{ &workload_sort, FORM_SEQUENTIAL, HZ, NULL },
		{ &workload_search, FORM_SEQUENTIAL, HZ, "\"ms_rounds\"" },
		{ &workload_search, FORM_CONCURRENT, HZ, NULL },
	};

	for (unsigned i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		const struct workload_cell c = { .work = is[i].work,
						 .rounds = 1, .items = 100 };
		const char *record;

		fake.clock.hz = is[i].hz;
		record = told(&c, is[i].form);
		CHECK_EQUAL(strstr(record, "_rounds") != NULL,
			    is[i].column != NULL);
		CHECK(!is[i].column || strstr(record, is[i].column));
	}
}

TEST(workloads_crowds_are_so_many_on_each_core)
{
	static const unsigned each[] = { 1, 2, 4, 8, 16 };
	struct workload_cell c = { .work = &workload_add, .all_cores = true,
				   .cores = 3 };

	CHECK_EQUAL(workloads_workers(FORM_SEQUENTIAL, 3), 0);
	CHECK_EQUAL(workloads_workers(FORM_AGAIN, 3), 0);
	CHECK_EQUAL(workloads_workers(FORM_CONCURRENT, 3), 8);
	for (unsigned i = 0; i < 5; i++) {
		CHECK_EQUAL(workloads_workers(FORM_CROWD + i, 3), 3 * each[i]);
		CHECK(workloads_has(&c, FORM_CROWD + i));
	}
	c.cores = 65;
	CHECK(!workloads_has(&c, FORM_CROWD + 4));
	CHECK(workloads_has(&c, FORM_CROWD + 3));
	c.all_cores = false;
	CHECK(!workloads_has(&c, FORM_CROWD));
	CHECK(workloads_has(&c, FORM_CONCURRENT));
	CHECK(workloads_has(&c, FORM_AGAIN));
}
