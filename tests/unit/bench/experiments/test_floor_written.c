/* SPDX-License-Identifier: MIT */
/* bench/experiments/floor/written.c: which published row a sink is beside. */
#include <stddef.h>

#include "kernel/print.h"

static const struct machine_sink *apart_sink(enum machine_sink_kind kind)
{
	(void)kind;
	return NULL;
}

#define machine_sink(kind) apart_sink(kind)
#define floor_tell_written apart_tell_written
#include "bench/experiments/floor/written.c"

#include "tests/unit/test.h"

TEST(floor_sinks_are_a_stream_or_a_screen)
{
	static const struct {
		enum machine_sink_kind kind;
		const char *id;
	} of[] = { { MACHINE_FILE, "dispatch.written_stream" },
		   { MACHINE_PORT, "dispatch.written_stream" },
		   { MACHINE_TERMINAL, "dispatch.written_screen" },
		   { MACHINE_TEXT_CELL, "dispatch.written_screen" },
		   { MACHINE_PIXEL, "dispatch.written_screen" } };

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		const struct variant sink = { .what = &of[i].kind };

		CHECK_TEXT(id_of(&sink), of[i].id);
	}
}
