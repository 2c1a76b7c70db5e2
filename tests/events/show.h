/* Prints what an event compiles to and what its renderers send, for comparison with golden files. */
#ifndef TESTS_SHOW_H
#define TESTS_SHOW_H

#include <promptrom/contract.h>
#include <promptrom/documents.h>
#include <promptrom/renderer.h>

enum { SHOW_BLOCKS = 64 };

/* Does everything and prints nothing. */
extern bool show_quiet;

/* Compiles an event and lists its blocks; stops the program if that fails. */
void show_bundle(const prm_plans *plans, const prm_pack *pack, const prm_descriptor *event, const void *args,
                 prm_bundle *bundle);

/* The fingerprints of an envelope. */
void show_input(const prm_runtime_input *input);

/* What a renderer shows and sends. */
void show_sent(const prm_plans *plans, const prm_pack *pack, unsigned renderer, const prm_runtime_input *input,
               const void *args);

/* Stops the program with what is wrong, unless all is fine. */
void show_must(prm_status status, const prm_event_error *error);

#endif
