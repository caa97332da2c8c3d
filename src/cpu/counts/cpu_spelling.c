#include "cpu/counts/cpu_spelling.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/nearest_few.h"
#include "report/base/strbuf.h"

enum { LONGEST = 256 };

/* A part of a spelling as a text of its own. */
struct part {
    char text[LONGEST];
};

static bool part_of(struct part *part, const char *start, size_t length)
{
    if (length >= sizeof part->text)
        return false;
    memcpy(part->text, start, length);
    part->text[length] = '\0';
    return true;
}

static bool number_of(const char *text, int base, uint64_t *number)
{
    char *end;
    if (!isxdigit((unsigned char)*text))
        return false; /* strtoull would take blanks and signs */
    errno = 0;
    *number = strtoull(text, &end, base);
    return !*end && !errno;
}

static bool is_raw(const char *text, uint64_t *config)
{
    return (*text == 'r' || *text == 'R') && number_of(text + 1, 16, config);
}

static bool unknown_event(const struct cpu_unit *unit, const char *name, struct error *error)
{
    struct nearest_few few = {.wanted = name};
    struct strbuf list = {0};
    for (size_t i = 0; i < unit->event_count; i++) {
        struct part lower;
        if (!part_of(&lower, unit->events[i]->name, strlen(unit->events[i]->name)))
            continue;
        for (char *c = lower.text; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        nearest_few_offer(&few, lower.text);
    }
    for (size_t i = 0; i < few.count; i++)
        strbuf_addf(&list, "%s%s", i ? ", " : "; nearest are ", few.names[i]);
    error_set(error, "unit %s has no event \"%s\"%s", unit->name, name, strbuf_text(&list));
    strbuf_free(&list);
    nearest_few_free(&few);
    return false;
}

static void set_event(struct cpu_spelling *s, const struct cpu_event *event)
{
    s->event = event;
    s->config = event->id;
}

static void set_config(struct cpu_spelling *s, uint64_t config)
{
    s->config = config;
    s->event = cpu_unit_event_by_id(s->unit, config);
}

/* A value of event=, or a term alone. */
static bool take_event(struct cpu_spelling *s, const char *word, struct error *error)
{
    uint64_t number;
    const struct cpu_event *event = cpu_unit_event(s->unit, word);
    if (!event)
        event = cpu_unit_event_by_perf(s->unit, word);
    if (event)
        set_event(s, event);
    else if (number_of(word, 0, &number) || is_raw(word, &number))
        set_config(s, number);
    else
        return unknown_event(s->unit, word, error);
    return true;
}

static bool take_term(struct cpu_spelling *s, const char *term, bool *has_event,
                      struct error *error)
{
    const char *sign = strchr(term, '=');
    struct part key;
    uint64_t number;
    if (!*term)
        return true;
    if (!sign || strncmp(term, "event=", 6) == 0) {
        *has_event = true;
        return take_event(s, sign ? sign + 1 : term, error);
    }
    part_of(&key, term, (size_t)(sign - term));
    if (strcmp(key.text, "name") == 0)
        return true;
    if (!number_of(sign + 1, 0, &number))
        return error_set(error, "\"%s\" has no number behind its =", term);
    if (strcmp(key.text, "config") == 0) {
        *has_event = true;
        set_config(s, number);
        return true;
    }
    if (strcmp(key.text, "config1") != 0 &&
        (!s->unit->filter.term || strcmp(key.text, s->unit->filter.term) != 0))
        return error_set(error, "unit %s has no term \"%s\"%s%s", s->unit->name, key.text,
                         s->unit->filter.term ? "; its filter is " : "",
                         s->unit->filter.term ? s->unit->filter.term : "");
    const uint64_t all = s->unit->filter.term ? (UINT64_C(1) << s->unit->filter.bits) - 1 : 0;
    if (s->unit->filter.term && number & ~all)
        return error_set(error, "%s=0x%llx: a mask of %u bits is expected", key.text,
                         (unsigned long long)number, s->unit->filter.bits);
    s->filter = number;
    return true;
}

static bool find_unit(const struct cpu_catalog *catalog, const char *device, struct cpu_spelling *s)
{
    for (size_t i = 0; i < catalog->unit_count; i++) {
        const struct cpu_unit *unit = catalog->units[i];
        if (cpu_unit_is_device(unit, device, &s->socket) || strcmp(unit->name, device) == 0) {
            s->unit = unit;
            return true;
        }
    }
    return false;
}

static bool read_with_device(const struct cpu_catalog *catalog, const char *text, size_t slash,
                             struct cpu_spelling *s, struct error *error)
{
    struct part device, term;
    bool has_event = false;
    const char *at = text + slash + 1, *last = strrchr(text, '/');
    if (!part_of(&device, text, slash) || !find_unit(catalog, device.text, s))
        return error_set(error, "\"%.*s\" is no known device or unit", (int)slash, text);
    const char *end = last > text + slash ? last : text + strlen(text);
    while (at < end) {
        size_t length = strcspn(at, ",");
        length = at + length > end ? (size_t)(end - at) : length;
        if (!part_of(&term, at, length))
            return error_set(error, "a term of the event is too long");
        if (!take_term(s, term.text, &has_event, error))
            return false;
        at += length + 1;
    }
    return has_event || error_set(error, "\"%s\" names no event", text);
}

/* A name of perf's means the core's counter where the core is known, else what the kernel takes. */
static const struct cpu_event *plain_event(const struct cpu_unit *unit, const char *name,
                                           bool neoverse)
{
    const bool core = strcmp(unit->name, "core") == 0;
    const struct cpu_event *event = core && !neoverse ? NULL : cpu_unit_event_by_perf(unit, name);
    return event || !core ? event : cpu_unit_event(unit, name);
}

static bool read_plain(const struct cpu_catalog *catalog, const char *name, bool neoverse,
                       struct cpu_spelling *s, struct error *error)
{
    static const char *const units[] = {"core", "generic", "software", "topdown"};
    uint64_t config;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const struct cpu_unit *unit = cpu_catalog_unit(catalog, units[i]);
        const struct cpu_event *event = unit ? plain_event(unit, name, neoverse) : NULL;
        if (!event)
            continue;
        s->unit = unit;
        set_event(s, event);
        return true;
    }
    s->unit = cpu_catalog_unit(catalog, units[0]);
    if (s->unit && is_raw(name, &config)) {
        set_config(s, config);
        return s->event || neoverse || error_set(error, "\"%s\" is no known raw event", name);
    }
    return error_set(error, "\"%s\" is no known event", name);
}

bool cpu_spelling_read(const struct cpu_catalog *catalog, const char *text, bool neoverse,
                       struct cpu_spelling *spelling, struct error *error)
{
    const size_t slash = strcspn(text, "/");
    struct part name;
    *spelling = (struct cpu_spelling){.socket = CPU_ANY_SOCKET};
    if (text[slash])
        return read_with_device(catalog, text, slash, spelling, error);
    if (!part_of(&name, text, strcspn(text, ":")))
        return error_set(error, "the name of an event is too long");
    return read_plain(catalog, name.text, neoverse, spelling, error);
}

bool cpu_spelling_is_known(const struct cpu_catalog *catalog, const char *text, struct error *error)
{
    struct cpu_spelling spelling;
    /* Every name and number that is known elsewhere is known where the core is. */
    if (!cpu_spelling_read(catalog, text, true, &spelling, error) || !spelling.unit)
        return false;
    return spelling.event ||
           error_set(error, "no event of unit %s has this number", spelling.unit->name);
}

bool cpu_spelling_has_device(const struct cpu_catalog *catalog, const char *text)
{
    struct cpu_spelling spelling;
    struct part device;
    const size_t slash = strcspn(text, "/");
    return text[slash] && part_of(&device, text, slash) &&
           find_unit(catalog, device.text, &spelling);
}

bool cpu_spelling_is_neoverse(const struct cpu_catalog *catalog, const char *text)
{
    struct cpu_spelling spelling;
    return cpu_spelling_read(catalog, text, false, &spelling, NULL) && spelling.unit &&
           (spelling.unit->of_machine || strcmp(spelling.unit->name, "core") == 0);
}
