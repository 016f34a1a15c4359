// SPDX-License-Identifier: MIT
//! usage: deque ROUNDS ITEMS PROCESSOR PROCESSOR
//!
//! crossbeam's deque: what its owner pays for a push and a pop, and what a thief
//! pays on another core. The owner fills it between two looks at the clock.
use crossbeam_deque::{Stealer, Worker};
use runtimes::plan::{each_round, until, Plan, CAPACITY};
use runtimes::{ticks, Item};
use std::sync::atomic::{AtomicU64, Ordering::*};

/// Items that lie there for a thief, as many as for ours.
const STOLEN: u64 = CAPACITY as u64 / 2;

fn alone(plan: Plan) {
    let deque = Worker::new_lifo();
    let (begin, mut sum) = (ticks(), 0);
    for i in 1..=plan.items {
        deque.push((1, i));
        sum += deque.pop().map_or(0, |it: Item| it.1);
    }
    plan.tell("deque alone", ticks() - begin, sum, 1);
}

/// Ticks of all steals, and what they add up to.
fn thief(thieves: Stealer<Item>, batches: u64, filled: &AtomicU64) -> (u64, u64) {
    let (mut wall, mut sum) = (0, 0);
    for batch in 1..=batches {
        // Pairs with the store of owner().
        until(|| (filled.load(Acquire) == 2 * batch - 1).then(|| ()));
        let begin = ticks();
        for _ in 0..STOLEN {
            sum += until(|| thieves.steal().success()).1;
        }
        wall += ticks() - begin;
        filled.store(2 * batch, Release); // pairs with the load of owner()
    }
    (wall, sum)
}

fn owner(deque: Worker<Item>, batches: u64, filled: &AtomicU64) -> u64 {
    for batch in 0..batches {
        // Pairs with the store of thief().
        until(|| (filled.load(Acquire) == 2 * batch).then(|| ()));
        (1..=STOLEN).for_each(|i| deque.push((1, batch * STOLEN + i)));
        filled.store(2 * batch + 1, Release); // pairs with the load of thief()
    }
    0
}

fn stolen(plan: Plan) {
    let batches = plan.items / STOLEN;
    let (deque, filled, mut wall) = (Worker::new_lifo(), AtomicU64::new(0), 0);
    let thieves = deque.stealer();
    let (_, sum) = plan.on_both(
        || owner(deque, batches, &filled),
        || {
            let (ticks, sum) = thief(thieves, batches, &filled);
            wall = ticks;
            sum
        },
    );
    let plan = Plan { items: batches * STOLEN, ..plan };
    plan.tell("deque steal", wall, sum, 1);
}

fn main() {
    each_round(|plan| {
        alone(plan("crossbeam_deque"));
        stolen(plan("crossbeam_deque"));
    });
}
