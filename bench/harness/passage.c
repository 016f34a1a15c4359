/* SPDX-License-Identifier: MIT */
#include "bench/harness/passage.h"

#include "bench/harness/trial.h"
#include "bench/report/record.h"
#include "bench/report/table.h"
#include "kernel/format.h"
#include "kernel/log.h"
#include "kernel/machine.h"

static enum proven proven(const struct passage *p)
{
	if (p->in != p->out + p->left)
		return DISPROVEN;
	return p->out == p->wanted ? PROVEN : NOT_PROVEN;
}

static const char *why(const struct passage *p)
{
	return p->in > p->out + p->left ? "items were lost" :
	       p->in < p->out + p->left ? "more items came out than went in" :
	       "items came too late: it stayed full or empty for long";
}

static void tell(const struct row *row, const struct passage *p)
{
	const struct record_key *key = &row->result.key;
	const struct proof proof = {
		.property = "each item goes through",
		.primitive = row->result.primitive, .operations = p->wanted,
		.proven = proven(p), .why = why(p),
		.count = { { "in", p->in }, { "out", p->out },
			   { "left", p->left } } };

	record_validation(key, &proof);
	proven_note(key->experiment, proof.primitive, key->cores, proof.proven);
	table_note(key, proof.why);
	if (proof.proven == DISPROVEN)
		log_warning("items_lost", "%s %s on %u core%s: %s",
			    key->experiment, key->variant, key->cores,
			    format_s(key->cores), proof.why);
}

/* What is left when all cores have ended. A queue that is wrong may give items
 * for ever. */
static void empty(struct passage *p)
{
	struct work work;

	for (p->left = 0; p->left <= p->in && p->pop(p->queue, &work);
	     p->left++)
		;
}

bool passage_round(struct row *row, uint64_t items)
{
	struct passage *p = row->of;

	p->wanted = items;
	p->in = p->out = 0;
	timesharing_gate_init(&p->gate, p->partner ? 2 : p->cores);
	if (p->partner)
		machine_run_two(0, p->partner, p->on_core, p);
	else
		machine_run(p->cores, p->on_core, p);
	empty(p);
	if (proven(p) == PROVEN)
		return true;
	p->wrong |= proven(p) == DISPROVEN;
	tell(row, p);
	return false;
}

/* Once more, if it was long: another core may have been away. */
static bool try_round(struct row *row, uint64_t items, uint64_t ticks)
{
	struct passage *p = row->of;
	uint64_t first;

	if (!passage_round(row, items))
		return false;
	first = p->wall;
	if (first * 2 <= ticks || timeshared())
		return true;
	if (!passage_round(row, items))
		return false;
	p->wall = min_u64(p->wall, first);
	return true;
}

void passage_fill(struct row *row, uint64_t first, uint64_t most,
		  uint64_t ticks)
{
	const struct passage *p = row->of;
	uint64_t items = first;

	trial_begin(&row->result.key);
	for (; try_round(row, items, ticks); items *= 2)
		if (p->wall * 2 > ticks || items >= most || timeshared()) {
			row->result.batch = (uint32_t)items;
			row->history.pilot = (int64_t)p->wall;
			return;
		}
	row->out = true;
}

uint32_t passage_take(struct row *row, unsigned round, int64_t *sample)
{
	const struct passage *p = row->of;

	(void)round;
	if (!passage_round(row, row->result.batch))
		return 0;
	*sample = (int64_t)p->wall;
	return 1;
}
