/* The slot, and the nudge where numbers matter, by libraries of C++. What a fresh std::string holds stays in it. */
#include "shape.h"
#include "workload.h"

#include <string>
#include <string_view>

#ifdef HAVE_FMT
#include <fmt/compile.h>
#include <fmt/format.h>
#endif
#ifdef HAVE_CTEMPLATE
#include <ctemplate/template.h>
#include <memory>
#endif

namespace {

std::string result;

size_t in_result()
{
    gathered[0].data = result.data();
    gathered[0].size = result.size();
    return result.size();
}

void append_slot(std::string &to, const task_args *args)
{
#define LITERAL(text) to.append(text, sizeof text - 1);
#define TEXT(value)   to.append((value).data, (value).size);
    SLOT_PIECES
#undef LITERAL
#undef TEXT
}

/* A string of its own for every prompt; the size is known beforehand, as ours is by its limits. */
size_t string_slot(unsigned set)
{
    std::string text;

    text.reserve(TASK_MAX_BYTES);
    append_slot(text, &slot_sets[set]);
    result = std::move(text);
    return in_result();
}

/* One string whose memory is used again. */
size_t kept_string_slot(unsigned set)
{
    result.clear();
    append_slot(result, &slot_sets[set]);
    return in_result();
}

#ifdef HAVE_FMT

inline std::string_view VIEW(const prm_text &text)
{
    return std::string_view(text.data, text.size);
}

inline int VIEW(int number)
{
    return number;
}

/* Straight into memory, without a look at its end. */
size_t fmt_slot(unsigned set)
{
    const task_args *const args = &slot_sets[set];

    return static_cast<size_t>(fmt::format_to(rendered, FMT_COMPILE(SLOT_BRACES_FORMAT), SLOT_BRACES_ARGUMENTS)
                               - rendered);
}

/* Into a buffer that grows, and is used again. */
size_t fmt_buffer_slot(unsigned set)
{
    static fmt::memory_buffer buffer;
    const task_args *const args = &slot_sets[set];

    buffer.clear();
    fmt::format_to(std::back_inserter(buffer), FMT_COMPILE(SLOT_BRACES_FORMAT), SLOT_BRACES_ARGUMENTS);
    gathered[0].data = buffer.data();
    gathered[0].size = buffer.size();
    return buffer.size();
}

size_t fmt_nudge(unsigned set)
{
    const nudge_values *const args = &nudge_sets[set];
    const auto &row = args->row;

    return static_cast<size_t>(fmt::format_to(rendered, FMT_COMPILE(NUDGE_BRACES_FORMAT), NUDGE_BRACES_ARGUMENTS)
                               - rendered);
}

#endif

#ifdef HAVE_CTEMPLATE

constexpr char template_name[] = "slot";
const ctemplate::Template *compiled;

/* Names are hashed once, as its STS_INIT has it. */
void fill(ctemplate::TemplateDictionary *dictionary, const task_args *args)
{
#define LITERAL(text)
#define TEXT(value) \
    { \
        static const ctemplate::StaticTemplateString name = \
            { { &#value[sizeof "args->" - 1], sizeof #value - sizeof "args->", 0 } }; \
        static const ctemplate::StaticTemplateStringInitializer hashed(&name); \
        dictionary->SetValueWithoutCopy(name, ctemplate::TemplateString((value).data, (value).size)); \
    }
    SLOT_PIECES
#undef LITERAL
#undef TEXT
}

size_t expand(const ctemplate::TemplateDictionary *dictionary)
{
    result.clear();
    return compiled->Expand(&result, dictionary) ? in_result() : FAILED;
}

size_t ctemplate_slot(unsigned set)
{
    ctemplate::TemplateDictionary dictionary(template_name);

    fill(&dictionary, &slot_sets[set]);
    return expand(&dictionary);
}

/* With dictionaries that were filled before. */
std::unique_ptr<ctemplate::TemplateDictionary> dictionaries[SETS];

size_t kept_ctemplate_slot(unsigned set)
{
    return expand(dictionaries[set].get());
}

bool prepare_ctemplate()
{
    for (unsigned set = 0; set < SETS; set++) {
        dictionaries[set].reset(new ctemplate::TemplateDictionary(template_name));
        fill(dictionaries[set].get(), &slot_sets[set]);
    }
    compiled = ctemplate::Template::StringToTemplate(slot_double_braces, strlen(slot_double_braces),
                                                     ctemplate::DO_NOT_STRIP);
    return compiled != nullptr;
}

#else

bool prepare_ctemplate()
{
    return true;
}

#endif

}

bool prepare()
{
    return prepare_ctemplate();
}

const shape shapes[] = {
    { "slot/std::string", TO_LIST, string_slot },
    { "slot/std::string-kept", TO_LIST, kept_string_slot },
#ifdef HAVE_FMT
    { "slot/fmt", TO_BUFFER, fmt_slot },
    { "slot/fmt-buffer", TO_LIST, fmt_buffer_slot },
    { "nudge/fmt", TO_BUFFER, fmt_nudge },
#endif
#ifdef HAVE_CTEMPLATE
    { "slot/ctemplate", TO_LIST, ctemplate_slot },
    { "slot/ctemplate-filled", TO_LIST, kept_ctemplate_slot },
#endif
    { nullptr, TO_BUFFER, nullptr }
};
