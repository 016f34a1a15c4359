/* SPDX-License-Identifier: MIT */
/*
 * Boost.Context's switch; Boost.Fiber's yield, its spawn + join, and the
 * work-stealing deque inside it.
 */
#include "peers/rows/queue.h"

#if __has_include(<boost/context/fiber.hpp>)
#include <boost/context/fiber.hpp>
#include <memory>

namespace context = boost::context;

static double measure_switch(const struct peers_row *)
{
	bool stop = false;
	context::fiber other([&stop](context::fiber &&back) {
		while (!stop)
			back = std::move(back).resume();
		return std::move(back);
	});

	/* A turn is two switches. */
	double ticks = PEERS_TIME(20000u,
		other = std::move(other).resume();
	) / 2;
	stop = true;
	other = std::move(other).resume();
	return ticks;
}

static void add_context(void)
{
	peers_add({ .row = "fiber switch", .who = "boost/context",
		    .floor = PEERS_CALL, .measure = measure_switch });
}
#else
static void add_context(void)
{
	peers_skip("Boost.Context", "libboost-context-dev is not installed");
}
#endif

#if __has_include(<boost/fiber/all.hpp>)
#include <boost/fiber/all.hpp>
#include <boost/fiber/detail/context_spmc_queue.hpp>

namespace fibers = boost::fibers;

static void turns(unsigned n)
{
	while (n--)
		boost::this_fiber::yield();
}

/* Two fibers give way to each other, through the run queue. */
static double measure_yield(const struct peers_row *)
{
	fibers::fiber other(fibers::launch::post, turns, 1000u);
	uint64_t begin = peers_now();

	turns(1000u);
	other.join();
	return (double)(peers_now() - begin) / 2000;
}

/* Stacks from a pool, as ours are; without one each is mapped anew. */
static fibers::pooled_fixedsize_stack pool;

static fibers::fiber spawn(void)
{
	return fibers::fiber(std::allocator_arg, pool, [] {});
}

static double measure_spawn(const struct peers_row *)
{
	return PEERS_TIME(300u, spawn().join(););
}

static double measure_crowd(const struct peers_row *)
{
	static fibers::fiber crowd[100];

	return PEERS_TIME(5u,
		for (fibers::fiber &f : crowd)
			f = spawn();
		for (fibers::fiber &f : crowd)
			f.join();
	) / 100;
}

/*
 * The deque carries fibers' contexts, and a thief asks each whether it is
 * pinned: zeroed memory of that size says no.
 */
struct alignas(fibers::context) blank {
	char zero[sizeof(fibers::context)];
};

static blank blanks[QUEUE_VALUES + 1];
static fibers::detail::context_spmc_queue deque(QUEUE_SLOTS);

static inline bool give(fibers::context *c, struct work *item)
{
	if (!c)
		return false;
	item->arg = (void *)(reinterpret_cast<blank *>(c) - blanks);
	return true;
}

static inline bool boost_deque_put(struct work item)
{
	blank *b = &blanks[peer_value(item)];

	deque.push(reinterpret_cast<fibers::context *>(b));
	return true;
}

static inline bool boost_deque_get(struct work *item)
{
	return give(deque.pop(), item);
}

static inline bool boost_deque_steal(struct work *item)
{
	return give(deque.steal(), item);
}
#define PEER_QUEUE boost_deque
#define QUEUE_TAKE boost_deque_steal
#include "peers/rows/queue_rows.h"

static void add_fiber(void)
{
	peers_add({ .row = "fiber yield", .who = "boost/fiber",
		    .floor = PEERS_CALL, .measure = measure_yield });
	peers_add({ .row = "fiber spawn + join", .who = "boost/fiber",
		    .floor = PEERS_CALL, .measure = measure_spawn });
	peers_add({ .row = "fiber spawn, 100 to a join", .who = "boost/fiber",
		    .floor = PEERS_CALL, .measure = measure_crowd });
	peers_add_queue("boost/fiber_deque 8 B", QUEUE_DEQUE,
			&boost_deque_queue);
}
#else
static void add_fiber(void)
{
	peers_skip("Boost.Fiber", "libboost-fiber-dev is not installed");
}
#endif

void peers_boost_fiber(void)
{
	add_context();
	add_fiber();
}
