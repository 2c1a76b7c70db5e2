#include "crc.h"

/* Four bits at a time: 64 bytes of table are enough for a check that runs once. */
static uint32_t add_byte(uint32_t crc, unsigned byte)
{
    static const uint32_t nibbles[16] = {
        0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u, 0x4DB26158u, 0x5005713Cu,
        0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu, 0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu
    };

    crc ^= byte;
    crc = crc >> 4 ^ nibbles[crc & 15];
    return crc >> 4 ^ nibbles[crc & 15];
}

uint32_t prm_crc_bytes(uint32_t crc, const char *data, uint32_t size)
{
    uint32_t i;

    for (i = 0; i < size; i++)
        crc = add_byte(crc, (unsigned char)data[i]);
    return crc;
}

uint32_t prm_crc_number(uint32_t crc, uint32_t number, unsigned size)
{
    for (; size > 0; size--, number >>= 8)
        crc = add_byte(crc, number & 0xFF);
    return crc;
}
