#include "list_sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "safe_text.h"

static void print_set(void *context, const char *set)
{
    const struct section_library *library = context;
    printf("%-12s", set);
    for (size_t i = 0; i < library->count; i++) {
        const Rep__ProfilerSection *section = library->sections[i].message;
        if (section && section_in_set(section, set))
            printf(" %s", section->identifier);
    }
    putchar('\n');
}

/* At least one blank stands behind it. */
static void add_column(struct strbuf *line, const char *text, size_t width)
{
    char *safe = safe_text(text);
    strbuf_adds(line, safe);
    size_t used = safe_text_width(safe);
    do
        strbuf_addc(line, ' ');
    while (++used <= width);
    free(safe);
}

static void print_section(const struct section *section)
{
    const Rep__ProfilerSection *message = section->message;
    struct strbuf line = {0}, sets = {0};
    for (size_t i = 0; i < message->n_sets; i++)
        strbuf_addf(&sets, "%s%s", i ? "," : "", message->sets[i]->identifier);
    add_column(&line, message->identifier, 28);
    add_column(&line, message->displayname, 40);
    add_column(&line, message->n_sets ? sets.data : "-", 28);
    if (section->built_in)
        strbuf_adds(&line, "built in");
    else
        safe_text_add(&line, section->file, strlen(section->file), false);
    if (section->replaces) {
        strbuf_adds(&line, ", replaces ");
        safe_text_add(&line, section->replaces, strlen(section->replaces), false);
    }
    puts(line.data);
    strbuf_free(&line);
    strbuf_free(&sets);
}

int list_sections(const struct options *options)
{
    struct section_library library;
    struct error error;
    int status = 0;
    if (!section_sources_load(&options->sources, &library, &error)) {
        message_print(stderr, error.text);
        status = 1;
    }
    if (options->action == ACTION_LIST_SETS)
        section_sets(&library, print_set, &library);
    for (size_t i = 0; i < library.count && options->action == ACTION_LIST_SECTIONS; i++) {
        const struct section *section = &library.sections[i];
        if (section->message)
            print_section(section);
        if (*section->error.text) {
            message_print(stderr, section->error.text);
            status = 1;
        }
    }
    section_library_free(&library);
    return status;
}
