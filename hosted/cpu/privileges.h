/* SPDX-License-Identifier: MIT */
/* What makes a Linux program's figures fair, as far as Linux grants it. */
#ifndef HOSTED_CPU_PRIVILEGES_H
#define HOSTED_CPU_PRIVILEGES_H

/* Asks for locked memory and the real-time class; what is refused is kept as
 * a warning, and machine_granted() tells all answers. Once, all cores up. */
void granted_ask(void);

#endif
