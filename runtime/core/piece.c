#include "piece.h"

#include <promptrom/fence.h>
#include "json.h"

void prm_piece_hold(prm_piece *piece, size_t size)
{
    size_t found = 0;

    if (PRM_HAS(FENCES))    /* nobody else asks */
        found = prm_fence_find(piece->data, size, piece->fence, piece->fence_size);
    piece->size = found > 0 ? found : size;
    piece->rest = found > 0 ? 1 + (size - found) : 0;
}

/* Takes the highest of piece->size digits off the number. Each is pointed at in a constant, so that a slice outlives
 * the piece. Without a division, which not every processor has. */
static bool cut_digit(prm_piece *piece, prm_text *stretch)
{
    static const char digits[10] = { '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' };
    size_t power = 1, i;

    stretch->data = digits;
    stretch->size = 1;
    for (i = --piece->size; i > 0; i--)
        power *= 10;
    for (; piece->number >= power; stretch->data++)
        piece->number -= power;
    return true;
}

PRM_APART static bool cut_escaped(prm_piece *piece, prm_text *stretch)
{
    size_t taken = prm_json_plain(piece->data, piece->size);

    stretch->data = piece->data;
    stretch->size = taken;
    if (taken == 0) {
        if ((unsigned char)*piece->data >= 0x80)
            piece->filter |= PRM_FILTER_BROKEN;
        *stretch = prm_json_escape(piece->data, piece->size, &taken);
    }
    piece->data += taken;
    piece->size -= taken;
    return true;
}

bool prm_piece_cut(prm_piece *piece, prm_text *stretch)
{
    if (piece->size == 0) {
        if (!prm_piece_goes_on(piece))
            return false;
        *stretch = prm_piece_step(piece);
        return true;
    }
    if (PRM_HAS(ROWS) && (piece->filter & PRM_FILTER_NUMBER))
        return cut_digit(piece, stretch);
    if (piece->filter & PRM_FILTER_ESCAPE)
        return cut_escaped(piece, stretch);
    *stretch = prm_bytes(piece->data, piece->size);
    piece->data += piece->size;
    piece->size = 0;
    return true;
}
