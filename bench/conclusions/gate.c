/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/gate.h"

#include <stdbool.h>

#include "bench/conclusions/question.h"
#include "kernel/minmax.h"

#define WHOLE GATE_WHOLE

/* ---- two subjects ------------------------------------------------------ */

/* NEAR: not less, but neither surely the same nor surely more. */
enum relation { MORE, LESS, SAME, NEAR, OPEN };

static enum relation relation_of(const struct span *ratio, unsigned pairs,
				 unsigned threshold)
{
	int64_t same = WHOLE + gate_tie(threshold);

	if (pairs < INTERVAL_LEAST)
		return OPEN;
	if (ratio->low > WHOLE + (int64_t)threshold)
		return MORE;
	if (ratio->high < WHOLE * WHOLE / (WHOLE + threshold))
		return LESS;
	if (ratio->low < WHOLE * WHOLE / same)
		return OPEN;
	return ratio->high <= same ? SAME : NEAR;
}

/* Enough rounds, and neither apart nor the same. */
static enum gate_reason width_reason(const struct span *ratio,
				     int64_t threshold)
{
	return ratio->high * WHOLE > ratio->low * (WHOLE + threshold) ?
	       REASON_SPREAD : REASON_CLOSE;
}

/* Why two fit subjects cannot be told apart, nor be called the same. */
static enum gate_reason open_reason(const struct span *ratio,
				    const struct values *v, int64_t threshold)
{
	if (v->clean < INTERVAL_LEAST)
		return REASON_DISTURBED;
	if (v->n < INTERVAL_LEAST)
		return REASON_NO_RATIO;
	return width_reason(ratio, threshold);
}

/* ---- order ------------------------------------------------------------- */

/* The least median, among the fit ones or among all. False: there is none. */
static bool find_best(const struct gate_case *it, bool fit, struct judged *j)
{
	bool found = false;

	for (unsigned s = 0; s < it->subjects; s++) {
		struct values v = gate_clean(it, s);
		struct span span = gate_span(&v);

		if (!v.n || !gate_measured(it, s) || (fit && gate_unfit(it, s)))
			continue;
		if (found && span.value >= j->figure.value)
			continue;
		found = true;
		j->best = s;
		j->figure = span;
	}
	return found;
}

/* The other of whom the sentence speaks, by what it is: the first kind there
 * is, and of that the least low end. */
enum rank { RANK_OPEN, RANK_SAME, RANK_NEAR, RANK_MORE, RANK_NOBODY };

static void speak_of(struct judged *j, enum rank *spoken, enum rank rank,
		     unsigned s, const struct span *ratio)
{
	if (rank > *spoken || (rank == *spoken && ratio->low >= j->ratio.low))
		return;
	*spoken = rank;
	j->ratio = *ratio;
	j->other = s;
}

static void compare_with_best(const struct gate_case *it, unsigned s,
			      struct judged *j, enum rank *spoken)
{
	struct values v = gate_ratios(it, s, j->best);
	struct span ratio = gate_span(&v);
	enum relation r = relation_of(&ratio, v.n, it->threshold);
	enum gate_reason reason = gate_unfit(it, s);

	if (r == MORE) {
		speak_of(j, spoken, RANK_MORE, s, &ratio);
	} else if (r == SAME && !reason) {
		j->winners |= 1u << s;
		speak_of(j, spoken, RANK_SAME, s, &ratio);
	} else if (r == NEAR && !reason) {
		j->near |= 1u << s;
		speak_of(j, spoken, RANK_NEAR, s, &ratio);
	} else {
		speak_of(j, spoken, RANK_OPEN, s, &ratio);
		if (j->other == s)
			j->reason = reason ? reason :
				    open_reason(&ratio, &v, it->threshold);
	}
}

/* None of them measured, only one, or none proven right. */
static enum gate_reason nothing_to_order(const struct gate_case *it)
{
	enum gate_reason first = REASON_NOT_MEASURED;
	unsigned count = 0, spoken_of = 0;

	for (unsigned s = 0; s < it->subjects; s++) {
		enum gate_reason reason = gate_silent(it, s);

		count += gate_measured(it, s);
		spoken_of += !reason;
		if (reason > first)
			first = reason;
	}
	if (!spoken_of)
		return first;
	return count < 2 ? REASON_ONE : REASON_NO_REASON;
}

/* The greatest median among the winners. */
static int64_t most_of(const struct gate_case *it, const struct judged *j)
{
	int64_t most = j->figure.value;

	for (unsigned s = 0; s < it->subjects; s++) {
		struct values v = gate_clean(it, s);

		if (j->winners & 1u << s)
			most = max_i64(most, gate_span(&v).value);
	}
	return most;
}

/* NEAR alone leaves open which of them takes least. */
static void judge_others(const struct gate_case *it, struct judged *j)
{
	static const enum judgement by_rank[] = {
		[RANK_OPEN] = JUDGED_UNSURE, [RANK_SAME] = JUDGED_TIE,
		[RANK_NEAR] = JUDGED_UNSURE, [RANK_MORE] = JUDGED_SURE,
	};
	enum rank spoken = RANK_NOBODY;

	j->winners = 1u << j->best;
	for (unsigned s = 0; s < it->subjects; s++)
		if (s != j->best && gate_measured(it, s))
			compare_with_best(it, s, j, &spoken);
	j->verdict = by_rank[spoken];
	if (spoken == RANK_NEAR)
		j->reason = width_reason(&j->ratio, it->threshold);
	if (j->verdict == JUDGED_UNSURE)
		j->winners = j->near = 0;
	j->most = most_of(it, j);
}

static void judge_order(const struct gate_case *it, struct judged *j)
{
	j->reason = nothing_to_order(it);
	if (j->reason)
		return;
	if (find_best(it, true, j)) {
		judge_others(it, j);
		return;
	}
	j->verdict = JUDGED_UNSURE;
	j->reason = REASON_DISTURBED;
	if (find_best(it, false, j))
		j->reason = gate_unfit(it, j->best);
	j->other = j->best;
}

/* ---- ratio ------------------------------------------------------------- */

static const uint32_t ratio_winners[] = {
	[MORE] = 1, [LESS] = 2, [SAME] = 3, [NEAR] = 0, [OPEN] = 0,
};

static void judge_ratio(const struct gate_case *it, struct judged *j)
{
	struct values v = gate_ratios(it, 1, 0);
	enum gate_reason blocked = gate_unfit(it, 0) ? gate_unfit(it, 0)
						     : gate_unfit(it, 1);
	enum relation r;

	j->reason = gate_silent(it, 0) ? gate_silent(it, 0) : gate_silent(it, 1);
	j->other = !gate_silent(it, 0) && (j->reason || !gate_unfit(it, 0));
	if (j->reason)
		return;
	j->figure = gate_span(&v);
	r = blocked ? OPEN : relation_of(&j->figure, v.n, it->threshold);
	j->winners = ratio_winners[r];
	j->verdict = r >= NEAR ? JUDGED_UNSURE :
		     r == SAME ? JUDGED_TIE : JUDGED_SURE;
	if (r >= NEAR)
		j->reason = blocked ? blocked :
			    open_reason(&j->figure, &v, it->threshold);
}

bool gate_drifted(const struct judged *j, unsigned threshold)
{
	int64_t same = WHOLE + gate_tie(threshold);

	return j->figure.value != GATE_NO_ROUND &&
	       (j->figure.low > same || j->figure.high < WHOLE * WHOLE / same);
}

/* ---- value ------------------------------------------------------------- */

static bool within(const struct span *s, int64_t threshold)
{
	int64_t least, most;

	if (s->low == s->high)
		return true;
	if (s->high == GATE_NEVER)
		return false;
	least = s->value * WHOLE / (WHOLE + threshold);
	most = s->value * (WHOLE + threshold) / WHOLE;
	return s->low >= min_i64(least, most) && s->high <= max_i64(least, most);
}

static void judge_value(const struct gate_case *it, struct judged *j)
{
	struct values v = gate_clean(it, 0);
	enum gate_reason blocked = gate_unfit(it, 0);

	j->reason = gate_silent(it, 0);
	if (j->reason)
		return;
	j->figure = gate_span(&v);
	if (!blocked && !within(&j->figure, it->threshold))
		blocked = REASON_SPREAD;
	j->reason = blocked;
	j->verdict = blocked ? JUDGED_UNSURE : JUDGED_SURE;
}

static void judge_crossing(const struct gate_case *it, struct judged *j)
{
	enum gate_reason blocked = REASON_NO_REASON;
	struct span side[3];
	bool all = true;

	for (unsigned s = 0; s < 3; s++) {
		struct values v = gate_clean(it, s);

		side[s] = gate_span(&v);
		all &= v.n > 0;
		blocked = blocked ? blocked : gate_unfit(it, s);
		j->reason = j->reason ? j->reason : gate_silent(it, s);
	}
	j->other = 1;
	if (j->reason)
		return;
	if (all)
		j->figure = (struct span){ side[2].value,
			min_i64(side[0].low, side[2].low),
			max_i64(side[1].high, side[2].high) };
	if (!blocked && j->figure.high == GATE_NEVER &&
	    j->figure.low != GATE_NEVER)
		blocked = side[1].low == GATE_NEVER ? REASON_CLOSE
						    : REASON_SPREAD;
	j->reason = blocked;
	j->verdict = blocked ? JUDGED_UNSURE : JUDGED_SURE;
}

static void judge_fact(const struct gate_case *it, struct judged *j)
{
	int64_t value = gate_round(it, 0, 0);

	if (value == GATE_NO_ROUND) {
		j->reason = REASON_NOT_MEASURED;
		return;
	}
	j->figure = (struct span){ value, value, value };
	j->verdict = JUDGED_SURE;
}

/* ---- all --------------------------------------------------------------- */

void gate_judge(const struct gate_case *it, struct judged *judged)
{
	static void (*const judge[])(const struct gate_case *it,
				     struct judged *j) = {
		[CLAIM_ORDER] = judge_order, [CLAIM_RATIO] = judge_ratio,
		[CLAIM_VALUE] = judge_value, [CLAIM_FACT] = judge_fact,
		[CLAIM_CROSSING] = judge_crossing,
	};

	*judged = (struct judged){ .verdict = JUDGED_NONE, .figure = gate_no_span,
				   .ratio = gate_no_span };
	judge[it->claim](it, judged);
}
