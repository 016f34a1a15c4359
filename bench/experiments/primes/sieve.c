/* SPDX-License-Identifier: MIT */
#include "bench/experiments/primes/primes.h"

#include "kernel/string.h"

static inline bool is_prime(uint32_t n)
{
	if (n < 4 || !(n & 1))
		return n == 2 || n == 3;
	for (uint32_t d = 3; d * d <= n; d += 2)
		if (n % d == 0)
			return false;
	return true;
}

__attribute__((noinline)) uint32_t primes_divide(uint32_t first, uint32_t last,
						 uint32_t *list)
{
	uint32_t found = 0;

	for (uint32_t n = first; n <= last; n++)
		if (is_prime(n))
			list[found++] = n;
	return found;
}

void primes_sieve(uint8_t *composite, uint32_t last)
{
	memset(composite, 0, primes_sieve_bytes(last));
	composite[0] = 1;
	if (last)
		composite[1] = 1;
	for (uint64_t p = 2; p * p <= last; p++)
		for (uint64_t i = p * p; i <= last && !composite[p]; i += p)
			composite[i] = 1;
}

struct primes_facts primes_facts(const uint8_t *composite, uint32_t last)
{
	struct primes_facts f = { 0 };

	for (uint32_t n = 0; n <= last; n++)
		if (!composite[n]) {
			f.count++;
			f.sum += n;
		}
	return f;
}

bool primes_next(const uint8_t *composite, uint32_t last, uint32_t *at,
		 const uint32_t *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t next = *at + 1;

		while (next <= last && composite[next])
			next++;
		if (next > last || list[i] != next)
			return false;
		*at = next;
	}
	return true;
}
