/* SPDX-License-Identifier: MIT */
/* hosted/memory.c: what is asked of Linux, and how it is handed out. Linux is
 * played. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hosted/fail.h"
#include "hosted/memory.h"
#include "kernel/machine.h"
#include "kernel/options.h"
#include "tests/unit/test.h"

#define M ((size_t)1 << 20)
#define P MACHINE_PAGE
#define KEPT (80 * M)

static jmp_buf failed;
static char reason[128];

static struct {
	long pages;
	void *gives;        /* NULL: no memory */
	size_t asked, advised, guarded;
	void *advised_at, *guarded_at;
	int flags;
	bool no_advice, no_guard;
} linux_is;

_Noreturn static void fail(const char *text, ...)
{
	va_list args;

	va_start(args, text);
	vsnprintf(reason, sizeof(reason), text, args);
	va_end(args);
	longjmp(failed, 1);
}

static void *map(void *at, size_t bytes, int protection, int flags, int file,
		 long offset)
{
	CHECK(!at && file == -1 && !offset);
	CHECK_EQUAL(protection, PROT_READ | PROT_WRITE);
	linux_is.asked = bytes;
	linux_is.flags = flags;
	return linux_is.gives ? linux_is.gives : MAP_FAILED;
}

static int advise(void *at, size_t bytes, int advice)
{
	CHECK_EQUAL(advice, MADV_HUGEPAGE);
	linux_is.advised_at = at;
	linux_is.advised = bytes;
	return linux_is.no_advice ? -1 : 0;
}

static int protect(void *at, size_t bytes, int protection)
{
	CHECK_EQUAL(protection, PROT_NONE);
	linux_is.guarded_at = at;
	linux_is.guarded = bytes;
	return linux_is.no_guard ? -1 : 0;
}

/* Five pages; the first and the fourth may not be touched. */
static uint8_t *five_pages(void)
{
	uint8_t *pages = mmap(NULL, 5 * P, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(pages != MAP_FAILED && !mprotect(pages, P, PROT_NONE) &&
	      !mprotect(pages + 3 * P, P, PROT_NONE));
	return pages;
}

#undef OPTION_NUMBER
#define OPTION_NUMBER(variable, ...) static struct option variable
#define sysconf(name) ((name) == _SC_AVPHYS_PAGES ? linux_is.pages : 0)
#define mmap map
#define madvise advise
#define mprotect protect
#define hosted_fail fail
#define machine_alloc apart_alloc
#define machine_memory_left apart_memory_left
#define machine_stack_alloc apart_stack_alloc
#include "hosted/memory.c"

static uint8_t *begin(size_t mib)
{
	linux_is.gives = aligned_alloc(2 * M, KEPT);
	memset(linux_is.gives, 0xa5, KEPT);
	opt_memory.given = mib;
	opt_memory.number = mib;
	hosted_memory_init();
	return linux_is.gives;
}

TEST(memory_is_half_of_what_is_free)
{
	static const struct { long pages; size_t mib; } free_now[] = {
		{ 0, 512 }, { -1, 512 }, { 2 * 256 * 512, 512 },
		{ 2 * 256 * 512 + 2, 512 }, { 2 * 256 * 511, 510 },
		{ 2 * 256 * 3, 2 }, { 2 * 256 * 4, 4 }, { 1, 0 },
		{ 1l << 30, 512 } };

	EACH_ROW(i, free_now) {
		linux_is.pages = free_now[i].pages;
		begin(0); /* not given */
		CHECK_EQUAL(apart_memory_left(), free_now[i].mib * M);
	}
}

TEST(memory_begins_at_a_huge_page)
{
	static const size_t off[][2] = { { 0, 0 }, { P, 2 * M },
					 { 2 * M - 1, 2 * M },
					 { 2 * M, 2 * M }, { 1, 2 * M } };
	uint8_t *whole = aligned_alloc(2 * M, KEPT);

	opt_memory.given = true;
	opt_memory.number = 8;
	for (unsigned i = 0; i < 5; i++) {
		linux_is.gives = whole + off[i][0];
		linux_is.no_advice = i % 2;
		hosted_memory_init();
		CHECK(linux_is.advised_at == whole + off[i][1]);
		CHECK_EQUAL(linux_is.advised, 8 * M);
		CHECK_EQUAL(linux_is.asked, 10 * M);
		CHECK_EQUAL(linux_is.flags, MAP_PRIVATE | MAP_ANONYMOUS |
			    MAP_NORESERVE);
		/* Whether it grants them tests/twin/test_conditions.py asks. */
		CHECK(!linux_is.no_advice || !hosted_huge_pages());
		CHECK(apart_alloc(0, 1) == whole + off[i][1]);
		CHECK_EQUAL(apart_memory_left(), 8 * M);
	}
}

TEST(memory_that_linux_refuses_ends_the_program)
{
	opt_memory.given = true;
	opt_memory.number = 8;
	errno = ENOMEM;
	if (!setjmp(failed)) {
		hosted_memory_init();
		CHECK(false);
	}
	CHECK_TEXT(reason, "no 8 MiB of address space (memory=): "
		   "Cannot allocate memory");
}

/* In turn: the block begins there, or there is no room; so much is left. */
TEST(memory_is_handed_out_aligned_until_it_is_gone)
{
	static const struct { size_t bytes, align, at, left; } asked[] = {
		{ 100, 64, 0, 6 * M - 100 }, { 100, 64, 128, 6 * M - 228 },
		{ 28, 4, 228, 6 * M - 256 }, { 5 * M, 256, 256, M - 256 },
		{ 1, 4 * M, KEPT, M - 256 }, /* it would begin at 8 MiB */
		{ M, 256, KEPT, M - 256 }, { M - 255, 256, KEPT, M - 256 },
		{ M - 256, 256, 5 * M + 256, 0 }, { 0, 64, 6 * M, 0 },
		{ 1, 1, KEPT, 0 } };
	uint8_t *first = begin(6);

	EACH_ROW(i, asked) {
		uint8_t *block = apart_alloc(asked[i].bytes, asked[i].align);

		CHECK_EQUAL(block ? (size_t)(block - first) : KEPT, asked[i].at);
		CHECK_EQUAL(apart_memory_left(), asked[i].left);
	}
}

/* A large block is left as Linux gives it. */
TEST(memory_is_touched_but_for_large_blocks)
{
	uint8_t *first = begin(70);
	uint8_t *block = apart_alloc(32 * M - 1, P);

	CHECK(block == first && !(block[0] | block[32 * M - 2]));
	CHECK_EQUAL(block[32 * M - 1], 0xa5);
	block = apart_alloc(32 * M, P);
	CHECK(block == first + 32 * M);
	CHECK(block[0] == 0xa5 && block[32 * M - 1] == 0xa5);
}

TEST(memory_of_stacks_has_a_page_below_that_nobody_may_touch)
{
	static const size_t sizes[][2] = { { 5000, 2 * P }, { P, P }, { 1, P } };
	uint8_t *whole = begin(1);
	size_t size = 0;

	for (unsigned i = 0; i < 3; i++) {
		CHECK(apart_stack_alloc(sizes[i][0], &size) == whole + P);
		CHECK_EQUAL(size, sizes[i][1]);
		CHECK_EQUAL(linux_is.asked, size + P);
		CHECK_EQUAL(linux_is.flags, MAP_PRIVATE | MAP_ANONYMOUS |
			    MAP_POPULATE);
		CHECK(linux_is.guarded_at == whole);
		CHECK_EQUAL(linux_is.guarded, P);
	}
	linux_is.no_guard = true;
	size = 7;
	CHECK(!apart_stack_alloc(1, &size));
	linux_is.no_guard = false;
	linux_is.gives = NULL;
	CHECK(!apart_stack_alloc(1, &size));
	CHECK_EQUAL(size, 7);
}

/* 12 + 244 pages are all of 1 MiB. */
TEST(memory_of_stacks_counts)
{
	size_t size;

	begin(1);
	CHECK(apart_stack_alloc(11 * P, &size));
	CHECK(apart_stack_alloc(243 * P, &size));
	CHECK(!apart_stack_alloc(1, &size));
	CHECK_EQUAL(apart_memory_left(), M);
}

/* It reads nothing beyond. */
TEST(memory_of_stacks_tells_where_each_ends)
{
	uint8_t *pages = five_pages();
	uint64_t low = (uint64_t)pages;
	size_t size;

	begin(1);
	linux_is.gives = pages;
	CHECK(apart_stack_alloc(5000, &size));
	CHECK_EQUAL(hosted_stack_end(low - 1), 0);
	CHECK_EQUAL(hosted_stack_end(low + 8), low); /* its guard */
	CHECK_EQUAL(hosted_stack_end(low + P), low + 3 * P);
	CHECK_EQUAL(hosted_stack_end(low + 3 * P - 8), low + 3 * P);
	CHECK_EQUAL(hosted_stack_end(low + 3 * P), 0);
	linux_is.gives = pages + 3 * P;
	CHECK(apart_stack_alloc(1, &size));
	CHECK_EQUAL(hosted_stack_end(low + P), low + 3 * P);
	CHECK_EQUAL(hosted_stack_end(low + 4 * P), low + 5 * P);
}
