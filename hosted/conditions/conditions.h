/* SPDX-License-Identifier: MIT */
/*
 * What makes a Linux program's figures doubtful while it runs: other programs,
 * a quota of processor time, processors taken away, a stop. It is told by
 * kernel/machine.h's machine_look_before() and its like.
 */
#ifndef HOSTED_CONDITIONS_CONDITIONS_H
#define HOSTED_CONDITIONS_CONDITIONS_H

/* From here on other programs' time is counted. Once, all cores up. */
void conditions_begin(void);

#endif
