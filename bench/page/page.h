/* SPDX-License-Identifier: MIT */
/*
 * The run's last page, on one screen of 80 x 24, two lines of which stay free:
 * the headline and each experiment's key rows (struct experiment, page) as
 * median, least and greatest clean round. What follows from them qc says of the
 * log (docs/answer-page.md). Core 0, outside any run.
 */
#ifndef BENCH_PAGE_PAGE_H
#define BENCH_PAGE_PAGE_H

#include "bench/config/settings.h"
#include "kernel/machine.h"

#define PAGE_LINES 22u
#define PAGE_COLUMNS 79u /* some terminals break a line of 80 */

/* cores: that were watched for noise. */
void page_show(const struct settings *settings, unsigned cores,
	       enum machine_end end);

#endif
