/* SPDX-License-Identifier: MIT */
#ifndef HOSTED_CPU_RECALL_H
#define HOSTED_CPU_RECALL_H

/* The calling core has left machine_recallable() another way. */
void recall_forget(void);

#endif
