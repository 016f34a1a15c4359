/* SPDX-License-Identifier: MIT */
#include "kernel/efi/limit.h"

#include <stddef.h>

#include "kernel/efi/world.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/tsc.h"

/* Between two looks; more is not the firmware's: all of the machine stood. */
#define GAP_MOST_MS 10u

static struct {
	const struct efi_boot_services *boot;
	efi_event alarm, clock;
	void (*work)(void);
} limit;

/* On top of whatever the firmware does. */
static void EFI_CALL give_up(efi_event event, void *of)
{
	(void)event, (void)of;
	world_abandon();
}

bool limit_begin(const struct efi_boot_services *boot)
{
	limit.boot = boot;
	return boot->create_event(EFI_EVENT_TIMER | EFI_EVENT_NOTIFY_SIGNAL,
				  EFI_TPL_NOTIFY, give_up, NULL,
				  &limit.alarm) == EFI_SUCCESS &&
	       boot->create_event(EFI_EVENT_TIMER, 0, NULL, NULL,
				  &limit.clock) == EFI_SUCCESS;
}

void limit_anew(void)
{
	if (limit.boot)
		(void)limit.boot->set_timer(limit.alarm, EFI_TIMER_RELATIVE,
					    LIMIT_SECONDS * 1000 *
					    EFI_UNITS_PER_MS);
}

static void timed(void)
{
	limit_anew();
	limit.work();
	(void)limit.boot->set_timer(limit.alarm, EFI_TIMER_CANCEL, 0);
}

bool limit_call(void (*work)(void))
{
	limit.work = work;
	return world_try(timed);
}

bool limit_wait(unsigned ms)
{
	uint64_t most = ticks_of_ms(ms) + ticks_of_seconds(LIMIT_SECONDS);
	uint64_t before = tsc_read(), now, waited = 0;

	if (limit.boot->set_timer(limit.clock, EFI_TIMER_RELATIVE,
				  ms * EFI_UNITS_PER_MS) != EFI_SUCCESS)
		return false;
	while (limit.boot->check_event(limit.clock) != EFI_SUCCESS) {
		now = tsc_read();
		waited += min_u64(now - before, ticks_of_ms(GAP_MOST_MS));
		before = now;
		if (waited > most)
			return false;
	}
	return true;
}
