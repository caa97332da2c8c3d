#include "report/content/fact_list.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/content/view_cells.h"
#include "report/metric/metric_format.h"

static void free_fact(struct fact *fact)
{
    free(fact->name);
    free(fact->value);
    free(fact->source);
}

static struct fact *add(struct fact_list *list, struct fact fact)
{
    mem_grow(&list->facts, list->count, &list->capacity, sizeof *list->facts);
    list->facts[list->count] = fact;
    return &list->facts[list->count++];
}

static void drop_empty(struct fact_list *list, size_t level)
{
    while (list->count && list->facts[list->count - 1].heading &&
           list->facts[list->count - 1].level >= level)
        free_fact(&list->facts[--list->count]);
}

struct fact *fact_list_heading(struct fact_list *list, size_t level, const char *name)
{
    drop_empty(list, level);
    list->level = level + 1;
    return add(list, (struct fact){.level = level,
                                   .heading = true,
                                   .name = mem_strdup(name),
                                   .value = mem_strdup(""),
                                   .source = mem_strdup("")});
}

void fact_list_end(struct fact_list *list)
{
    drop_empty(list, 0);
}

void fact_list_add_of(struct fact_list *list, const char *name, const char *value,
                      const char *metric)
{
    if (value && *value)
        add(list, (struct fact){.level = list->level,
                                .name = mem_strdup(name),
                                .value = mem_strdup(value),
                                .source = mem_strdup(metric)});
}

void fact_list_add(struct fact_list *list, const char *name, const char *value)
{
    fact_list_add_of(list, name, value, "");
}

void fact_list_addf(struct fact_list *list, const char *name, const char *format, ...)
{
    char *value;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&value, format, arguments) < 0)
        value = NULL;
    va_end(arguments);
    fact_list_add(list, name, value);
    free(value);
}

bool fact_list_add_metric(struct fact_list *list, const char *name, const struct result *result,
                          const char *metric)
{
    struct view_cell cell = {0};
    struct strbuf text = {0};
    view_cell_fill(&cell, result, metric, name, (struct view_style){.usual_units = true});
    bool there = !cell.missing && !cell.odd && cell.value && *cell.value;
    if (there) {
        strbuf_addf(&text, "%s%s%s", cell.value, *cell.unit ? " " : "", cell.unit);
        fact_list_add_of(list, name, text.data, metric);
    }
    strbuf_free(&text);
    view_cell_free(&cell);
    return there;
}

static void print_lines(const struct fact *fact, FILE *out)
{
    int indent = (int)(2 * fact->level), width = 30;
    char *name = safe_text(fact->name), *source = safe_text(fact->source);
    const char *at = fact->value;
    do {
        struct strbuf line = {0};
        size_t length = strcspn(at, "\n");
        strbuf_adds(&line, "");
        safe_text_add(&line, at, length, false);
        bool last = !at[length];
        fprintf(out, "%*s%-*s %s%s%s%s\n", indent, "", width - indent,
                at == fact->value ? name : "", line.data, last && *source ? "  [" : "",
                last ? source : "", last && *source ? "]" : "");
        strbuf_free(&line);
        at += length + !last;
    } while (*at);
    free(name);
    free(source);
}

void fact_list_print(const struct fact_list *list, bool csv, FILE *out)
{
    const char *heading = "";
    struct strbuf line = {0};
    if (csv)
        fputs("\"Group\",\"Name\",\"Value\",\"Metric Name\"\n", out);
    for (size_t i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];
        if (fact->heading)
            heading = fact->name;
        strbuf_clear(&line);
        if (csv && !fact->heading) {
            format_csv_field(&line, heading, true);
            format_csv_field(&line, fact->name, false);
            format_csv_field(&line, fact->value, false);
            format_csv_field(&line, fact->source, false);
            fprintf(out, "%s\n", line.data);
        } else if (!csv && fact->heading) {
            char *safe = safe_text(fact->name);
            fprintf(out, "%s%*s%s\n", i && !fact->level ? "\n" : "", (int)(2 * fact->level), "",
                    safe);
            free(safe);
        } else if (!csv) {
            print_lines(fact, out);
        }
    }
    strbuf_free(&line);
}

void fact_list_free(struct fact_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_fact(&list->facts[i]);
    free(list->facts);
    *list = (struct fact_list){0};
}
