#include "cli/open/load_sections.h"

#include "report/base/message.h"

bool load_sections(struct section_library *library, const struct options *options, FILE *messages,
                   struct error *error)
{
    if (!section_sources_load(&options->sources, library, error)) {
        section_library_free(library);
        return false;
    }
    for (size_t i = 0; i < library->count; i++)
        if (*library->sections[i].error.text) {
            struct error problem = library->sections[i].error;
            error_prefix(&problem, library->sections[i].message ? "warning: a metric is left out"
                                                                : "warning: a section is left out");
            message_print(messages, problem.text);
        }
    return true;
}

bool choose_sections(struct section_choice *choice, const struct options *options,
                     struct error *error)
{
    return section_choice_set(choice, options->sections.words, options->sections.count,
                              options->sets.words, options->sets.count, error);
}

bool wants_sections(const struct options *options)
{
    return options->sections.count || options->sets.count || options->sources.count;
}
