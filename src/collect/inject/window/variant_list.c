/* Counts through all values of all parameters like the digits of a number. Each variant begins as
 * the launch itself and gets the values; then the grid is adapted so that the work stays the same.
 * A variant that the launch does not allow is noted with its reason. Variants with the same reason
 * are told to the host in one notice, because a series can have hundreds of them. */
#include "collect/inject/window/variant_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/window/series_values.h"

enum {
    MOST_AXES = 7,
    MOST_VALUES = 256,
    MOST_VARIANTS = 512,
    MOST_TRIED = 65536,
    MOST_REASONS = 16
};

struct axis_value {
    bool same;
    int32_t x;
    unsigned y, z; /* 0: one number */
};

struct axis {
    Wire__SeriesParameter parameter;
    bool chosen; /* by us, not by the user */
    struct axis_value *values;
    size_t count;
};

/* Variants that are left out, by their reasons. */
struct left_out {
    struct {
        char reason[VARIANT_REASON], first[VARIANT_TEXT];
        size_t count;
    } reasons[MOST_REASONS];
    size_t count;
};

struct enumeration {
    const struct variant_base *base;
    struct variant_list *variant_list;
    struct axis axes[MOST_AXES];
    size_t axis_count;
    struct left_out *left_out;
};

static void note(struct left_out *left_out, const char *variant, const char *reason)
{
    size_t at = 0;
    while (at < left_out->count && strcmp(left_out->reasons[at].reason, reason) != 0)
        at++;
    if (at == MOST_REASONS)
        return;
    if (at == left_out->count) {
        snprintf(left_out->reasons[at].reason, VARIANT_REASON, "%s", reason);
        snprintf(left_out->reasons[at].first, VARIANT_TEXT, "%s", variant);
        left_out->count++;
    }
    left_out->reasons[at].count++;
}

/* Tells the host about the kernel. */
static void say(const struct variant_base *base, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(const struct variant_base *base, const char *format, ...)
{
    char text[VARIANT_REASON + VARIANT_TEXT + 128];
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    m.text = text;
    m.kernel = (char *)(uintptr_t)base->launch->mangled;
    message.notice = &m;
    channel_send(&base->inject->channel, &message);
}

static void tell(const struct enumeration *m)
{
    for (size_t i = 0; i < m->left_out->count; i++) {
        const size_t others = m->left_out->reasons[i].count - 1;
        char more[48] = "";
        if (others)
            snprintf(more, sizeof more, " and %zu other%s", others, others == 1 ? "" : "s");
        say(m->base, "the series leaves out %s%s: %s", m->left_out->reasons[i].first, more,
            m->left_out->reasons[i].reason);
    }
}

static bool fill_axis(struct axis *axis, const struct variant_base *base,
                      const Wire__SeriesAxis *from, const char *const name)
{
    int32_t chosen[MOST_SERIES_VALUES];
    const char *reason;
    size_t count = from->n_values;
    axis->parameter = from->parameter;
    axis->chosen = !count;
    if (!count)
        count = series_values_choose(base, from->parameter, chosen, &reason);
    if (!count)
        say(base, "the series has no %s to choose: %s", name, reason);
    axis->count = count < MOST_VALUES ? count : MOST_VALUES;
    axis->values = calloc(axis->count + 1, sizeof *axis->values);
    if (!axis->values)
        return false;
    for (size_t i = 0; i < axis->count; i++)
        axis->values[i] = from->n_values
                              ? (struct axis_value){from->values[i]->same, from->values[i]->x,
                                                    from->values[i]->y, from->values[i]->z}
                              : (struct axis_value){.x = chosen[i]};
    return true;
}

static bool set_size(unsigned size[3], const struct axis_value *value)
{
    if (!value->y && (size[1] > 1 || size[2] > 1))
        return false;
    size[0] = (unsigned)value->x;
    size[1] = value->y ? value->y : 1;
    size[2] = value->z ? value->z : 1;
    return true;
}

/* false: it is a number where the launch has a shape. */
static bool set_value(struct variant *v, Wire__SeriesParameter parameter,
                      const struct axis_value *value)
{
    switch (parameter) {
    case WIRE__SERIES_PARAMETER__BLOCK:
        return value->same || set_size(v->block, value);
    case WIRE__SERIES_PARAMETER__GRID:
        return value->same || set_size(v->grid, value);
    case WIRE__SERIES_PARAMETER__CLUSTER:
        return value->same || set_size(v->cluster, value);
    case WIRE__SERIES_PARAMETER__SMEM:
        v->shared = value->same ? v->shared : (unsigned)value->x;
        break;
    case WIRE__SERIES_PARAMETER__CARVEOUT:
        v->carveout = value->same ? v->carveout : value->x;
        break;
    case WIRE__SERIES_PARAMETER__CACHE:
        v->cache = value->same ? v->cache : (CUfunc_cache)value->x;
        break;
    case WIRE__SERIES_PARAMETER__CACHE_CONTROL:
        v->flush = value->same ? v->flush : value->x != 0;
        break;
    default:
        break;
    }
    return true;
}

static const struct axis *find_axis(const struct enumeration *m, Wire__SeriesParameter parameter)
{
    for (size_t i = 0; i < m->axis_count; i++)
        if (m->axes[i].parameter == parameter)
            return &m->axes[i];
    return NULL;
}

static bool has_axis(const struct enumeration *m, Wire__SeriesParameter parameter)
{
    return find_axis(m, parameter) != NULL;
}

/* Dynamic shared memory in proportion to the threads of a block, but not less than the launch has.
 */
static uint64_t shared_in_proportion(const struct variant *own, const struct variant *v)
{
    const uint64_t now = variant_product(own->block), then = variant_product(v->block);
    return then > now ? (own->shared * then + now - 1) / now : own->shared;
}

/* false: the threads cannot be dealt out to these blocks. */
static bool keep_work(const struct enumeration *m, struct variant *v)
{
    const struct variant *own = &m->base->own;
    for (int i = 0; i < 3 && !has_axis(m, WIRE__SERIES_PARAMETER__GRID); i++) {
        const uint64_t threads = (uint64_t)own->grid[i] * own->block[i];
        if (threads % v->block[i])
            return false;
        v->grid[i] = (unsigned)(threads / v->block[i]);
    }
    if (!has_axis(m, WIRE__SERIES_PARAMETER__SMEM)) {
        const uint64_t shared = shared_in_proportion(own, v);
        v->shared = shared < UINT32_MAX ? (unsigned)shared : UINT32_MAX;
    }
    return true;
}

/* Why a variant goes beyond the launch, which can happen where chosen values meet named ones;
 * NULL: it does not. */
static const char *beyond_launch(const struct enumeration *m, const struct variant *v)
{
    const struct variant *own = &m->base->own;
    const struct axis *grid = find_axis(m, WIRE__SERIES_PARAMETER__GRID),
                      *shared = find_axis(m, WIRE__SERIES_PARAMETER__SMEM);
    if (grid && grid->chosen &&
        variant_product(v->grid) * variant_product(v->block) >
            variant_product(own->grid) * variant_product(own->block))
        return "it has more threads than the launch, and may go out of bounds: name grids";
    if (shared && shared->chosen && v->shared < shared_in_proportion(own, v))
        return "a thread of it has less shared memory than in the launch: name amounts (smem=...)";
    return NULL;
}

static void add_text(struct variant *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_text(struct variant *v, const char *format, ...)
{
    const size_t length = strlen(v->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->text + length, VARIANT_TEXT - length, format, arguments);
    va_end(arguments);
}

static void add_size(struct variant *v, const char *name, const unsigned size[3])
{
    add_text(v, "%s%s=%u", *v->text ? ", " : "", name, size[0]);
    if (size[1] > 1 || size[2] > 1)
        add_text(v, "x%u", size[1]);
    if (size[2] > 1)
        add_text(v, "x%u", size[2]);
}

static void add_number(struct variant *v, const char *name, long number)
{
    add_text(v, "%s%s=%ld", *v->text ? ", " : "", name, number);
}

static void add_word(struct variant *v, const char *name, const char *word)
{
    add_text(v, "%s%s=%s", *v->text ? ", " : "", name, word);
}

/* Describes all parameters that the series varies, and what follows from them. scaled: the grid
 * follows from the block. */
static void describe(const struct enumeration *m, struct variant *v, bool scaled)
{
    static const char *const caches[] = {"none", "shared", "l1", "equal"};
    const struct variant *own = &m->base->own;
    if (has_axis(m, WIRE__SERIES_PARAMETER__BLOCK))
        add_size(v, "block", v->block);
    if (has_axis(m, WIRE__SERIES_PARAMETER__GRID) ||
        (scaled && has_axis(m, WIRE__SERIES_PARAMETER__BLOCK)))
        add_size(v, "grid", v->grid);
    if (has_axis(m, WIRE__SERIES_PARAMETER__SMEM) || v->shared != own->shared)
        add_number(v, "smem", (long)v->shared);
    if (has_axis(m, WIRE__SERIES_PARAMETER__CLUSTER) && v->cluster[0])
        add_size(v, "cluster", v->cluster);
    else if (has_axis(m, WIRE__SERIES_PARAMETER__CLUSTER))
        add_word(v, "cluster", "none");
    if (has_axis(m, WIRE__SERIES_PARAMETER__CARVEOUT) && v->carveout < 0)
        add_word(v, "carveout", "default");
    else if (has_axis(m, WIRE__SERIES_PARAMETER__CARVEOUT))
        add_number(v, "carveout", v->carveout);
    if (has_axis(m, WIRE__SERIES_PARAMETER__CACHE))
        add_word(v, "cache", (unsigned)v->cache < 4 ? caches[v->cache] : "none");
    if (has_axis(m, WIRE__SERIES_PARAMETER__CACHE_CONTROL))
        add_word(v, "cache-control", v->flush ? "all" : "none");
}

static bool is_known(const struct enumeration *m, const struct variant *v)
{
    bool known = variant_equal(v, &m->base->own);
    for (size_t i = 0; !known && i < m->variant_list->count; i++)
        known = variant_equal(v, &m->variant_list->items[i]);
    return known;
}

/* at: the value on each axis. */
static void add_variant(struct enumeration *m, const size_t at[MOST_AXES])
{
    struct variant v = m->base->own;
    char reason[VARIANT_REASON];
    const char *beyond;
    bool shapes = true;
    *v.text = '\0';
    for (size_t i = 0; i < m->axis_count; i++)
        shapes = set_value(&v, m->axes[i].parameter, &m->axes[i].values[at[i]]) && shapes;
    const bool same_work = shapes && keep_work(m, &v);
    describe(m, &v, same_work);
    if (!shapes)
        note(m->left_out, v.text, "the launch has several dimensions: name shapes (32x4)");
    else if (!same_work)
        note(m->left_out, v.text,
             "blocks of this size do not divide the launch's threads; grid=same or other grids "
             "would change the work");
    else if (is_known(m, &v))
        return;
    else if ((beyond = beyond_launch(m, &v)))
        note(m->left_out, v.text, beyond);
    else if (v.flush && !m->base->inject->settings.may_flush)
        note(m->left_out, v.text, "the caches cannot be emptied");
    else if (variant_refused(m->base, &v, reason))
        note(m->left_out, v.text, reason);
    else if (m->variant_list->count == MOST_VARIANTS)
        note(m->left_out, v.text, "there are more variants than can be measured");
    else
        m->variant_list->items[m->variant_list->count++] = v;
}

/* The last axis changes first. */
static bool step(const struct enumeration *m, size_t at[MOST_AXES])
{
    for (size_t i = m->axis_count; i-- > 0;) {
        if (++at[i] < m->axes[i].count)
            return true;
        at[i] = 0;
    }
    return false;
}

static bool open_axes(struct enumeration *m)
{
    static const char *const names[MOST_AXES] = {"blocks",    "grids", "shared memory", "clusters",
                                                 "carveouts", "cache", "cache control"};
    const struct inject *inject = m->base->inject;
    for (size_t i = 0; i < inject->settings.series_count && m->axis_count < MOST_AXES; i++) {
        const Wire__SeriesAxis *from = inject->settings.series[i];
        struct axis axis = {0};
        if ((unsigned)from->parameter >= MOST_AXES)
            continue;
        if (!fill_axis(&axis, m->base, from, names[from->parameter]))
            return false;
        if (axis.count)
            m->axes[m->axis_count++] = axis;
        else /* the others vary all the same */
            free(axis.values);
    }
    return true;
}

bool variant_list_make(struct variant_list *variant_list, const struct variant_base *base)
{
    struct enumeration m = {.base = base, .variant_list = variant_list};
    size_t at[MOST_AXES] = {0};
    *variant_list =
        (struct variant_list){.items = calloc(MOST_VARIANTS, sizeof *variant_list->items)};
    m.left_out = calloc(1, sizeof *m.left_out);
    const bool good = variant_list->items && m.left_out && open_axes(&m);
    if (good) {
        struct variant own = base->own;
        size_t tried = 0;
        describe(&m, &own, true);
        memcpy(variant_list->own_text, own.text, sizeof own.text);
        do
            add_variant(&m, at);
        while (step(&m, at) && ++tried < MOST_TRIED && m.axis_count);
        tell(&m);
    }
    for (size_t i = 0; i < m.axis_count; i++)
        free(m.axes[i].values);
    free(m.left_out);
    return good;
}

void variant_list_free(struct variant_list *variant_list)
{
    free(variant_list->items);
    *variant_list = (struct variant_list){0};
}
