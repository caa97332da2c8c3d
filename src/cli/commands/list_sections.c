#include "cli/commands/list_sections.h"

#include <stdio.h>

#include "cli/commands/list_table.h"
#include "report/base/message.h"
#include "report/base/strbuf.h"

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

static void add(struct list_table *table, const struct section *section)
{
    const Rep__ProfilerSection *message = section->message;
    struct strbuf sets = {0};
    for (size_t i = 0; i < message->n_sets; i++)
        strbuf_addf(&sets, "%s%s", i ? "," : "", message->sets[i]->identifier);
    list_table_add(table, message->identifier);
    list_table_add(table, message->displayname);
    list_table_add(table, message->n_sets ? sets.data : "-");
    list_table_add_origin(table, section->file, section->built_in, section->replaces);
    strbuf_free(&sets);
}

int list_sections(const struct options *options)
{
    struct section_library library;
    struct error error;
    struct list_table table = {.columns = 4};
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
            add(&table, section);
        if (*section->error.text) {
            message_print(stderr, section->error.text);
            status = 1;
        }
    }
    list_table_print(&table, stdout);
    section_library_free(&library);
    return status;
}
