/* A program that renders an assembly as text, with parts that depend on its arguments and with rows. */
#include "nudge.h"

enum { CAPACITY = 8192 };

extern nudge_nudgeText_args args;
extern char buffer[];

int main(void)
{
    return (int)nudge_nudgeText_render(&nudge_pack, &args, buffer, CAPACITY, NULL);
}

nudge_nudgeText_args args;
char buffer[CAPACITY];
