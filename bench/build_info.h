/* SPDX-License-Identifier: MIT */
/* What this program was built from; the build writes the values. */
#ifndef BENCH_BUILD_INFO_H
#define BENCH_BUILD_INFO_H

struct build_info {
	const char *version;   /* of the project */
	const char *git;       /* commit, "unknown" outside a checkout */
	int dirty;             /* 1: the tree had changes; -1: nobody knows */
	const char *compiler;  /* name, version and flags */
};

extern const struct build_info build_info;

#endif
