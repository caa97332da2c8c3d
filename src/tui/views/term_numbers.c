#include "tui/views/term_numbers.h"

#include <stdbool.h>
#include <string.h>

#include "report/metric/glossary.h"
#include "report/metric/metric_name.h"

struct search {
    const char *term; /* as the glossary calls it; NULL: it has none of that name */
    bool found;
    struct term_number *numbers;
    size_t count, most;
};

static void take_term(void *context, const struct glossary_term *term)
{
    struct search *search = context;
    if (!search->term)
        search->term = term->name;
}

static void compare(void *context, const struct glossary_term *term)
{
    struct search *search = context;
    search->found = search->found || strcmp(term->name, search->term) == 0;
}

static void look_at(struct search *search, const char *metric, const char *label)
{
    if (!metric || search->count == search->most)
        return;
    for (size_t i = 0; i < search->count; i++)
        if (strcmp(search->numbers[i].metric, metric) == 0)
            return;
    search->found = false;
    glossary_of_metric(metric, compare, search);
    if (search->found)
        search->numbers[search->count++] = (struct term_number){metric, label};
}

static void look_at_cells(struct search *search, const struct view_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!cells[i].missing)
            look_at(search, cells[i].metric, *cells[i].label ? cells[i].label : cells[i].metric);
}

size_t term_numbers(const struct details_view *details, const char *name,
                    struct term_number *numbers, size_t most)
{
    struct search search = {.numbers = numbers, .most = most};
    const struct result *result = details->result;
    if (!result || !glossary_find(name, take_term, &search))
        return 0;
    for (size_t i = 0; i < details->total; i++) {
        const struct section_view *view = details->sections[i].view;
        if (!view)
            continue;
        look_at_cells(&search, view->header, view->header_count);
        for (size_t j = 0; j < view->block_count; j++)
            look_at_cells(&search, view->blocks[j].cells, view->blocks[j].count);
    }
    for (size_t i = 0; i < result->metric_count && !search.count; i++) {
        const char *metric = result_metric_name(result, i);
        if (!metric_name_is_list(metric) && result_number(result, metric, &(double){0}))
            look_at(&search, metric, metric);
    }
    return search.count;
}
