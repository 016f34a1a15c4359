/* SPDX-License-Identifier: MIT */
#include "bench/conclusions/question.h"

#include "bench/stats/stats.h"
#include "kernel/format.h"
#include "kernel/minmax.h"

/* Rounds of all subjects that a record has room for. */
#define ROUNDS_RECORDED 400u

const struct span gate_no_span = { GATE_NO_ROUND, GATE_NO_ROUND,
				   GATE_NO_ROUND };

/* ---- rounds ------------------------------------------------------------ */

unsigned gate_rounds(const struct gate_case *it, unsigned subject)
{
	uint64_t all = max_u64(it->subjects, 1);
	uint64_t most = min_u64(ROUNDS_RECORDED / all, INTERVAL_MOST);

	return (unsigned)min_u64(it->subject[subject].rounds, most);
}

int64_t gate_round(const struct gate_case *it, unsigned s, unsigned round)
{
	int64_t value = round < gate_rounds(it, s) ?
			it->subject[s].round[round] : GATE_NO_ROUND;

	return value == GATE_NO_ROUND || value == GATE_NEVER ?
	       value : format_four_digits(value);
}

struct values gate_clean(const struct gate_case *it, unsigned s)
{
	struct values v = { 0 };

	for (unsigned r = 0; r < gate_rounds(it, s); r++) {
		int64_t value = gate_round(it, s, r);

		if (value != GATE_NO_ROUND)
			v.value[v.n++] = value;
	}
	return v;
}

struct values gate_ratios(const struct gate_case *it, unsigned s,
			    unsigned base)
{
	struct values v = { 0 };

	for (unsigned r = 0; r < gate_rounds(it, s); r++) {
		int64_t own = gate_round(it, s, r), other = gate_round(it, base, r);

		v.clean += own != GATE_NO_ROUND && other != GATE_NO_ROUND;
		if (own >= 0 && own != GATE_NEVER &&
		    other > 0 && other != GATE_NEVER)
			v.value[v.n++] = own * GATE_WHOLE / other;
	}
	return v;
}

struct span gate_span(struct values *v)
{
	unsigned k = interval_rank(v->n);

	if (!v->n)
		return gate_no_span;
	stats_sort(v->value, v->n);
	return (struct span){
		.value = stats_percentile(v->value, v->n, 500),
		.low = v->value[k ? k - 1 : 0],
		.high = v->value[k ? v->n - k : v->n - 1],
	};
}

/* ---- one subject ------------------------------------------------------- */

enum gate_reason gate_unfit(const struct gate_case *it, unsigned s)
{
	const struct subject *subject = &it->subject[s];
	static const enum gate_reason by_fitness[] = {
		[FIT_PLACED] = REASON_PLACED,
		[FIT_DRIFTED] = REASON_DRIFTED,
		[FIT_IN_TURNS] = REASON_TURNS,
		[FIT_NOT_PROVEN] = REASON_NOT_PROVEN,
		[FIT_FAILED] = REASON_FAILED,
	};

	if (subject->fitness != FIT)
		return by_fitness[subject->fitness];
	if (subject->rounds < INTERVAL_LEAST)
		return REASON_ROUNDS;
	return gate_clean(it, s).n < INTERVAL_LEAST ? REASON_DISTURBED
						      : REASON_NO_REASON;
}

bool gate_measured(const struct gate_case *it, unsigned s)
{
	return it->subject[s].fitness != FIT_FAILED && it->subject[s].rounds;
}

enum gate_reason gate_silent(const struct gate_case *it, unsigned s)
{
	enum fitness fitness = it->subject[s].fitness;

	return fitness == FIT_FAILED ? REASON_FAILED :
	       !it->subject[s].rounds ? REASON_NOT_MEASURED :
	       fitness == FIT_NOT_PROVEN ? REASON_NOT_PROVEN : REASON_NO_REASON;
}
