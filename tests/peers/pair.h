/* SPDX-License-Identifier: MIT */
/* Starts the second core's helper; pins the caller to side 0. Once. */
#ifndef TESTS_PEERS_PAIR_H
#define TESTS_PEERS_PAIR_H

#include "tests/peers/peers.h"

void pair_start(void);

#endif
