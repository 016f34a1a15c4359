/* SPDX-License-Identifier: MIT */
#include "bench/report/quantity.h"

#include "bench/conditions/timesharing.h"
#include "bench/report/noted.h"
#include "bench/report/record.h"
#include "bench/report/text.h"
#include "kernel/log.h"
#include "kernel/minmax.h"
#include "kernel/string.h"

void log_quantity(const char *name, const int64_t *round, unsigned rounds)
{
	log_array(name);
	for (unsigned r = 0; r < rounds; r++)
		if (round[r] == QUANTITY_NONE)
			log_null(NULL);
		else if (round[r] == QUANTITY_NEVER)
			log_text(NULL, "never");
		else
			log_milli(NULL, round[r]);
	log_array_end();
}

const char *quantity_text(int64_t milli)
{
	return milli == QUANTITY_NEVER ? "never" : text_of(milli);
}

static void note_for_page(const struct quantity *q, enum proven known)
{
	int64_t milli[SETTINGS_ROUNDS_MAX];
	unsigned rounds = (unsigned)min_u64(q->rounds, SETTINGS_ROUNDS_MAX);

	memcpy(milli, q->round, rounds * sizeof(*milli));
	noted_figure(&q->key, milli, rounds, &(struct page_row){
		.batch = 1, .unit = q->unit ?: record_unit(),
		.proven = known,
		.turns = q->key.cores > 1 && timeshared() });
}

void record_quantity(const struct quantity *q)
{
	const struct record_key *key = &q->key;
	enum proven known = proven_of(key->experiment,
				      q->primitive ?: key->variant, key->cores);

	known = proven_worse(known, q->proven);
	note_for_page(q, known);
	log_begin("quantity");
	log_key(key, NULL, q->unit);
	log_primitive(key, q->primitive);
	log_quantity("rounds", q->round, q->rounds);
	if (q->fields)
		q->fields(q->of);
	if (key->cores > 1 && timeshared())
		log_bool("crowded", true);
	if (known != PROVEN)
		log_text("proven", proven_word(known));
	log_end();
}
