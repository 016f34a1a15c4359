# SPDX-License-Identifier: MIT
"""Trust labels in words a beginner understands."""

from __future__ import annotations

#: From most to least trusted; the second half runs in software.
NATIVE = ("metal", "linux", "kvm", "hyper-v", "vmware", "xen", "virtualbox",
          "bhyve", "acrn", "qnx", "parallels", "hypervisor", "linux-vm")
EMULATED = ("tcg-icount", "kvm-emulated", "tcg", "bochs", "emulator")


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
    return (f"{label}: these ticks tell how fast the emulator is, "
            "not how fast any processor is.")
