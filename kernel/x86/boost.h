/* SPDX-License-Identifier: MIT */
/* Whether the core's clock may leave its nominal rate. */
#ifndef KERNEL_X86_BOOST_H
#define KERNEL_X86_BOOST_H

/*
 * 1 on, 0 off or not there, -1 where it cannot be known: under a hypervisor
 * and on other vendors' processors, whose MSRs mean something else.
 */
int boost_turbo(void); /* Intel Turbo Boost, AMD Core Performance Boost */
int boost_hwp(void);   /* the processor picks its own clock (Intel HWP) */

#endif
