/* SPDX-License-Identifier: MIT */
/*
 * The way of a cache line between all ordered pairs of cores, in rounds. What
 * follows from it (places, clusters, the fastest pair) the host finds in the
 * series that is written here.
 */
#include "bench/conditions/timesharing.h"
#include "bench/experiments/line/line.h"
#include "bench/harness/row.h"
#include "bench/report/grid.h"
#include "bench/report/record.h"
#include "bench/report/series_record.h"
#include "bench/report/text.h"
#include "bench/stats/stats.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"

#define KEPT_CORES 4u       /* pairs of up to so many are rows of their own */
#define SAMPLE_SHARE 192u   /* of settings->samples for one line of a pair */
#define TRIPS 32u           /* round trips in a sample */
#define WARM 2u             /* untimed ones before it */
#define PAIR_MS_LEAST 2u
#define PAIR_MS_MOST 100u
#define PILOT_MS 2u
#define SLOW_US 10u         /* a round trip above: emulated, one a sample */

/* A pair above so many medians of all pairs was disturbed. */
#define DISTURBED_TIMES 50

/* Ticks a sample. */
struct pair_ticks {
	int64_t ticks;       /* median */
	int64_t least, most; /* median of the fastest line, of the slowest */
	bool disturbed;      /* by what the counters and its samples say */
};

/* Pairs are numbered in order: each core's others are counted past itself. */
static struct matrix {
	const char *variant;
	unsigned cores;       /* at least 2; fewer than there may be */
	unsigned of;          /* so many there are */
	const unsigned *core; /* their numbers */
	unsigned pairs;
	unsigned rounds;      /* 1 where cores take turns, else LINE_ROUNDS */
	struct pair_ticks *round; /* by round and pair */
	struct pair_ticks *pair;  /* medians of the rounds */
	int64_t *all;         /* those of all pairs, to be sorted */
	int64_t calm_most;    /* a pair above it was disturbed */
	struct row *rows;     /* by pair; NULL where cores are many: then ... */
	struct row row;       /* ... that of the pair and round in progress */
	int64_t sample[HANDOVER_SAMPLES_MAX];
	struct handover order;
} matrix;

static unsigned from_of(unsigned pair)
{
	return pair / (matrix.cores - 1);
}

static unsigned to_of(unsigned pair)
{
	unsigned to = pair % (matrix.cores - 1);

	return to + (to >= from_of(pair));
}

static struct pair_ticks *round_of(unsigned round, unsigned pair)
{
	return &matrix.round[round * matrix.pairs + pair];
}

/* Was the pair's core away in most rounds? */
static bool pair_disturbed(unsigned pair)
{
	return matrix.pair[pair].ticks > matrix.calm_most;
}

/* Thousandths of a tick for one hand-over. */
static int64_t milli_of(int64_t ticks)
{
	return ticks * 1000 / (2 * matrix.order.trips);
}

/* ---- before the pairs --------------------------------------------------- */

static bool make_rows(void)
{
	static struct row rows[KEPT_CORES * (KEPT_CORES - 1)];

	matrix.rows = matrix.cores > KEPT_CORES ? NULL : rows;
	for (unsigned pair = 0; matrix.rows && pair < matrix.pairs; pair++)
		if (!(rows[pair].samples = bench_scratch(
			      HANDOVER_SAMPLES_MAX * sizeof(int64_t))))
			return false;
	return true;
}

bool matrix_begin(const unsigned *core, unsigned cores, unsigned of)
{
	matrix.core = core;
	matrix.cores = cores;
	matrix.of = of;
	matrix.pairs = cores * (cores - 1);
	matrix.round = bench_scratch(LINE_ROUNDS * matrix.pairs *
				     sizeof(*matrix.round));
	matrix.pair = bench_scratch(matrix.pairs * sizeof(*matrix.pair));
	matrix.all = bench_scratch(matrix.pairs * sizeof(*matrix.all));
	return handover_allocate() && make_rows() && matrix.round &&
	       matrix.pair && matrix.all;
}

/* Chooses the sample, proves the hand-over; by the first two cores. */
static bool choose_sample(const struct settings *settings,
			  const struct handover_kind *kind)
{
	const struct record_key key = { "line", matrix.variant, 2, NULL };
	struct handover *order = &matrix.order;
	unsigned rounds = timeshared() ? 1 : LINE_ROUNDS;
	uint64_t per_line = clamp_u64(settings->samples / SAMPLE_SHARE, 1,
				      HANDOVER_SAMPLES_MAX / HANDOVER_LINES);

	trial_begin(&key);
	*order = (struct handover){
		.kind = kind, .asker = matrix.core[0],
		.answerer = matrix.core[1], .trips = 1, .per_line = 1,
		.ticks = ticks_of_ms(PILOT_MS) };
	handover_run(order, matrix.sample);
	/* Where a round trip takes an emulator's whole time slice, one must do. */
	if (!timeshared() && stats_median(matrix.sample, order->n) <=
				     (int64_t)ticks_of_us(SLOW_US)) {
		order->trips = TRIPS;
		order->warm = WARM;
	}
	handover_run(order, matrix.sample);
	/* Rounds share what a pair may take; the only one has it all. */
	order->per_line = (uint32_t)((per_line + rounds - 1) / rounds);
	order->ticks = trial_box(settings, matrix.pairs, PAIR_MS_LEAST,
				 PAIR_MS_MOST) / rounds;
	return trial_verdict(&key, &(struct proof){
		.property = "the line goes there and back each time",
		.operations = order->counted,
		.proven = proven_if(order->counted == order->handed),
		.why = "hand-overs are miscounted" });
}

/* ---- a pair in a round --------------------------------------------------- */

static void compare_lines(const int64_t *samples, unsigned n,
			  struct pair_ticks *r)
{
	int64_t own[HANDOVER_SAMPLES_MAX / HANDOVER_LINES], ticks;

	r->least = INT64_MAX;
	r->most = 0;
	for (unsigned line = 0, count; line < HANDOVER_LINES && line < n;
	     line++) {
		count = 0;
		for (unsigned i = line; i < n; i += HANDOVER_LINES)
			own[count++] = samples[i];
		ticks = stats_median(own, count);
		r->least = min_i64(r->least, ticks);
		r->most = max_i64(r->most, ticks);
	}
}

static uint32_t take(struct row *row, unsigned round, int64_t *samples)
{
	struct handover *order = &matrix.order;

	(void)round;
	handover_run(order, samples);
	if (order->counted != order->handed) {
		trial_wrong(&row->result.key, "from %u to %u %lu of %lu "
			    "hand-overs were counted", order->asker,
			    order->answerer, order->counted, order->handed);
		return 0;
	}
	compare_lines(samples, order->n, row->of);
	return order->n;
}

static struct row row_of(int64_t *samples)
{
	return (struct row){
		.result = { .key = { "line", matrix.variant, 2, NULL },
			    .per = "hand-over (half a round trip)",
			    .batch = 2 * matrix.order.trips, .quiet = true },
		.take = take, .samples = samples };
}

static bool measure_pair(void *of, unsigned pair, unsigned round)
{
	struct row *row = matrix.rows ? &matrix.rows[pair] : &matrix.row;
	struct handover *order = &matrix.order;
	struct pair_ticks *r = round_of(round, pair);

	(void)of;
	if (!matrix.rows)
		*row = row_of(matrix.sample);
	order->asker = matrix.core[from_of(pair)];
	order->answerer = matrix.core[to_of(pair)];
	row->cores = (unsigned)max_u64(order->asker, order->answerer) + 1;
	row->of = r;
	if (!row_round(row, round))
		return false;
	r->ticks = row->history.p50[row->history.rounds - 1];
	r->disturbed = row->history.disturbed[row->history.rounds - 1];
	trial_step(timeshared() ? LINE_ROUNDS : 1);
	return true;
}

/* ---- all of them -------------------------------------------------------- */

static void take_medians(unsigned pair)
{
	int64_t ticks[LINE_ROUNDS], least[LINE_ROUNDS], most[LINE_ROUNDS];

	for (unsigned r = 0; r < matrix.rounds; r++) {
		struct pair_ticks *p = round_of(r, pair);

		/* Later rounds may have shown that an earlier one was. */
		if (matrix.rows)
			p->disturbed = matrix.rows[pair].history.disturbed[r];
		ticks[r] = p->ticks;
		least[r] = p->least;
		most[r] = p->most;
	}
	matrix.pair[pair] = (struct pair_ticks){
		.ticks = stats_median(ticks, matrix.rounds),
		.least = stats_median(least, matrix.rounds),
		.most = stats_median(most, matrix.rounds) };
	matrix.all[pair] = matrix.pair[pair].ticks;
}

/* A host that took a core away for milliseconds is no distance of two. */
static unsigned find_disturbed(void)
{
	unsigned disturbed = 0;

	matrix.calm_most = DISTURBED_TIMES * stats_median(matrix.all,
							  matrix.pairs);
	for (unsigned pair = 0; pair < matrix.pairs; pair++)
		disturbed += pair_disturbed(pair);
	if (disturbed)
		log_warning("pairs_disturbed", "line %s: %u of %u pairs "
			    "stayed above %d times the median of all",
			    matrix.variant, disturbed, matrix.pairs,
			    DISTURBED_TIMES);
	return disturbed;
}

/* ---- records ------------------------------------------------------------ */

static const struct series_column columns[] = {
	{ "from", false }, { "to", false }, { "ticks", true },
	{ "line_least", true }, { "line_most", true },
	{ "round_1", true }, { "round_2", true }, { "round_3", true },
	{ "round_4", true }, { "round_5", true }, { "round_6", true },
	{ "round_7", true }, { "round_8", true }, { NULL, false },
};

/* A round is 0 where it does not count. */
static void fill_pair(const void *of, unsigned pair, int64_t *value)
{
	const struct pair_ticks *median = &matrix.pair[pair];

	(void)of;
	*value++ = matrix.core[from_of(pair)];
	*value++ = matrix.core[to_of(pair)];
	*value++ = milli_of(median->ticks);
	*value++ = milli_of(median->least);
	*value++ = milli_of(median->most);
	for (unsigned r = 0; r < LINE_ROUNDS; r++) {
		const struct pair_ticks *p = round_of(r, pair);

		value[r] = r < matrix.rounds && !p->disturbed &&
			   p->ticks <= matrix.calm_most ? milli_of(p->ticks) : 0;
	}
}

static void log_sample(const void *of)
{
	(void)of;
	log_number("batch", 2 * matrix.order.trips);
	log_number("lines", HANDOVER_LINES);
	log_text("way", "half a round trip");
	log_milli("calm_most", milli_of(matrix.calm_most));
}

static void log_chosen_of(const void *of)
{
	(void)of;
	log_number("chosen_of", matrix.of);
}

/* The host reckons with all pairs of the first way. */
static void report(bool first)
{
	const struct record_key key = { "line", matrix.variant, matrix.cores,
					NULL };

	for (unsigned pair = 0; matrix.rows && pair < matrix.pairs; pair++) {
		const struct param params[] = {
			{ "from", matrix.core[from_of(pair)] },
			{ "to", matrix.core[to_of(pair)] }, { NULL, 0 } };

		matrix.rows[pair].result.key.params = params;
		row_report(&matrix.rows[pair]);
	}
	trial_report(&(struct result){
		.key = key, .per = "hand-over, median of a pair",
		.batch = 2 * matrix.order.trips,
		.fields = matrix.cores < matrix.of ? log_chosen_of : NULL },
		matrix.all, matrix.pairs);
	record_series(&(struct series_record){
		.key = key, .rows = matrix.pairs, .thin = !first,
		.columns = columns, .row = fill_pair, .fields = log_sample });
}

/* ---- page --------------------------------------------------------------- */

#define SHOWN_CORES 12u /* 5 columns, and 6 for each */

static void show_pair(unsigned from, unsigned to)
{
	unsigned pair = from * (matrix.cores - 1) + to - (to > from);
	bool disturbed = from != to && pair_disturbed(pair);

	grid_style(disturbed ? MACHINE_BAD :
		   from == to ? MACHINE_DIM : MACHINE_GOOD);
	grid_text("%s%s", disturbed ? "~" : "", from == to ? "." :
		  text_of(milli_of(matrix.pair[pair].ticks)));
}

static void show(unsigned disturbed)
{
	unsigned shown = (unsigned)min_u64(matrix.cores, SHOWN_CORES);

	grid_title("%s: %s, half a trip from row's core to column's and back",
		   matrix.variant, record_unit());
	grid_column(5, "from");
	for (unsigned to = 0; to < shown; to++)
		grid_column(6, "%u", matrix.core[to]);
	grid_row();
	for (unsigned from = 0; from < shown; from++) {
		grid_style(MACHINE_DIM);
		grid_text("%u", matrix.core[from]);
		for (unsigned to = 0; to < shown; to++)
			show_pair(from, to);
		grid_row();
	}
	if (disturbed)
		grid_note("~ disturbed: above %s",
			  text_of(milli_of(matrix.calm_most)));
	if (matrix.cores > shown)
		grid_note("not shown: %u of %u cores", matrix.cores - shown,
			  matrix.cores);
}

/* The cores of the slowest pair, or of the first. */
static void find_slowest(unsigned *cores)
{
	int64_t most = 0;

	cores[0] = matrix.core[0];
	cores[1] = matrix.core[1];
	for (unsigned pair = 0; pair < matrix.pairs; pair++)
		if (!pair_disturbed(pair) && matrix.pair[pair].ticks >= most) {
			most = matrix.pair[pair].ticks;
			cores[0] = matrix.core[from_of(pair)];
			cores[1] = matrix.core[to_of(pair)];
		}
}

bool matrix_measure(const struct settings *settings, const char *variant,
		    const struct handover_kind *kind, unsigned *slowest)
{
	unsigned disturbed;

	matrix.variant = variant;
	if (!choose_sample(settings, kind))
		return false;
	for (unsigned pair = 0; matrix.rows && pair < matrix.pairs; pair++)
		matrix.rows[pair] = row_of(matrix.rows[pair].samples);
	if (!trial_rounds(&(struct trial_rounds){
		.rounds = { .subjects = matrix.pairs, .wanted = LINE_ROUNDS },
		.pass = measure_pair }, &matrix.rounds))
		return false;
	for (unsigned pair = 0; pair < matrix.pairs; pair++)
		take_medians(pair);
	disturbed = find_disturbed();
	report(slowest);
	show(disturbed);
	if (slowest)
		find_slowest(slowest);
	return true;
}
