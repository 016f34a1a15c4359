/* SPDX-License-Identifier: MIT */
/*
 * What the overheads and workers of a round look like. Others said it of their
 * pools; the host sets it beside that. Core 0, outside any run.
 */
#ifndef BENCH_EXPERIMENTS_DISPATCH_SHAPE_H
#define BENCH_EXPERIMENTS_DISPATCH_SHAPE_H

#include "bench/experiments/dispatch/dispatch.h"

/* Shares in thousandths of a per cent, numbers in thousandths. */
enum dispatch_shape {
	SHAPE_WORKERS,
	SHAPE_TOLD, /* of the wall time of all workers: overheads and work */
	SHAPES_OF_ALL, /* up to here of each length, from here on of the first */
	SHAPE_SPIKES = SHAPES_OF_ALL, /* 1,500 to 2,500 ticks */
	SHAPE_LOW, SHAPE_MIDDLE, SHAPE_HIGH, /* up to 200, to 500, beyond */
	SHAPE_PEAKS,
	SHAPE_DISTANCE, /* dispatch_first_distance() */
	SHAPES,
};

/* After a round's pass with stamps. */
void dispatch_note_shape(struct dispatch_group *group,
			 struct dispatch_cell *cell, unsigned round);

/* As columns of its record, those that the host asks for. */
void dispatch_log_shapes(const struct dispatch_group *group,
			 const struct dispatch_cell *cell);

/* QUANTITY_NONE: it was disturbed, or there is none. */
int64_t dispatch_shape(const struct dispatch_group *group,
		       const struct dispatch_cell *cell, unsigned round,
		       enum dispatch_shape shape);

#endif
