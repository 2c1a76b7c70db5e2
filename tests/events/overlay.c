/* Prints the hash of the first block of an event, with the pack itself and with an overlay of it. */
#include <stdio.h>

#include <small.h>

static void print_hash(const prm_pack *pack)
{
    prm_bundle_block block;
    prm_bundle bundle = prm_bundle_make(&block, 1);
    prm_descriptor event;

    memset(&event, 0, sizeof event);
    event.event_type = PRM_ON_WAKE;
    event.event_id = prm_cstr("e-1");
    if (prm_compile(&small_plans, pack, &event, NULL, 0, &bundle, NULL) == PRM_OK)
        printf("%016llx\n", (unsigned long long)block.text_hash);
}

int main(void)
{
    print_hash(&small_pack);
    print_hash(&small_de_pack);
    return 0;
}
