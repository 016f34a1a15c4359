/* SPDX-License-Identifier: MIT */
/* What is wrong with the command line or with what was built in: a warning
 * record, and the same sentence for people. Core 0, after the context. */
#ifndef BENCH_CONFIG_COMPLAIN_H
#define BENCH_CONFIG_COMPLAIN_H

#include <stdbool.h>

#include "kernel/words.h"

/* code is a word for programs, as in log_warning(). Always false. */
bool complain(const char *code, const char *text, ...)
	__attribute__((format(__printf__, 2, 3)));

/*
 * A word of an option that names nothing:
 *
 *	wrong_name_begin("lock", word);
 *	for each that there is: wrong_name_offer(name);
 *	return wrong_name_end("bad_option", "lock");
 *
 * says "lock=mcz: no lock is called 'mcz' (did you mean 'mcs'?); there are:
 * ...". One at a time.
 */
void wrong_name_begin(const char *what, struct word word);

/* A name that there is. Its text must outlive the search. */
void wrong_name_offer(const char *name);

/* The two halves of it, for a list too long to show: so many letters of a
 * name that may have been meant; what to show, once however often it comes. */
void wrong_name_compare(const char *name, size_t letters);
void wrong_name_show(const char *name, size_t letters);

/* Always false. */
bool wrong_name_end(const char *code, const char *option);

#endif
