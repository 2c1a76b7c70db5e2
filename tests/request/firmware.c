/* Emits the request on a Cortex-M3 and measures the stack that the call takes, the sink's included: it is painted
 * before, and what has lost its paint afterwards was used. Prints, by semihosting, the bytes of stack, the bytes of
 * the result, and a sum over these. */
#include "request.h"

enum { PAINT = 0xA5, PAINTED = 4096 };

extern uint32_t stack_top[];
extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[];

void reset(void);

__attribute__((section(".vectors"), used)) static const struct { uint32_t *stack; void (*reset)(void); } vectors = {
    stack_top, reset
};

static long semihost(unsigned operation, const void *argument)
{
    register long r0 __asm__("r0") = (long)operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static void print(const char *label, size_t number)
{
    static char text[64];
    const prm_integer digits = prm_uint(number);

    memset(text, 0, sizeof text);
    memcpy(text, label, strlen(label));
    memcpy(text + strlen(label), digits.digits, digits.size);
    text[strlen(label) + digits.size] = '\n';
    (void)semihost(4, text);
}

static size_t bytes;
static uint32_t sum;

static int count(void *context, const char *data, size_t size)
{
    (void)context;
    bytes += size;
    while (size-- > 0)
        sum = sum * 31 + (unsigned char)*data++;
    return 0;
}

static request_chat_args args;
static prm_report report;

static volatile unsigned char *stack_pointer(void)
{
    volatile unsigned char *sp;

    __asm__ volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

static void measure(void)
{
    volatile unsigned char *const here = stack_pointer();
    volatile unsigned char *at;
    prm_sink sink;
    prm_status status;

    sink.write = count;
    sink.context = NULL;
    for (at = here - PAINTED; at < here; at++)
        *at = PAINT;
    status = request_chat_emit(&request_pack, &args, sink, &report);
    for (at = here - PAINTED; at < here && *at == PAINT; at++)
        ;
    print("status ", (size_t)status);
    print("stack ", (size_t)(here - at));
    print("bytes ", bytes);
    print("sum ", sum);
}

void reset(void)
{
    memcpy(data_start, data_load, (size_t)((char *)data_end - (char *)data_start));
    memset(bss_start, 0, (size_t)((char *)bss_end - (char *)bss_start));
    args = request_arguments();
    measure();
    (void)semihost(0x18, (const void *)0x20026);    /* the end, without an error */
    for (;;)
        ;
}
