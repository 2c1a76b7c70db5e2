#include <promptrom/utf8.h>

/* Third byte of one of U+2000 to U+200A, U+2028, U+2029 and U+202F. */
static bool is_general_space(unsigned char byte)
{
    return (byte >= 0x80 && byte <= 0x8A) || byte == 0xA8 || byte == 0xA9 || byte == 0xAF;
}

/* Bytes of the white space character that stands at data, at most size; 0: none does. */
static size_t space_at(const unsigned char *data, size_t size)
{
    if (size >= 1 && (data[0] == ' ' || (data[0] >= '\t' && data[0] <= '\r')))
        return 1;
    if (size >= 2 && data[0] == 0xC2)
        return data[1] == 0x85 || data[1] == 0xA0 ? 2 : 0;
    if (size < 3)
        return 0;
    switch ((unsigned)data[0] << 8 | data[1]) {
    case 0xE19A: return data[2] == 0x80 ? 3 : 0;
    case 0xE280: return is_general_space(data[2]) ? 3 : 0;
    case 0xE281: return data[2] == 0x9F ? 3 : 0;
    case 0xE380: return data[2] == 0x80 ? 3 : 0;
    default:     return 0;
    }
}

/* Bytes of the white space character that ends at the end of a text; 0: none does. */
static size_t space_before(const unsigned char *data, size_t size)
{
    size_t length;

    for (length = 1; length <= 3 && length <= size; length++)
        if (space_at(data + size - length, length) == length)
            return length;
    return 0;
}

prm_text prm_trim(prm_text text)
{
    const unsigned char *const data = (const unsigned char *)text.data;
    size_t start = 0, end = text.size, step;

    if (data == NULL)
        return text;
    while ((step = space_at(data + start, end - start)) > 0)
        start += step;
    while ((step = space_before(data + start, end - start)) > 0)
        end -= step;
    return prm_bytes(text.data + start, end - start);
}
