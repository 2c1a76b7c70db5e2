/* As much of output as the programs here use. */
#ifndef BARE_STDIO_H
#define BARE_STDIO_H

int putchar(int byte);
int puts(const char *line);

/* Takes %s, %lu, %lx and %02X, which is an unsigned; with anything else the program ends with an error. */
#ifdef __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
int printf(const char *format, ...);

#endif
