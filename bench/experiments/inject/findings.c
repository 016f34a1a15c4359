/* SPDX-License-Identifier: MIT */
#include "bench/experiments/inject/inject.h"

#include "bench/config/scale.h"
#include "bench/report/finding.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/format.h"
#include "kernel/minmax.h"

#define NAME_MAX 32u

/* The published machine: its pool began with as many workers as it had. */
#define PUBLISHED_CORES 12u

static uint64_t seconds(uint64_t ms)
{
	return (ms + 500) / 1000;
}

/* ---- tasks that block --------------------------------------------------- */

static void block_one_by_one(const struct inject_load *load,
			     const struct inject_seen *seen)
{
	char name[NAME_MAX];

	format(name, sizeof(name), "block_%u_done", load->least);
	report_finding("inject", name, (int64_t)seen->done_ms, "s",
		       "Blocking, min %u: done at %lu s; published: 167 s "
		       "(min %u).", load->least, seconds(seen->done_ms),
		       PUBLISHED_CORES);
	format(name, sizeof(name), "block_%u_empty", load->least);
	report_finding("inject", name, (int64_t)seen->empty_ms, "s",
		       "Queue empty at %lu s with %u workers; published: 107 s "
		       "and 122.", seconds(seen->empty_ms), seen->peak);
	format(name, sizeof(name), "block_%u_retire", load->least);
	report_finding("inject", name, (int64_t)seen->retired_most * 1000,
		       "workers a second",
		       "Retired from %lu s on, at most %u a second; published: "
		       "127 s, 12.", seconds(seen->retire_ms),
		       seen->retired_most);
}

void inject_find_block(const struct inject_load *load,
		       const struct inject_seen *seen)
{
	char name[NAME_MAX];

	if (load->least < load->tasks) {
		block_one_by_one(load, seen);
		return;
	}
	format(name, sizeof(name), "block_%u_done", load->least);
	report_finding("inject", name, (int64_t)seen->done_ms, "s",
		       "Blocking, min %u: done at %lu.%lu s; published: little "
		       "over 60 s.", load->least, seen->done_ms / 1000,
		       seen->done_ms % 1000 / 100);
}

void inject_find_burst(const struct inject_load *load,
		       const struct inject_seen *seen)
{
	(void)load;
	report_finding("inject", "burst_peak", (int64_t)seen->peak * 1000,
		       "workers",
		       "Bursts: %u workers, %u in the pause, back in %lu s; "
		       "published: 202, 4, 0.", seen->peak, seen->left,
		       seconds(seen->back_ms));
}

/* ---- tasks that compute ------------------------------------------------- */

void inject_find_cpu(const struct inject_load *load,
		     const struct inject_seen *seen)
{
	uint64_t added = above_u64(seen->peak, load->least);
	uint64_t ms = seen->rows ? scale_ms(seen->row[seen->rows - 1].at) : 0;
	int64_t milli = ms ? (int64_t)(added * 1000000 / ms) : 0;

	report_finding("inject", "cpu_injected", milli, "workers a second",
		       "Computing is taken for blocking: %s workers a second; "
		       "published: about 2.", text_of(milli));
	report_finding("inject", "cpu_inside",
		       (int64_t)seen->inside * 1000, "looks",
		       "%u of %u looks came in the middle of a task: by the "
		       "interrupt alone.", seen->inside, seen->looks);
}

uint64_t inject_rate_milli(const struct inject_seen *seen, uint64_t from_ms,
			   uint64_t until_ms)
{
	const struct inject_row *a = NULL, *b = NULL;
	uint64_t ms;

	for (uint32_t i = 0; i < seen->rows; i++) {
		ms = scale_ms(seen->row[i].at);
		if (ms >= from_ms && !a)
			a = &seen->row[i];
		if (ms <= until_ms)
			b = &seen->row[i];
	}
	if (!a || !b || b <= a)
		return 0;
	return (b->done - a->done) * 1000000 / scale_ms(b->at - a->at);
}

/* Until when the pool had the workers it began with. */
static uint64_t begin_ms(const struct inject_load *load,
			 const struct inject_seen *seen)
{
	uint64_t ms = 0;

	for (uint32_t i = 0; i < seen->rows; i++)
		if (seen->row[i].target == load->begin)
			ms = scale_ms(seen->row[i].at);
	return ms;
}

void inject_find_short(const struct inject_load *load,
		       const struct inject_seen *seen)
{
	uint64_t end = load->stop_ms;
	uint64_t before = inject_rate_milli(seen, 0, begin_ms(load, seen));
	uint64_t after = inject_rate_milli(seen, end / 2, end);

	report_finding("inject", "short_workers", (int64_t)seen->count * 1000,
		       "workers",
		       "%u workers reined in to %u: %s -> %s tasks/s; "
		       "published: shrinks.", seen->peak, seen->count,
		       text_of((int64_t)before), text_of((int64_t)after));
}

/* ---- a mixed load ------------------------------------------------------- */

void inject_find_mixed(const struct inject_seen *seen, uint64_t rate,
		       uint32_t best, uint64_t best_milli)
{
	report_finding("inject", "mixed_workers", (int64_t)seen->count * 1000,
		       "workers",
		       "Mixed: %s at %u workers, %s tasks/s; best fixed: %u, "
		       "%s.", seen->settled ? "settled" : "still climbing",
		       seen->count, text_of((int64_t)rate), best,
		       text_of((int64_t)best_milli));
	report_finding("inject", "mixed_share", best_milli ?
		       (int64_t)(rate * 1000 / best_milli) : 0, "of the best",
		       "Hill climbing tried %u other counts and reached %lu %% "
		       "of the best.", seen->trials,
		       best_milli ? rate * 100 / best_milli : 0);
}

/* ---- scales and costs --------------------------------------------------- */

static uint64_t apart_percent(uint64_t a, uint64_t b)
{
	return b ? apart_u64(a, b) * 100 / b : 0;
}

void inject_find_scale(const struct inject_seen *a, uint64_t scale_a,
		       const struct inject_seen *b, uint64_t scale_b)
{
	uint64_t done = apart_percent(a->done_ms, b->done_ms);
	uint64_t peak = apart_percent(a->peak, b->peak);

	report_finding("inject", "scale_apart",
		       (int64_t)max_u64(done, peak) * 1000, "%",
		       "Scales %lu and %lu: done at %lu and %lu s, %u and %u "
		       "workers.", scale_a, scale_b, seconds(a->done_ms),
		       seconds(b->done_ms), a->peak, b->peak);
}

void inject_find_cost(const struct inject_cost *cost)
{
	report_finding("inject", "fiber_switch", cost->switch_milli,
		       record_unit(), "Fiber switch: %s %s; published: thread "
		       "6000-8000.", text_of(cost->switch_milli),
		       record_unit());
	report_finding("inject", "fiber_create", cost->fresh * 1000,
		       record_unit(), "Creation: %ld %s (%ld pooled); "
		       "published: thread 200000.", cost->fresh,
		       record_unit(), cost->pooled);
	report_finding("inject", "fiber_bytes", (int64_t)cost->bytes * 1000,
		       "bytes", "Memory: %lu bytes; published: thread "
		       "1048576 of stack.", cost->bytes);
}
