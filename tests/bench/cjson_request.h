#ifndef BENCH_CJSON_REQUEST_H
#define BENCH_CJSON_REQUEST_H

#include "request_pack.h"

/* Takes what the requests are made of. false: out of memory. */
bool prepare_cjson(const request_chat_args *args);

/* The request as a tree of cJSON's, printed into the buffer and freed; of the second, the tree of the tools is made
 * once and kept. set is of no account. */
size_t cjson_request(unsigned set);
size_t cjson_request_tools_kept(unsigned set);

#endif
