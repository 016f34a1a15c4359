/* SPDX-License-Identifier: MIT */
/* kernel/memory/memory.c: which kind the pages of a device get. */
/* Beside the fake machine's. */
#define machine_alloc paged_alloc
#define machine_memory_left paged_left
#define machine_stack_alloc paged_stack_alloc

#include <stdint.h>
#include <sys/mman.h>

#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"
#include "tests/unit/test.h"

#define LAPIC 0xFEE00000u
#define LARGE 0x200000u
#define UNCACHED 0x18u
#define COMBINING 0x08u

static unsigned flushes;

#define cpu_address_bits() 40u
#include "kernel/memory/memory.c"

char image_start[1], image_end[1];
uint64_t boot_first_table[X86_TABLE_ENTRIES];
static __attribute__((aligned(4096))) uint64_t pdpt[512], directory[4][512];
__attribute__((aligned(4096))) uint64_t boot_pml4[512];

static void flush(void)
{
	flushes++;
}

/* As boot/entry.asm leaves them, and memory for two more tables. */
static void begin(void)
{
	void *room = mmap(NULL, 2 * X86_PAGE_SIZE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	CHECK(room != MAP_FAILED);
	boot_pml4[0] = (uintptr_t)pdpt | 3;
	for (unsigned i = 0; i < 4 * 512; i++) {
		pdpt[i / 512] = (uintptr_t)directory[i / 512] | 3;
		directory[i / 512][i % 512] = (uint64_t)i * LARGE | 0x83;
	}
	fake_insn.flush_caches = flush;
	reach = 1ull << 40;
	CHECK(arena_add(&arena, (uintptr_t)room,
			(uintptr_t)room + 2 * X86_PAGE_SIZE));
}

TEST(memory_of_a_device_is_uncached_and_its_neighbours_are_not)
{
	uint64_t *entry = &directory[3][LAPIC / LARGE % 512], *table;

	begin();
	CHECK_EQUAL((uintptr_t)memory_map_device(LAPIC, 0x1000), LAPIC);
	CHECK(!(*entry & X86_PDE_LARGE));
	table = (uint64_t *)(*entry & X86_PTE_ADDRESS);
	CHECK_EQUAL(table[0], LAPIC | UNCACHED | 3);
	CHECK_EQUAL(table[1], (LAPIC + 0x1000) | 3);
	CHECK_EQUAL(entry[1], (LAPIC + LARGE) | 0x83);
	CHECK_EQUAL(flushes, 1);
	/* Another device in the same large page; one over two small ones. */
	CHECK(memory_map_device(LAPIC + 0x2FF8, 0x10));
	CHECK_EQUAL(table[2], (LAPIC + 0x2000) | UNCACHED | 3);
	CHECK_EQUAL(table[3], (LAPIC + 0x3000) | UNCACHED | 3);
}

TEST(memory_of_a_framebuffer_is_combining)
{
	begin();
	memory_combine_writes(0xC0000000, LARGE);
	CHECK_EQUAL(directory[3][0], 0xC0000000 | COMBINING | 0x83);
	CHECK_EQUAL(directory[3][1], (0xC0000000 + LARGE) | 0x83);
}

TEST(memory_of_a_device_out_of_reach_or_of_tables_is_left)
{
	begin();
	CHECK(!memory_map_device(1ull << 40, 8));
	CHECK_EQUAL(flushes, 0);
	CHECK(arena_take(&arena, 2 * X86_PAGE_SIZE, X86_PAGE_SIZE, UINT64_MAX));
	CHECK(memory_map_device(LAPIC, 0x1000));
	CHECK_EQUAL(directory[3][LAPIC / LARGE % 512], LAPIC | 0x83);
}
