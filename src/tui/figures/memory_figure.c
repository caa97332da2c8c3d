/* How it works: each link has a place by the names of its ends, which is the order of the lists.
 * Only links with traffic get a line; the others are collected into the two lines at the end, a
 * unit by its name if none of its links has anything to say. The map of units is in
 * memory_figure_map.c and shares the roles, weights and numbers of links with this file. */
#include "tui/figures/memory_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/unit_spelling.h"
#include "tui/figures/bar_figure.h"
#include "tui/term/change_mark.h"
#include "tui/term/short_number.h"

enum { UNIT_ROOM = 12, CHANGE_LEAST = 10, PEAK_ROOM = 6, BAR_LEAST = 6, GAP = 2 };

static const char *const spaces[] = {
    "Global", "Local", "Texture", "Surface", "Load Global Store Shared", "Shared", "DSMEM"};
static const char *const memories[] = {"System Memory", "Device Memory", "Peer Memory"};

#define IS_ONE_OF(list, name) is_one_of(list, sizeof(list) / sizeof *(list), name)
static bool is_one_of(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

enum memory_place memory_figure_place(const struct memory_link *link)
{
    static const char l1[] = "L1/TEX Cache", l2[] = "L2 Cache", shared[] = "Shared Memory";
    bool from_l1 = strcmp(link->from, l1) == 0, to_l1 = strcmp(link->to, l1) == 0;
    bool from_l2 = strcmp(link->from, l2) == 0, to_l2 = strcmp(link->to, l2) == 0;
    if (strcmp(link->from, "Kernel") == 0)
        return IS_ONE_OF(spaces, link->to) ? MEMORY_KERNEL : MEMORY_OTHER;
    if ((from_l1 && IS_ONE_OF(spaces, link->to)) || (to_l1 && IS_ONE_OF(spaces, link->from)))
        return MEMORY_L1;
    if (strcmp(link->from, shared) == 0 || strcmp(link->to, shared) == 0)
        return MEMORY_SHARED;
    if ((from_l1 && to_l2) || (from_l2 && to_l1))
        return MEMORY_L2;
    if ((from_l2 && IS_ONE_OF(memories, link->to)) || (to_l2 && IS_ONE_OF(memories, link->from)))
        return MEMORY_DEVICE;
    return MEMORY_OTHER;
}

enum role memory_figure_role(double peak)
{
    return isnan(peak) ? ROLE_NORMAL : peak >= 80 ? ROLE_HOT : peak >= 60 ? ROLE_BUSY : ROLE_GOOD;
}

int memory_figure_weight(double peak)
{
    return peak >= 60 ? 2 : peak >= 20 ? 1 : 0;
}

void memory_figure_add_peak(struct strbuf *out, double peak)
{
    strbuf_adds(out, "");
    if (peak > 0 && peak < 1)
        strbuf_adds(out, "<1 %");
    else if (!isnan(peak))
        strbuf_addf(out, "%.0f %%", peak);
}

struct number memory_figure_link(const struct memory_link *link, struct strbuf *source,
                                 struct strbuf *label)
{
    strbuf_adds(source, "");
    for (size_t i = 0; i < link->part_count; i++)
        strbuf_addf(source, "%s%s", i ? " + " : "", link->parts[i]);
    strbuf_addf(label, "%s -> %s", link->from, link->to);
    return (struct number){.source = source->data,
                           .label = label->data,
                           .value = link->amount,
                           .unit = link->unit,
                           .peak = link->peak};
}

struct number memory_figure_fact(const struct memory_fact *fact, struct strbuf *label)
{
    strbuf_addf(label, "%s: %s", fact->node, fact->name);
    return (struct number){.source = fact->formula,
                           .label = label->data,
                           .value = fact->value,
                           .unit = fact->unit,
                           .peak = NAN};
}

/* Appends "16.8M inst" or "1.05 GB". */
static void add_amount(struct strbuf *out, const struct memory_link *link)
{
    short_number(out, link->amount);
    char last = out->data[out->length - 1];
    if (strcmp(link->unit, "byte") == 0 && last >= 'A' && last <= 'Z') {
        out->data[--out->length] = '\0';
        strbuf_addf(out, " %cB", last);
    } else if (*link->unit) {
        char unit[sizeof link->unit];
        memcpy(unit, link->unit, sizeof unit);
        unit_spell(unit, sizeof unit);
        strbuf_addf(out, " %s", unit);
    }
}

static void add_name(struct strbuf *out, const struct memory_link *link, const struct glyphs *g)
{
    strbuf_addf(out, "%s %s %s", link->from, g->right, link->to);
}

/* Widths of columns in the lists of links. */
struct columns {
    int name, change; /* change 0: nothing is compared */
};

static void draw_right(struct painter *p, int column, int width, enum role role, const char *text)
{
    int needed = (int)safe_text_width(text);
    painter_text(p, column + width - needed, needed, role, text);
}

struct value_change memory_figure_change(const struct memory_link *link,
                                         const struct memory_map *before)
{
    const struct memory_link *old = memory_map_link(before, link->from, link->to);
    double amount = old && strcmp(old->unit, link->unit) == 0 ? old->amount : NAN;
    return value_change_judge("", amount, link->amount, NAN);
}

bool memory_figure_silenced(const struct memory_link *link, const struct memory_map *before)
{
    return before && link->amount == 0 && memory_figure_change(link, before).before > 0;
}

/* A link has a line of its own in a list if it has traffic or had some. */
static bool is_listed(const struct memory_link *link, const struct memory_map *before)
{
    return link->amount > 0 || memory_figure_silenced(link, before);
}

static char *change_text(const struct memory_link *link, const struct memory_map *before,
                         const struct glyphs *g)
{
    if (memory_figure_silenced(link, before)) {
        struct strbuf was = {0};
        strbuf_adds(&was, "was ");
        short_number(&was, memory_figure_change(link, before).before);
        return strbuf_detach(&was);
    }
    struct value_change change = memory_figure_change(link, before);
    return change_mark_text(&change, g);
}

/* Makes the columns as wide as their contents. Names give way to numbers. */
static struct columns plan(const struct memory_map *map, const struct memory_map *before,
                           int indent, const struct painter *p)
{
    const struct glyphs *g = painter_glyphs(p);
    struct columns c = {.change = before ? CHANGE_LEAST : 0};
    for (size_t i = 0; i < map->link_count; i++) {
        struct strbuf name = {0};
        if (!is_listed(&map->links[i], before))
            continue;
        add_name(&name, &map->links[i], g);
        char *change = before ? change_text(&map->links[i], before, g) : NULL;
        int width = (int)safe_text_width(name.data);
        int changed = change ? (int)safe_text_width(change) : 0;
        c.name = width > c.name ? width : c.name;
        c.change = changed > c.change ? changed : c.change;
        strbuf_free(&name);
        free(change);
    }
    int most = p->width - indent - 2 - 2 * GAP - UNIT_ROOM - PEAK_ROOM - 2;
    most -= c.change ? c.change + 1 : 0;
    c.name = c.name > most ? most : c.name;
    return c;
}

static void draw_link(const struct memory_link *link, const struct memory_map *before,
                      const struct columns *c, int indent, struct painter *p)
{
    struct strbuf name = {0}, amount = {0}, peak = {0}, source = {0}, label = {0};
    int at = indent + c->name + GAP, room;
    add_name(&name, link, painter_glyphs(p));
    add_amount(&amount, link);
    memory_figure_add_peak(&peak, link->peak);
    painter_text(p, indent, c->name, ROLE_NORMAL, name.data);
    struct number number = memory_figure_link(link, &source, &label);
    int needed = (int)safe_text_width(amount.data);
    painter_number(p, at + UNIT_ROOM - needed, needed, ROLE_NORMAL, amount.data, &number);
    at += UNIT_ROOM + 1;
    if (c->change) {
        char *text = change_text(link, before, painter_glyphs(p));
        draw_right(p, at, c->change, change_mark_role(memory_figure_change(link, before).verdict),
                   text);
        at += c->change + 1;
        free(text);
    }
    draw_right(p, at, PEAK_ROOM, memory_figure_role(link->peak), peak.data);
    at += PEAK_ROOM + GAP;
    room = p->width - at - 1;
    if (room >= BAR_LEAST && link->peak > 0) {
        const struct memory_link *old =
            before ? memory_map_link(before, link->from, link->to) : NULL;
        painter_bar(p, at, room, memory_figure_role(link->peak), link->peak / 100);
        if (old && old->peak > 0)
            bar_figure_ghost(p, at, room, link->peak / 100, old->peak / 100);
    }
    painter_next(p);
    strbuf_free(&name);
    strbuf_free(&amount);
    strbuf_free(&peak);
    strbuf_free(&source);
    strbuf_free(&label);
}

/* Appends "hit rate 98.1 %" or "port peak 76.4 % (was 70.2)". */
static void add_fact(struct strbuf *out, const struct memory_fact *fact,
                     const struct memory_map *before)
{
    int length = (int)strlen(fact->name);
    if (length > 2 && strcmp(fact->name + length - 2, " %") == 0)
        length -= 2;
    strbuf_addf(out, "%.*s %.4g%s%s", length, fact->name, fact->value, *fact->unit ? " " : "",
                fact->unit);
    const struct memory_fact *old = before ? memory_map_fact(before, fact->node, fact->name) : NULL;
    double was = old ? old->value : NAN;
    if (change_is_real(value_change_judge("", was, fact->value, NAN).verdict))
        strbuf_addf(out, " (was %.4g)", was);
}

/* Draws the collected facts of a unit: "L2 Cache: hit rate 98 %". They continue on further
 * lines. */
static void draw_heading(const struct memory_map *map, const struct memory_map *before,
                         const char *title, const char *node, int indent, struct painter *p)
{
    int at = indent + painter_text(p, indent, p->width - indent, ROLE_HEADING, title) + 2;
    bool any = false;
    for (size_t i = 0; i < map->fact_count; i++) {
        const struct memory_fact *fact = &map->facts[i];
        if (strcmp(fact->node, node) != 0 || isnan(fact->value))
            continue;
        struct strbuf text = {0}, label = {0};
        add_fact(&text, fact, before);
        struct number number = memory_figure_fact(fact, &label);
        at += any ? painter_text(p, at, p->width - at, ROLE_NORMAL, ", ") : 0;
        if (at + (int)safe_text_width(text.data) > p->width) {
            painter_next(p);
            at = indent + 2;
        }
        at += painter_number(p, at, p->width - at, ROLE_NORMAL, text.data, &number);
        any = true;
        strbuf_free(&text);
        strbuf_free(&label);
    }
    painter_next(p);
}

static const struct {
    const char *title, *node;
} places[MEMORY_PLACES] = {
    [MEMORY_KERNEL] = {"Kernel", "Kernel"},
    [MEMORY_L1] = {"L1/TEX Cache", "L1/TEX Cache"},
    [MEMORY_SHARED] = {"Shared Memory", "Shared Memory"},
    [MEMORY_L2] = {"L2 Cache", "L2 Cache"},
    [MEMORY_DEVICE] = {"Memories", "Memories"},
    [MEMORY_OTHER] = {"Other links", ""},
};

/* Returns whether the fact is in the heading of a place that is drawn, or in the map. */
static bool is_told(const struct memory_fact *fact, const bool *told, enum memory_place first)
{
    if (first > MEMORY_DEVICE && IS_ONE_OF(memories, fact->node))
        return true;
    for (int i = 0; i < MEMORY_PLACES; i++)
        if (told[i] && strcmp(places[i].node, fact->node) == 0)
            return true;
    return false;
}

/* Draws the facts of units without a heading. */
static void tell_others(const struct memory_map *map, const struct memory_map *before,
                        const bool *told, enum memory_place first, int indent, struct painter *p)
{
    for (size_t i = 0; i < map->fact_count; i++) {
        const struct memory_fact *fact = &map->facts[i];
        if (is_told(fact, told, first) || isnan(fact->value) || fact->value == 0)
            continue;
        struct strbuf text = {0}, label = {0};
        strbuf_addf(&text, "%s: ", fact->node);
        add_fact(&text, fact, before);
        struct number number = memory_figure_fact(fact, &label);
        painter_wrapped_number(p, indent, ROLE_NORMAL, text.data, &number);
        strbuf_free(&text);
        strbuf_free(&label);
    }
}

/* Returns whether the link has no traffic, or was not collected. */
static bool is_silent(const struct memory_link *link, const struct memory_map *before,
                      bool collected)
{
    return !is_listed(link, before) && isnan(link->amount) != collected;
}

static bool is_silent_unit(const struct memory_map *map, const struct memory_map *before,
                           const char *unit, bool collected)
{
    for (size_t i = 0; i < map->link_count; i++)
        if ((strcmp(map->links[i].from, unit) == 0 || strcmp(map->links[i].to, unit) == 0) &&
            !is_silent(&map->links[i], before, collected))
            return false;
    return true;
}

static void add_once(struct strbuf *text, const char *name, const char *heading)
{
    const char *at = text->data ? strstr(text->data, name) : NULL;
    size_t length = strlen(name);
    /* Only whole names count: "Shared" is not "Shared Memory". */
    for (; at; at = strstr(at + 1, name))
        if (at[-1] == ' ' && at[-2] != '>' && (at[length] == ',' || !at[length]))
            return;
    strbuf_addf(text, "%s%s", text->length ? ", " : heading, name);
}

/* Names the units all of whose links are silent, then single links. */
static void tell_silent(const struct memory_map *map, const struct memory_map *before,
                        enum memory_place first, bool collected, int indent, struct painter *p)
{
    const char *heading = collected ? "Without traffic: " : "Not collected: ";
    struct strbuf text = {0};
    for (size_t i = 0; i < map->link_count; i++) {
        const struct memory_link *link = &map->links[i];
        if (memory_figure_place(link) < first || !is_silent(link, before, collected))
            continue;
        struct strbuf name = {0};
        add_name(&name, link, painter_glyphs(p));
        if (is_silent_unit(map, before, link->to, collected))
            add_once(&text, link->to, heading);
        else if (is_silent_unit(map, before, link->from, collected))
            add_once(&text, link->from, heading);
        else
            add_once(&text, name.data, heading);
        strbuf_free(&name);
    }
    if (text.length)
        painter_wrapped(p, indent, ROLE_DIM, text.data);
    strbuf_free(&text);
}

void memory_figure_draw_lists(const struct memory_map *map, const struct memory_map *before,
                              enum memory_place first, int indent, struct painter *p)
{
    bool told[MEMORY_PLACES];
    struct columns columns = plan(map, before, indent, p);
    /* The facts of the places before the first one are drawn elsewhere. */
    for (int i = 0; i < MEMORY_PLACES; i++)
        told[i] = i < (int)first;
    for (enum memory_place place = first; place < MEMORY_PLACES; place++) {
        bool any = false;
        for (size_t i = 0; i < map->link_count; i++) {
            const struct memory_link *link = &map->links[i];
            if (memory_figure_place(link) != place || !is_listed(link, before))
                continue;
            if (!any)
                draw_heading(map, before, places[place].title, places[place].node, indent, p);
            any = told[place] = true;
            draw_link(link, before, &columns, indent + 2, p);
        }
    }
    tell_others(map, before, told, first, indent, p);
    tell_silent(map, before, first, true, indent, p);
    tell_silent(map, before, first, false, indent, p);
}

/* The shares of the peak at which a line or a port looks different. */
static void draw_key(int indent, struct painter *p)
{
    static const struct {
        double least;
        const char *text;
    } steps[] = {{0, "below 20"}, {20, "20"}, {60, "60"}, {80, "from 80 % of the peak"}};
    const struct glyphs *g = painter_glyphs(p);
    int at = indent;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const char *line = g->links[memory_figure_weight(steps[i].least)];
        char *text = mem_printf("%s%s%s %s  ", line, line, line, steps[i].text);
        at += painter_text(p, at, p->width - at, memory_figure_role(steps[i].least), text);
        free(text);
    }
    painter_next(p);
}

/* Names the links that are nearest to their peak. */
static void tell_busiest(const struct memory_map *map, int indent, struct painter *p)
{
    enum { MOST = 3 };
    const struct memory_link *busiest[MOST] = {NULL};
    struct strbuf text = {0};
    for (size_t i = 0; i < map->link_count; i++) {
        const struct memory_link *link = &map->links[i];
        if (!(link->amount > 0) || !(link->peak > 0))
            continue;
        for (int j = 0; j < MOST && link; j++)
            if (!busiest[j] || busiest[j]->peak < link->peak) {
                const struct memory_link *less = busiest[j];
                busiest[j] = link, link = less;
            }
    }
    for (int j = 0; j < MOST && busiest[j]; j++) {
        strbuf_adds(&text, j ? ", " : "Nearest to their peak: ");
        add_name(&text, busiest[j], painter_glyphs(p));
        strbuf_adds(&text, " ");
        memory_figure_add_peak(&text, busiest[j]->peak);
    }
    if (text.length)
        painter_wrapped(p, indent, ROLE_NORMAL, text.data);
    strbuf_free(&text);
}

void memory_figure_draw(const struct memory_map *map, const struct memory_map *before, int indent,
                        struct painter *p)
{
    int room = p->width - indent;
    if (room < MEMORY_FIGURE_NARROW || (before && room < MEMORY_FIGURE_WIDE)) {
        memory_figure_draw_lists(map, before, MEMORY_KERNEL, indent, p);
        return;
    }
    memory_figure_draw_map(map, before, indent, p);
    draw_key(indent, p);
    if (room < MEMORY_FIGURE_WIDE)
        tell_busiest(map, indent, p);
    memory_figure_draw_lists(map, before, MEMORY_OTHER, indent, p);
}
