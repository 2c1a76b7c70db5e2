/* WebAssembly: the host hands over what a board has, and calls run(). */
#include "board.h"

__attribute__((import_module("board"), import_name("put"))) void host_put(char byte);
__attribute__((import_module("board"), import_name("end"), noreturn)) void host_end(int status);

int main(void);
int run(void);

void board_put(char byte)
{
    host_put(byte);
}

void board_end(int status)
{
    host_end(status);
}

__attribute__((export_name("run"))) int run(void)
{
    return main();
}
