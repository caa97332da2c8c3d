#include "cli/commands/list_rules.h"

#include <stdlib.h>

#include "cli/commands/list_table.h"
#include "report/base/message.h"

/* Returns the parents with commas between them, "-" for none. */
static char *parents_of(const struct rule *rule)
{
    struct strbuf text = {0};
    strbuf_adds(&text, rule->parent_count ? "" : "-");
    for (size_t i = 0; i < rule->parent_count; i++)
        strbuf_addf(&text, "%s%s", i ? "," : "", rule->parents[i]);
    return strbuf_detach(&text);
}

static void add(struct list_table *table, const struct rule_entry *entry)
{
    const struct rule *rule = entry->rule;
    list_table_add(table, rule->identifier);
    list_table_add(table, rule->name);
    list_table_add(table, *rule->section ? rule->section : "-");
    char *parents = parents_of(rule);
    list_table_add(table, parents);
    free(parents);
    list_table_add_origin(table, entry->file, entry->built_in, entry->replaces);
    list_table_add(table, rule->description);
}

int list_rules(const struct options *options)
{
    struct rule_library library;
    struct error error;
    struct list_table table = {.columns = 5, .described = true};
    int status = 0;
    if (!section_sources_load_rules(&options->sources, &library, &error)) {
        message_print(stderr, error.text);
        status = 1;
    }
    for (size_t i = 0; i < library.count; i++) {
        const struct rule_entry *entry = &library.entries[i];
        if (entry->rule)
            add(&table, entry);
        if (*entry->error.text) {
            message_print(stderr, entry->error.text);
            status = 1;
        }
    }
    list_table_print(&table, stdout);
    rule_library_free(&library);
    return status;
}
