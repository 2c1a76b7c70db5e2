#include "files.h"

#include "fail.h"

static bool same_text(prm_text a, prm_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* The directory of a file, with the slash behind it; empty: the root. */
static prm_text holder_of(prm_text path)
{
    while (path.size > 0 && path.data[path.size - 1] != '/')
        path.size--;
    return path;
}

void files_put(files *f, prm_text path, prm_text content)
{
    size_t i = 0;

    while (i < f->count && !same_text(f->paths[i], path))
        i++;
    if (i == FILES)
        fail("there are too many instruction files");
    if (i == f->count)
        f->paths[f->count++] = path;
    f->contents[i] = content;
}

static void look_at(files *f, size_t index)
{
    prm_document *const document = &f->found[f->found_count++];
    const prm_text directory = holder_of(f->paths[index]);

    memset(document, 0, sizeof *document);
    document->path = f->paths[index];
    document->directory = directory.size > 0 ? prm_bytes(directory.data, directory.size - 1) : prm_bytes(".", 1);
    document->content = f->contents[index];
    document->source = f->contents[index].data ? PRM_SOURCE_READ : PRM_SOURCE_MISSING;
}

void files_look(files *f, prm_text touched)
{
    size_t i;

    f->found_count = 0;
    for (i = 0; i < f->count; i++) {
        const prm_text directory = holder_of(f->paths[i]);
        if (directory.size <= touched.size
            && (directory.size == 0 || memcmp(directory.data, touched.data, directory.size) == 0))
            f->reached[i] = true;
        if (f->reached[i])
            look_at(f, i);
    }
}

void files_told(files *f)
{
    memcpy(f->known, f->found, sizeof f->known);
    f->known_count = f->found_count;
}
