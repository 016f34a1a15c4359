/* SPDX-License-Identifier: MIT */
#include "bench/harness/wanted.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/rows.h"
#include "bench/harness/guard.h"
#include "bench/samples/core_types.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/ticks.h"

bool wanted_on(const struct settings *settings,
	       const struct experiment *experiment, const struct variant *v,
	       unsigned cores)
{
	if (!v->body || guard_struck(experiment->name, v))
		return false;
	return settings_wants_row(settings, v->name, v->full_only) &&
	       cores >= v->least_cores &&
	       (!v->most_cores || cores <= v->most_cores);
}

bool wanted_there(const struct settings *settings,
		  const struct experiment *experiment, const struct variant *v,
		  unsigned cores, unsigned core)
{
	return wanted_on(settings, experiment, v, cores) &&
	       (!core || v->any_core);
}

unsigned wanted_count(const struct settings *settings,
		      const struct experiment *experiment, unsigned cores)
{
	unsigned count = 0;
	const struct variant *v;

	for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
		count += wanted_on(settings, experiment, v, cores);
	return count;
}

bool wanted_first(const struct settings *settings,
		  const struct experiment *experiment, const struct variant *v,
		  unsigned cores)
{
	const struct variant *other;

	for (unsigned i = 0; (other = rows_variant(experiment, i)); i++)
		if (other->primitive &&
		    wanted_on(settings, experiment, other, cores) &&
		    !strcmp(other->primitive, v->primitive))
			return other == v;
	return false;
}

unsigned wanted_modes(const struct variant *v)
{
	return v->least_batch || v->most_batch == 1 ? 1 : MODES;
}

/* Of all rows; core: as of wanted_there(). */
static unsigned modes_on(const struct settings *settings,
			 const struct experiment *experiment, unsigned cores,
			 unsigned core)
{
	const struct variant *v;
	unsigned modes = 0;

	for (unsigned i = 0; (v = rows_variant(experiment, i)); i++)
		if (wanted_there(settings, experiment, v, cores, core))
			modes += wanted_modes(v);
	return modes;
}

/* Those of the experiment itself, and a round of each row. */
uint64_t wanted_steps(const struct settings *settings,
		      const struct experiment *experiment)
{
	uint64_t steps = experiment->steps ? experiment->steps(settings) : 0;
	unsigned modes = 0;

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		modes += modes_on(settings, experiment, c, 0);
	for (unsigned c = 0; (c = core_types_next(settings->cores, c));)
		modes += modes_on(settings, experiment, 1, c);
	return steps + (uint64_t)modes * settings->rounds;
}

/* A usual one in QEMU by TCG, on two cores. */
unsigned wanted_step_ms(const struct settings *settings,
			const struct experiment *experiment)
{
	return settings->full ? experiment->step_ms.full ?: 12
			      : experiment->step_ms.quick ?: 5;
}

/* ---- how much ---------------------------------------------------------- */

#define ROUND_MS_MAX 500u /* no round without a word for longer */

/* At most, where cores take turns. */
#define TIMESHARED_ROUNDS 2u
#define TIMESHARED_SAMPLES 32u
#define TIMESHARED_BUDGET_MS 20u

struct effort effort_for(const struct settings *settings,
			 const char *experiment, unsigned cores)
{
	struct effort e = { .rounds = settings->rounds,
			    .samples = settings_samples(settings, cores) };
	uint64_t budget = settings->budget_ms;

	timesharing_look(cores);
	if (timeshared()) {
		log_warning("crowded", "%s: %u cores take turns on fewer real "
			    "ones: figures of several cores mean little",
			    experiment, cores);
		e.rounds = (unsigned)min_u64(e.rounds, TIMESHARED_ROUNDS);
		e.samples = TIMESHARED_SAMPLES;
		budget = min_u64(budget, TIMESHARED_BUDGET_MS);
	}
	e.round_ticks = ticks_of_ms(clamp_u64(budget / e.rounds, 1,
					      ROUND_MS_MAX));
	return e;
}
