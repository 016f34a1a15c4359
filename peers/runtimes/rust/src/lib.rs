// SPDX-License-Identifier: MIT
//! What both programs need: the clock, a place for a thread, a body of known
//! length, and a queue that no package of these has.
use std::arch::x86_64::_rdtsc;

pub mod plan;
pub mod vyukov;

extern "C" {
    fn sched_setaffinity(thread: i32, bytes: usize, mask: *const u64) -> i32;
}

/// What a queue carries: a function and its argument.
pub type Item = (u64, u64);

/// Of the time stamp counter.
#[inline(always)]
pub fn ticks() -> u64 {
    unsafe { _rdtsc() }
}

/// Binds the calling thread to one processor.
pub fn pin(processor: usize) {
    let mut mask = [0u64; 16];
    mask[processor / 64] = 1 << (processor % 64);
    let bytes = std::mem::size_of_val(&mask);
    if unsafe { sched_setaffinity(0, bytes, mask.as_ptr()) } != 0 {
        fail(&format!("no thread may run on processor {processor}"));
    }
}

/// Says why a result would be wrong, and ends.
pub fn fail(why: &str) -> ! {
    eprintln!("wrong: {why}");
    std::process::exit(1)
}

/// The numbers of the command line.
pub fn numbers() -> Vec<u64> {
    let word = |w: String| w.parse().unwrap_or_else(|_| fail(&format!("{w} is no number")));
    std::env::args().skip(1).map(word).collect()
}

/// 0 + 1 + .. + (n - 1), one addition after the other: without the empty
/// assembly the compiler would know the sum.
#[inline(always)]
pub fn add_up(n: u64) -> u64 {
    let mut sum = 0u64;
    for i in 0..n {
        sum += i;
        unsafe { std::arch::asm!("/* {0} */", inout(reg) sum, options(nomem, nostack)) };
    }
    sum
}
