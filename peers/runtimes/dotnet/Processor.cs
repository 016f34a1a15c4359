// SPDX-License-Identifier: MIT
using System;
using System.Runtime.InteropServices;

static class Processor {
	[DllImport("libc")] static extern int sched_setaffinity(int thread, IntPtr bytes, long[] mask);

	// Binds the calling thread to one processor; false: it may not run there.
	public static bool Bind(int processor) {
		var mask = new long[16];
		mask[processor / 64] = 1L << processor % 64;
		return sched_setaffinity(0, (IntPtr)(8 * mask.Length), mask) == 0;
	}
}
