#include "tui/views/rules_export.h"

#include "tui/views/rules_view.h"
#include "tui/widgets/export_table.h"

static void add(struct export_table *table, const struct rule_entry *entry)
{
    const struct rule *rule = entry->rule;
    export_table_add(table, rules_view_state(entry));
    export_table_add(table, rule ? rule->identifier : "");
    export_table_add(table, rule ? rule->name : "");
    export_table_add(table, rule ? rule->section : "");
    export_table_add(table, entry->built_in ? "built in" : entry->file);
    export_table_add(table, rule ? rule->description : "");
    export_table_add(table, entry->error.text);
}

void rules_export(const struct rule_library *library, enum page_format format, FILE *out)
{
    static const char *const names[] = {"state", "rule",        "name", "section",
                                        "from",  "description", "error"};
    static const bool numbers[sizeof names / sizeof *names] = {false};
    struct export_table table = {
        .columns = sizeof names / sizeof *names, .names = names, .numbers = numbers};
    for (size_t i = 0; i < library->count; i++)
        add(&table, &library->entries[i]);
    export_table_print(&table, format, out);
    export_table_free(&table);
}
