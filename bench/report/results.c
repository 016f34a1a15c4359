/* SPDX-License-Identifier: MIT */
#include "bench/report/results.h"

#include "bench/report/result.h"
#include "kernel/format.h"
#include "kernel/string.h"

#define RESULTS_MAX 1500u

static struct figure results[RESULTS_MAX];
static unsigned count;

void results_add(const struct series *s)
{
	const struct param *p = s->cell->variant->params;
	struct figure *f = &results[count];

	if (count == RESULTS_MAX)
		return;
	count++;
	*f = (struct figure){
		.cores = s->cell->cores, .batch = s->batch,
		.p50_milli = s->summary.p50 * 1000 / s->batch,
		.mean_milli = s->summary.mean_milli / s->batch,
		.together_milli = record_together_milli(s),
		.jain_milli = s->share ? s->jain_milli : 0,
	};
	for (unsigned i = 0; i < FIGURE_PARAMS && p && p->name; i++, p++)
		f->param[i] = p->value;
	format(f->experiment, FIGURE_NAME_MAX, "%s", s->cell->experiment);
	format(f->variant, FIGURE_NAME_MAX, "%s", s->cell->variant->name);
}

const struct figure *results_find(const char *experiment, const char *variant,
				  unsigned cores)
{
	const struct figure *found = NULL;

	for (unsigned i = 0; i < count; i++) {
		const struct figure *f = &results[i];

		if (f->cores == cores && !strcmp(f->variant, variant) &&
		    !strcmp(f->experiment, experiment) &&
		    (!found || (f->batch > found->batch &&
				!memcmp(f->param, found->param,
					sizeof(f->param)))))
			found = f;
	}
	return found;
}
