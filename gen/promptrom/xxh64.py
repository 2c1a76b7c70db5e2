"""XXH64, the hash of the fingerprints (algorithm of the xxHash specification, version 0.1.1)."""

from __future__ import annotations

import struct

MASK = 2**64 - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def rotate(value: int, bits: int) -> int:
    return (value << bits | value >> (64 - bits)) & MASK


def mix(lane: int, word: int) -> int:
    return rotate((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data: bytes, seed: int = 0) -> int:
    """The hash as a number."""
    length, at = len(data), 0
    if length >= 32:
        value, at = stripes(data, seed)
    else:
        value = (seed + P5) & MASK
    value = (value + length) & MASK
    return finish(value, data, at)


def stripes(data: bytes, seed: int) -> tuple[int, int]:
    """Takes whole blocks of 32 bytes; the value and how far it came."""
    a, b, c, d = (seed + P1 + P2) & MASK, (seed + P2) & MASK, seed & MASK, (seed - P1) & MASK
    end = len(data) // 32 * 32
    for one, two, three, four in struct.iter_unpack("<4Q", data[:end]):
        a, b, c, d = mix(a, one), mix(b, two), mix(c, three), mix(d, four)
    value = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) & MASK
    for lane in (a, b, c, d):
        value = ((value ^ mix(0, lane)) * P1 + P4) & MASK
    return value, end


def finish(value: int, data: bytes, at: int) -> int:
    """The last bytes, and the mixing that spreads them."""
    while at + 8 <= len(data):
        value ^= mix(0, int.from_bytes(data[at:at + 8], "little"))
        value = (rotate(value, 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(data):
        value ^= int.from_bytes(data[at:at + 4], "little") * P1 & MASK
        value = (rotate(value, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        value ^= byte * P5 & MASK
        value = rotate(value, 11) * P1 & MASK
    value = (value ^ value >> 33) * P2 & MASK
    value = (value ^ value >> 29) * P3 & MASK
    return value ^ value >> 32
