#include "board.h"

#include <stdint.h>
#include <string.h>

/* From the linker script. */
extern char data_load[], data_start[], data_end[], bss_start[], bss_end[];

int main(void);

void board_main(void)
{
    memcpy(data_start, data_load, (size_t)((uintptr_t)data_end - (uintptr_t)data_start));
    memset(bss_start, 0, (size_t)((uintptr_t)bss_end - (uintptr_t)bss_start));
    board_end(main());
}
