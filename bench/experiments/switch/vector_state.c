/* SPDX-License-Identifier: MIT */
/*
 * What a switch would cost if code used vector registers, as most code does:
 * `sse` saves x87 and SSE state around it, `xsave` all that the processor has
 * enabled. Both sides save their own and load it when they go on.
 */
#include "bench/bench.h"
#include "kernel/log.h"
#include "kernel/machine.h"
#include "kernel/string.h"
#include "sched/fiber/fiber.h"

#define CHECKED_TURNS 1000u
#define FXSAVE_BYTES 512u
#define OURS 0x11u
#define THEIRS 0x22u

/* How the registers are saved; one kind a row. */
enum kind { FXSAVE, XSAVE, XSAVEOPT, KINDS };

struct state {
	uint8_t *ours, *theirs;      /* images, aligned to 64 bytes */
	struct fiber_context own;
	uint64_t turns;              /* of the partner */
	bool checking, wrong;
	enum kind kind;
	size_t bytes;                /* of an image */
} __attribute__((aligned(MACHINE_LINE_PAIR)));

static struct state *state;

static inline __attribute__((always_inline))
void save_vectors(enum kind kind, uint8_t *image)
{
	if (kind == FXSAVE)
		__asm__ volatile("fxsave64 (%0)" : : "r"(image) : "memory");
	else if (kind == XSAVE)
		__asm__ volatile("xsave64 (%0)" : : "r"(image), "a"(~0u),
				 "d"(~0u) : "memory");
	else
		__asm__ volatile("xsaveopt64 (%0)" : : "r"(image), "a"(~0u),
				 "d"(~0u) : "memory");
}

static inline __attribute__((always_inline))
void load_vectors(enum kind kind, const uint8_t *image)
{
	if (kind == FXSAVE)
		__asm__ volatile("fxrstor64 (%0)" : : "r"(image) : "memory");
	else
		__asm__ volatile("xrstor64 (%0)" : : "r"(image), "a"(~0u),
				 "d"(~0u) : "memory");
}

/* ---- what stands in the registers --------------------------------------- */

/* All of it is `value`: bytes, so that each half can be told. */
__attribute__((noinline)) static void vector_plant(uint8_t value)
{
	uint8_t bytes[32];

	memset(bytes, value, sizeof(bytes));
	if (machine_facts()->ymm)
		__asm__ volatile("vmovdqu (%0), %%ymm1\n\t"
				 "vmovdqu (%0), %%ymm15" : : "r"(bytes));
	else
		__asm__ volatile("movdqu (%0), %%xmm1\n\t"
				 "movdqu (%0), %%xmm15" : : "r"(bytes));
}

/* Whether it still is; of a kind that saves xmm alone, only those. */
__attribute__((noinline)) static bool vector_holds(uint8_t value,
						   enum kind kind)
{
	uint8_t bytes[64];
	size_t width = kind != FXSAVE && machine_facts()->ymm ? 32 : 16;

	if (width == 32)
		__asm__ volatile("vmovdqu %%ymm1, (%0)\n\t"
				 "vmovdqu %%ymm15, 32(%0)\n\t"
				 "vzeroupper"
				 : : "r"(bytes) : "memory");
	else
		__asm__ volatile("movdqu %%xmm1, (%0)\n\t"
				 "movdqu %%xmm15, 16(%0)"
				 : : "r"(bytes) : "memory");
	for (size_t i = 0; i < 2 * width; i++)
		if (bytes[i] != value)
			return false;
	return true;
}

/* ---- the two sides ------------------------------------------------------ */

static inline __attribute__((always_inline))
void bounce_state(struct fiber *self, enum kind kind)
{
	for (;;) {
		state->turns++;
		if (state->checking)
			vector_plant(THEIRS);
		save_vectors(kind, state->theirs);
		fiber_switch(&self->context, &state->own);
		load_vectors(kind, state->theirs);
		if (state->checking)
			state->wrong |= !vector_holds(THEIRS, kind);
	}
}

static inline __attribute__((always_inline))
void turn_often(struct fiber *partner, enum kind kind, uint64_t count)
{
	while (count--) {
		save_vectors(kind, state->ours);
		fiber_switch(&state->own, &partner->context);
		load_vectors(kind, state->ours);
	}
}

static struct side {
	struct fiber *fiber; /* the partner */
	fiber_entry *life;
} sides[KINDS];

#define SIDES(name, kind)                                                    \
	static void life_##name(struct fiber_context *left,                  \
				struct fiber *self)                          \
	{                                                                    \
		(void)left;                                                  \
		bounce_state(self, kind);                                    \
	}                                                                    \
	__attribute__((noinline)) static void body_##name(struct cell *cell, \
		unsigned core, uint64_t count)                               \
	{                                                                    \
		(void)cell;                                                  \
		(void)core;                                                  \
		turn_often(sides[kind].fiber, kind, count);                  \
	}

SIDES(fxsave, FXSAVE)
SIDES(xsave, XSAVE)
SIDES(xsaveopt, XSAVEOPT)

static struct side sides[KINDS] = {
	[FXSAVE] = { .life = life_fxsave },
	[XSAVE] = { .life = life_xsave },
	[XSAVEOPT] = { .life = life_xsaveopt },
};

static void body_any_xsave(struct cell *cell, unsigned core, uint64_t count)
{
	if (machine_facts()->xsaveopt)
		body_xsaveopt(cell, core, count);
	else
		body_xsave(cell, core, count);
}

/* ---- preparing ---------------------------------------------------------- */

/* The other side begins anew each time: its image does, too. */
static bool setup_state(struct cell *cell)
{
	const struct machine_facts *facts = machine_facts();
	struct state *s = cell->state = bench_scratch(sizeof(*s));
	struct side *side;

	if (!s)
		return false;
	s->kind = cell->variant->body == body_fxsave ? FXSAVE :
		  facts->xsaveopt ? XSAVEOPT : XSAVE;
	s->bytes = s->kind == FXSAVE ? FXSAVE_BYTES : facts->xsave_bytes;
	s->ours = bench_scratch(s->bytes);
	s->theirs = bench_scratch(s->bytes);
	side = &sides[s->kind];
	if (!side->fiber)
		side->fiber = fiber_make(side->life);
	cell->trouble = "no memory for another fiber";
	if (!s->ours || !s->theirs || !side->fiber)
		return false;
	fiber_rewind(side->fiber, side->life);
	return true;
}

static void enter_state(struct cell *cell, unsigned core)
{
	(void)core;
	state = cell->state;
}

static const char *no_fxsave(unsigned cores)
{
	(void)cores;
	return machine_facts()->fxsave ? NULL :
	       "the processor has no FXSAVE and SSE2";
}

static const char *no_xsave(unsigned cores)
{
	(void)cores;
	return machine_facts()->xsave_bytes ? NULL :
	       "the processor has no XSAVE";
}

/* Each side has its own values in the registers and finds them again. */
static bool validate_state(struct cell *cell)
{
	struct state *s = cell->state;

	enter_state(cell, 0);
	s->checking = true;
	for (unsigned i = 0; i < CHECKED_TURNS; i++) {
		vector_plant(OURS);
		cell->variant->body(cell, 0, 1);
		s->wrong |= !vector_holds(OURS, s->kind);
	}
	s->checking = false;
	cell->checked = CHECKED_TURNS;
	return !s->wrong && s->turns == CHECKED_TURNS;
}

static void log_bytes(const struct cell *cell)
{
	const struct state *s = cell->state;

	log_number("state_bytes", s->bytes);
}

#define STATE                                                                \
	.per = "round trip (2 switches)", .most_cores = 1,                   \
	.setup = setup_state, .validate = validate_state,                    \
	.property = "vector registers kept", .enter = enter_state,           \
	.fields = log_bytes

static const struct variant states[] = {
	{ .name = "sse", STATE, .unfit = no_fxsave, .body = body_fxsave,
	  .summary = "the same with FXSAVE before and FXRSTOR after" },
	{ .name = "xsave", STATE, .unfit = no_xsave, .body = body_any_xsave,
	  .summary = "the same with XSAVE (or XSAVEOPT) and XRSTOR" },
};
ROWS(switch, states);
