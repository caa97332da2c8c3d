#include "tui/ui/list_commands.h"

#include <stdint.h>
#include <string.h>

#include "report/base/nearest.h"
#include "tui/list/columns_view.h"
#include "tui/widgets/messages.h"

/* Offers the columns that are shown, then the other ones, then metrics. */
void list_offer_columns(const struct view_host *host, struct completions *list)
{
    const struct list_columns *shown = &host->list->columns;
    for (size_t i = 0; i < shown->count; i++)
        completions_add(list, list_column_name(&shown->items[i]));
    for (int i = 0; i < LIST_FIELDS; i++)
        completions_add(list, list_fields[i].name);
    list->ordered = list->count;
    for (uint32_t i = 0; i < report_string_count(host->report); i++)
        if (columns_view_is_metric(report_string(host->report, i)))
            completions_add(list, report_string(host->report, i));
}

void list_offer_groupings(struct completions *list)
{
    for (int i = 0; i < LIST_GROUPINGS; i++)
        completions_add(list, list_grouping_names[i]);
}

static void say_no_column(const struct view_host *host, const char *name)
{
    struct error error;
    struct completions list = {0};
    struct nearest nearest = {.wanted = name};
    list_offer_columns(host, &list);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    if (nearest.best)
        error_set(&error, "no column or metric of this report is called \"%s\"; nearest is \"%s\"",
                  name, nearest.best);
    else
        error_set(&error, "no column or metric of this report is called \"%s\"; Tab shows all",
                  name);
    messages_fail(host->messages, error.text);
    completions_free(&list);
}

/* A metric that the report lacks, of a column that is not there already. */
static bool is_known(const struct view_host *host, const struct list_column *column)
{
    return column->field != LIST_METRIC || list_facts_named(&host->list->facts, column) ||
           list_columns_find(&host->list->columns, column) < host->list->columns.count;
}

void list_command_sort(const struct view_host *host, const char *name)
{
    struct list_column column;
    const char *bare = name + (*name == '-');
    if (!list_column_named(bare, &column) || !is_known(host, &column))
        say_no_column(host, bare);
    else
        list_view_sort_by(host->list, name);
}

void list_command_group(const struct view_host *host, const char *name)
{
    struct error error;
    struct strbuf names = {0};
    if (list_view_group_by(host->list, name))
        return;
    for (int i = 0; i < LIST_GROUPINGS; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", list_grouping_names[i]);
    error_set(&error, "results cannot be grouped by \"%s\"; there are %s", name, names.data);
    messages_fail(host->messages, error.text);
    strbuf_free(&names);
}

void list_command_columns(const struct view_host *host, const char *names)
{
    struct error error;
    struct list_columns named = {0};
    struct strbuf unknown = {0};
    if (strcmp(names, "usual") == 0) {
        list_columns_usual(&host->list->columns);
        return;
    }
    list_columns_parse(&named, names + strspn(names, "+-"), &unknown);
    for (size_t i = 0; i < named.count && !unknown.length; i++)
        if (!is_known(host, &named.items[i]))
            strbuf_adds(&unknown, named.items[i].metric);
    if (unknown.length)
        say_no_column(host, unknown.data);
    else if (!list_view_set_columns(host->list, names, &error))
        messages_fail(host->messages, error.text);
    list_columns_free(&named);
    strbuf_free(&unknown);
}

void list_command_tag(const struct view_host *host, const char *pattern)
{
    struct error error;
    size_t count = list_view_tag(host->list, pattern, &error);
    if (count == SIZE_MAX)
        messages_fail(host->messages, error.text);
    else if (!count)
        messages_status(host->messages, true, "no name that is shown has this text");
}
