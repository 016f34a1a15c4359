// SPDX-License-Identifier: MIT
//! The bounded queue for many at both ends that Dmitry Vyukov published,
//! written afresh: each slot says whose turn it is.
use crate::Item;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering::*};

#[repr(align(128))]
struct Own<T>(T);

struct Slot {
    turn: AtomicU64,
    item: UnsafeCell<Item>,
}

/// A position at each end, on a line of its own, and the slots.
pub struct Vyukov {
    slots: Box<[Slot]>,
    head: Own<AtomicU64>,
    tail: Own<AtomicU64>,
}

unsafe impl Sync for Vyukov {}

impl Vyukov {
    /// Of a capacity that is a power of two.
    pub fn new(capacity: u64) -> Vyukov {
        let slot = |turn| Slot { turn: AtomicU64::new(turn), item: UnsafeCell::new((0, 0)) };
        let position = || Own(AtomicU64::new(0));
        Vyukov { slots: (0..capacity).map(slot).collect(), head: position(), tail: position() }
    }

    /// The slot whose turn is `ahead` of the position, once this core has it.
    #[inline(always)]
    fn claim(&self, position: &AtomicU64, ahead: u64) -> Option<(&Slot, u64)> {
        let mut at = position.load(Relaxed);
        loop {
            let slot = &self.slots[at as usize & (self.slots.len() - 1)];
            // Pairs with the stores of push() and pop().
            match slot.turn.load(Acquire).wrapping_sub(at + ahead) as i64 {
                0 => match position.compare_exchange_weak(at, at + 1, Relaxed, Relaxed) {
                    Ok(_) => return Some((slot, at)),
                    Err(now) => at = now,
                },
                past if past < 0 => return None,
                _ => at = position.load(Relaxed),
            }
        }
    }

    /// False: it is full.
    #[inline(always)]
    pub fn push(&self, item: Item) -> bool {
        self.claim(&self.tail.0, 0).map_or(false, |(slot, at)| {
            unsafe { *slot.item.get() = item };
            slot.turn.store(at + 1, Release); // pairs with the load of claim()
            true
        })
    }

    /// None: it is empty.
    #[inline(always)]
    pub fn pop(&self) -> Option<Item> {
        self.claim(&self.head.0, 1).map(|(slot, at)| {
            let item = unsafe { *slot.item.get() };
            // Pairs with the load of claim().
            slot.turn.store(at + self.slots.len() as u64, Release);
            item
        })
    }
}
