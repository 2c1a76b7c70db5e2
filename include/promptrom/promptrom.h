/* promptrom: prompts compiled into const tables, rendered without allocating or parsing.
 *
 *   text.h     arguments
 *   status.h   what can happen
 *   render.h   measure, render, gather, emit, and the cursor
 *   pack.h     names, verification, source map
 *
 * Needs nothing but memcpy, memmove, memset and memcmp. A pack's own header includes this one. */
#ifndef PROMPTROM_PROMPTROM_H
#define PROMPTROM_PROMPTROM_H

#include <promptrom/pack.h>
#include <promptrom/render.h>
#include <promptrom/status.h>
#include <promptrom/tables.h>
#include <promptrom/text.h>

#endif
