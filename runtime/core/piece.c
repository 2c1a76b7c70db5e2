#include "piece.h"

#include <promptrom/fence.h>
#include "json.h"

void prm_piece_hold(prm_piece *piece, size_t size)
{
    size_t found = 0;

    if (piece->filter & PRM_FILTER_FENCE)
        found = prm_fence_find(piece->data, size, piece->fence, piece->fence_size);
    piece->size = found > 0 ? found : size;
    piece->rest = found > 0 ? 1 + (size - found) : 0;
}

prm_text prm_piece_step(prm_piece *piece)
{
    prm_piece_hold(piece, piece->rest - 1);
    return prm_bytes("\\\\", (piece->filter & PRM_FILTER_ESCAPE) ? 2 : 1);
}

/* Takes the highest of piece->size digits off the number. Each is pointed at in a constant, so that a slice outlives
 * the piece. Without a division, which not every processor has. */
static prm_text cut_digit(prm_piece *piece)
{
    static const char digits[10] = { '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' };
    const char *digit = digits;
    size_t power = 1, i;

    for (i = --piece->size; i > 0; i--)
        power *= 10;
    for (; piece->number >= power; digit++)
        piece->number -= power;
    return prm_bytes(digit, 1);
}

PRM_APART static prm_text cut_escaped(prm_piece *piece)
{
    size_t taken = prm_json_plain(piece->data, piece->size);
    prm_text stretch = prm_bytes(piece->data, taken);

    if (taken == 0) {
        if ((unsigned char)*piece->data >= 0x80)
            piece->filter |= PRM_FILTER_BROKEN;
        stretch = prm_json_escape(piece->data, piece->size, &taken);
    }
    piece->data += taken;
    piece->size -= taken;
    return stretch;
}

static prm_text cut_whole(prm_piece *piece)
{
    const prm_text stretch = prm_bytes(piece->data, piece->size);

    piece->data += piece->size;
    piece->size = 0;
    return stretch;
}

bool prm_piece_cut(prm_piece *piece, prm_text *stretch)
{
    if (piece->size == 0) {
        if (!prm_piece_goes_on(piece))
            return false;
        *stretch = prm_piece_step(piece);
    } else if (PRM_HAS(ROWS) && (piece->filter & PRM_FILTER_NUMBER)) {
        *stretch = cut_digit(piece);
    } else if (piece->filter & PRM_FILTER_ESCAPE) {
        *stretch = cut_escaped(piece);
    } else {
        *stretch = cut_whole(piece);
    }
    return true;
}
