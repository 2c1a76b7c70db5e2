/* The arguments of the request of request_pack.py. */
#ifndef TESTS_REQUEST_H
#define TESTS_REQUEST_H

#include "request_pack.h"

/* Its messages, in memory of their own. */
request_chat_args request_arguments(void);

#endif
