/* The rows come from CUPTI, or from a table for the collections that CUPTI does not list
 * (query_tables.h). Then the rows that --metrics does not mean are removed, each row is replaced by
 * one for each suffix if the mode asks for that, and units of the chip that the device lacks are
 * dropped. */
#include "collect/plan/query.h"

#include <stdlib.h>
#include <string.h>

#include "collect/plan/query_tables.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/regex.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_word.h"

static struct query_row *add_row(struct query_rows *rows)
{
    mem_grow(&rows->rows, rows->count, &rows->capacity, sizeof *rows->rows);
    return &rows->rows[rows->count++];
}

void query_free(struct query_rows *rows)
{
    free(rows->rows);
    arena_free(&rows->arena);
    *rows = (struct query_rows){0};
}

static int by_name(const void *a, const void *b)
{
    const struct query_row *x = a, *y = b;
    return strcmp(x->name, y->name);
}

struct gathering {
    struct query_rows *rows;
    struct cupti_chip *chip;
    const char *collection;
};

static void add_counter(void *context, const char *base)
{
    struct gathering *g = context;
    struct cupti_metric is;
    char unit[64];
    if (!cupti_chip_describe(g->chip, base, &is))
        return;
    struct arena *arena = &g->rows->arena;
    *add_row(g->rows) = (struct query_row){
        .name = arena_strdup(arena, base),
        .type = is.type,
        .unit = arena_strdup(arena, query_unit(g->collection, is.type, base, unit, sizeof unit)),
        .hardware = arena_strdup(arena, is.hardware),
        .description = arena_strdup(arena, is.description)};
}

static void add_known(struct query_rows *rows, const char *collection, struct cupti_chip *chip)
{
    struct cupti_metric is;
    for (size_t i = 0; i < query_metric_count; i++) {
        const struct query_metric *m = &query_metrics[i];
        if (strcmp(m->collection, collection) == 0 &&
            (!m->needs || cupti_chip_describe(chip, m->needs, &is)))
            *add_row(rows) = (struct query_row){m->name, m->type, m->unit, "", m->description};
    }
}

/* Marks the rows that one entry of --metrics means. chip: tells which suffixes there are; NULL: the
 * rows have none. */
static bool mark(const struct query_rows *rows, struct cupti_chip *chip, bool *wanted,
                 const char *entry, struct error *error)
{
    bool any = false;
    const struct metric_word word = metric_word_parse(entry);
    const bool is_regex = word.kind == METRIC_WORD_REGEX;
    struct regex *regex = is_regex ? metric_word_regex(word.text, error) : NULL;
    if (is_regex && !regex)
        return false;
    size_t base = metric_name_parse(entry).base_length;
    struct nearest nearest = {.wanted = entry};
    for (size_t i = 0; i < rows->count; i++) {
        const char *name = rows->rows[i].name;
        bool fits = is_regex ? regex_found(regex, name)
                             : strcmp(name, entry) == 0 ||
                                   (strlen(name) == base && strncmp(name, entry, base) == 0);
        wanted[i] |= fits;
        any |= fits;
        nearest_offer(&nearest, name);
    }
    regex_free(regex);
    struct cupti_metric is;
    if (is_regex)
        return any || error_set(error, "--metrics: no metric matches \"%s\"", word.text);
    if (any)
        return !chip || !entry[base] || cupti_chip_describe(chip, entry, &is) ||
               error_set(error, "--metrics: %.*s exists, but not with the suffix \"%s\"", (int)base,
                         entry, entry + base);
    return error_set(error, "--metrics: unknown metric \"%s\"%s%s%s", entry,
                     nearest.best ? "; nearest is \"" : "", nearest.best ? nearest.best : "",
                     nearest.best ? "\"" : "");
}

static bool keep_wanted(struct query_rows *rows, struct cupti_chip *chip, const struct query *query,
                        struct error *error)
{
    bool *wanted = mem_alloc(rows->count + 1), good = true;
    for (size_t i = 0; i < query->metric_count && good; i++)
        good = mark(rows, chip, wanted, query->metrics[i], error);
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (wanted[i])
            rows->rows[kept++] = rows->rows[i];
    rows->count = kept;
    free(wanted);
    return good;
}

struct suffixing {
    struct query_rows *rows;
    const struct query_row *base;
    char unit[64]; /* of the counter, as pages show it */
    bool any;
};

static void add_suffix(void *context, const char *suffix)
{
    struct suffixing *s = context;
    struct query_row *row = add_row(s->rows);
    char *name = mem_printf("%s%s%s", s->base->name, *suffix == '.' ? "" : ".", suffix), unit[64];
    *row = *s->base;
    row->name = arena_strdup(&s->rows->arena, name);
    row->unit = arena_strdup(&s->rows->arena, metric_unit_of(name, s->unit, unit, sizeof unit));
    s->any = true;
    free(name);
}

/* Replaces each row by one row for each of its suffixes, if it has any. */
static void add_suffixes(struct query_rows *rows, struct cupti_chip *chip)
{
    struct query_row *bases = rows->rows;
    size_t count = rows->count;
    rows->rows = NULL;
    rows->count = rows->capacity = 0;
    for (size_t i = 0; i < count; i++) {
        struct suffixing s = {rows, &bases[i], "", false};
        metric_unit(bases[i].name, s.unit, sizeof s.unit);
        cupti_chip_each_suffix(chip, bases[i].name, add_suffix, &s);
        if (!s.any)
            *add_row(rows) = bases[i];
    }
    free(bases);
}

/* The length of the part of the chip in a name: "lts" in "lts__t_sectors", "CTC.TriageCompute.ctc"
 * in a sampled one. */
static size_t unit_length(const char *name)
{
    const char *end = strstr(name, "__");
    return end ? (size_t)(end - name) : strlen(name);
}

struct full_name {
    const char *base;
    char *name;
};

static void first_suffix(void *context, const char *suffix)
{
    struct full_name *full = context;
    if (!full->name)
        full->name = mem_printf("%s%s%s", full->base, *suffix == '.' ? "" : ".", suffix);
}

static bool can_collect(struct cupti_chip *chip, const char *base)
{
    struct full_name full = {base, NULL};
    cupti_chip_each_suffix(chip, base, first_suffix, &full);
    bool known = cupti_chip_knows(chip, full.name ? full.name : base);
    free(full.name);
    return known;
}

/* Removes the parts of the chip of which nothing can be collected. */
static void keep_present_units(struct query_rows *rows, struct cupti_chip *chip)
{
    size_t kept = 0;
    qsort(rows->rows, rows->count, sizeof *rows->rows, by_name);
    for (size_t i = 0, end; i < rows->count; i = end) {
        const char *name = rows->rows[i].name;
        size_t length = unit_length(name);
        bool present = false;
        for (end = i; end < rows->count && unit_length(rows->rows[end].name) == length &&
                      strncmp(rows->rows[end].name, name, length) == 0;
             end++)
            present = present || can_collect(chip, rows->rows[end].name);
        for (size_t j = i; j < end && present; j++)
            rows->rows[kept++] = rows->rows[j];
    }
    rows->count = kept;
}

bool query_make(struct query_rows *rows, struct cupti_library *library, const char *chip,
                const struct query *query, struct error *error)
{
    *rows = (struct query_rows){0};
    bool cupti = query->collection <= QUERY_PMSAMPLING;
    struct gathering g = {rows, NULL, query_collection_names[query->collection]};
    g.chip =
        query->collection == QUERY_PMSAMPLING
            ? cupti_chip_open_sampled(library, chip, error)
            : cupti_chip_open(library, chip, query->availability, query->availability_size, error);
    if (!g.chip)
        return false;
    if (cupti)
        cupti_chip_each_metric(g.chip, add_counter, &g);
    else
        add_known(rows, g.collection, g.chip);
    if (query->collection == QUERY_PROFILING && query->availability)
        keep_present_units(rows, g.chip);
    bool good = !query->metric_count || keep_wanted(rows, cupti ? g.chip : NULL, query, error);
    if (good && cupti && query->mode != QUERY_BASE)
        add_suffixes(rows, g.chip);
    if (good && rows->count)
        qsort(rows->rows, rows->count, sizeof *rows->rows, by_name);
    cupti_chip_close(g.chip);
    if (!good)
        query_free(rows);
    return good || error_prefix(error, "%s, %s", chip, g.collection);
}
