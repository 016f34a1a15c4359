/* SPDX-License-Identifier: MIT */
/*
 * usage: peers [-s seconds] [-r repetitions] [row ...]
 *
 * Goes round all rows (or those whose name or owner contains one of the
 * arguments) and prints one JSON object a line; show.py makes a table of
 * them. Ends after `seconds` (45) or `repetitions` (24) rounds, whichever is
 * first, but never inside a round.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "peers/rows/pair.h"

#define ROWS_MAX 256u
#define REPS_MAX 99u
#define AGAIN_MAX 4u   /* tries at a repetition that was disturbed */
#define QUIET_MIN 5u   /* quiet ones that make the disturbed ones needless */
#define HANG_SECONDS 20u

/* The repetitions of one row: the quiet ones from the front, the disturbed
 * ones behind them. */
struct series {
	struct peers_row row;
	unsigned n, quiet, failed;
	double ticks[REPS_MAX], ratio[REPS_MAX], floor[REPS_MAX];
	double also[REPS_MAX];
};

static struct series series[ROWS_MAX];
static unsigned rows;
static const char *running = "nothing yet";
static char **wanted;

void peers_skip(const char *who, const char *why)
{
	fprintf(stderr, "peers: no %s: %s\n", who, why);
}

static bool is_wanted(const struct peers_row *row)
{
	if (!*wanted)
		return true;
	for (char **w = wanted; *w; w++)
		if (strstr(row->row, *w) || strstr(row->who, *w))
			return true;
	return false;
}

void peers_add(struct peers_row row)
{
	if (!is_wanted(&row))
		return;
	if (rows == ROWS_MAX) {
		fprintf(stderr, "peers: more than %u rows\n", ROWS_MAX);
		exit(2);
	}
	series[rows++].row = row;
}

/* ---- one repetition ------------------------------------------------------ */

/* Times that the kernel took a core from this process. */
static long preemptions(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nivcsw;
}

static void move(struct series *s, unsigned to, unsigned from)
{
	s->ticks[to] = s->ticks[from];
	s->ratio[to] = s->ratio[from];
	s->floor[to] = s->floor[from];
	s->also[to] = s->also[from];
}

static void keep(struct series *s, double floor, double ticks, double also,
		 bool quiet)
{
	unsigned at = s->n;

	if (ticks < 0 || floor < 0) {
		s->failed++;
		return;
	}
	s->n++;
	if (quiet) {
		move(s, at, s->quiet);
		at = s->quiet++;
	}
	s->ticks[at] = ticks;
	s->floor[at] = floor;
	s->ratio[at] = floor > 0 ? ticks / floor : 0;
	s->also[at] = also;
}

/* Again where another process came between, a bounded number of times. */
static void repeat(struct series *s)
{
	const struct peers_row *row = &s->row;
	double floor = 0, ticks = -1, also = 0;
	bool quiet = false;

	running = row->who;
	alarm(HANG_SECONDS);
	for (unsigned i = 0; i < AGAIN_MAX && !quiet; i++) {
		/* After a pause the kernel gives a longer turn. */
		if (i)
			usleep(100);
		long before = preemptions();

		floor = peers_floor_now(row->floor) / 2;
		ticks = row->measure(row);
		floor += peers_floor_now(row->floor) / 2;
		if (row->measure_also)
			also = row->measure_also(row);
		quiet = row->switches || preemptions() == before;
	}
	keep(s, floor, ticks, also, quiet);
}

static void on_alarm(int signal)
{
	static const char text[] = ": hangs; the run ends here\n";

	(void)signal;
	if (write(2, running, strlen(running)) < 0 ||
	    write(2, text, sizeof(text) - 1) < 0)
		_exit(3);
	_exit(3);
}

/* ---- results ------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *value, unsigned n)
{
	double sorted[REPS_MAX];

	memcpy(sorted, value, n * sizeof(*value));
	qsort(sorted, n, sizeof(*sorted), by_size);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* Median distance from the median, as a share of it. */
static double spread(const double *value, unsigned n)
{
	double middle = median(value, n), distance[REPS_MAX];

	for (unsigned i = 0; i < n; i++)
		distance[i] = value[i] > middle ? value[i] - middle
						: middle - value[i];
	return middle > 0 ? median(distance, n) / middle : 0;
}

static double lowest(const double *value, unsigned n)
{
	double low = value[0];

	for (unsigned i = 1; i < n; i++)
		low = value[i] < low ? value[i] : low;
	return low;
}

static void print(const struct series *s)
{
	const struct peers_row *row = &s->row;
	unsigned n = s->quiet >= QUIET_MIN ? s->quiet : s->n;

	printf("{\"row\": \"%s\", \"who\": \"%s\"", row->row, row->who);
	if (n) {
		printf(", \"ticks\": %.2f, \"min\": %.2f, \"spread\": %.3f",
		       median(s->ticks, n), lowest(s->ticks, n),
		       spread(s->ticks, n));
		if (row->floor != PEERS_NO_FLOOR)
			printf(", \"floor\": \"%s\", \"floor_ticks\": %.2f, "
			       "\"ratio\": %.3f",
			       peers_floor_name(row->floor),
			       median(s->floor, n), median(s->ratio, n));
		if (row->also)
			printf(", \"%s\": %.1f", row->also,
			       median(s->also, n));
	}
	printf(", \"n\": %u, \"quiet\": %u, \"failed\": %u}\n", n, s->quiet,
	       s->failed);
}

static void add_all(void)
{
	static void (*const unit[])(void) = {
		peers_floors, peers_ours_lock, peers_ours_queue,
		peers_ours_fiber, peers_ours_sched, peers_libc, peers_kernel,
		peers_tbb, peers_ck, peers_boost, peers_boost_fiber,
		peers_dpdk, peers_dispatch, peers_ours_dispatch,
		peers_tbb_dispatch,
	};

	for (unsigned i = 0; i < sizeof(unit) / sizeof(unit[0]); i++)
		unit[i]();
}

int main(int argc, char **argv)
{
	unsigned seconds = 45, reps = 24;
	int option;

	while ((option = getopt(argc, argv, "s:r:")) != -1) {
		if (option == 's')
			seconds = (unsigned)atoi(optarg);
		else if (option == 'r')
			reps = (unsigned)atoi(optarg);
		else
			return 2;
	}
	wanted = argv + optind;
	reps = reps < REPS_MAX ? reps : REPS_MAX;
	signal(SIGALRM, on_alarm);
	pair_start();
	alarm(HANG_SECONDS);
	add_all();

	time_t end = time(NULL) + seconds;
	for (unsigned rep = 0; rep < reps && time(NULL) < end; rep++)
		for (unsigned i = 0; i < rows; i++)
			repeat(&series[i]);
	for (unsigned i = 0; i < rows; i++)
		print(&series[i]);
	return 0;
}
