/* A program that renders an assembly as text, with parts that depend on its arguments and with rows. */
#include "nudge.h"

extern nudge_nudgeText_args args;
extern char buffer[];

int main(void)
{
    return (int)nudge_nudgeText_render(&nudge_pack, &args, buffer, 16384, NULL);
}

nudge_nudgeText_args args;
char buffer[16384];
