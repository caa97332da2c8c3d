#include "report/metric/metric_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "report/metric/metric_name.h"

enum words_kind { WORDS_UNIT, WORDS_ROLLUP, WORDS_SUB, WORDS_PHRASE };

static const struct {
    enum words_kind kind;
    const char *name, *words;
} table[] = {
#include "metric_words.inc"
};

/* Metrics of collections that no library describes; see query_tables.h. */
static const struct {
    const char *collection, *name, *type, *unit, *needs, *description;
} facts[] = {
#include "query_metrics.inc"
};

const char *const metric_part_names[METRIC_PARTS] = {"sampled in", "unit", "counter", "rollup",
                                                     "submetric"};

static const char *find(enum words_kind kind, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].kind == kind && strncmp(table[i].name, name, length) == 0 &&
            !table[i].name[length])
            return table[i].words;
    return NULL;
}

/* Returns whether the sentence refers to the metric before it in the list. */
static bool refers_to_previous(const char *description)
{
    static const char *const starts[] = {"The same", "Of it,", "Their ", "Change of that"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(description, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* Returns the sentence of a fact, or NULL if the name is no fact or has no sentence of its own. */
static const char *fact(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strncmp(facts[i].name, name, length) == 0 && !facts[i].name[length])
            return refers_to_previous(facts[i].description) ? NULL : facts[i].description;
    return NULL;
}

/* Returns the next shorter end of the name before `end`: the one before the last underscore. */
static size_t shorter(const char *name, size_t end)
{
    while (end && name[end - 1] != '_')
        end--;
    while (end && name[end - 1] == '_')
        end--;
    return end;
}

/* Returns whether the part qualifies the counter, and is not the counter itself. */
static bool is_qualifier(const char *name)
{
    static const char *const starts[] = {
        "op_",   "mem_", "pipe_",   "srcunit",   "aperture_", "lookup_", "evict_",
        "pred_", "dot_", "srcnode", "sparsity_", "per_",      "memdesc", "register_spilling"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* Returns the length of the longest known start of a counter's name, or of its first word. */
static size_t longest(const char *name, size_t length, const char **words)
{
    size_t end = length, first = strcspn(name, "_");
    *words = NULL;
    while (end && !(*words = find(WORDS_PHRASE, name, end)))
        end = shorter(name, end);
    return *words ? end : first < length ? first : length;
}

static void add_phrase(struct strbuf *out, const char *name, size_t length, const char *words)
{
    if (out->length)
        strbuf_adds(out, is_qualifier(name) ? ", " : " ");
    strbuf_add(out, words ? words : name, words ? strlen(words) : length);
}

/* Appends the counter of "pipe_alu_cycles_active": qualifiers in front of it move behind it.
 * Returns whether all parts have words. */
static bool add_counter(struct strbuf *out, const char *name, size_t length)
{
    struct strbuf front = {0};
    bool counted = false, known = true;
    while (length) {
        const char *words;
        size_t end = longest(name, length, &words);
        known = known && (words || !end);
        counted = counted || !is_qualifier(name);
        if (end)
            add_phrase(counted ? out : &front, name, end, words);
        end += !end;
        while (end < length && name[end] == '_')
            end++;
        name += end;
        length -= end;
    }
    if (front.length)
        strbuf_addf(out, "%s%s", out->length ? ", " : "", front.data);
    while (out->length && out->data[out->length - 1] == ',')
        out->data[--out->length] = '\0';
    strbuf_free(&front);
    return known;
}

static void set(struct metric_part *part, const char *name, size_t length, const char *words)
{
    strbuf_add(&part->name, name, length);
    strbuf_adds(&part->words, words ? words : "");
    if (!words)
        strbuf_add(&part->words, name, length);
}

/* Takes "SM_A.TriageCompute." or "pmsampling:" in front of a sampled metric. Returns the rest. */
static const char *take_group(struct metric_words *to, const char *name)
{
    const char *counter = strstr(name, "__"), *start = name;
    for (const char *c = name; counter && c < counter; c++)
        if (*c == '.' || *c == ':')
            start = c + 1;
    if (start == name)
        return name;
    struct metric_part *part = &to->parts[METRIC_PART_GROUP];
    strbuf_add(&part->name, name, (size_t)(start - name - 1));
    strbuf_adds(&part->words, "sampled over time");
    if (*start && start[-1] == '.')
        strbuf_addf(&part->words, ", in the pass group %.*s", (int)strcspn(name, "."), name);
    return start;
}

static void take_base(struct metric_words *to, const char *base, size_t length)
{
    static const char derived[] = "derived__";
    const char *marks = NULL;
    /* A derived metric has the unit behind "derived__". */
    size_t skip = strncmp(base, derived, strlen(derived)) == 0 ? strlen(derived) : 0;
    for (size_t i = skip; i + 1 < length && !marks; i++)
        if (base[i] == '_' && base[i + 1] == '_')
            marks = base + i;
    if (!marks && skip)
        marks = base + skip - 2;
    const char *counter = marks ? marks + 2 : base;
    if (marks) {
        const char *unit = marks > base + skip ? base + skip : base;
        const char *words = find(WORDS_UNIT, unit, (size_t)(marks - unit));
        set(&to->parts[METRIC_PART_UNIT], unit, (size_t)(marks - unit), words);
        to->unknown = !words;
    }
    struct metric_part *part = &to->parts[METRIC_PART_COUNTER];
    size_t left = length - (size_t)(counter - base);
    strbuf_add(&part->name, counter, left);
    const char *known = fact(base, length);
    if (known)
        strbuf_adds(&part->words, known);
    else if (!add_counter(&part->words, counter, left))
        to->unknown = true;
}

static void capitalise(struct strbuf *text)
{
    if (text->length)
        text->data[0] = (char)toupper((unsigned char)text->data[0]);
}

static bool has(const struct metric_words *words, enum metric_part_kind kind)
{
    return words->parts[kind].words.length > 0;
}

/* Makes "Unit: counter; rollup, submetric; sampled." Facts have no unit. */
static void make_sentence(struct metric_words *to, bool is_fact)
{
    struct strbuf *out = &to->sentence;
    const char *between = "; ";
    if (has(to, METRIC_PART_UNIT) && !is_fact)
        strbuf_addf(out, "%s: ", to->parts[METRIC_PART_UNIT].words.data);
    strbuf_adds(out, has(to, METRIC_PART_COUNTER) ? to->parts[METRIC_PART_COUNTER].words.data
                                                  : "no name");
    for (int kind = METRIC_PART_ROLLUP; kind <= METRIC_PART_SUBMETRIC; kind++)
        if (has(to, (enum metric_part_kind)kind)) {
            strbuf_addf(out, "%s%s", between, to->parts[kind].words.data);
            between = ", ";
        }
    if (has(to, METRIC_PART_GROUP))
        strbuf_addf(out, "; %s", to->parts[METRIC_PART_GROUP].words.data);
    strbuf_addc(out, '.');
    capitalise(out);
}

static bool make_list(struct metric_words *to, const char *name)
{
    const char *asked = strchr(name, ':') + 1, *known = fact(name, strlen(name));
    struct strbuf *out = &to->sentence;
    if (known)
        strbuf_addf(out, "%s.", known);
    else if (strncmp(name, "breakdown:", 10) == 0)
        strbuf_addf(out, "The metrics of which %s is the maximum.", asked);
    else if (strncmp(name, "regex:", 6) == 0)
        strbuf_addf(out, "The metrics whose names match %s.", asked);
    else
        strbuf_addf(out, "The metrics of the group %s.", asked);
    return true;
}

struct metric_words metric_words(const char *name)
{
    struct metric_words words = {0};
    if (metric_name_is_list(name)) {
        make_list(&words, name);
        return words;
    }
    const char *bare = take_group(&words, name);
    struct metric_name parts = metric_name_parse(bare);
    take_base(&words, parts.base, parts.base_length);
    if (parts.rollup)
        set(&words.parts[METRIC_PART_ROLLUP], parts.rollup, parts.rollup_length,
            find(WORDS_ROLLUP, parts.rollup, parts.rollup_length));
    if (parts.submetric)
        set(&words.parts[METRIC_PART_SUBMETRIC], parts.submetric, strlen(parts.submetric),
            find(WORDS_SUB, parts.submetric, strlen(parts.submetric)));
    make_sentence(&words, fact(parts.base, parts.base_length) != NULL);
    return words;
}

void metric_words_free(struct metric_words *words)
{
    for (int i = 0; i < METRIC_PARTS; i++) {
        strbuf_free(&words->parts[i].name);
        strbuf_free(&words->parts[i].words);
    }
    strbuf_free(&words->sentence);
}
