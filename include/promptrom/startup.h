/* Overlays that a program reads when it starts: a user's own wording, a language that was not compiled in.
 *
 * Conventions
 *   - A file has the format of overlays/NAME.yaml. It is held against the rules that the compiler wrote beside the
 *     pack, and what is wrong with it is told in the compiler's codes and words, all of it at once.
 *     `promptrom check --start-up PACK --overlay FILE` says the same, and warns as well.
 *   - Slots and constants are replaced. Joins of assemblies, constants in constants, bound names inside rows and rows
 *     inside others of which they are no field are laid down when a pack is compiled: only overlays at build time
 *     have them (PR0706).
 *   - An overlay is a prm_pack in memory that the caller gives. It points to nothing but the pack below it, which
 *     must stay where it is; the file may go. Rendering through it costs what it costs through a compiled one.
 *   - The pack below may be an overlay itself, compiled or read, so that languages fall back on others. A text that
 *     equals the pack's own hides what an overlay in between says; null leaves it. It is known by its size and a hash
 *     of 64 bits (FNV-1a), since the pack does not keep its texts as they were written: of random texts of that size
 *     one in 2^64 is taken for it, and whoever writes the file can make one. Then the pack's own text is shown.
 *   - Nothing is allocated here. libyaml allocates while it reads, which has ended when a call returns. A call takes
 *     about 14 KB of stack.
 *   - What stands around a slot is not looked at, nor what stands in a constant. Lines that end in the beginning of
 *     a tag that some fence of the pack is about are therefore an error wherever the slot stands (PR0550), as is a
 *     bound name behind one, or a value that other entries hand to the slot with a fence that the slot itself does
 *     not ask for. Values and constants may be empty, or go on with a tag. Where texts of the pack itself
 *     end so, or would with another text for a constant, more is an error: a fenced value or a bound name at the
 *     start of a text, or behind nothing but values and what is bound; and a text that may be empty or a piece of a
 *     tag, or that ends in a bound name, such as "", "/" and "{note}".
 *   - Limits: a file has at most 4 MiB, 16,384 nodes, ends of mappings and lists among them, and 64 levels of
 *     nesting. They are met before libyaml's time or memory grow: what stands behind the node that is too much is not
 *     read, and of what stands before it only mistakes in YAML are told. Where a
 *     mistake stands is found by reading its text once more; for all those of one text together, but for a few that
 *     are told late, such as sections that are never closed.
 *
 *       prm_diagnostic list[20];
 *       char words[4096];
 *       prm_diagnostics found = prm_diagnostics_in(list, 20, words, sizeof words);
 *       prm_overlay_file file = { prm_cstr("de.yaml"), text };
 *       const prm_pack *overlay;
 *       size_t needed;
 *       status = prm_overlay_load(&nudge_pack, &nudge_rules, file, NULL, 0, &needed, &overlay, &found);
 *       if (status == PRM_NO_SPACE)
 *           status = prm_overlay_load(&nudge_pack, &nudge_rules, file, memory, needed, &needed, &overlay, &found);
 *       if (status == PRM_BAD_OVERLAY) … tell what is in found … */
#ifndef PROMPTROM_STARTUP_H
#define PROMPTROM_STARTUP_H

#include <promptrom/pack.h>
#include <promptrom/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PRM_OVERLAY_BYTES 4194304u    /* the longest file */

/* ---- diagnostics ---- */

/* One mistake in a file. Of several of one kind and name in one text, the first stands for all. */
typedef struct prm_diagnostic {
    uint16_t    code;             /* 301 for PR0301, which `promptrom explain PR0301` explains */
    uint32_t    line, column;     /* from 1, the column in characters; 0: the file as a whole */
    const char *message;          /* what is wrong */
    const char *note;             /* why, or "" */
    const char *help;             /* what to do, or "" */
    uint32_t    key;              /* tells equal mistakes; of no use to others */
} prm_diagnostic;

/* Where diagnostics go, in the order of their places. The caller gives list and words. */
typedef struct prm_diagnostics {
    prm_diagnostic *list;
    size_t          capacity;
    size_t          count;         /* written: those found; only the first `capacity` met are in the list */
    char           *words;         /* what the list points to */
    size_t          words_size;
    size_t          words_needed;  /* written: if it is above words_size, words at the end are cut or missing */
} prm_diagnostics;

static inline prm_diagnostics prm_diagnostics_in(prm_diagnostic *list, size_t capacity, char *words,
                                                 size_t words_size)
{
    prm_diagnostics made;

    made.list = list;
    made.capacity = capacity;
    made.words = words;
    made.words_size = words_size;
    made.count = made.words_needed = 0;
    return made;
}

/* Writes a diagnostic as the compiler shows it, without the lines of the source: "FILE:3:9: error[PR0301]: …" and a
 * line each for note and help, with a NUL behind. Returns the size without it; what is above capacity - 1 is cut. */
size_t prm_diagnostic_text(const prm_diagnostic *diagnostic, prm_text file, char *buffer, size_t capacity);

/* ---- loading ---- */

typedef struct prm_overlay_file {
    prm_text name;                 /* for messages */
    prm_text text;                 /* its bytes */
} prm_overlay_file;

/* Reads an overlay of base into memory. rules are those of the compiled pack at the bottom of base, which its header
 * finds: nudge_rules_of(base).
 *
 * PRM_NO_SPACE: *needed bytes of memory are needed, 0 bytes are never enough; with memory == NULL and size == 0 only
 * that is found out, also of a file with mistakes. PRM_BAD_OVERLAY: the mistakes are in *found. PRM_NO_MEMORY:
 * libyaml could not allocate. PRM_BAD_TABLE: the rules are damaged or belong to another pack. PRM_TOO_DEEP: a slot
 * that held plain text before now holds lines or parts, and stands within PRM_MAX_DEPTH calls already. After any of
 * these *overlay is NULL, what memory holds is unspecified, and base is as it was. found may not be NULL; it is
 * emptied first. */
PRM_MUST_USE prm_status prm_overlay_load(const prm_pack *base, const prm_rules *rules, prm_overlay_file file,
                                         void *memory, size_t size, size_t *needed, const prm_pack **overlay,
                                         prm_diagnostics *found);

/* Reads a file of at most PRM_OVERLAY_BYTES into buffer. Links are followed; FIFOs, devices and directories are not
 * opened, and a file that changes meanwhile is refused, as is one whose size is not known, such as those in /proc.
 * PRM_NO_SPACE: it has *size bytes, more than capacity. PRM_BAD_OVERLAY: *found says why it cannot be read. */
PRM_MUST_USE prm_status prm_overlay_read(const char *path, char *buffer, size_t capacity, size_t *size,
                                         prm_diagnostics *found);

#ifdef __cplusplus
}
#endif

#endif
