// SPDX-License-Identifier: MIT
//! How a queue is timed: its rounds, two threads from a common start on, and a
//! proof that what came out is what went in.
use crate::{fail, numbers, pin, ticks};
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU64, Ordering::*};
use std::thread;

/// As many as ours hold, for the same rows.
pub const CAPACITY: usize = 1024;

/// What one queue has to do.
#[derive(Clone, Copy)]
pub struct Plan {
    pub who: &'static str,
    pub items: u64, // of each thread that puts some in
    pub processors: [usize; 2],
}

/// Calls until there is something, as ours do.
#[inline(always)]
pub fn until<T>(done: impl Fn() -> Option<T>) -> T {
    loop {
        match done() {
            Some(it) => return it,
            None => spin_loop(),
        }
    }
}

impl Plan {
    /// A line of JSON: `wall` is of all `items`, whose numbers add up to `sum`
    /// if each of `threads` has put in all of 1 .. items.
    pub fn tell(&self, row: &str, wall: u64, sum: u64, threads: u64) {
        let (who, items) = (self.who, threads * self.items);
        if sum != threads * (self.items * (self.items + 1) / 2) {
            fail(&format!("{who}, {row}: other items came out than went in"));
        }
        println!(r#"{{"who":"{who}","row":"{row}","items":{items},"wall":{wall}}}"#);
    }

    /// Runs one of them on the second processor, the other here, from a common
    /// start on. What they return is added up.
    pub fn on_both<A>(&self, one: A, other: impl FnOnce() -> u64) -> (u64, u64)
    where
        A: FnOnce() -> u64 + Send,
    {
        let here = AtomicU64::new(0);
        let meet = || {
            here.fetch_add(1, AcqRel); // pairs with the load on the other core
            until(|| (here.load(Acquire) == 2).then(|| ()));
        };
        thread::scope(|scope| {
            let side = scope.spawn(|| {
                pin(self.processors[1]);
                meet();
                one()
            });
            meet();
            let begin = ticks();
            let sum = other() + side.join().unwrap_or_else(|_| fail("a thread died"));
            (ticks() - begin, sum)
        })
    }
}

/// For each round of the command line: ROUNDS ITEMS PROCESSOR PROCESSOR.
pub fn each_round(measure: impl Fn(&dyn Fn(&'static str) -> Plan)) {
    let given = numbers();
    if given.len() != 4 {
        fail("usage: ROUNDS ITEMS PROCESSOR PROCESSOR");
    }
    let processors = [given[2] as usize, given[3] as usize];
    pin(processors[0]);
    for _ in 0..given[0] {
        measure(&|who| Plan { who, items: given[1], processors });
    }
}
