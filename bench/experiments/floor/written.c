/* SPDX-License-Identifier: MIT */
/*
 * What it costs to put a result away while something is measured: a store to
 * memory, which is what we do, beside a cell of the screen, a byte to the port,
 * and what an operating system takes. Each sink is given back as it was.
 */
#include "bench/bench.h"
#include "kernel/machine.h"
#include "kernel/print.h"

#define RESULTS 512u /* a page of them, again and again */
#define CHECKED 100u
#define ROOM 1024u   /* bytes that any sink takes before it is cleared */

/* ---- memory ------------------------------------------------------------- */

static bool setup_store(struct cell *cell)
{
	cell->state = bench_scratch(RESULTS * sizeof(uint64_t));
	return cell->state;
}

/* As the buffer of samples is filled. */
__attribute__((noinline)) static void store(struct cell *cell, unsigned core,
					    uint64_t count)
{
	volatile uint64_t *result = cell->state;

	(void)core;
	while (count--)
		result[count % RESULTS] = count;
}

static bool validate_store(struct cell *cell)
{
	const uint64_t *result = cell->state;
	bool right = true;

	store(cell, 0, RESULTS);
	cell->checked = RESULTS;
	for (uint64_t i = 0; i < RESULTS; i++)
		right &= result[i] == i;
	return right;
}

/* ---- sinks -------------------------------------------------------------- */

static const enum machine_sink_kind text = MACHINE_TEXT_CELL,
	pixel = MACHINE_PIXEL, port = MACHINE_PORT, file = MACHINE_FILE,
	terminal = MACHINE_TERMINAL;

static const struct machine_sink *sink_of(const struct cell *cell)
{
	const enum machine_sink_kind *kind = cell->variant->what;

	return machine_sink(*kind);
}

static bool setup_sink(struct cell *cell)
{
	const struct machine_sink *sink = sink_of(cell);

	cell->state = (void *)(uintptr_t)sink;
	cell->trouble = sink->missing;
	return !sink->missing;
}

static void enter_sink(struct cell *cell, unsigned core)
{
	const struct machine_sink *sink = cell->state;

	(void)core;
	sink->begin();
}

static void clear_sink(struct cell *cell, unsigned core)
{
	const struct machine_sink *sink = cell->state;

	(void)core;
	sink->clear();
}

static void leave_sink(struct cell *cell, unsigned core)
{
	const struct machine_sink *sink = cell->state;

	(void)core;
	sink->end();
}

__attribute__((noinline)) static void write_sink(struct cell *cell,
						 unsigned core, uint64_t count)
{
	const struct machine_sink *sink = cell->state;

	(void)core;
	sink->write(count);
}

static bool validate_sink(struct cell *cell)
{
	const struct machine_sink *sink = cell->state;

	sink->begin();
	sink->clear();
	sink->write(CHECKED);
	sink->end();
	cell->checked = CHECKED;
	return sink->intact();
}

#define SINK(kind, unit, words)                                              \
	{ .name = "written/" #kind, .per = unit, .summary = words,           \
	  .most_cores = 1, .what = &kind, .setup = setup_sink,               \
	  .validate = validate_sink, .property = "it is as it was before",   \
	  .enter = enter_sink, .reset = clear_sink, .leave = leave_sink,     \
	  .body = write_sink, .most_batch = ROOM }

static const struct variant written[] = {
	{
		.name = "written/memory", .per = "store",
		.summary = "a result is stored to memory",
		.most_cores = 1, .setup = setup_store,
		.validate = validate_store, .property = "each is stored",
		.body = store,
	},
	SINK(text, "cell", "a cell of the screen's text memory is written"),
	SINK(pixel, "4 bytes", "32 bits of the framebuffer are written out"),
	SINK(port, "byte", "a byte to the serial port, sent round the chip"),
	SINK(file, "byte", "a byte to a file in memory by pwrite()"),
	SINK(terminal, "byte", "a byte to a pseudo-terminal by write()"),
};
ROWS(floor, written);
