/* SPDX-License-Identifier: MIT */
#include "bench/harness/wanted.h"

#include "bench/config/rows.h"
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

/* Those of the experiment itself, and a round of each row. */
uint64_t wanted_steps(const struct settings *settings,
		      const struct experiment *experiment)
{
	uint64_t steps = experiment->steps ? experiment->steps(settings) : 0;

	for (unsigned c = 1; c; c = sweep_next_cores(settings, c))
		steps += wanted_count(settings, experiment, c) * MODES *
			 settings->rounds;
	return steps;
}

/* A usual one in QEMU by TCG, on two cores. */
unsigned wanted_step_ms(const struct settings *settings,
			const struct experiment *experiment)
{
	return settings->full ? experiment->step_ms.full ?: 12
			      : experiment->step_ms.quick ?: 5;
}
