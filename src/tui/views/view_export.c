#include "tui/views/view_export.h"

#include <stdlib.h>

#include "tui/widgets/export_table.h"
#include "tui/widgets/number_line.h"

static void add_number(struct export_table *table, double number)
{
    struct strbuf text = {0};
    number_add_exact(&text, number);
    export_table_add(table, text.data);
    strbuf_free(&text);
}

static void finish(struct export_table *table, enum page_format format, FILE *out)
{
    export_table_print(table, format, out);
    export_table_free(table);
}

void view_export_facts(const struct fact_list *facts, enum page_format format, FILE *out)
{
    static const char *const names[] = {"group", "name", "value", "metric"};
    struct export_table table = {.columns = sizeof names / sizeof *names, .names = names};
    const char *heading = "";
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->facts[i];
        if (fact->heading) {
            heading = fact->name;
            continue;
        }
        export_table_add(&table, heading);
        export_table_add(&table, fact->name);
        export_table_add(&table, fact->value);
        export_table_add(&table, fact->source ? fact->source : "");
    }
    finish(&table, format, out);
}

void view_export_help(const struct metric_help *help, enum page_format format, FILE *out)
{
    static const char *const names[] = {"group", "label", "text"};
    struct export_table table = {.columns = sizeof names / sizeof *names, .names = names};
    const char *heading = "";
    for (size_t i = 0; i < help->count; i++) {
        const struct help_line *line = &help->lines[i];
        if (line->heading) {
            heading = line->text;
            continue;
        }
        export_table_add(&table, heading);
        export_table_add(&table, line->label ? line->label : "");
        export_table_add(&table, line->text);
    }
    finish(&table, format, out);
}

void view_export_ranges(const struct nvtx_tree *tree, enum page_format format, FILE *out)
{
    static const char *const names[] = {"kind", "range", "results", "duration_ns"};
    static const bool numbers[] = {false, false, true, true};
    struct export_table table = {
        .columns = sizeof names / sizeof *names, .names = names, .numbers = numbers};
    for (size_t at = nvtx_tree_after(tree, 0, true); at; at = nvtx_tree_after(tree, at, true)) {
        const struct nvtx_node *node = &tree->nodes[at];
        struct strbuf path = {0};
        if (node->kind == NVTX_LAUNCH)
            continue;
        nvtx_tree_path(tree, at, &path);
        export_table_add(&table, nvtx_tree_kind(node));
        export_table_add(&table, path.data);
        add_number(&table, (double)node->results);
        add_number(&table, node->duration);
        strbuf_free(&path);
    }
    finish(&table, format, out);
}

void view_export_output(const struct output_view *view, enum page_format format, FILE *out)
{
    static const char *const names[] = {"line", "text"};
    static const bool numbers[] = {true, false};
    struct export_table table = {
        .columns = sizeof names / sizeof *names, .names = names, .numbers = numbers};
    for (size_t i = 0; i < view->count; i++) {
        add_number(&table, (double)(i + 1));
        export_table_add(&table, output_view_line(view, i));
    }
    finish(&table, format, out);
}
