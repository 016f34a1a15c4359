/* SPDX-License-Identifier: MIT */
#include "kernel/memory/memory.h"

#include "kernel/common/latch.h"
#include "kernel/machine.h"
#include "kernel/memory/arena.h"
#include "kernel/minmax.h"
#include "kernel/string.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/insn.h"
#include "kernel/x86/regs.h"

#define MIB 0x100000ull
#define GIB 0x40000000ull
#define BOOT_MAPPED (4 * GIB) /* by boot/entry.asm */

/* linker.ld and boot/entry.asm */
extern char image_start[], image_end[];
extern uint64_t boot_pml4[X86_TABLE_ENTRIES];
extern uint64_t boot_first_table[X86_TABLE_ENTRIES];

static struct arena arena;
static uint64_t usable; /* bytes, before anything took some */
static uint64_t stack_next = STACK_REGION;
static uint64_t reach; /* the first address that cannot be mapped */
static struct latch memory_latch; /* arena, page tables, stack_next */

/* ---- the arena --------------------------------------------------------- */

static void add_range(uint64_t start, uint64_t end, void *arg)
{
	(void)arg;
	arena_add(&arena, start, end); /* all but what was added first */
}

static void note_largest(uint64_t start, uint64_t end, void *arg)
{
	struct memmap_range *largest = arg;

	if (end - start > largest->end - largest->start)
		*largest = (struct memmap_range){ start, end };
}

/* The largest range that is mapped comes first, and stays: there page tables
 * have room. */
static void fill_arena(const struct memmap *map)
{
	struct memmap_range first = { 0, 0 };

	memmap_free(map, 2 * MIB, BOOT_MAPPED, note_largest, &first);
	add_range(first.start, first.end, NULL);
	memmap_free(map, 2 * MIB, BOOT_MAPPED, add_range, NULL);
	memmap_free(map, BOOT_MAPPED, X86_PTE_ADDRESS, add_range, NULL);
}

/* The largest free range below 1 MiB holds the trampoline, at its end. */
static void low_page(uint64_t start, uint64_t end, void *arg)
{
	uint64_t *best = arg;
	uint64_t page = (end - X86_PAGE_SIZE) & ~(uint64_t)(X86_PAGE_SIZE - 1);

	if (end >= start + X86_PAGE_SIZE && page >= start && page > *best)
		*best = page;
}

static void add_length(uint64_t start, uint64_t end, void *arg)
{
	*(uint64_t *)arg += end - start;
}

uint64_t memory_init(struct boot_info *info)
{
	uint64_t trampoline = 0;

	reach = min_u64(STACK_REGION, 1ull << cpu_address_bits());
	memmap_free(&info->memory, 0, X86_PTE_ADDRESS, add_length, &usable);
	memmap_reserve(&info->memory, (uintptr_t)image_start,
		       (uintptr_t)image_end);
	memmap_free(&info->memory, X86_PAGE_SIZE, MIB, low_page, &trampoline);
	fill_arena(&info->memory);
	return trampoline;
}

uint64_t memory_usable(void)
{
	return usable;
}

/* ---- page tables ------------------------------------------------------- */

/* An empty table, below 4 GiB: it must be mapped to be written. NULL out of
 * memory. */
static uint64_t *new_table(void)
{
	uint64_t page = arena_take(&arena, X86_PAGE_SIZE, X86_PAGE_SIZE,
				   BOOT_MAPPED);

	return page ? memset((void *)page, 0, X86_PAGE_SIZE) : NULL;
}

static uint64_t entry_of(const uint64_t *table)
{
	return (uintptr_t)table | X86_PTE_PRESENT | X86_PTE_WRITE;
}

/* The table below an entry, made where it is missing. NULL out of memory. */
static uint64_t *table_below(uint64_t *entry)
{
	if (!(*entry & X86_PTE_PRESENT)) {
		uint64_t *table = new_table();

		if (!table)
			return NULL;
		*entry = entry_of(table);
	}
	return (uint64_t *)(*entry & X86_PTE_ADDRESS);
}

static unsigned table_index(uint64_t address, unsigned level)
{
	return address >> (12 + 9 * level) & (X86_TABLE_ENTRIES - 1);
}

/* The entry that maps `address` at a level: 0 a page, 1 a large page. */
static uint64_t *entry_for(uint64_t address, unsigned level)
{
	uint64_t *table = boot_pml4;

	for (unsigned l = 3; l > level; l--) {
		table = table_below(&table[table_index(address, l)]);
		if (!table)
			return NULL;
	}
	return &table[table_index(address, level)];
}

const void *memory_map(uint64_t address, size_t length)
{
	uint64_t page = address & ~(uint64_t)(X86_LARGE_PAGE_SIZE - 1);

	if (address + length < address || address + length > reach)
		return NULL;
	for (; page < address + length; page += X86_LARGE_PAGE_SIZE) {
		if (page < BOOT_MAPPED)
			continue;
		uint64_t *entry = entry_for(page, 1);
		if (!entry)
			return NULL;
		if (!(*entry & X86_PTE_PRESENT))
			*entry = page | X86_PTE_PRESENT | X86_PTE_WRITE |
				 X86_PDE_LARGE;
	}
	return (const void *)address;
}

/* A large page as small ones of the same kind. False out of memory. */
static bool split(uint64_t *entry)
{
	uint64_t *table = new_table();

	if (!table)
		return false;
	for (unsigned i = 0; i < X86_TABLE_ENTRIES; i++)
		table[i] = (*entry & ~X86_PDE_LARGE) + i * X86_PAGE_SIZE;
	*entry = entry_of(table);
	return true;
}

/*
 * Gives the page at `address` that kind: a large one where all of it lies
 * before `end`, so that no neighbour loses its cache. Returns its size, 0 out
 * of memory.
 */
static uint64_t set_page(uint64_t address, uint64_t end, uint64_t kind)
{
	uint64_t *entry = entry_for(address, 1), size = X86_LARGE_PAGE_SIZE;

	if (address % size || end - address < size) {
		if (*entry & X86_PDE_LARGE && !split(entry))
			return 0;
		entry = entry_for(address, 0);
		size = X86_PAGE_SIZE;
	}
	*entry |= kind;
	invlpg(address);
	return size;
}

static void set_pages(uint64_t address, size_t length, uint64_t kind)
{
	uint64_t end = address + length, size;

	address &= ~(uint64_t)(X86_PAGE_SIZE - 1);
	do {
		size = set_page(address, end, kind);
		address += size;
	} while (size && address < end);
	wbinvd(); /* no cache may hold what is not cached any more */
}

void memory_combine_writes(uint64_t address, size_t length)
{
	set_pages(address, length, X86_PTE_PWT);
}

const void *memory_map_device(uint64_t address, size_t length)
{
	const void *mapped = memory_map(address, length);

	if (mapped)
		set_pages(address, length, X86_PTE_PCD | X86_PTE_PWT);
	return mapped;
}

void memory_unmap_null(void)
{
	boot_first_table[0] = 0;
	invlpg(0);
}

/* ---- machine.h --------------------------------------------------------- */

static void *take_pages(size_t bytes, size_t align)
{
	uint64_t address = arena_take(&arena, bytes, align, UINT64_MAX);

	if (!address || !memory_map(address, bytes))
		return NULL;
	return (void *)address;
}

void *machine_alloc(size_t bytes, size_t align)
{
	latch_take(&memory_latch);
	void *memory = take_pages(bytes, align);
	latch_drop(&memory_latch);
	return memory ? memset(memory, 0, bytes) : NULL;
}

size_t machine_memory_left(void)
{
	latch_take(&memory_latch);
	uint64_t left = arena_left(&arena);
	latch_drop(&memory_latch);
	return left;
}

/* Maps `pages` fresh pages at `address`. */
static bool map_fresh(uint64_t address, size_t pages)
{
	uint64_t memory = (uint64_t)take_pages(pages * X86_PAGE_SIZE,
					       X86_PAGE_SIZE);

	if (!memory)
		return false;
	for (size_t i = 0; i < pages; i++) {
		uint64_t *entry = entry_for(address + i * X86_PAGE_SIZE, 0);
		if (!entry)
			return false;
		*entry = (memory + i * X86_PAGE_SIZE) |
			 X86_PTE_PRESENT | X86_PTE_WRITE;
	}
	return true;
}

void memory_let_go(void)
{
	latch_drop(&memory_latch);
}

void *machine_stack_alloc(size_t bytes, size_t *size)
{
	size_t pages = (bytes + X86_PAGE_SIZE - 1) / X86_PAGE_SIZE;

	latch_take(&memory_latch);
	uint64_t stack = stack_next + X86_PAGE_SIZE; /* the guard stays a hole */
	bool mapped = map_fresh(stack, pages);
	if (mapped)
		stack_next = stack + pages * X86_PAGE_SIZE;
	latch_drop(&memory_latch);
	if (!mapped)
		return NULL;
	*size = pages * X86_PAGE_SIZE;
	return memset((void *)stack, 0, *size);
}

/* All tables are there up to stack_next: nothing is made on the way. */
uint64_t memory_stack_end(uint64_t address)
{
	uint64_t most = stack_next;

	if (address < STACK_REGION || address >= most)
		return 0;
	address &= ~(uint64_t)(X86_PAGE_SIZE - 1);
	while (address < most && *entry_for(address, 0) & X86_PTE_PRESENT)
		address += X86_PAGE_SIZE;
	return address;
}
