/* SPDX-License-Identifier: MIT */
/* bench/image.c: what the boot code hands over, and what is to run. */
#include <setjmp.h>

#include "bench/build_info.h"
#include "bench/program.h"
#include "kernel/init.h"
#include "tests/unit/test.h"

static jmp_buf started;
static uint32_t magic_is;
static uintptr_t information_is;
static int (*program_is)(void);
static const char *version_is, *git_is;

static int apart_program(void)
{
	return 0;
}

static _Noreturn void apart_start(uint32_t magic, uintptr_t information,
				  int (*run)(void), const char *version,
				  const char *git)
{
	version_is = version;
	git_is = git;
	magic_is = magic;
	information_is = information;
	program_is = run;
	longjmp(started, 1);
}

#define image_main apart_main
#define kernel_start apart_start
#define program apart_program
#include "bench/image.c"

TEST(image_hands_over_what_the_loader_gave)
{
	if (!setjmp(started))
		apart_main(0x2badb002, 0x9500);
	CHECK_EQUAL(magic_is, 0x2badb002);
	CHECK_EQUAL(information_is, 0x9500);
	CHECK(program_is == apart_program);
	CHECK(version_is == build_info.version && git_is == build_info.git);
}
