/* SPDX-License-Identifier: MIT */
/* What the rows of `switch` say together: its findings. */
#include "bench/bench.h"
#include "bench/config/rows.h"
#include "bench/config/settings.h"
#include "bench/harness/trial.h"
#include "bench/report/finding.h"
#include "bench/samples/pilot.h"
#include "bench/samples/scratch.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "kernel/ticks.h"
#include "sched/sched.h"

#define TICKS_MS 2u       /* for one look at a row */
#define BATCH 1024u       /* compared with twice as many */

/* What is told as a multiple of CALL; share: of a row's operation. */
static const struct share {
	const char *variant;
	unsigned share;
	const char *what;
} shares[] = {
	{ "inline", 2, "A switch, inlined," },
	{ "call", 2, "A switch behind a call" },
	{ "sse", 2, "A switch with SSE state" },
	{ "xsave", 2, "A switch with XSAVE state" },
	{ "yield", 1, "A yield" },
	{ "spawn", 1, "A fiber's life" },
	{ "join", 1, "A fiber's life and a join" },
};
#define SHARES (sizeof(shares) / sizeof(shares[0]))

/* The first row of that name; NULL where it does not fit this machine. */
static const struct variant *find_row(const char *experiment, const char *name)
{
	const struct experiment of = { .name = experiment };
	const struct variant *v;

	for (unsigned i = 0; (v = rows_variant(&of, i)); i++)
		if (!strcmp(v->name, name))
			return v->unfit && v->unfit(1) ? NULL : v;
	return NULL;
}

/* Thousandths of a tick an operation, without the harness: what BATCH more
 * operations take. 0 where it cannot be told. */
static uint64_t measure_row(const char *experiment, const char *name)
{
	uint64_t ticks = ticks_of_ms(TICKS_MS);
	static int64_t samples[PILOT_SAMPLES];
	struct cell cell = { .variant = find_row(experiment, name), .cores = 1,
			     .experiment = experiment };
	int64_t once, twice;

	if (!cell.variant || (cell.variant->setup &&
			      !cell.variant->setup(&cell)))
		return 0;
	pilot_warm_up(&cell, ticks, samples);
	once = pilot_median(&cell, BATCH, ticks, samples);
	twice = pilot_median(&cell, 2 * BATCH, ticks, samples);
	return twice > once ? (uint64_t)(twice - once) * 1000 / BATCH : 0;
}

static void report_share(const struct share *s, uint64_t call)
{
	uint64_t milli = measure_row("switch", s->variant) / s->share;
	uint64_t times;

	if (!milli || !call)
		return;
	times = milli * 1000 / call;
	report_conclusion(&(struct finding){
		.experiment = "switch", .name = s->variant,
		.value_milli = (int64_t)times, .unit = "CALL",
		.subject = { s->variant, "call" } },
		       "%s takes %lu.%02lu times an indirect call and return.",
		       s->what, times / 1000, times % 1000 / 10);
}

static unsigned count_steps(const struct settings *settings)
{
	(void)settings;
	return SHARES + 1;
}

static bool report_findings(const struct settings *settings)
{
	uint64_t call;

	scratch_empty();
	trial_begin(&(struct record_key){ "switch", "findings", 1,
					  NULL });
	call = measure_row("floor", "call");
	trial_step(1);
	for (unsigned i = 0; i < SHARES; i++) {
		if (settings_wants(settings, shares[i].variant))
			report_share(&shares[i], call);
		trial_step(1);
	}
	report_finding("switch", "memory",
		       (int64_t)sched_fiber_bytes() * 1000, "bytes",
		       "A fiber takes %lu bytes of memory, its guard page "
		       "included.", sched_fiber_bytes());
	return true;
}

EXPERIMENT_RUN(switch, count_steps, report_findings,
	       "what does it cost to go to another fiber and come back?",
	       .order = ORDER_PARTS);
