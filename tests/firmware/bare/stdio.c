#include <stdio.h>

#include <stdarg.h>
#include <string.h>

#include "board.h"

int putchar(int byte)
{
    board_put((char)byte);
    return byte;
}

static void put_text(const char *text)
{
    while (*text != '\0')
        board_put(*text++);
}

static void put_number(unsigned long value, unsigned base, unsigned width)
{
    char digits[3 * sizeof value];
    unsigned size = 0;

    do {
        digits[size++] = "0123456789ABCDEF"[value % base];
        value /= base;
    } while (value != 0 || size < width);
    while (size > 0)
        board_put(digits[--size]);
}

int puts(const char *line)
{
    put_text(line);
    board_put('\n');
    return 0;
}

/* Bytes that a conversion takes in the format; 0 if it is none of those. */
static unsigned put_next(const char *format, va_list *values)
{
    if (format[0] == 's') {
        put_text(va_arg(*values, const char *));
        return 1;
    }
    if (strlen(format) >= 3 && memcmp(format, "02X", 3) == 0) {
        put_number(va_arg(*values, unsigned), 16, 2);
        return 3;
    }
    if (format[0] == 'l' && (format[1] == 'u' || format[1] == 'x')) {
        put_number(va_arg(*values, unsigned long), format[1] == 'u' ? 10 : 16, 1);
        return 2;
    }
    return 0;
}

int printf(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    while (*format != '\0') {
        unsigned taken;
        if (*format != '%') {
            board_put(*format++);
            continue;
        }
        taken = put_next(++format, &values);
        if (taken == 0)
            board_end(BOARD_FAULT);
        format += taken;
    }
    va_end(values);
    return 0;
}
