# SPDX-License-Identifier: GPL-3.0-or-later
from math import isqrt, log


def nth_prime(n):
    """The n-th prime number, counted from 1, by the sieve of Eratosthenes."""
    limit = 15 if n < 6 else int(n * (log(n) + log(log(n)))) + 1
    is_prime = bytearray([1]) * (limit + 1)
    is_prime[0:2] = b"\0\0"
    for i in range(2, isqrt(limit) + 1):
        if is_prime[i]:
            is_prime[i * i :: i] = bytes(len(range(i * i, limit + 1, i)))
    position = -1
    for _ in range(n):
        position = is_prime.find(1, position + 1)
    return position


nth_prime("{{n}}")
