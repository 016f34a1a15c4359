/* SPDX-License-Identifier: MIT */
/*
 * Interrupts from core to core: until the sender sees what the handler has
 * stored, there and back, by the two cores' stamps, and to several at once.
 * The targets run with interrupts on and do nothing else.
 */
#include "bench/conditions/core_pairs.h"
#include "bench/experiments/wake/wake.h"
#include "bench/harness/sweep.h"
#include "bench/stats/stats.h"
#include "kernel/atomic.h"
#include "kernel/format.h"
#include "kernel/interrupts.h"
#include "kernel/options.h"
#include "kernel/string.h"
#include "kernel/tsc.h"

OPTION_NUMBER(opt_deaf, "deaf", MACHINE_MAX_CORES, 1, MACHINE_MAX_CORES,
	      "core that lets no interrupt in while it is sent some (a test)");

#define LOOKS_A_CLOCK_READ 1024u
#define TEXT_MAX 96u
#define NOBODY 0u /* core 0 never is a target */

/* Who is sent an interrupt: cores first .. last, one by one or all at once. */
static struct {
	const struct wake_plan *plan;
	unsigned first, last;
	bool broadcast;       /* all others by one command */
	bool back;            /* the target sends one back */
	unsigned silent;      /* the one that has not taken one, or NOBODY */
	uint64_t before[MACHINE_MAX_CORES];

	/* Samples; trips NULL: a check. */
	int64_t *trips, *stamps;
	uint32_t n;

	/* atomic */
	uint32_t over __attribute__((aligned(MACHINE_LINE_PAIR)));
	uint32_t listening;
} shot;

/* ---- the targets ------------------------------------------------------- */

/* Takes them, and sends one back for each if it is to; halted in between where
 * cores take turns. */
static void listen(unsigned core)
{
	bool polite = shot.plan->timeshared;
	uint64_t seen = machine_ipis(core);

	while (!atomic_load_relaxed(&shot.over)) {
		if (shot.back && machine_ipis(core) != seen) {
			seen = machine_ipis(core);
			machine_ipi(0);
		} else if (polite) {
			machine_wait(MACHINE_NEVER);
		}
		cpu_relax();
	}
}

static void be_target(unsigned core)
{
	bool deaf = core == opt_deaf.number;

	if (!deaf && !shot.plan->timeshared)
		machine_listen_begin();
	atomic_add_acq_rel(&shot.listening, 1); /* R1: pairs with A1 */
	if (deaf)
		while (!atomic_load_relaxed(&shot.over))
			cpu_relax();
	else
		listen(core);
	if (!deaf && !shot.plan->timeshared)
		machine_listen_end();
}

/* ---- the sender -------------------------------------------------------- */

static void send(void)
{
	if (shot.broadcast)
		machine_ipi_others();
	else
		for (unsigned i = shot.first; i <= shot.last; i++)
			machine_ipi(i);
}

/* Until that core has taken one more; false if it does not in time. */
static bool taken(unsigned core, uint64_t start)
{
	uint32_t looks = 0;

	while (machine_ipis(core) == shot.before[core]) {
		if (++looks % LOOKS_A_CLOCK_READ == 0 &&
		    tsc_read() - start > shot.plan->patience)
			return false;
		cpu_relax();
	}
	return true;
}

static void await_all(uint64_t start)
{
	unsigned until = shot.back ? 0 : shot.last;

	for (unsigned i = shot.back ? 0 : shot.first; i <= until; i++)
		if (!taken(i, start)) {
			shot.silent = shot.back ? shot.last : i;
			return;
		}
}

/* Ticks until all have taken it, or until the one that came back. */
__attribute__((noinline)) static int64_t one_shot(int64_t *stamp)
{
	uint64_t start, end, theirs;

	shot.before[0] = machine_ipis(0);
	for (unsigned i = shot.first; i <= shot.last; i++)
		shot.before[i] = machine_ipis(i);
	start = tsc_start();
	send();
	await_all(start);
	end = wake_stop();
	theirs = machine_ipi_stamp(shot.last);
	*stamp = (int64_t)above_u64(theirs, start);
	return (int64_t)(end - start);
}

static void shoot(void)
{
	const struct wake_plan *plan = shot.plan;
	uint32_t most = shot.trips ? plan->samples / plan->rounds
				   : plan->checks;
	uint64_t end = tsc_read() + (shot.trips ? plan->ticks / plan->rounds
						: plan->check_ticks);
	int64_t ticks, stamp;

	shot.n = 0;
	do {
		ticks = one_shot(&stamp);
		if (shot.trips) {
			shot.trips[shot.n] = ticks;
			shot.stamps[shot.n] = stamp;
		}
		shot.n++;
	} while (shot.n < most && shot.silent == NOBODY && tsc_read() < end);
}

static void be_sender(void)
{
	uint32_t targets = shot.last - shot.first + 1;

	/* A1: pairs with R1: they listen. */
	while (atomic_load_acquire(&shot.listening) != targets)
		cpu_relax();
	if (shot.back)
		machine_listen_begin();
	shoot();
	if (shot.back)
		machine_listen_end();
	atomic_store_relaxed(&shot.over, 1); /* only a hint: no order */
	for (unsigned i = shot.first; i <= shot.last; i++)
		machine_wake(i);
}

static void take_part(unsigned core, void *arg)
{
	(void)arg;
	if (core == 0)
		be_sender();
	else if (core >= shot.first)
		be_target(core);
}

/* False if a core did not take one. */
static bool run_shots(int64_t *trips, int64_t *stamps)
{
	shot.trips = trips;
	shot.stamps = stamps;
	shot.over = shot.listening = 0;
	machine_run(shot.last + 1, take_part, NULL);
	return shot.silent == NOBODY;
}

/* Each taken exactly once: one too many would be one that none has sent. */
static bool checked(void)
{
	static uint64_t earlier[MACHINE_MAX_CORES];
	bool ok;

	for (unsigned i = 0; i <= shot.last; i++)
		earlier[i] = machine_ipis(i);
	ok = run_shots(NULL, NULL);
	for (unsigned i = shot.first; i <= shot.last; i++)
		ok &= machine_ipis(i) - earlier[i] == shot.n;
	return ok && machine_ipis(0) - earlier[0] == (shot.back ? shot.n : 0);
}

/* ---- rows -------------------------------------------------------------- */

static int64_t trips[WAKE_SAMPLES], stamps[WAKE_SAMPLES];
static uint32_t round_count[WAKE_ROUNDS]; /* of either */
static struct history trip_rounds, stamp_rounds;
static bool wrong; /* a validation has failed */

static const char store_row[] = "ipi/store", stamp_row[] = "ipi/stamp";
static const char trip_row[] = WAKE_TRIP, each_row[] = WAKE_EACH;
static const char broadcast_row[] = WAKE_BROADCAST;

static const struct variant rows[] = {
	{ store_row, .summary = "interrupt a core, see its store" },
	{ stamp_row, .summary = "interrupt a core, to its handler" },
	{ trip_row, .summary = "interrupt a core, be interrupted back" },
	{ each_row, .summary = "interrupt all others, one by one" },
	{ broadcast_row, .summary = "interrupt all others at once" },
};
ROWS(wake, rows);

/* The verdict on what the last run_shots() or checked() said. */
static bool judged(const char *variant, unsigned cores, bool ok)
{
	char text[TEXT_MAX] = "a core took more than it was sent";

	if (shot.silent != NOBODY)
		format(text, sizeof(text), "core %u took no interrupt for "
		       "%lu ms", shot.silent,
		       shot.plan->patience / ticks_of_ms(1));
	wrong |= !ok;
	return trial_verdict(WAKE_KEY(variant, cores), &(struct proof){
		.property = "each interrupt is taken once",
		.proven = proven_if(ok), .operations = shot.n, .why = text });
}

/* All rounds, a disturbed one again; false if a core did not take one. */
static bool take_rounds(void)
{
	uint32_t n = 0;

	trip_rounds = (struct history){ .count = round_count };
	/* Of the same shots: whether they are done again, the trips say. */
	stamp_rounds = (struct history){ .count = round_count,
					 .repeated = HISTORY_REPEATS };
	for (unsigned r = 0; r < shot.plan->rounds; r++) {
		do {
			history_begin(&trip_rounds, shot.last + 1);
			stamp_rounds.cores = trip_rounds.cores;
			stamp_rounds.before = trip_rounds.before;
			if (!run_shots(trips + n, stamps + n))
				return false;
		} while (!history_add(&trip_rounds, trips + n, shot.n));
		history_add(&stamp_rounds, stamps + n, shot.n);
		n += shot.n;
	}
	stamp_rounds.repeated = trip_rounds.repeated;
	shot.n = n;
	return true;
}

/*
 * Validates and takes samples, of which there then are shot.n. A core that
 * was silent once is not asked again: each time costs the whole patience.
 */
static bool sampled(const char *variant, unsigned first, unsigned last)
{
	unsigned cores = last - first + 2;
	char text[TEXT_MAX];

	if (shot.silent >= first && shot.silent <= last) {
		format(text, sizeof(text), "core %u takes no interrupt",
		       shot.silent);
		return trial_skip(WAKE_KEY(variant, cores), text);
	}
	shot.first = first;
	shot.last = last;
	shot.silent = NOBODY;
	if (!judged(variant, cores, checked()))
		return false;
	/* A failure here makes a second verdict, and no result. */
	return take_rounds() || judged(variant, cores, false);
}

/* ---- from core 0 to a partner ------------------------------------------ */

static void report_pair(const char *variant, const char *per,
			const struct history *rounds, int64_t *samples,
			bool skew)
{
	wake_report_pair(&(struct wake_pair_row){
		.plan = shot.plan, .variant = variant, .per = per,
		.partner = shot.last, .hint = -1, .skew = skew },
		rounds, samples, shot.n);
}

/* One core's stamp less the other's: only above what the two may be off. */
static void report_stamps(void)
{
	const struct machine_clock *clock = machine_clock();
	const char *unfit = NULL;

	/* A copy is sorted: the trips are reported, their place is free. */
	memcpy(trips, stamps, sizeof(trips));
	if (!clock->skew_known)
		unfit = "how far two cores' clocks are apart is not known";
	else if (stats_median(trips, shot.n) <= (int64_t)clock->skew_ticks)
		unfit = "shorter than two cores' clocks may be apart";
	if (unfit)
		trial_skip(WAKE_KEY(stamp_row, 2), unfit);
	else
		report_pair(stamp_row, "one way, to the handler",
			    &stamp_rounds, stamps, true);
}

static void pair_rows(const struct wake_plan *plan, unsigned partner)
{
	shot.back = shot.broadcast = false;
	if (wake_wants(plan, store_row) &&
	    sampled(store_row, partner, partner)) {
		report_pair(store_row, "interrupt + store seen", &trip_rounds,
			    trips, false);
		report_stamps();
	}
	shot.back = true;
	if (wake_wants(plan, trip_row) && sampled(trip_row, partner, partner)) {
		report_pair(trip_row, "round trip (2 interrupts)", &trip_rounds,
			    trips, false);
		wake_tell_trip(partner);
	}
	shot.back = false;
}

/* ---- from core 0 to several -------------------------------------------- */

static void many_row(const struct wake_plan *plan, const char *variant,
		     bool broadcast)
{
	shot.plan = plan;
	shot.broadcast = broadcast;
	if (wake_wants(plan, variant) && sampled(variant, 1, plan->cores - 1))
		wake_report(WAKE_KEY(variant, plan->cores), "all have taken it",
			    1, &trip_rounds, trips, shot.n);
}

static void many_rows(const struct settings *settings)
{
	struct wake_plan plan;

	for (unsigned c = 2; c; c = sweep_next_cores(settings, c)) {
		plan = wake_plan(settings, c);
		many_row(&plan, each_row, false);
	}
	if (settings->cores < machine_cores()) {
		wake_skip(&plan, broadcast_row,
			  "it would reach cores that cores= leaves out");
		return;
	}
	many_row(&plan, broadcast_row, true);
	wake_tell_broadcast(plan.cores);
}

bool wake_ipis(const struct settings *settings)
{
	const char *missing = settings->cores < 2 ? "no second core to interrupt"
						  : NULL;
	struct wake_plan plan =
		wake_plan(settings, settings->cores < 2 ? 1 : 2);

	missing = machine_ipi_missing() ?: missing;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		wake_skip(&plan, rows[i].name, missing);
	if (missing)
		return true;
	shot.plan = &plan;
	shot.silent = NOBODY;
	wrong = false;
	for (enum distance distance = 0; distance < DISTANCES; distance++) {
		unsigned partner = core_pairs_partner(settings->cores, distance,
						      machine_core_info);

		if (partner)
			pair_rows(&plan, partner);
	}
	many_rows(settings);
	return !wrong;
}
