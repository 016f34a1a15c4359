/* SPDX-License-Identifier: MIT */
/* Boost.Context's switch, and Boost.Fiber's yield, spawn and join: rows beside
 * those of our own fibers. */
#include "peers/guests/contracts.h"

#if __has_include(<boost/fiber/all.hpp>) &&                                  \
	__has_include(<boost/context/fiber.hpp>)
#include <boost/context/fiber.hpp>
#include <boost/fiber/all.hpp>
#include <memory>

namespace context = boost::context;
namespace fibers = boost::fibers;

#define CHECKED 1000u
#define BATCH 16u   /* at least, as ours */
#define MANY 128u   /* spawned, then joined, as ours */
#define SWITCH_PER "round trip (2 switches)"
#define LIFE_PER "spawn + run + end + join"

static uint64_t turns; /* of the other fiber, and of those spawned */
static bool stop;      /* tells the other one to end */

/* ---- a switch -------------------------------------------------------------- */

/* It never ends, so it is made once. */
static context::fiber *other;

static bool setup_switch(struct cell *)
{
	if (!other)
		other = new context::fiber([](context::fiber &&back) {
			for (;;) {
				turns++;
				back = std::move(back).resume();
			}
			return std::move(back);
		});
	return true;
}

__attribute__((noinline)) static void body_switch(struct cell *, unsigned,
						  uint64_t count)
{
	context::fiber there = std::move(*other);

	while (count--)
		there = std::move(there).resume();
	*other = std::move(there);
}

/* ---- a yield ---------------------------------------------------------------- */

static fibers::fiber *partner;

static void enter_yield(struct cell *, unsigned)
{
	stop = false;
	partner = new fibers::fiber(fibers::launch::post, [] {
		while (!stop) {
			turns++;
			boost::this_fiber::yield();
		}
	});
}

static void leave_yield(struct cell *, unsigned)
{
	stop = true;
	partner->join();
	delete partner;
}

/* A yield of ours lets the other one have its own. */
__attribute__((noinline)) static void body_yield(struct cell *, unsigned,
						 uint64_t count)
{
	for (; count; count -= 2)
		boost::this_fiber::yield();
}

/* ---- a fiber's life --------------------------------------------------------- */

/* Stacks from a pool, as ours are; without one each is mapped anew. */
static fibers::pooled_fixedsize_stack pool;

static inline fibers::fiber spawn(void)
{
	return fibers::fiber(std::allocator_arg, pool, [] { turns++; });
}

__attribute__((noinline)) static void body_join(struct cell *, unsigned,
						uint64_t count)
{
	while (count--)
		spawn().join();
}

__attribute__((noinline)) static void body_join_many(struct cell *, unsigned,
						     uint64_t count)
{
	static fibers::fiber crowd[MANY];

	for (; count; count -= MANY) {
		for (fibers::fiber &one : crowd)
			one = spawn();
		for (fibers::fiber &one : crowd)
			one.join();
	}
}

/* ---- validation -------------------------------------------------------------- */

/* How many operations go with one turn of another fiber. */
static uint64_t share_of(const struct variant *v)
{
	return v->body == body_yield ? 2 : 1;
}

/* The other one had its turn, each spawned one ran once. */
static bool validate_turns(struct cell *cell)
{
	const struct variant *v = cell->variant;
	uint64_t count = CHECKED * v->least_batch, before = turns;

	if (v->enter)
		v->enter(cell, 0);
	v->body(cell, 0, count);
	cell->checked = count;
	bool right = turns - before == count / share_of(v);
	if (v->leave)
		v->leave(cell, 0);
	return right;
}

static const struct param fibers_2[] = { { "fibers", 2 }, { nullptr, 0 } };

#define TURNS "one turn a switch"
#define ONCE "each fiber runs once"

static const struct variant switches[] = {
	{ .name = "call/boost_context", .per = SWITCH_PER,
	  .summary = "Boost.Context: switch to another stack and back",
	  .most_cores = 1, .setup = setup_switch, .validate = validate_turns,
	  .property = TURNS, .body = body_switch, .least_batch = BATCH },
	{ .name = "yield/boost_fiber", .params = fibers_2, .per = "yield",
	  .summary = "Boost.Fiber: yield to the next fiber, 2 in turn",
	  .most_cores = 1, .validate = validate_turns, .property = TURNS,
	  .enter = enter_yield, .leave = leave_yield, .body = body_yield,
	  .least_batch = 2 },
	{ .name = "join/boost_fiber", .per = LIFE_PER,
	  .summary = "Boost.Fiber: create a fiber on a pooled stack, join it",
	  .most_cores = 1, .validate = validate_turns, .property = ONCE,
	  .body = body_join, .least_batch = BATCH },
	{ .name = "join/many/boost_fiber", .per = LIFE_PER,
	  .summary = "Boost.Fiber: create 128 fibers, then join them",
	  .most_cores = 1, .validate = validate_turns, .property = ONCE,
	  .body = body_join_many, .least_batch = MANY },
};

ROWS(switch, switches);
#endif
