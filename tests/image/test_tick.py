# SPDX-License-Identifier: MIT
"""Core 0 ticks while the rest is measured: nothing else may interrupt it."""

import pytest
from qemu import EXIT_OK, boot
from user_files import IMAGE, make

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("user_folder")]

#: An experiment that is wrong where a wake interrupts core 0 before it waits.
WOKEN = """
#include "bench/bench.h"
#include "kernel/atomic.h"
#include "kernel/machine.h"
#include "kernel/print.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"
#include "kernel/x86/lapic.h"
#include "kernel/x86/regs.h"

#define WAKES 20u
#define TICKS 3u
#define WAITS 10u /* a tick may end one, too */

static uint32_t asked, sent, ticks, taken, lost; /* atomic */

static void count_tick(void *arg)
{
	(void)arg;
	atomic_add_relaxed(&ticks, 1);
}

/* The wake is in the APIC, not taken yet. */
static bool is_pending(void)
{
	return lapic->read(LAPIC_IRR + VECTOR_WAKE / 32 * LAPIC_IRR_STEP) >>
	       VECTOR_WAKE % 32 & 1;
}

static void await(uint32_t *count, uint32_t least)
{
	while (atomic_load_relaxed(count) < least)
		cpu_relax();
}

static void wake_often(unsigned core, void *arg)
{
	(void)core, (void)arg;
	for (uint32_t i = 1; i <= WAKES; i++) {
		await(&asked, i);
		machine_wake(0);
		atomic_store_relaxed(&sent, i);
	}
}

/* Through some ticks, too; and then a wait takes it. */
static void be_woken(uint32_t number)
{
	atomic_store_relaxed(&asked, number);
	await(&sent, number);
	taken += !is_pending();
	await(&ticks, ticks + TICKS);
	taken += !is_pending();
	for (unsigned i = 0; i < WAITS && is_pending(); i++)
		machine_wait(tsc_read() + ticks_of_ms(1000));
	lost += is_pending();
}

static bool run_woken(const struct settings *settings)
{
	(void)settings;
	machine_start(1, wake_often, NULL);
	if (!machine_tick_start(ticks_of_ms(1), count_tick, NULL))
		return false;
	for (uint32_t i = 1; i <= WAKES; i++)
		be_woken(i);
	machine_tick_stop();
	machine_join();
	print("%u interrupted, %u not taken\\n", taken, lost);
	return !taken && !lost;
}

EXPERIMENT_RUN(woken, NULL, run_woken, "what interrupts a core that ticks?",
	       .own_timer = true);
"""


def test_a_wake_waits_until_the_core_that_ticks_does(tmp_path):
    """Else each wake for core 0 would interrupt what it measures."""
    (tmp_path / "woken.c").write_text(WOKEN)
    make([str(tmp_path / "woken.c")], "all")
    run = boot("bench=woken trust=tcg", smp="2", elf=IMAGE)
    assert "\n0 interrupted, 0 not taken\n" in run.text
    assert run.status == EXIT_OK
