/* SPDX-License-Identifier: MIT */
/* A run of experiment `inject`: a load on a pool, seen each published second. */
#include "bench/experiments/inject/inject.h"

#include "bench/bench.h"
#include "bench/conditions/bound.h"
#include "bench/config/scale.h"
#include "bench/harness/trial.h"
#include "bench/samples/scratch.h"
#include "kernel/format.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "sched/pool/pool.h"
#include "sched/sched.h"

#define SECOND_MS 1000u
#define IDLE_MS 20000u       /* until an idle worker retires */
#define SLICE_MS 20u         /* an operating system's, about */
#define LATE_FACTOR 4u       /* as long as a run should take at most */
#define LATE_SECONDS 2u      /* real ones, on top */
#define LOOK_US_LEAST 50u    /* what a timer can keep */
#define SOON 16u             /* 1 / 16 of a period after a look */
#define STATUS_MAX 81u
#define SHOWS_A_SECOND 3u

static struct {
	const struct inject_load *load;
	struct inject_seen *seen;
	struct pool pool, waiters;
	void *queue, *waiting;
	uint64_t start, stop_at, late_at, next_row, next_burst, next_show;
	uint32_t bursts;         /* submitted */

	uint64_t begun;          /* atomic: tasks */
	uint64_t computed;       /* atomic: ticks in tasks */
	uint64_t ended;          /* atomic: tasks */
	uint64_t ended_at;       /* atomic: when the last of a burst was */
	uint32_t stopped;        /* atomic: tasks are to end */
	uint32_t computing;      /* atomic: core 0 is inside a task */
} run;

/* ---- tasks -------------------------------------------------------------- */

/* Time-sliced, as an operating system would do it. */
static void compute_sliced(uint64_t ticks)
{
	uint64_t slice = scale_ticks(SLICE_MS), left = ticks;

	while (left && !atomic_load_relaxed(&run.stopped)) {
		uint64_t now = min_u64(left, slice);
		uint64_t start = tsc_read();
		bool here = !machine_core();

		if (here)
			atomic_store_relaxed(&run.computing, 1);
		while (tsc_read() - start < now &&
		       !atomic_load_relaxed(&run.stopped))
			;
		if (here)
			atomic_store_relaxed(&run.computing, 0);
		left -= now;
		atomic_add_relaxed(&run.computed, tsc_read() - start);
		pool_pass(&run.pool);
	}
}

/* A half to one and a half of it, the mean of five tasks is all of it. */
static uint32_t uneven(uint32_t ms, uint64_t number)
{
	return run.load->uneven ? ms * (2 + (uint32_t)(number % 5)) / 4 : ms;
}

static void end_task(void *arg);

static void block_for(uint32_t ms)
{
	if (ms && !atomic_load_relaxed(&run.stopped))
		sched_sleep_until(tsc_read() + scale_ticks(ms));
}

/* A waiter's task: another's sleep. */
static void wait_task(void *arg)
{
	block_for(run.load->block_ms);
	end_task(arg);
}

static void run_task(void *arg)
{
	const struct inject_load *load = arg;
	uint64_t number = atomic_add_relaxed(&run.begun, 1);

	if (load->compute_ms)
		compute_sliced(scale_ticks(uneven(load->compute_ms, number)));
	if (load->waiters && !atomic_load_relaxed(&run.stopped)) {
		/* Room for all tasks there are, as in the other queue. */
		pool_submit(&run.waiters, (struct work){ wait_task, arg });
		return;
	}
	block_for(uneven(load->block_ms, number / 5));
	end_task(arg);
}

static void end_task(void *arg)
{
	const struct inject_load *load = arg;

	/* The queue has room for all tasks there are. */
	if (load->again && !atomic_load_relaxed(&run.stopped))
		pool_submit(&run.pool, (struct work){ run_task, arg });
	/* A1/R1: among the tasks; the last of a burst has seen all others. */
	if ((atomic_add_acq_rel(&run.ended, 1) + 1) % load->tasks == 0)
		atomic_store_relaxed(&run.ended_at, tsc_read());
}

static void submit_burst(void)
{
	/* arg is not const: a task may be handed anything. */
	struct work work = { run_task, (void *)run.load };

	for (uint32_t i = 0; i < run.load->tasks; i++)
		pool_submit(&run.pool, work);
	run.bursts++;
	run.next_burst += scale_ticks(run.load->every_ms);
}

/* ---- seen from the timer interrupt -------------------------------------- */

static void note_row(uint64_t now)
{
	struct pool_facts f = pool_facts(&run.pool);

	run.seen->row[run.seen->rows] = (struct inject_row){
		now - run.start, f.done, f.workers, f.running, f.pending,
		f.target };
	/* Rows are read by core 0 alone; it is the one interrupted. */
	atomic_store_relaxed(&run.seen->rows, run.seen->rows + 1);
}

/* The last place is kept for how the run ended. */
static void note_second(uint64_t now)
{
	if (run.seen->rows < INJECT_ROWS_MOST - 1)
		note_row(now);
	else
		run.seen->rows_lost++;
}

static void on_tick(void *arg)
{
	uint64_t now = tsc_read();

	(void)arg;
	run.seen->looks++;
	run.seen->inside += atomic_load_relaxed(&run.computing);
	pool_tick(&run.pool, now);
	if (now >= run.next_row && !atomic_load_relaxed(&run.stopped)) {
		note_second(now);
		run.next_row += scale_ticks(SECOND_MS);
	}
	if (now >= run.stop_at || now >= run.late_at)
		atomic_store_relaxed(&run.stopped, 1);
}

/* ---- the owner, a fiber of core 0 --------------------------------------- */

static bool all_done(void)
{
	struct pool_facts f = pool_facts(&run.pool);
	uint64_t bursts = max_u64(run.load->bursts, 1);

	return f.done == bursts * run.load->tasks && !f.workers;
}

static bool run_over(void)
{
	return atomic_load_relaxed(&run.stopped) || all_done() ||
	       !pool_limit(&run.pool);
}

/* On the status line, as it goes. */
static void show(uint64_t now)
{
	struct pool_facts f = pool_facts(&run.pool);
	char line[STATUS_MAX];

	trial_step(0);
	format(line, sizeof(line), " inject %s  %lu s | %u thread%s | "
	       "%u running | %u pending", run.load->variant,
	       scale_ms(now - run.start) / SECOND_MS, f.workers,
	       format_s(f.workers), f.running, f.pending);
	machine_status(line);
	run.next_show = now + ticks_of_seconds(1) / SHOWS_A_SECOND;
}

static void look_after(uint64_t now)
{
	pool_serve(&run.pool);
	pool_retire(&run.pool, now);
	if (run.bursts < run.load->bursts && now >= run.next_burst)
		submit_burst();
	if (now >= run.next_show)
		show(now);
}

/* How long it should take at most, were nothing in the way. */
static uint64_t longest_ms(const struct inject_load *load)
{
	uint64_t turns = load->tasks / load->least + 1;

	if (load->stop_ms)
		return load->stop_ms;
	return turns * (load->block_ms + load->compute_ms) +
	       (uint64_t)load->bursts * load->every_ms + IDLE_MS;
}

static void begin_time(void)
{
	const struct inject_load *load = run.load;
	uint64_t now = tsc_read();

	run.start = run.next_burst = now;
	run.next_show = now + ticks_of_seconds(1) / SHOWS_A_SECOND;
	run.next_row = now + scale_ticks(SECOND_MS);
	run.stop_at = load->stop_ms ? now + scale_ticks(load->stop_ms)
				    : MACHINE_NEVER;
	run.late_at = now + LATE_FACTOR * scale_ticks(longest_ms(load)) +
		      ticks_of_seconds(LATE_SECONDS);
}

/* The tick has stopped: its words are ours. */
static void note_end(void)
{
	struct inject_seen *seen = run.seen;

	if (all_done())
		note_row(tsc_read());
	atomic_store_relaxed(&run.stopped, 1);
	seen->late = tsc_read() >= run.late_at;
	seen->computed = atomic_load_relaxed(&run.computed);
	seen->elapsed = tsc_read() - run.start;
	seen->limit = pool_limit(&run.pool);
	seen->count = run.pool.climb.base;
	seen->settled = run.pool.climb.settled;
}

/* Soon after each look, so that what it asks for is there at the next. */
static void keep_pool(void *arg)
{
	uint64_t period = scale_ticks(run.load->period_ms);
	uint64_t wake;
	bool *ok = arg;

	if (run.load->begin)
		submit_burst(); /* the workers of an earlier load */
	begin_time();
	if (!run.load->begin)
		submit_burst();
	note_row(tsc_read());
	bound_pause();
	*ok = machine_tick_start(period, on_tick, NULL);
	for (wake = run.start + period / SOON; *ok && !run_over(); ) {
		while (wake <= tsc_read())
			wake += period;
		sched_sleep_until(wake);
		look_after(tsc_read());
		bound_renew();
	}
	if (*ok)
		machine_tick_stop();
	bound_resume();
	note_end();
	pool_close(&run.pool); /* first: its workers put into the other */
	if (run.load->waiters)
		pool_close(&run.waiters);
}

/* ---- a run -------------------------------------------------------------- */

/* Emptied first: as many rows and tasks as there can be. */
static bool make_room(const struct inject_load *load)
{
	scratch_empty();
	run.seen->row = bench_scratch(INJECT_ROWS_MOST *
				      sizeof(*run.seen->row));
	run.queue = bench_scratch(pool_bytes(load->tasks));
	run.waiting = bench_scratch(pool_bytes(load->tasks));
	return run.seen->row && run.queue && run.waiting;
}

static void prepare_pools(const struct inject_load *load)
{
	const struct pool_rules rules = {
		.least = load->least, .most = load->most,
		.starve = load->starve, .climb = load->climb,
		.climb_every = load->climb_every, .idle = scale_ticks(IDLE_MS) };
	/* As many from the start to the end. */
	const struct pool_rules waiters = {
		.least = load->waiters, .most = load->waiters,
		.idle = MACHINE_NEVER };

	pool_init(&run.pool, &rules, run.queue, load->tasks);
	if (load->begin)
		pool_begin_at(&run.pool, load->begin);
	if (load->waiters)
		pool_init(&run.waiters, &waiters, run.waiting, load->tasks);
	run.bursts = 0;
	run.begun = run.ended = run.ended_at = run.computed = 0;
	run.stopped = run.computing = 0;
}

const char *inject_unfit(const struct inject_load *load)
{
	bool soon;

	if (!ticks_known())
		return "the time stamp's frequency is not known";
	scale_use(load->scale);
	soon = scale_ticks(load->period_ms) < ticks_of_us(LOOK_US_LEAST);
	scale_use(0);
	return soon ? "scale= makes the sampling period shorter than 50 us"
		    : NULL;
}

const char *inject_run(const struct inject_load *load, struct inject_seen *seen)
{
	bool ok = false;

	*seen = (struct inject_seen){ .limit = UINT32_MAX };
	run.load = load;
	run.seen = seen;
	if (make_room(load)) {
		prepare_pools(load);
		ok = sched_run(load->cores, keep_pool, &ok) && ok &&
		     seen->limit;
	}
	seen->done_at = run.ended_at ? run.ended_at - run.start : 0;
	return ok ? NULL : "not enough memory, or no timer to tick";
}
