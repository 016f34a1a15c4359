/* SPDX-License-Identifier: MIT */
/* What the program tells of the machine it runs on. */
#ifndef HOSTED_FACTS_FACTS_H
#define HOSTED_FACTS_FACTS_H

/* The signs of trust; first of all, while the NOPs are cold. */
void facts_look(void);

/* All the rest, once the cores run. command_line must outlive the program. */
void facts_collect(const char *command_line);

#endif
