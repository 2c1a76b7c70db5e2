/* One render by all five ways, which must agree. */
#ifndef TESTS_WAYS_H
#define TESTS_WAYS_H

#include "arguments.h"

typedef struct call {
    const prm_pack *pack;
    prm_id          id;
    arguments       args;
    prm_format      format;
} call;

typedef struct outcome {
    prm_status status;
    prm_text   bytes;      /* after PRM_OK */
} outcome;

/* How the call ends; the choices of capacities and the like come from the input. */
outcome all_ways(const call *c, input *in);

#endif
