/* SPDX-License-Identifier: MIT */
/*
 * A round on one core: it reads the time stamp back to back. A pause of `least`
 * ticks or more is a gap. What it takes to ask for a gap's cause is not watched.
 */
#include "bench/experiments/silence/silence.h"

#include "bench/proof/spend.h"
#include "kernel/atomic.h"
#include "kernel/interrupts.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

/* What is to be planted on this core. */
struct planting {
	const struct silence_round *round;
	unsigned core, done, wanted;
	uint64_t next; /* stamp */
	const char *expected; /* cause of the gap that comes now; or NULL */
};

/* What was counted of each cause when it was asked last. */
struct told {
	struct machine_cause cause[CAUSES_MOST];
	unsigned n;
};

/* Evenly over the round: the stamps of all cores are the same. */
static void next_plant(struct planting *p)
{
	const struct silence_round *r = p->round;
	uint64_t apart = (r->end - r->start) / (p->wanted + 1);

	p->next = p->done < p->wanted ? r->start + apart * (p->done + 1)
				      : UINT64_MAX;
}

static struct planting planting_of(const struct silence_round *round,
				   unsigned core)
{
	struct planting p = { .round = round, .core = core };

	p.wanted = core && round->how != PLANT_ALL ? 0 : round->plants;
	next_plant(&p);
	return p;
}

static void look_away(uint64_t until)
{
	while (tsc_read() < until)
		;
}

/* As in an SMI: no interrupt comes in, on any core, until the same stamp. Cores
 * that come late end with all. */
static void shut_off(const struct silence_round *r, uint64_t until)
{
	if (r->listens)
		machine_listen_end();
	look_away(until);
	if (r->listens)
		machine_listen_begin();
}

static void plant(struct planting *p, struct silence_core *seen)
{
	const struct silence_round *r = p->round;

	if (r->how == PLANT_IPI)
		machine_ipi(p->core);
	else if (r->how == PLANT_CAUSE)
		p->expected = machine_cause_plant(r->cause);
	else if (r->how == PLANT_ALL)
		shut_off(r, p->next + r->length);
	else
		look_away(tsc_read() + r->length);
	seen->planted++;
	p->done++;
	next_plant(p);
}

/* The shortest of the longest goes. */
static void keep_longest(struct silence_core *seen, struct silence_gap gap)
{
	struct silence_gap *least = &seen->longest[0];

	for (unsigned i = 1; i < SILENCE_LONGEST; i++)
		if (seen->longest[i].ticks < least->ticks)
			least = &seen->longest[i];
	if (gap.ticks > least->ticks)
		*least = gap;
}

/* How often a cause was counted before: interrupts that never came are not in
 * the list, so places move. */
static uint64_t before_of(const struct told *told, const char *name)
{
	for (unsigned i = 0; i < told->n; i++)
		if (!strcmp(told->cause[i].name, name))
			return told->cause[i].count;
	return 0;
}

/* The account of that name, or a free one. */
static struct silence_cause *account_of(struct silence_core *seen,
					const char *name)
{
	for (unsigned i = 0; i < CAUSES_MOST; i++) {
		struct silence_cause *c = &seen->cause[i];

		if (!c->name[0])
			memcpy(c->name, name, sizeof(c->name));
		if (!strcmp(c->name, name))
			return c;
	}
	return &seen->untold;
}

/* The first cause that came since the last gap explains this one; which cause is
 * expected: NULL for none. */
static void name_cause(struct silence_core *seen, struct told *told,
		       uint64_t ticks, const char *expected)
{
	struct silence_cause *account = &seen->untold;
	struct told now;

	now.n = machine_causes(now.cause);
	for (unsigned i = 0; i < now.n; i++) {
		const char *name = now.cause[i].name;

		if (now.cause[i].count == before_of(told, name))
			continue;
		if (account == &seen->untold)
			account = account_of(seen, name);
		seen->planted_named += expected && !strcmp(expected, name);
	}
	account->gaps++;
	account->lost += ticks;
	if (now.n) /* what the asking itself has caused is no gap's */
		told->n = machine_causes(told->cause);
}

static void note_gap(struct silence_core *seen, struct told *told,
		     struct planting *p, struct silence_gap gap)
{
	seen->gaps++;
	seen->lost += gap.ticks;
	keep_longest(seen, gap);
	name_cause(seen, told, gap.ticks, p->expected);
	p->expected = NULL;
}

/* Returns the ticks watched: until the end, and until all is planted. */
static uint64_t watch(const struct silence_round *r, struct planting *p,
		      struct silence_core *seen, struct told *told,
		      struct histogram *pauses)
{
	uint64_t begun, last, now, asked = 0;

	while (tsc_read() < r->start)
		cpu_relax();
	begun = last = tsc_read();
	do {
		if (last >= p->next)
			plant(p, seen);
		spend(r->apart);
		now = tsc_read();
		histogram_add(pauses, now - last);
		if (now - last >= r->least) {
			note_gap(seen, told, p, (struct silence_gap){
					 last - r->origin, now - last });
			last = tsc_read();
			asked += last - now;
		} else {
			last = now;
		}
	} while (last < r->end || p->done < p->wanted);
	return last - begun - asked;
}

/* What the core's own counter says of a round. */
static void count_smis(struct silence_core *seen,
		       const struct machine_counters *before)
{
	struct machine_counters after = machine_counters();

	seen->smis_known = after.smi_known;
	seen->smis += (uint32_t)(after.smi - before->smi); /* it has 32 bits */
}

void silence_hunt(unsigned core, void *arg)
{
	const struct silence_round *r = arg;
	struct silence_core *seen = &r->seen[core];
	struct planting p = planting_of(r, core);
	struct machine_counters before;
	uint32_t count[HISTOGRAM_BINS(SILENCE_BITS)] = { 0 };
	struct histogram pauses;
	struct told told;
	uint64_t ipis = r->listens ? machine_ipis(core) : 0;

	histogram_init(&pauses, SILENCE_BITS, count);
	told.n = machine_causes(told.cause);
	before = machine_counters();
	if (r->listens)
		machine_listen_begin();
	seen->watched += watch(r, &p, seen, &told, &pauses);
	if (r->listens)
		machine_listen_end();
	count_smis(seen, &before);
	seen->ipis += r->listens ? machine_ipis(core) - ipis : 0;
	for (unsigned i = 0; i < HISTOGRAM_BINS(SILENCE_BITS); i++)
		seen->bin[i] += count[i];
	if (pauses.max > seen->max)
		seen->max = pauses.max;
}
