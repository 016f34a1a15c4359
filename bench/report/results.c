/* SPDX-License-Identifier: MIT */
#include "bench/report/results.h"

#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/string.h"

/* In the order they came; from scratch_keep(). */
static struct kept {
	struct kept *next;
	struct figure figure;
} *first, **end = &first;
static unsigned count;
static bool full;

void results_begin(void)
{
	first = NULL;
	end = &first;
	count = 0;
	full = false;
}

static void say_full(void)
{
	if (!full)
		log_warning("few_findings", "no memory for more than %u "
			    "results: what sums them up knows the first of "
			    "them only", count);
	full = true;
}

/* Values of a sample, `scale` thousandths each, as thousandths of an operation;
 * NULL: no room. */
static const int64_t *keep_rounds(const struct result *r, const int64_t *value,
				  int64_t scale)
{
	int64_t *to = scratch_keep(r->rounds * sizeof(*to));

	if (!to) {
		say_full();
		return NULL;
	}
	for (unsigned i = 0; i < r->rounds; i++)
		to[i] = r->round_disturbed && r->round_disturbed[i] ?
			FIGURE_NO_ROUND : value[i] * scale / r->batch;
	return to;
}

static void add_rounds(struct figure *f, const struct result *r)
{
	if (!r->rounds)
		return;
	f->round_milli = keep_rounds(r, r->round_p50, 1000);
	if (f->together_milli && r->round_together_milli)
		f->together_round_milli =
			keep_rounds(r, r->round_together_milli, 1);
	f->rounds = f->round_milli ? r->rounds : 0;
}

static void take_params(int64_t param[FIGURE_PARAMS], const struct param *p)
{
	for (unsigned i = 0; i < FIGURE_PARAMS && p && p->name; i++, p++)
		param[i] = p->value;
}

void results_add(const struct result *r)
{
	struct kept *kept = scratch_keep(sizeof(*kept));
	struct figure *f;

	if (!kept) {
		say_full();
		return;
	}
	count++;
	*end = kept;
	end = &kept->next;
	f = &kept->figure;
	*f = (struct figure){
		.cores = r->key.cores, .batch = r->batch,
		.p50_milli = r->summary.p50 * 1000 / r->batch,
		.mean_milli = r->summary.mean_milli / r->batch,
		.together_milli = result_together_milli(r),
		.in_turns = result_in_turns(r),
		.jain_milli = r->series && r->series->share ?
			      r->series->jain_milli : 0,
		.proven = r->proven,
	};
	take_params(f->param, r->key.params);
	add_rounds(f, r);
	format(f->experiment, FIGURE_NAME_MAX, "%s", r->key.experiment);
	format(f->variant, FIGURE_NAME_MAX, "%s", r->key.variant);
	format(f->primitive, FIGURE_NAME_MAX, "%s",
	       r->primitive ?: r->key.variant);
}

/* It may have failed on more cores since. */
static const struct figure *with_proof(struct figure *f)
{
	if (f)
		f->proven = proven_worse(f->proven,
					 proven_of(f->experiment, f->primitive,
						   f->cores));
	return f;
}

static bool is_of(const struct figure *f, const char *experiment,
		  const char *variant, unsigned cores)
{
	return f->cores == cores && !strcmp(f->variant, variant) &&
	       !strcmp(f->experiment, experiment);
}

const struct figure *results_find(const char *experiment, const char *variant,
				  unsigned cores)
{
	struct figure *found = NULL;

	for (struct kept *k = first; k; k = k->next) {
		struct figure *f = &k->figure;

		if (is_of(f, experiment, variant, cores) &&
		    (!found || (f->batch > found->batch &&
				!memcmp(f->param, found->param,
					sizeof(f->param)))))
			found = f;
	}
	return with_proof(found);
}

const struct figure *results_find_row(const struct record_key *key)
{
	int64_t param[FIGURE_PARAMS] = { 0 };

	take_params(param, key->params);
	for (struct kept *k = first; k; k = k->next)
		if (is_of(&k->figure, key->experiment, key->variant,
			  key->cores) &&
		    !memcmp(k->figure.param, param, sizeof(param)))
			return with_proof(&k->figure);
	return NULL;
}
