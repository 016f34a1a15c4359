/* SPDX-License-Identifier: MIT */
/*
 * The answer page: what a run found, on one screen of 80 x 24. Its last two
 * lines stay free: qc's own and the prompt's. qc makes the same page of the log
 * (tools/quietcore/tables/page.py; docs/answer-page.md is the contract of
 * both). Core 0, outside any run.
 */
#ifndef BENCH_CONCLUSIONS_PAGE_H
#define BENCH_CONCLUSIONS_PAGE_H

#include "bench/config/settings.h"
#include "kernel/machine.h"

#define PAGE_LINES 22u
#define PAGE_COLUMNS 79u /* some terminals break a line of 80 */

/* cores: that were watched for noise. */
void page_show(const struct settings *settings, unsigned cores,
	       enum machine_end end);

#endif
