/* SPDX-License-Identifier: MIT */
/*
 * What it costs to put a result away while something is measured: a store to
 * memory, which is what we do, beside a cell of the screen, a byte to the port,
 * and what an operating system takes. Each sink is given back as it was.
 */
#include "bench/experiments/floor/floor.h"

#include "bench/bench.h"
#include "bench/conclusions/conclude.h"
#include "bench/report/results.h"
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

/* ---- what it takes beside memory ---------------------------------------- */

#define MEMORY 0u /* its place among the rows */

/* The rows in docs/published.md. A machine has the one or the other sink. */
static const char *id_of(const struct variant *sink)
{
	const enum machine_sink_kind *kind = sink->what;
	bool stream = *kind == MACHINE_FILE || *kind == MACHINE_PORT;

	return stream ? "dispatch.written_stream" : "dispatch.written_screen";
}

static void compare_with_memory(const struct variant *sink)
{
	const char *memory = written[MEMORY].name;
	const struct figure *base = results_find("floor", memory, 1);
	const struct figure *other = results_find("floor", sink->name, 1);
	struct conclusion ratio = {
		.experiment = "floor", .name = sink->name,
		.claim = CLAIM_RATIO, .fineness = FINE_ONE_CORE, .cores = 1,
		.unit = "times", .what = "A result put away",
		.published_id = id_of(sink) };

	if (!base || !other)
		return;
	conclusion_add(&ratio, memory, base);
	conclusion_add(&ratio, sink->name, other);
	conclude(&ratio);
}

bool floor_tell_written(const struct settings *settings)
{
	(void)settings;
	for (unsigned i = MEMORY + 1; i < sizeof(written) / sizeof(*written); i++)
		compare_with_memory(&written[i]);
	return true;
}
