#include "section.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"
#include "expr.h"
#include "folder_files.h"
#include "mem.h"
#include "textproto.h"
#include "user_path.h"

static int compare_sections(const void *a, const void *b)
{
    const struct section *x = a, *y = b;
    if (!x->message || !y->message)
        return !x->message - !y->message;
    if (x->message->order != y->message->order)
        return x->message->order < y->message->order ? -1 : 1;
    return strcmp(x->message->displayname, y->message->displayname);
}

static void release(struct section *section)
{
    free((char *)section->file);
    free(section->replaces);
    if (section->message)
        rep__profiler_section__free_unpacked(section->message, NULL);
}

/* In place of a section of the same identifier, else behind the others. */
static void put(struct section_library *library, struct section section)
{
    for (size_t i = 0; section.message && i < library->count; i++) {
        struct section *old = &library->sections[i];
        if (old->message && strcmp(old->message->identifier, section.message->identifier) == 0) {
            section.replaces = mem_strdup(old->built_in ? "the built-in one" : old->file);
            release(old);
            *old = section;
            return;
        }
    }
    mem_grow(&library->sections, library->count, &library->capacity, sizeof *library->sections);
    library->sections[library->count++] = section;
}

static void ignore(void *context, const char *name)
{
    (void)context, (void)name;
}

/* The others of the section can be used all the same. */
static void check_definitions(struct section *section)
{
    const Rep__ProfilerSectionMetricDefinitions *all = section->message->metricdefinitions;
    for (size_t i = 0; all && i < all->n_metricdefinitions; i++) {
        const Rep__ProfilerSectionMetricDefinition *definition = all->metricdefinitions[i];
        if (!*section->error.text &&
            !expr_metrics(definition->expression, ignore, NULL, &section->error))
            error_prefix(&section->error, "%s: %s", section->file, definition->name);
    }
}

static void add(struct section_library *library, const char *file, const char *text, size_t length,
                bool built_in)
{
    struct section section = {.file = mem_strdup(file), .built_in = built_in};
    section.message = (Rep__ProfilerSection *)textproto_parse(&rep__profiler_section__descriptor,
                                                              file, text, length, &section.error);
    if (section.message)
        check_definitions(&section);
    put(library, section);
}

static void add_file(void *context, const char *path, const char *text, size_t length,
                     const struct error *problem)
{
    if (text)
        add(context, path, text, length, false);
    else
        put(context, (struct section){.file = mem_strdup(path), .error = *problem});
}

static void sort(struct section_library *library)
{
    if (library->count)
        qsort(library->sections, library->count, sizeof *library->sections, compare_sections);
}

void section_library_init(struct section_library *library)
{
    *library = (struct section_library){0};
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (folder_file_ends(file->name, ".section"))
            add(library, file->name, file->data, file->size, true);
    }
    sort(library);
}

void section_library_free(struct section_library *library)
{
    for (size_t i = 0; i < library->count; i++)
        release(&library->sections[i]);
    free(library->sections);
    *library = (struct section_library){0};
}

bool section_library_add_folder(struct section_library *library, const char *folder,
                                struct error *error)
{
    bool good = folder_files(folder, ".section", add_file, library, error);
    sort(library);
    return good;
}

bool section_library_add_user(struct section_library *library, struct error *error)
{
    char *folder = user_folder("sections");
    bool good = !folder || section_library_add_folder(library, folder, error);
    free(folder);
    return good;
}

bool section_library_has_user(void)
{
    char *folder = user_folder("sections");
    bool there = folder;
    free(folder);
    return there;
}

/* The section that the file had while nothing was wrong with it. */
static struct section *good_section(struct section_library *library, const char *file)
{
    for (size_t i = 0; i < library->count; i++) {
        struct section *section = &library->sections[i];
        bool good = section->message && (section->kept || !*section->error.text);
        if (good && !section->built_in && strcmp(section->file, file) == 0)
            return section;
    }
    return NULL;
}

void section_library_keep(struct section_library *library, struct section_library *old)
{
    size_t count = library->count;
    for (size_t i = 0; i < count; i++) {
        struct section *broken = &library->sections[i];
        struct section *before = *broken->error.text ? good_section(old, broken->file) : NULL;
        if (!before)
            continue;
        Rep__ProfilerSection *message = before->message;
        before->message = NULL;
        if (broken->message) {
            rep__profiler_section__free_unpacked(broken->message, NULL);
            broken->message = message;
            broken->kept = true;
        } else {
            put(library, (struct section){.file = mem_strdup(broken->file), .message = message});
        }
    }
    sort(library);
}

const Rep__ProfilerSection *section_find(const struct section_library *library,
                                         const char *identifier)
{
    for (size_t i = 0; i < library->count; i++) {
        const Rep__ProfilerSection *section = library->sections[i].message;
        if (section && strcmp(section->identifier, identifier) == 0)
            return section;
    }
    return NULL;
}

bool section_in_set(const Rep__ProfilerSection *section, const char *set)
{
    for (size_t i = 0; i < section->n_sets; i++)
        if (strcmp(section->sets[i]->identifier, set) == 0)
            return true;
    return false;
}

void section_sets(const struct section_library *library, void (*use)(void *, const char *),
                  void *context)
{
    const char *seen[64];
    size_t count = 0;
    for (size_t i = 0; i < library->count; i++) {
        const Rep__ProfilerSection *section = library->sections[i].message;
        for (size_t j = 0; section && j < section->n_sets; j++) {
            const char *set = section->sets[j]->identifier;
            size_t k = 0;
            while (k < count && strcmp(seen[k], set) != 0)
                k++;
            if (k < count || count == sizeof seen / sizeof *seen)
                continue;
            seen[count++] = set;
            use(context, set);
        }
    }
}

static bool within(bool has_min, double min, bool has_max, double max, double value)
{
    return value == 0 || ((!has_min || value >= min) && (!has_max || value <= max));
}

static bool virtual_passes(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    return !filter->has_vgpu ||
           (scope->is_virtual ? filter->vgpu != REP__PLATFORM_SUPPORT__Platform_NotSupported
                              : filter->vgpu != REP__PLATFORM_SUPPORT__Platform_Required);
}

/* Also by driver, and whether the GPU is virtual. */
static bool chips_pass(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    if (!virtual_passes(filter, scope))
        return false;
    bool passes = filter->n_items == 0 &&
                  within(filter->has_minarch, filter->minarch, filter->has_maxarch, filter->maxarch,
                         scope->arch) &&
                  within(filter->has_minkmd, filter->minkmd, filter->has_maxkmd, filter->maxkmd,
                         scope->driver);
    /* Items replace the single range; any of them may match. */
    for (size_t i = 0; i < filter->n_items && !passes; i++) {
        const Rep__MetricOptionFilterItem *item = filter->items[i];
        passes =
            within(item->has_minarch, item->minarch, item->has_maxarch, item->maxarch,
                   scope->arch) &&
            within(item->has_minkmd, item->minkmd, item->has_maxkmd, item->maxkmd, scope->driver);
    }
    return passes;
}

static bool scope_passes(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    const Rep__CollectionFilter *collection = filter->collectionfilter;
    if (!collection || collection->n_collectionscopes == 0)
        return true;
    for (size_t i = 0; i < collection->n_collectionscopes; i++)
        if (collection->collectionscopes[i] == scope->scope)
            return true;
    return false;
}

bool section_filter_passes(const Rep__MetricOptionFilter *filter, const struct section_scope *scope)
{
    return !filter || (chips_pass(filter, scope) && scope_passes(filter, scope));
}

/* A collection scope of the metric's own filter stands for the section's; the chips of both count.
 */
static bool metric_passes(const Rep__ProfilerSectionMetric *metric,
                          const Rep__ProfilerSection *section, const struct section_scope *scope)
{
    const Rep__MetricOptionFilter *own = metric->filter;
    if (!section_filter_passes(own, scope))
        return false;
    if (!section || !section->filter)
        return true;
    bool scoped = own && own->collectionfilter && own->collectionfilter->n_collectionscopes;
    return chips_pass(section->filter, scope) && (scoped || scope_passes(section->filter, scope));
}

const char *section_metric_here(const Rep__ProfilerSectionMetric *metric,
                                const Rep__ProfilerSection *section,
                                const struct section_scope *scope, const char **label)
{
    const char *fallback = metric->label && *metric->label ? metric->label : metric->name;
    for (size_t i = 0; i < metric->n_options; i++) {
        const Rep__ProfilerSectionMetricOption *option = metric->options[i];
        if (!section_filter_passes(option->filter, scope) ||
            (section && !section_filter_passes(section->filter, scope)))
            continue;
        *label = option->label && *option->label ? option->label : fallback;
        return option->name;
    }
    *label = fallback;
    return metric_passes(metric, section, scope) ? metric->name : NULL;
}

bool section_has_cells(const Rep__ProfilerSection *section, const struct section_scope *scope)
{
    const char *label;
    for (size_t i = 0; section->header && i < section->header->n_metrics; i++)
        if (section_metric_here(section->header->metrics[i], section, scope, &label))
            return true;
    return false;
}

bool section_applies(const Rep__ProfilerSection *section, const struct section_scope *scope)
{
    return section_filter_passes(section->filter, scope) || section_has_cells(section, scope);
}
