/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/conclude.h"

#include "bench/conclusions/sentence.h"
#include "bench/conclusions/summary.h"
#include "bench/conditions/noise.h"
#include "bench/conditions/timesharing.h"
#include "bench/config/wrap.h"
#include "bench/proof/proven.h"
#include "bench/report/results.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/print.h"

/* ---- threshold --------------------------------------------------------- */

#define POOR_GRADE 'D' /* and worse */

/* In thousandths; twice that on poor cores. */
static const unsigned finest[] = {
	[FINE_CORES] = 250, [FINE_ONE_CORE] = 150, [FINE_LOCK_ALONE] = 50,
};

/* The next boot may have its virtual cores elsewhere, near or far: that alone
 * made a ratio of several cores 1.1 or 1.55. */
static bool placed_by_chance(const struct conclusion *c)
{
	return c->fineness == FINE_CORES && c->cores > 1 &&
	       (c->claim == CLAIM_ORDER || c->claim == CLAIM_RATIO) &&
	       machine_facts()->hypervisor[0];
}

unsigned conclude_threshold(const struct conclusion *c)
{
	unsigned least = finest[c->fineness] << placed_by_chance(c);

	for (unsigned core = 0; core < c->cores; core++)
		if (noise_grade(noise_worst(core)) >= POOR_GRADE)
			return 2 * least;
	return least;
}

/* ---- subjects ---------------------------------------------------------- */

static enum fitness fitness_of(enum proven proven)
{
	return proven == PROVEN ? FIT :
	       proven == NOT_PROVEN ? FIT_NOT_PROVEN : FIT_FAILED;
}

/* A figure of one core stands on the proof on one core. Who is ranked must be
 * right on any number. */
static enum proven proven_for(const struct conclusion *c, const char *name,
			      const struct figure *f)
{
	if (!f)
		return proven_of(c->experiment, name, PROVEN_ON_ANY);
	if (c->claim == CLAIM_VALUE)
		return f->proven;
	return proven_worse(f->proven, proven_of(f->experiment, f->primitive,
						 PROVEN_ON_ANY));
}

static const int64_t *rounds_of(const struct figure *f)
{
	return !f ? NULL : f->together_round_milli ? f->together_round_milli
						   : f->round_milli;
}

void conclusion_add(struct conclusion *c, const char *name,
		    const struct figure *f)
{
	enum proven proven = proven_for(c, name, f);
	const int64_t *rounds = rounds_of(f);

	if (!rounds && proven != DISPROVEN)
		return;
	if (c->subjects == GATE_SUBJECTS_MAX) {
		log_warning("few_findings", "%s %s: more than %u subjects, %s "
			    "is left out", c->experiment, c->name,
			    GATE_SUBJECTS_MAX, name);
		return;
	}
	c->subject[c->subjects++] = (struct subject){
		.name = name, .fitness = fitness_of(proven),
		.rounds = rounds ? f->rounds : 0, .round = rounds,
	};
}

/* Where cores take turns, what they did together is the host's doing. */
static void mark_turns(struct conclusion *c)
{
	if (c->cores < 2 || !timeshared() || c->claim == CLAIM_FACT)
		return;
	for (unsigned s = 0; s < c->subjects; s++)
		if (c->subject[s].fitness == FIT)
			c->subject[s].fitness = FIT_IN_TURNS;
}

/* Nothing is surer than the queue that the scheduler goes through. */
static void mark_shared(struct conclusion *c)
{
	if (proven_shared() == PROVEN || c->claim == CLAIM_FACT)
		return;
	for (unsigned s = 0; s < c->subjects; s++)
		if (c->subject[s].fitness != FIT_FAILED)
			c->subject[s].fitness = FIT_NOT_PROVEN;
}

/* ---- record ------------------------------------------------------------ */

static bool is_figure(int64_t milli)
{
	return milli != GATE_NO_ROUND && milli != GATE_NEVER;
}

static void log_figure(const char *key, int64_t milli)
{
	if (is_figure(milli))
		log_milli(key, milli);
	else
		log_null(key);
}

/* A log is read over a slow line: what most findings lack is left out. */
static void log_if_figure(const char *key, int64_t milli)
{
	if (is_figure(milli))
		log_milli(key, milli);
}

/* One array a subject; null: no such round. */
static void log_rounds(const struct gate_case *it)
{
	log_array("rounds");
	for (unsigned s = 0; s < it->subjects; s++) {
		log_array(NULL);
		for (unsigned r = 0; r < gate_rounds(it, s); r++) {
			int64_t milli = it->subject[s].round[r];

			if (milli == GATE_NEVER)
				log_text(NULL, "never");
			else
				log_figure(NULL, milli);
		}
		log_array_end();
	}
	log_array_end();
}

static void log_names(const char *key, const struct conclusion *c,
		      uint32_t which)
{
	log_array(key);
	for (unsigned s = 0; s < c->subjects; s++)
		if (which & 1u << s && c->subject[s].name)
			log_name(NULL, c->subject[s].name);
	log_array_end();
}

/* Nothing where there is none of them. */
static void log_some(const char *key, const struct conclusion *c,
		     uint32_t which)
{
	if (which)
		log_names(key, c, which);
}

static bool all_fit(const struct conclusion *c)
{
	for (unsigned s = 0; s < c->subjects; s++)
		if (c->subject[s].name && c->subject[s].fitness != FIT)
			return false;
	return true;
}

static void log_fitness(const struct conclusion *c)
{
	static const char *const fitness[] = {
		[FIT] = "fit", [FIT_PLACED] = "placed",
		[FIT_DRIFTED] = "drifted", [FIT_IN_TURNS] = "turns",
		[FIT_NOT_PROVEN] = "not_proven", [FIT_FAILED] = "failed",
	};

	if (all_fit(c))
		return;
	log_array("fitness");
	for (unsigned s = 0; s < c->subjects; s++)
		if (c->subject[s].name)
			log_text(NULL, fitness[c->subject[s].fitness]);
	log_array_end();
}

static void log_subjects(const struct conclusion *c,
			 const struct judged *j)
{
	log_names("subjects", c, UINT32_MAX);
	log_fitness(c);
	log_some("winners", c, j->winners);
	log_some("near", c, j->near);
}

static void log_judged(const struct judged *j)
{
	static const char *const verdict[] = {
		[JUDGED_NONE] = "none", [JUDGED_UNSURE] = "unsure",
		[JUDGED_TIE] = "tie", [JUDGED_SURE] = "sure",
	};

	log_text("verdict", verdict[j->verdict]);
	log_figure("value", j->figure.value);
	log_figure("low", j->figure.low);
	log_figure("high", j->figure.high);
	log_if_figure("ratio", j->ratio.value);
	log_if_figure("ratio_low", j->ratio.low);
	log_if_figure("ratio_high", j->ratio.high);
	if (j->verdict != JUDGED_SURE && j->verdict != JUDGED_TIE)
		log_text("reason", reason_word(j->reason));
}

/* The parts of the sentence, so that others can make it of several boots. */
static void log_question(const struct conclusion *c)
{
	log_text("what", c->what);
	if (c->superlative)
		log_text("superlative", c->superlative);
	if (c->never)
		log_text("never", c->never);
	if (c->published)
		log_text("published", c->published);
	if (c->published_id)
		log_text("published_id", c->published_id);
}

static void record_finding(const struct conclusion *c,
			   const struct gate_case *it, const struct judged *j,
			   const char *sentence)
{
	static const char *const claim[] = {
		[CLAIM_ORDER] = "order", [CLAIM_RATIO] = "ratio",
		[CLAIM_VALUE] = "value", [CLAIM_FACT] = "fact",
		[CLAIM_CROSSING] = "crossing",
	};

	log_begin("finding");
	log_text("experiment", c->experiment);
	log_text("name", c->name);
	log_text("claim", claim[c->claim]);
	log_text("unit", c->unit);
	log_number("cores", c->cores);
	log_judged(j);
	if (c->claim != CLAIM_FACT)
		log_milli("threshold", 100 * (int64_t)it->threshold);
	log_subjects(c, j);
	log_rounds(it);
	log_question(c);
	log_text("text", sentence);
	log_end();
}

/* ---- all --------------------------------------------------------------- */

static void show(enum judgement verdict, const char *sentence)
{
	machine_style(verdict >= JUDGED_TIE ? MACHINE_GOOD : MACHINE_DIM);
	print("  ");
	wrap_print(sentence, 2, 4);
	machine_style(MACHINE_PLAIN);
}

enum judgement conclude_as(const struct conclusion *conclusion,
			   struct judged *judged)
{
	struct conclusion c = *conclusion;
	struct gate_case it = { .claim = c.claim,
				.threshold = conclude_threshold(&c),
				.subjects = c.subjects, .subject = c.subject };
	char sentence[SENTENCE_MAX], line[BRIEF_MAX];

	mark_turns(&c);
	mark_shared(&c);
	gate_judge(&it, judged);
	sentence_write(sentence, &c, judged, it.threshold);
	record_finding(&c, &it, judged, sentence);
	summary_brief(c.experiment, brief_write(line, &c, judged), line);
	if (!c.quiet)
		show(judged->verdict, sentence);
	return judged->verdict;
}

bool conclude_drifted(const struct conclusion *control, struct judged *judged)
{
	struct gate_case it = { .claim = CLAIM_RATIO,
				.threshold = conclude_threshold(control),
				.subjects = control->subjects,
				.subject = control->subject };

	gate_judge(&it, judged);
	return gate_drifted(judged, it.threshold);
}

enum judgement conclude(const struct conclusion *conclusion)
{
	struct judged judged;

	return conclude_as(conclusion, &judged);
}

void conclude_fact(const char *experiment, const char *name, int64_t milli,
		   const char *unit, const char *what)
{
	conclude(&(struct conclusion){
		.experiment = experiment, .name = name, .claim = CLAIM_FACT,
		.unit = unit, .what = what, .subjects = 1,
		.subject = { { .rounds = 1, .round = &milli } } });
}
