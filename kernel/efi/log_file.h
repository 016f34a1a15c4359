/* SPDX-License-Identifier: MIT */
/*
 * The run's log as a file on the medium that we were booted from, or on the
 * server of a network: its first records before anything is measured, those of
 * each experiment when it has ended, the rest after the run. Boot core, no job
 * running; each does nothing where the firmware is not kept.
 */
#ifndef KERNEL_EFI_LOG_FILE_H
#define KERNEL_EFI_LOG_FILE_H

#include <stdbool.h>

/* Makes the file and writes what is there. What fails is a warning record; the
 * run goes on without a file. */
void log_file_begin(void);

/* Writes what has come since. What fails is told at the end alone, where it is
 * tried once more. On a server there is nothing between begin and end. */
void log_file_keep(void);

/* Writes the rest, reads all of it back (a server gets all of it anew, and
 * acknowledges it), and says in print() where it is, or why it is not. Safe to
 * call again: nothing happens then. */
void log_file_end(void);

/* All of the log is on the medium or the server. */
bool log_file_whole(void);

#endif
