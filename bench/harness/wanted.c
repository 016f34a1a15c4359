/* SPDX-License-Identifier: MIT */
#include "bench/harness/wanted.h"

#include "bench/config/rows.h"
#include "bench/samples/core_types.h"
#include "bench/harness/guard.h"
#include "kernel/string.h"

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

/* Rows of one core on cores of other types. */
static unsigned elsewhere_count(const struct settings *settings,
				const struct experiment *experiment)
{
	const struct variant *v;
	unsigned rows = 0, core = 0, types = 0;

	while ((core = core_types_next(settings->cores, core)))
		types++;
	for (unsigned i = 0; types && (v = rows_variant(experiment, i)); i++)
		rows += wanted_there(settings, experiment, v, 1, 1);
	return types * rows;
}

/* Those of the experiment itself, and a round of each row. */
uint64_t wanted_steps(const struct settings *settings,
		      const struct experiment *experiment)
{
	uint64_t steps = experiment->steps ? experiment->steps(settings) : 0;
	unsigned rows = elsewhere_count(settings, experiment);

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		rows += wanted_count(settings, experiment, c);
	return steps + (uint64_t)rows * MODES * settings->rounds;
}

/* A usual one in QEMU by TCG, on two cores. */
unsigned wanted_step_ms(const struct settings *settings,
			const struct experiment *experiment)
{
	return settings->full ? experiment->step_ms.full ?: 12
			      : experiment->step_ms.quick ?: 5;
}
