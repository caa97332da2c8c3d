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

enum { COLUMNS = 3 };

/* Identifier, name and sets of a section, safe to print. */
static char *cell(const Rep__ProfilerSection *section, size_t column)
{
    struct strbuf sets = {0};
    if (column < 2)
        return safe_text(column ? section->displayname : section->identifier);
    for (size_t i = 0; i < section->n_sets; i++)
        strbuf_addf(&sets, "%s%s", i ? "," : "", section->sets[i]->identifier);
    char *safe = safe_text(section->n_sets ? sets.data : "-");
    strbuf_free(&sets);
    return safe;
}

static void measure(const struct section_library *library, size_t widths[COLUMNS])
{
    for (size_t i = 0; i < library->count; i++)
        for (size_t j = 0; library->sections[i].message && j < COLUMNS; j++) {
            char *text = cell(library->sections[i].message, j);
            size_t width = safe_text_width(text);
            widths[j] = width > widths[j] ? width : widths[j];
            free(text);
        }
}

static void print_section(const struct section *section, const size_t widths[COLUMNS])
{
    struct strbuf line = {0};
    for (size_t i = 0; i < COLUMNS; i++) {
        char *text = cell(section->message, i);
        strbuf_adds(&line, text);
        for (size_t width = safe_text_width(text); width <= widths[i]; width++)
            strbuf_addc(&line, ' ');
        free(text);
    }
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
}

int list_sections(const struct options *options)
{
    struct section_library library;
    struct error error;
    size_t widths[COLUMNS] = {0};
    int status = 0;
    if (!section_sources_load(&options->sources, &library, &error)) {
        message_print(stderr, error.text);
        status = 1;
    }
    if (options->action == ACTION_LIST_SETS)
        section_sets(&library, print_set, &library);
    measure(&library, widths);
    for (size_t i = 0; i < library.count && options->action == ACTION_LIST_SECTIONS; i++) {
        const struct section *section = &library.sections[i];
        if (section->message)
            print_section(section, widths);
        if (*section->error.text) {
            message_print(stderr, section->error.text);
            status = 1;
        }
    }
    section_library_free(&library);
    return status;
}
