/* SPDX-License-Identifier: MIT */
/* bench/experiments/workloads/search.c: what the documents are. */
#define workload_search apart_search
#include "bench/experiments/workloads/search.c"

#include <stdlib.h>

#include "tests/unit/test.h"

/* Behind it lies another one, or nothing of ours. */
TEST(workloads_document_fills_its_own_bytes)
{
	char *text = malloc(DOCUMENT);

	for (uint32_t index = 0; index < 3 * TOPIC_EVERY; index++)
		write_document(text, index);
	free(text);
}
