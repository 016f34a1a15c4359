/* SPDX-License-Identifier: MIT */
/* What there is: experiments, variants, options, a sentence each. */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

void list_everything(void);

#endif
