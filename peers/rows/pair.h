/* SPDX-License-Identifier: MIT */
/* Starts the second core's helper; pins the caller to side 0. Once. */
#ifndef PEERS_ROWS_PAIR_H
#define PEERS_ROWS_PAIR_H

#include "peers/peers.h"

void pair_start(void);

#endif
