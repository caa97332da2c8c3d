#include "collect/run/app_match.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

/* The launches of one kind, or in strict mode those of a process on a device. */
struct app_kind {
    size_t *launches; /* numbers of the launches of the first run, in their order */
    size_t count, capacity;
    size_t next; /* how many of them the present run has had */
};

void app_match_init(struct app_match *match, enum app_match_key key, enum app_match_mode mode)
{
    *match = (struct app_match){.key = key, .mode = mode};
}

void app_match_free(struct app_match *match)
{
    for (size_t i = 0; i < match->names.count; i++) {
        free((char *)(uintptr_t)match->names.names[i]);
        free(match->kinds[i].launches);
    }
    name_index_free(&match->names);
    free(match->kinds);
    free(match->kind_of);
    *match = (struct app_match){0};
}

static size_t kind_number(struct app_match *match, struct strbuf *name)
{
    size_t known = match->names.count;
    char *text = strbuf_detach(name);
    size_t number = name_index_add(&match->names, text);
    if (match->names.count == known) {
        free(text);
        return number;
    }
    mem_grow(&match->kinds, known, &match->kind_capacity, sizeof *match->kinds);
    match->kinds[number] = (struct app_kind){0};
    return number;
}

static size_t place_number(struct app_match *match, const struct app_match_launch *launch)
{
    struct strbuf name = {0};
    strbuf_addf(&name, "%zu %" PRIu32, launch->process, launch->device);
    return kind_number(match, &name);
}

static size_t kind_of(struct app_match *match, const struct app_match_launch *l)
{
    struct strbuf name = {0};
    strbuf_addf(&name, "%zu %" PRIu32 " %s", l->process, l->device, l->mangled);
    if (match->key != APP_MATCH_NAME)
        for (int i = 0; i < 3; i++)
            strbuf_addf(&name, " %" PRIu32 " %" PRIu32, l->grid[i], l->block[i]);
    if (match->key == APP_MATCH_ALL)
        strbuf_addf(&name, " %" PRIu32 " %" PRIu32, l->context, l->stream);
    return kind_number(match, &name);
}

size_t app_match_add(struct app_match *match, const struct app_match_launch *launch)
{
    size_t number = match->count, kind = kind_of(match, launch);
    struct app_kind *line =
        &match->kinds[match->mode == APP_MATCH_STRICT ? place_number(match, launch) : kind];
    mem_grow(&line->launches, line->count, &line->capacity, sizeof *line->launches);
    line->launches[line->count++] = number;
    mem_grow(&match->kind_of, match->count, &match->capacity, sizeof *match->kind_of);
    match->kind_of[match->count++] = kind;
    return number;
}

void app_match_begin(struct app_match *match)
{
    for (size_t i = 0; i < match->names.count; i++)
        match->kinds[i].next = 0;
}

ptrdiff_t app_match_find(struct app_match *match, const struct app_match_launch *launch,
                         ptrdiff_t *instead)
{
    size_t kind = kind_of(match, launch);
    const bool strict = match->mode == APP_MATCH_STRICT;
    struct app_kind *line = &match->kinds[strict ? place_number(match, launch) : kind];
    *instead = APP_MATCH_NONE;
    if (line->next == line->count)
        return APP_MATCH_NONE;
    size_t number = line->launches[line->next++];
    if (!strict || match->kind_of[number] == kind)
        return (ptrdiff_t)number;
    *instead = (ptrdiff_t)number;
    return APP_MATCH_NONE;
}
