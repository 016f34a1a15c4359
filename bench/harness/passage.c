/* SPDX-License-Identifier: MIT */
#include "bench/harness/passage.h"

void passage_end(struct passage *p,
		 bool (*pop)(void *queue, struct work *work), void *queue)
{
	struct work work;

	/* A queue that is wrong may give items for ever. */
	for (p->left = 0; p->left <= p->in && pop(queue, &work); p->left++)
		;
}

enum proven passage_proven(const struct passage *p)
{
	if (p->in != p->out + p->left)
		return DISPROVEN;
	return p->out == p->wanted ? PROVEN : NOT_PROVEN;
}

const char *passage_why(const struct passage *p)
{
	return p->in > p->out + p->left ? "items were lost" :
	       p->in < p->out + p->left ? "more items came out than went in" :
	       "items came too late: it stayed full or empty for long";
}
