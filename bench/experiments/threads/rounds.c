/* SPDX-License-Identifier: MIT */
/* The rounds of experiment `threads` in the log, from which the host concludes:
 * of the task, of each curve and of the nights. Cores that take turns tell about
 * their host: of them there is the task alone. */
#include "bench/experiments/threads/threads.h"

#include "bench/conditions/timesharing.h"
#include "bench/config/scale.h"
#include "bench/report/quantity.h"
#include "bench/report/record.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/ticks.h"

#define NAME_MAX 32u

/* What all of them are reckoned with. */
void threads_record_task(const struct threads_plan *plan)
{
	const int64_t alone = (int64_t)plan->cpu * 1000;
	const struct param params[] = {
		{ "scale", (int64_t)scale_divisor() },
		{ "ticks_a_ms", (int64_t)ticks_of_ms(1) },
		{ "cpu_ms", plan->cpu_ms }, { "steps", plan->steps },
		{ NULL, 0 } };

	record_quantity(&(struct quantity){
		.key = { "threads", "task", plan->cores, params },
		.rounds = 1, .round = &alone });
}

/* ---- curves ------------------------------------------------------------- */

static void log_column(const char *name, const struct threads_point *p,
		       enum threads_column column)
{
	int64_t value[THREADS_ROUNDS];

	for (unsigned r = 0; r < p->rounds; r++)
		value[r] = p->disturbed[r] ? QUANTITY_NONE :
			   p->round[column][r] * 1000;
	log_quantity(name, value, p->rounds);
}

/* Of tasks that only compute the ends alone: all is proportional between. */
static void log_points(const struct threads_curve *curve,
		       enum threads_case which)
{
	unsigned last = curve->points - 1;
	unsigned step = which == THREADS_PURE && last ? last : 1;

	log_array("k");
	for (unsigned i = 0; i <= last; i += step)
		log_number(NULL, curve->point[i].k);
	log_array_end();
	log_column("rounds", &curve->point[0], THREADS_TOOK);
	log_array("further_rounds");
	for (unsigned i = step; i <= last; i += step)
		log_column(NULL, &curve->point[i], THREADS_TOOK);
	log_array_end();
}

void threads_record_curve(const struct threads_plan *plan,
			  const struct threads_curve *curve,
			  enum threads_case which)
{
	const struct threads_point *last = &curve->point[curve->points - 1];
	const struct param params[] = { { "workers", last->workers },
					{ NULL, 0 } };
	char name[NAME_MAX];

	if (timeshared())
		return;
	format(name, sizeof(name), "%s%s", curve->design->name,
	       which == THREADS_PURE ? "/pure" : "");
	log_begin("quantity");
	log_key(&(struct record_key){ "threads", name, plan->cores, params },
		NULL, NULL);
	log_points(curve, which);
	if (which == THREADS_PURE) {
		log_column("earliest_rounds", last, THREADS_EARLIEST);
		log_column("late_rounds", last, THREADS_LATE);
	} else {
		log_column("share_ppm_rounds", &curve->point[0], THREADS_SHARE);
	}
	log_end();
}

/* ---- a task beside sleepers --------------------------------------------- */

static const char *const nights[THREADS_NIGHTS] = {
	[THREADS_ALONE] = "asleep", [THREADS_BESIDE] = "asleep",
	[THREADS_ONCE] = "asleep/once", [THREADS_RANDOM] = "asleep/random" };

static void log_ticks(const char *name, const int64_t *ticks, unsigned rounds)
{
	int64_t value[THREADS_ROUNDS];

	for (unsigned r = 0; r < rounds; r++)
		value[r] = ticks[r] == QUANTITY_NONE ? QUANTITY_NONE :
			   ticks[r] * 1000;
	log_quantity(name, value, rounds);
}

void threads_record_nights(unsigned cores, const struct threads_asleep *a)
{
	if (timeshared() || !a->rounds || a->wrong)
		return;
	for (enum threads_night n = 0; n < THREADS_NIGHTS; n++) {
		const struct param params[] = {
			{ "sleepers", n == THREADS_ALONE ? 0 : a->sleepers },
			{ NULL, 0 } };

		log_begin("quantity");
		log_key(&(struct record_key){ "threads", nights[n], cores,
					      params }, NULL, NULL);
		log_ticks("rounds", a->round[n], a->rounds);
		if (n == THREADS_ONCE || n == THREADS_RANDOM)
			log_ticks("late_rounds", a->late[n], a->rounds);
		log_end();
	}
}
