/* What a program needs of the machine that it runs on when there is no operating system. */
#ifndef BARE_BOARD_H
#define BARE_BOARD_H

/* Exit status of a program that the processor stopped, or that asked for what is not here. */
enum { BOARD_FAULT = 99 };

void board_put(char byte);

/* Ends the emulator. */
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void board_end(int status);

/* Sets memory up as C expects it, calls main() and ends with its result. The start-up code does no more than come
 * here with a stack. */
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void board_main(void);

#endif
