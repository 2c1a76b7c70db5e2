/* A program that renders slots as text. */
#include "device.h"

extern device_report_args args;
extern char buffer[];

int main(void)
{
    return (int)device_report_render(&device_pack, &args, buffer, DEVICE_REPORT_MAX_BYTES + 1, NULL);
}

device_report_args args;
char buffer[DEVICE_REPORT_MAX_BYTES + 1];
