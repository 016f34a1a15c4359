/* SPDX-License-Identifier: MIT */
/*
 * What a camera takes of the log's records (docs/camera.md): of a `result` or a
 * `quantity` its rounds, as a line; of a `validation` what is not proven right;
 * of the `context` what figures are worth. Nothing of all others. Core 0, or
 * the one that ends the run.
 */
#ifndef KERNEL_CODES_KEPT_RECORD_H
#define KERNEL_CODES_KEPT_RECORD_H

#include <stddef.h>

/* A line of the log, right and whole. Its own line goes to kept_line(). */
void kept_record(const char *line, size_t length);

/* "trust claimed hz step", of the context: what each code says first. */
const char *kept_context(void);

#endif
