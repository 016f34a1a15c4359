/* SPDX-License-Identifier: MIT */
/* The image's composition root: what the bare machine is to run. */
#include "bench/build_info.h"
#include "bench/program.h"
#include "kernel/init.h"

/* From boot/entry.asm. */
_Noreturn void image_main(uint32_t magic, uintptr_t information);

_Noreturn void image_main(uint32_t magic, uintptr_t information)
{
	kernel_start(magic, information, program, build_info.version,
		     build_info.git);
}
