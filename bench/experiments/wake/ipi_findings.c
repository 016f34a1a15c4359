/* SPDX-License-Identifier: MIT */
/* What the rows of interrupts say. */
#include "bench/conclusions/conclude.h"
#include "bench/experiments/wake/wake.h"
#include "bench/report/record.h"
#include "kernel/format.h"

#define TEXT_MAX 96u

void wake_tell_trip(unsigned partner)
{
	const struct wake_pair_row row = { .variant = WAKE_TRIP,
					   .partner = partner, .hint = -1 };
	char name[TEXT_MAX], what[TEXT_MAX];
	struct conclusion c = {
		.experiment = WAKE, .name = name, .claim = CLAIM_VALUE,
		.fineness = FINE_CORES, .cores = 2, .unit = record_unit(),
		.what = what };

	format(name, sizeof(name), "ipi there and back, core %u", partner);
	format(what, sizeof(what), "An interrupt to core %u and one back take "
	       "%%s %s", partner, record_unit());
	conclusion_add(&c, WAKE_TRIP, wake_find_pair(&row));
	conclude(&c);
}

void wake_tell_broadcast(unsigned cores)
{
	char what[TEXT_MAX];
	struct conclusion c = {
		.experiment = WAKE, .name = "broadcast over each",
		.claim = CLAIM_RATIO, .fineness = FINE_CORES, .cores = cores,
		.unit = "times", .what = what };

	format(what, sizeof(what), "Interrupting all of %u cores", cores);
	conclusion_add(&c, WAKE_EACH, results_find(WAKE, WAKE_EACH, cores));
	conclusion_add(&c, WAKE_BROADCAST,
		       results_find(WAKE, WAKE_BROADCAST, cores));
	if (c.subjects == 2)
		conclude(&c);
}
