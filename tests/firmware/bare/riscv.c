/* RISC-V on QEMU's board virt: entry, output through its serial port, exit through its test device. */
#include <stdint.h>

#include "board.h"

#define SERIAL (*(volatile uint8_t *)0x10000000u)
#define SERIAL_STATE (*(volatile uint8_t *)0x10000005u)
#define TEST (*(volatile uint32_t *)0x00100000u)

enum { SERIAL_EMPTY = 0x20, PASS = 0x5555, FAIL = 0x3333 };

void entry(void);
void fault(void);

__attribute__((aligned(4))) void fault(void)
{
    board_end(BOARD_FAULT);
}

__attribute__((naked, section(".start"), used)) void entry(void)
{
    __asm__("la sp, stack_top\n\t"
            "la t0, fault\n\t"
            ".option arch, +zicsr\n\t"
            "csrw mtvec, t0\n\t"
            "tail board_main");
}

void board_put(char byte)
{
    while (!(SERIAL_STATE & SERIAL_EMPTY))
        ;
    SERIAL = (uint8_t)byte;
}

void board_end(int status)
{
    TEST = status == 0 ? PASS : (uint32_t)status << 16 | FAIL;
    for (;;)
        ;
}
