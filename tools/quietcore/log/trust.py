# SPDX-License-Identifier: MIT
"""Trust labels in words a beginner understands."""

from __future__ import annotations

#: From most to least trusted; the second half runs in software.
NATIVE = ("metal", "linux", "kvm", "hyper-v", "vmware", "xen", "virtualbox", "bhyve", "acrn",
          "qnx", "parallels", "hypervisor", "linux-vm", "unknown")
EMULATED = ("tcg-icount", "kvm-emulated", "tcg", "bochs", "emulator")


#: Parts per million that the sources of a clock may be apart.
SPREAD_MOST = 1000


def lesser(context: dict) -> str:
    """The less trusted of what the image detected and the runner claims."""
    order = NATIVE + EMULATED
    labels = [context.get("trust", "emulator"), context.get("trust_claimed")]
    known = [label for label in labels if label in order]
    return max(known, key=order.index, default="emulator")


def mark(context: dict) -> str:
    """"EMULATED (tcg)" where figures are emulated; "" elsewhere."""
    label = lesser(context)
    return f"EMULATED ({label})" if label in EMULATED else ""


def banner(context: dict) -> str:
    """The warning that stands over every table of emulated figures; or ""."""
    label = mark(context)
    if not label:
        return ""
    if lesser(context) == "tcg-icount":
        return (f"{label}: the figures count instructions, exactly; they say "
                "nothing about time on silicon.")
    return (f"{label}: these ticks tell how fast the emulator is, not how fast any processor is.")


def clock_doubt(context: dict) -> str:
    """Why seconds and nanoseconds of a log are in doubt; "" if they are not."""
    spread = context.get("tsc_spread_ppm") or 0
    if not context.get("tsc_hz") or spread <= SPREAD_MOST:
        return ""
    return (f"Clock in doubt: its readings are {spread:,} ppm apart. "
            "Nanoseconds may be wrong, ticks are not touched.")
