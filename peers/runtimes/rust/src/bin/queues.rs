// SPDX-License-Identifier: MIT
//! usage: queues ROUNDS ITEMS PROCESSOR PROCESSOR
//!
//! What a push and a pop take: on one core, on both at one queue, from one core
//! to the other.
use crossbeam_queue::ArrayQueue;
use runtimes::plan::{each_round, until, Plan, CAPACITY};
use runtimes::{ticks, vyukov::Vyukov, Item};
use std::sync::mpsc;

/// Puts the item in, whatever it takes.
#[inline(always)]
fn put(push: impl Fn(Item) -> bool, i: u64) {
    until(|| push((1, i)).then(|| ()))
}

#[inline(always)]
fn pairs(items: u64, push: impl Fn(Item) -> bool, pop: impl Fn() -> Option<Item>) -> u64 {
    let mut sum = 0;
    for i in 1..=items {
        put(&push, i);
        sum += until(&pop).1;
    }
    sum
}

fn alone(plan: Plan, push: impl Fn(Item) -> bool, pop: impl Fn() -> Option<Item>) {
    let begin = ticks();
    let sum = pairs(plan.items, push, pop);
    plan.tell("mpmc alone", ticks() - begin, sum, 1);
}

fn across(plan: Plan, push: impl Fn(Item) -> bool + Send, pop: impl Fn() -> Option<Item>) {
    let produce = move || {
        (1..=plan.items).for_each(|i| put(&push, i));
        0
    };
    let consume = || (0..plan.items).map(|_| until(&pop).1).sum();
    let (wall, sum) = plan.on_both(produce, consume);
    plan.tell("mpmc across", wall, sum, 1);
}

fn both(plan: Plan, push: impl Fn(Item) -> bool + Sync, pop: impl Fn() -> Option<Item> + Sync) {
    let half = || pairs(plan.items, &push, &pop);
    let (wall, sum) = plan.on_both(half, half);
    plan.tell("mpmc both", wall, sum, 2);
}

fn many(plan: Plan, push: impl Fn(Item) -> bool + Sync, pop: impl Fn() -> Option<Item> + Sync) {
    alone(plan, &push, &pop);
    across(plan, &push, &pop);
    both(plan, &push, &pop);
}

fn main() {
    each_round(|plan| {
        let array = ArrayQueue::new(CAPACITY);
        many(plan("crossbeam_array"), |it| array.push(it).is_ok(), || array.pop());
        let vyukov = Vyukov::new(CAPACITY as u64);
        many(plan("vyukov"), |it| vyukov.push(it), || vyukov.pop());
        let (tx, rx) = crossbeam_channel::bounded(CAPACITY);
        // Channels wait by themselves.
        many(plan("crossbeam_channel"), |it| tx.send(it).is_ok(), || rx.recv().ok());
        // One may take, and no bound: there is no row with both cores.
        let (tx, rx) = mpsc::channel();
        alone(plan("std_mpsc"), |it| tx.send(it).is_ok(), || rx.recv().ok());
        across(plan("std_mpsc"), |it| tx.send(it).is_ok(), || rx.recv().ok());
    });
}
