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

/* Evenly over the round: the stamps of all cores are the same. */
static void next_plant(struct planting *p)
{
	const struct silence_round *r = p->round;
	uint64_t apart = (r->end - r->start) / (p->wanted + 1);

	p->next = p->done < p->wanted ? r->start + apart * (p->done + 1)
				      : UINT64_MAX;
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

/* What is counted until now explains no gap that comes. */
static void forget_causes(struct silence_core *seen)
{
	struct machine_cause now[CAUSES_MOST];
	unsigned n = machine_causes(now);

	for (unsigned i = 0; i < n; i++)
		account_of(seen, now[i].name)->counted = now[i].count;
}

/* The first cause that came since the last gap explains this one; which cause is
 * expected: NULL for none. */
static void name_cause(struct silence_core *seen, uint64_t ticks,
		       const char *expected)
{
	struct silence_cause *explains = &seen->untold;
	struct machine_cause now[CAUSES_MOST];
	unsigned n = machine_causes(now);

	for (unsigned i = 0; i < n; i++) {
		struct silence_cause *c = account_of(seen, now[i].name);

		if (now[i].count == c->counted)
			continue;
		if (explains == &seen->untold)
			explains = c;
		seen->planted_named += expected && !strcmp(expected, c->name);
	}
	explains->gaps++;
	explains->lost += ticks;
	if (n) /* what the asking itself has caused is no gap's */
		forget_causes(seen);
}

static void note_gap(struct silence_core *seen, struct planting *p,
		     struct silence_gap gap)
{
	seen->gaps++;
	seen->lost += gap.ticks;
	keep_longest(seen, gap);
	name_cause(seen, gap.ticks, p->expected);
	p->expected = NULL;
}

/* Returns the ticks watched: until the end, and until all is planted. */
static uint64_t watch(const struct silence_round *r, struct planting *p,
		      struct silence_core *seen, struct histogram *pauses)
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
			note_gap(seen, p, (struct silence_gap){
					 last - r->origin, now - last });
			last = tsc_read();
			asked += last - now;
		} else {
			last = now;
		}
	} while (last < r->end || p->done < p->wanted);
	return last - begun - asked;
}

void silence_hunt(unsigned core, void *arg)
{
	const struct silence_round *r = arg;
	struct silence_core *seen = &r->seen[core];
	struct planting p = { .round = r, .core = core };
	uint32_t count[HISTOGRAM_BINS(SILENCE_BITS)] = { 0 };
	struct machine_counters before, after;
	struct histogram pauses;
	uint64_t ipis = r->listens ? machine_ipis(core) : 0;

	p.wanted = core && r->how != PLANT_ALL ? 0 : r->plants;
	next_plant(&p);
	histogram_init(&pauses, SILENCE_BITS, count);
	forget_causes(seen);
	before = machine_counters();
	if (r->listens)
		machine_listen_begin();
	seen->watched += watch(r, &p, seen, &pauses);
	if (r->listens)
		machine_listen_end();
	after = machine_counters();
	seen->smis_known = after.smi_known;
	seen->smis += (uint32_t)(after.smi - before.smi); /* it has 32 bits */
	seen->ipis += r->listens ? machine_ipis(core) - ipis : 0;
	for (unsigned i = 0; i < HISTOGRAM_BINS(SILENCE_BITS); i++)
		seen->bin[i] += count[i];
	if (pauses.max > seen->max)
		seen->max = pauses.max;
}
