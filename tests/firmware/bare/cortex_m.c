/* Cortex-M: the vectors, and output and exit by semihosting. */
#include <stdint.h>

#include "board.h"

enum { WRITE_CHARACTER = 0x03, EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026, EXCEPTIONS = 15 };

extern char stack_top[];    /* from the linker script */

static void fault(void)
{
    board_end(BOARD_FAULT);
}

typedef struct { void *stack; void (*handler[EXCEPTIONS])(void); } table;

__attribute__((section(".start"), used)) static const table vectors = {
    stack_top,
    { board_main, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault }
};

static void semihost(unsigned operation, const void *argument)
{
    register unsigned r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void board_put(char byte)
{
    semihost(WRITE_CHARACTER, &byte);
}

void board_end(int status)
{
    const uint32_t reason[2] = { APPLICATION_EXIT, (uint32_t)status };

    semihost(EXIT_EXTENDED, reason);
    for (;;)
        ;
}
