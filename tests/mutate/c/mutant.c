/* SPDX-License-Identifier: MIT */
#include "tests/mutate/c/mutant.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

unsigned qc_mutant_chosen;
unsigned char *qc_mutant_reached;

/* Shared: a test runs in a process of its own. */
static unsigned char *map(const char *path)
{
	int file = open(path, O_RDWR);
	struct stat about;
	void *bytes;

	if (file < 0 || fstat(file, &about)) {
		perror(path);
		exit(1);
	}
	bytes = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE,
		     MAP_SHARED, file, 0);
	return bytes == MAP_FAILED ? NULL : bytes;
}

__attribute__((constructor)) static void choose(void)
{
	const char *number = getenv("QC_MUTANT");
	const char *path = getenv("QC_REACHED");

	if (number)
		qc_mutant_chosen = (unsigned)strtoul(number, NULL, 10);
	if (path)
		qc_mutant_reached = map(path);
}
