# SPDX-License-Identifier: MIT
"""Subjects that no row has by itself: reckoned from several, round by round."""

from quietcore.conclusions import (
    of_cores, of_dispatch, of_inject, of_parts, of_primes, of_threads,
    of_workloads)

#: By the name that the table of questions has (`reckon`).
BY_NAME = of_cores.BY_NAME | of_dispatch.BY_NAME | of_inject.BY_NAME \
    | of_parts.BY_NAME | of_primes.BY_NAME | of_threads.BY_NAME \
    | of_workloads.BY_NAME
