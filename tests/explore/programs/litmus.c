/* SPDX-License-Identifier: MIT */
/*
 * Litmus tests of the explorer itself: what each model must allow, and what
 * it must not. Names as in Alglave, Maranget, Tautschnig, "Herding cats".
 */
#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

static uint32_t x, y, seen[4], data;

static void setup(void)
{
	x = y = data = 0;
	for (unsigned i = 0; i < 4; i++)
		seen[i] = 9;
	explore_name(&x, sizeof(x), "x");
	explore_name(&y, sizeof(y), "y");
	explore_name(&data, sizeof(data), "data");
}

/* Bound N in each model; those in which it has to fail. */
#define LITMUS(id, label, threads_, finish_, n, fails_)                      \
	static void id(unsigned self);                                       \
	EXPLORE_PROGRAM(id##_program) = {                                    \
		.name = "litmus_" label, .threads = threads_,                \
		.setup = setup, .thread = id, .finish = finish_,             \
		.bound = { n, n, n }, .fails = fails_,                       \
	};                                                                   \
	static void id(unsigned self)

#define IN(model) (1u << EXPLORE_##model)

/* ---- store buffering: each stores, then looks at the other's ----------- */

static void one_saw(void)
{
	explore_check(seen[0] || seen[1], "neither saw the other's store");
}

LITMUS(sb, "sb", 2, one_saw, 3, IN(TSO))
{
	atomic_store_release(self ? &y : &x, 1);
	seen[self] = atomic_load_acquire(self ? &x : &y);
}

LITMUS(sb_fenced, "sb_fenced", 2, one_saw, 3, 0)
{
	atomic_store_relaxed(self ? &y : &x, 1);
	atomic_fence_seq_cst();
	seen[self] = atomic_load_relaxed(self ? &x : &y);
}

/* ---- own stores are seen early, though nobody else has ----------------- */

LITMUS(forward, "forward", 2, one_saw, 3, IN(TSO))
{
	uint32_t *mine = self ? &y : &x;

	atomic_store_relaxed(mine, 1);
	explore_check(atomic_load_relaxed(mine) == 1, "own store not seen");
	explore_check(*mine == 1, "own store not seen by plain code");
	seen[self] = atomic_load_relaxed(self ? &x : &y);
}

/* ---- message passing --------------------------------------------------- */

LITMUS(mp, "mp", 2, NULL, 3, 0)
{
	if (!self) {
		payload_store(&data, 7);
		atomic_store_release(&x, 1);
	} else if (atomic_load_acquire(&x)) {
		explore_check(payload_load(&data) == 7, "stale message");
	}
}

LITMUS(mp_relaxed, "mp_relaxed", 2, NULL, 3, IN(C11))
{
	if (!self) {
		data = 7;
		atomic_store_relaxed(&x, 1);
	} else if (atomic_load_acquire(&x)) {
		explore_check(data == 7, "stale message");
	}
}

LITMUS(mp_fences, "mp_fences", 2, NULL, 3, 0)
{
	if (!self) {
		data = 7;
		atomic_fence_seq_cst();
		atomic_store_relaxed(&x, 1);
	} else if (atomic_load_relaxed(&x)) {
		atomic_fence_seq_cst();
		explore_check(data == 7, "stale message");
	}
}

/* ---- independent reads: all see two stores in the same order ----------- */

static void one_order(void)
{
	explore_check(!(seen[0] == 1 && seen[1] == 1 && !seen[2] && !seen[3]),
		      "two orders of the same stores were seen");
}

LITMUS(iriw, "iriw", 4, one_order, 4, 0)
{
	if (self < 2) {
		atomic_store_relaxed(self ? &y : &x, 1);
		return;
	}
	seen[self - 2] = atomic_load_relaxed(self == 2 ? &x : &y);
	if (seen[self - 2])
		seen[self] = atomic_load_relaxed(self == 2 ? &y : &x);
}

/* ---- two stores each: 2+2W needs a store order that TSO does not have -- */

static void no_cycle(void)
{
	explore_check(!(x == 1 && y == 1), "stores have overtaken stores");
}

LITMUS(stores, "2+2w", 2, no_cycle, 4, 0)
{
	atomic_store_relaxed(self ? &y : &x, 1);
	atomic_store_relaxed(self ? &x : &y, 2);
}

/* R: allowed under TSO, where a store waits though another is overwritten. */
static void r_order(void)
{
	explore_check(!(y == 2 && seen[0] == 0), "the load went first");
}

LITMUS(r, "r", 2, r_order, 4, IN(TSO))
{
	if (!self) {
		atomic_store_relaxed(&x, 1);
		atomic_store_relaxed(&y, 1);
		return;
	}
	atomic_store_relaxed(&y, 2);
	seen[0] = atomic_load_relaxed(&x);
}

/* ---- spinning ends, and a wait for nobody is found --------------------- */

LITMUS(spin, "spin", 3, NULL, 3, 0)
{
	if (self == 2)
		atomic_store_release(&y, 1);
	if (self == 1) {
		while (!atomic_load_acquire(&y))
			cpu_relax();
		atomic_store_release(&x, 1);
	}
	while (!self && !(atomic_load_acquire(&x) && atomic_load_acquire(&y)))
		cpu_relax();
}

LITMUS(wait_for_nobody, "deadlock", 2, NULL, 1, EXPLORE_EACH)
{
	while (self && !atomic_load_relaxed(&x))
		cpu_relax();
}
