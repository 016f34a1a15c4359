/* SPDX-License-Identifier: MIT */
/* Us as the guest of a UEFI firmware: services.c and limit.c, and what they do
 * to the processor. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "kernel/console/log_whole.h"
#include "kernel/console/notice.h"
#include "kernel/efi/interrupts.h"
#include "kernel/efi/world.h"
#include "kernel/minmax.h"
#include "kernel/ticks.h"
#include "kernel/time/alarm.h"
#include "kernel/tsc.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/lapic.h"
#include "tests/unit/fake_machine.h"
#include "tests/unit/firmware.h"
#include "tests/unit/kernel/efi/fake_efi.h"

/* Where it lies, by its own account. */
__asm__(".globl fake_image_end\n.set fake_image_end, fake_image + 0x2000");
char fake_image[FAKE_IMAGE_BYTES] __attribute__((aligned(EFI_PAGE)));
uint64_t fake_stack;

/* Each entry of a level is like the others. */
static __attribute__((aligned(4096))) uint64_t level[4][512];

static void map_all(void)
{
	uintptr_t last = (uintptr_t)fake_image + FAKE_IMAGE_BYTES - 1;

	for (unsigned l = 0; l < 4; l++) {
		uint64_t entry = l < 3 ? (uintptr_t)level[l + 1] | 3 : 3;

		entry |= (uint64_t)(l + 1 == its.large) << 7 |
			 (uint64_t)(l + 1 == its.no_execute) << 63;
		for (unsigned i = 0; i < 512; i++)
			level[l][i] = entry;
	}
	if (its.last_page_no_execute)
		level[3][last / 4096 % 512] |= 1ull << 63;
}

static jmp_buf tried;

/* boot/efi.asm's, for all unit tests. */
bool world_try(void (*work)(void))
{
	if (setjmp(tried))
		return false;
	work();
	return true;
}

void world_abandon(void)
{
	longjmp(tried, 1);
}

static void visit_it(void (*work)(void))
{
	its.visits++;
	work();
}

static void stay(void)
{
}

static uint64_t time_now(void)
{
	return its.now;
}

#define image_start fake_image
#define image_end fake_image_end
#define image_code_end fake_image_end
#define efi_stack fake_stack
#define world_visit(ours, theirs, stack, work)                               \
	((void)(ours), (void)(theirs), (void)(stack), visit_it(work))
#define efi_interrupts_take() ((void)0)
#define efi_interrupts_give_back() ((void)0)
#define efi_interrupts_silence() ((void)0)
#define efi_interrupts_end() ((void)its.ended++)
#define lapic_enable() ((void)0)
#define alarm_lend() ((void)0)
#define alarm_take_back() ((void)0)
#define notice_draw(magic, information, bits, attribute, text)               \
	((void)(magic), (void)(information), (void)(its.notice = (text)))
#define tsc_read time_now
#include "kernel/efi/limit.c"
#include "kernel/efi/services.c"

/* ---- arriving ---------------------------------------------------------- */

void fake_efi_begin(void)
{
	memset(&its, 0, sizeof(its));
	memset(&efi, 0, sizeof(efi));
	memset(&limit, 0, sizeof(limit));
	memset(&fake_pxe_mode, 0, sizeof(fake_pxe_mode));
	its.gap = 1000;
	fake.clock.hz = 1000000;
}

const char *fake_efi_arrive(const char *options)
{
	char tags[400], table[32] = "+7";

	map_all();
	fake_insn.shut_out = stay;
	fake_insn.cr3 = (uintptr_t)level[0] | 0x18; /* bits of no address */
	fake_insn.cr4 = its.cr4;
	fake_pxe_mode.started = its.fault != STOPPED;
	fake_pxe_mode.using_ipv6 = its.fault == BY_IPV6;
	fake_pxe_mode.ack.server = its.fault != NO_SERVER;
	if (its.fault != SHORT_TAG)
		sprintf(table, "q=%lX", (uintptr_t)&fake_system_table);
	snprintf(tags, sizeof(tags), "20000000: tags %s [12 %s ] [20 q=%lX ] "
		 "[1 '%s' 0 ] [0 ]", its.fault == NO_TAG ? "" : "[18 ]", table,
		 (uintptr_t)&its, options);
	firmware_write(tags);
	efi_arrive(MULTIBOOT2_BOOT_MAGIC, LOADER_AT);
	return efi_refused();
}
