#include "report/section/section_cut.h"

#include <stdlib.h>

#include "report/base/mem.h"

static Rep__ProfilerSectionBody *cut_body(const Rep__ProfilerSectionBody *body,
                                          const struct section_scope *scope)
{
    Rep__ProfilerSectionBody *cut = mem_alloc(sizeof *cut);
    *cut = *body;
    cut->items = mem_alloc((body->n_items + 1) * sizeof(void *));
    cut->n_items = 0;
    for (size_t i = 0; i < body->n_items; i++)
        if (section_filter_passes(body->items[i]->filter, scope))
            cut->items[cut->n_items++] = body->items[i];
    return cut;
}

Rep__ProfilerSection *section_cut(const Rep__ProfilerSection *section,
                                  const struct section_scope *scope)
{
    Rep__ProfilerSection *cut = mem_alloc(sizeof *cut);
    *cut = *section;
    cut->body = mem_alloc((section->n_body + 1) * sizeof(void *));
    for (size_t i = 0; i < section->n_body; i++)
        cut->body[i] = cut_body(section->body[i], scope);
    return cut;
}

void section_cut_free(Rep__ProfilerSection *cut)
{
    for (size_t i = 0; i < cut->n_body; i++) {
        free(cut->body[i]->items);
        free(cut->body[i]);
    }
    free(cut->body);
    free(cut);
}
