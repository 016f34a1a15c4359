# SPDX-License-Identifier: MIT
"""What of the code is changed so that its time is counted: counted.h.

The clock, the words that cores share and the processor's identity are read
through a few headers. A change that no longer fits is an error.
"""

from __future__ import annotations

import re

from judged import Wrong

#: Each read of the time stamp declares its halves first.
CLOCK = (r"(uint32_t low, high;)", r"\1 if (qc_cores) return qc_clock();")
#: RDTSCP takes longer, so that it can be told.
RDTSCP = (r"(uint32_t low, high, aux;)",
          r"\1 if (qc_cores) { qc_spend(40); return qc_clock(); }")
CHANGES = {
    "kernel/tsc.h": [CLOCK, RDTSCP],
    "bench/experiments/timer/timer.c": [CLOCK],
    "kernel/atomic.h": [
        (r"(#define atomic_\w+\([^)]*\))((?:\s|\\\n)+)"
         r"(__atomic(?:[^\n]*\\\n)*[^\n]*)", r"\1\2(qc_look(), \3)"),
        (r"__builtin_ia32_pause\(\);",
         "if (qc_cores) qc_spend(800); else __builtin_ia32_pause();")],
    "kernel/x86/step.h": [
        (r"(static inline void step_on\(void\)\n\{)",
         r"\1 if (qc_cores) { qc_step(1); return; }"),
        (r"(static inline void step_off\(void\)\n\{)",
         r"\1 if (qc_cores) { qc_step(0); return; }")],
    "hosted/cpu/step.c": [
        (r"\(\*step_of_thread\)", "(*step_of_core[QC_CORES_MOST])"),
        (r"step_of_thread", "step_of_core[qc_core()]")],
    "kernel/x86/insn.h": [
        (r'("a"\(leaf\), "c"\(subleaf\) : "memory"\);)',
         r"\1 if (qc_cores) qc_cpuid(leaf, subleaf, &r.eax);")],
    # Little is counted: a queue that stays empty is given up sooner.
    "sched/queue/loops.h": [
        (r"(#define QUEUE_PATIENCE) \(1u << 25\)",
         r"\1 (qc_cores ? 1u << 14 : 1u << 25)")],
    # A table of the cores ends where the last of them does.
    "kernel/machine.h": [
        (r"(#define KERNEL_MACHINE_H\n)\n((?:.|\n)*MACHINE_MAX_CORES) 1024",
         r'\1#include "tests/mutate/c/mutant.h"\n\2 QC_MAX_CORES')],
}


def counted(file: str, source: str) -> str:
    """The file's text, counting; no line moves."""
    for old, new in CHANGES.get(file, ()):
        source, changed = re.subn(old, new, source)
        if not changed:
            raise Wrong(f"{file}: nothing in it fits {old}")
    return source
