/* SPDX-License-Identifier: MIT */
#ifndef HOSTED_FACTS_TRUST_LABEL_H
#define HOSTED_FACTS_TRUST_LABEL_H

/*
 * The trust label of a Linux program on a machine that has this label itself:
 * "linux" on metal, "linux-vm" under a hypervisor, and the same label inside an
 * emulator or where it is unknown: there a clean Linux changes nothing. Pure.
 */
const char *hosted_label(const char *machine);

#endif
