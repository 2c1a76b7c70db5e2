#ifndef BENCH_CJSON_REQUEST_H
#define BENCH_CJSON_REQUEST_H

#include "request_pack.h"

/* Whether the tree of the tools is made from JSON for each request, was made once, or is left out: their JSON is put
 * in as it is. */
typedef enum cjson_tools { ALL_ANEW, TOOLS_KEPT, TOOLS_AS_TEXT } cjson_tools;

/* Makes what is kept. false: out of memory. */
bool prepare_cjson(void);

/* The request as a tree of cJSON's, printed into the buffer and freed. */
size_t cjson_request(const request_chat_args *args, cjson_tools how);

#endif
