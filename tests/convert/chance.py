"""Numbers from a seed, as any language with SHA-256 can redo them (openapi/vectors/README.md)."""

import hashlib


def stream(seed, label):
    """The 64-bit numbers of one label."""
    head = seed + bytes([len(label)]) + label.encode("ascii")
    block = 0
    while True:
        digest = hashlib.sha256(head + block.to_bytes(8, "big")).digest()
        for part in range(4):
            yield int.from_bytes(digest[8 * part : 8 * part + 8], "big")
        block += 1


def below(numbers, n):
    """A number below n."""
    if n == 1:
        return 0
    rest = 2**64 % n
    for number in numbers:
        if number < 2**64 - rest:
            return number % n


def shuffled(seed, label, cards):
    """The cards, given in ascending number, in their order after the shuffle, top first."""
    numbers, order = stream(seed, label), list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def search(fits):
    """The first seed 0, 1, 2, … that fits."""
    number = 0
    while True:
        seed = number.to_bytes(32, "big")
        if fits(seed):
            return seed
        number += 1
