/* CRC-32 of ISO-HDLC (zlib's crc32). Begin with PRM_CRC_BEGIN; the checksum is the complement of the last result. */
#ifndef PRM_CRC_H
#define PRM_CRC_H

#include <stdint.h>

#define PRM_CRC_BEGIN 0xFFFFFFFFu

uint32_t prm_crc_bytes(uint32_t crc, const char *data, uint32_t size);

/* The low `size` bytes of a number, which count as little-endian on every machine. */
uint32_t prm_crc_number(uint32_t crc, uint32_t number, unsigned size);

#endif
