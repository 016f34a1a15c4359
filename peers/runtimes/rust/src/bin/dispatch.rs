// SPDX-License-Identifier: MIT
//! usage: dispatch WARM ROUNDS PROCESSOR PROCESSOR N TASKS [N TASKS]...
//!
//! rayon's own pool, its threads bound to a processor each, runs so many tasks of each length, one an item of a parallel
//! iterator. A round of each length is the bodies alone, a pass without stamps
//! and one with them; the first WARM are not told.
use rayon::prelude::*;
use runtimes::{add_up, fail, numbers, pin, ticks};
use std::cell::Cell;

/// Of one worker, in one pass.
#[derive(Clone, Copy, Default)]
struct Work {
    tasks: u64,
    ids: u64,
    sum: u64,
    overhead: i64,
    end: u64,
}

thread_local! {
    static OWN: Cell<Work> = Cell::default();
}

#[inline(always)]
fn account(own: Work, id: u64, n: u64) -> Work {
    Work { tasks: own.tasks + 1, ids: own.ids + id, sum: own.sum + add_up(n), ..own }
}

#[inline(never)]
fn plain(id: u64, n: u64) {
    OWN.with(|own| own.set(account(own.get(), id, n)));
}

#[inline(never)]
fn stamped(id: u64, n: u64) {
    let entry = ticks();
    OWN.with(|own| {
        let mut work = own.get();
        if work.tasks > 0 {
            work.overhead += entry.wrapping_sub(work.end) as i64;
        }
        work = account(work, id, n);
        own.set(Work { end: ticks(), ..work });
    });
}

/// Ticks of a pass; the sum over the workers, and how many there were.
fn pass(task: fn(u64, u64), n: u64, tasks: u64) -> (u64, Work, u64) {
    let begin = ticks();
    (0..tasks as usize).into_par_iter().with_max_len(1).for_each(|id| task(id as u64, n));
    let wall = ticks() - begin;
    let (mut all, mut workers) = (Work::default(), 0);
    for work in rayon::broadcast(|_| OWN.with(|own| own.take())) {
        workers += (work.tasks > 0) as u64;
        all.tasks += work.tasks;
        all.ids += work.ids;
        all.sum += work.sum;
        all.overhead += work.overhead;
    }
    let one = n * n.saturating_sub(1) / 2;
    if (all.tasks, all.ids, all.sum) != (tasks, tasks * (tasks - 1) / 2, tasks * one) {
        fail(&format!("rayon, n = {n}: a task is missing or a sum wrong"));
    }
    (wall, all, workers)
}

/// The mean of 10,000 pairs, of the least disturbed of five tries.
fn stamp() -> f64 {
    let pair = |_| {
        let begin = ticks();
        ticks() - begin
    };
    let tries = (0..5).map(|_| (0..10_000).map(pair).sum::<u64>());
    tries.min().unwrap_or(0) as f64 / 1e4
}

fn main() {
    let given = numbers();
    let processors = [given[2] as usize, given[3] as usize];
    let pool = rayon::ThreadPoolBuilder::new().start_handler(move |i| pin(processors[i % 2]));
    pool.build_global().unwrap_or_else(|why| fail(&format!("no pool: {why}")));
    for round in 0..given[0] + given[1] {
        for length in given[4..].chunks_exact(2) {
            let (n, tasks) = (length[0], length[1]);
            let begin = ticks();
            let sum = (0..tasks).fold(0, |sum, _| sum ^ add_up(n));
            let body = ticks() - begin + (sum & 1 << 63);
            let (wall, ..) = pass(plain, n, tasks);
            let (_, all, workers) = pass(stamped, n, tasks);
            if round >= given[0] {
                print!(r#"{{"who":"rayon","row":"dispatch","n":{n},"tasks":{tasks},"#);
                print!(r#""workers":{workers},"wall":{wall},"body":{body},"#);
                println!(r#""overhead":{},"stamp":{}}}"#, all.overhead, stamp());
            }
        }
    }
}
