/* SPDX-License-Identifier: MIT */
/*
 * Litmus tests of the explorer itself: what each model must allow, and what
 * it must not. Names as in Alglave, Maranget, Tautschnig, "Herding cats".
 */
#include "kernel/atomic.h"
#include "tests/explore/engine/program.h"

static uint32_t x, y, seen[4];
static uint32_t data;

static void setup(void)
{
	x = y = data = 0;
	for (unsigned i = 0; i < 4; i++)
		seen[i] = 9;
	explore_name(&x, sizeof(x), "x");
	explore_name(&y, sizeof(y), "y");
	explore_name(&data, sizeof(data), "data");
}

/* ---- store buffering: each stores, then looks at the other's ----------- */

static void sb(unsigned self)
{
	atomic_store_release(self ? &y : &x, 1);
	seen[self] = atomic_load_acquire(self ? &x : &y);
}

static void sb_fenced(unsigned self)
{
	atomic_store_relaxed(self ? &y : &x, 1);
	atomic_fence_seq_cst();
	seen[self] = atomic_load_relaxed(self ? &x : &y);
}

static void one_saw(void)
{
	explore_check(seen[0] || seen[1], "neither saw the other's store");
}

EXPLORE_PROGRAM(store_buffering) = {
	.name = "litmus_sb", .threads = 2,
	.setup = setup, .thread = sb, .finish = one_saw,
	.bound = { 3, 3, 3 },
	.fails = 1u << EXPLORE_TSO,
};

EXPLORE_PROGRAM(store_buffering_fenced) = {
	.name = "litmus_sb_fenced", .threads = 2,
	.setup = setup, .thread = sb_fenced, .finish = one_saw,
	.bound = { 3, 3, 3 },
};

/* ---- own stores are seen early, though nobody else has ----------------- */

static void forward(unsigned self)
{
	uint32_t *mine = self ? &y : &x;

	atomic_store_relaxed(mine, 1);
	explore_check(atomic_load_relaxed(mine) == 1, "own store not seen");
	explore_check(*mine == 1, "own store not seen by plain code");
	seen[self] = atomic_load_relaxed(self ? &x : &y);
}

EXPLORE_PROGRAM(forwarding) = {
	.name = "litmus_forward", .threads = 2,
	.setup = setup, .thread = forward, .finish = one_saw,
	.bound = { 3, 3, 3 },
	.fails = 1u << EXPLORE_TSO,
};

/* ---- message passing --------------------------------------------------- */

static void mp(unsigned self)
{
	if (!self) {
		payload_store(&data, 7);
		atomic_store_release(&x, 1);
	} else if (atomic_load_acquire(&x)) {
		explore_check(payload_load(&data) == 7, "stale message");
	}
}

static void mp_relaxed(unsigned self)
{
	if (!self) {
		data = 7;
		atomic_store_relaxed(&x, 1);
	} else if (atomic_load_acquire(&x)) {
		explore_check(data == 7, "stale message");
	}
}

static void mp_fences(unsigned self)
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

EXPLORE_PROGRAM(message) = {
	.name = "litmus_mp", .threads = 2,
	.setup = setup, .thread = mp,
	.bound = { 3, 3, 3 },
};

EXPLORE_PROGRAM(message_relaxed) = {
	.name = "litmus_mp_relaxed", .threads = 2,
	.setup = setup, .thread = mp_relaxed,
	.bound = { 3, 3, 3 },
	.fails = 1u << EXPLORE_C11,
};

EXPLORE_PROGRAM(message_fences) = {
	.name = "litmus_mp_fences", .threads = 2,
	.setup = setup, .thread = mp_fences,
	.bound = { 3, 3, 3 },
};

/* ---- independent reads: all see two stores in the same order ----------- */

static void iriw(unsigned self)
{
	if (self < 2) {
		atomic_store_relaxed(self ? &y : &x, 1);
		return;
	}
	seen[self - 2] = atomic_load_relaxed(self == 2 ? &x : &y);
	if (seen[self - 2])
		seen[self] = atomic_load_relaxed(self == 2 ? &y : &x);
}

static void one_order(void)
{
	explore_check(!(seen[0] == 1 && seen[1] == 1 && !seen[2] && !seen[3]),
		      "two orders of the same stores were seen");
}

EXPLORE_PROGRAM(independent_reads) = {
	.name = "litmus_iriw", .threads = 4,
	.setup = setup, .thread = iriw, .finish = one_order,
	.bound = { 4, 4, 4 },
};

/* ---- two stores each: 2+2W needs a store order that TSO does not have -- */

static void stores(unsigned self)
{
	atomic_store_relaxed(self ? &y : &x, 1);
	atomic_store_relaxed(self ? &x : &y, 2);
}

static void no_cycle(void)
{
	explore_check(!(x == 1 && y == 1), "stores have overtaken stores");
}

EXPLORE_PROGRAM(two_stores) = {
	.name = "litmus_2+2w", .threads = 2,
	.setup = setup, .thread = stores, .finish = no_cycle,
	.bound = { 4, 4, 4 },
};

/* R: allowed under TSO, where a store waits though another is overwritten. */
static void r(unsigned self)
{
	if (!self) {
		atomic_store_relaxed(&x, 1);
		atomic_store_relaxed(&y, 1);
		return;
	}
	atomic_store_relaxed(&y, 2);
	seen[0] = atomic_load_relaxed(&x);
}

static void r_order(void)
{
	explore_check(!(y == 2 && seen[0] == 0), "the load went first");
}

EXPLORE_PROGRAM(r_shape) = {
	.name = "litmus_r", .threads = 2,
	.setup = setup, .thread = r, .finish = r_order,
	.bound = { 4, 4, 4 },
	.fails = 1u << EXPLORE_TSO,
};

/* ---- spinning ends, and a wait for nobody is found --------------------- */

static void spin(unsigned self)
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

static void wait_for_nobody(unsigned self)
{
	while (self && !atomic_load_relaxed(&x))
		cpu_relax();
}

EXPLORE_PROGRAM(spinning) = {
	.name = "litmus_spin", .threads = 3,
	.setup = setup, .thread = spin,
	.bound = { 3, 3, 3 },
};

EXPLORE_PROGRAM(deadlock) = {
	.name = "litmus_deadlock", .threads = 2,
	.setup = setup, .thread = wait_for_nobody,
	.bound = { 1, 1, 1 },
	.fails = 1u << EXPLORE_SC | 1u << EXPLORE_TSO | 1u << EXPLORE_C11,
};
