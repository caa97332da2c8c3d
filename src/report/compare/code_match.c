/* How it works: each line gets a key, equal keys get the same number, and the numbers are aligned.
 * The keys of the second pass say less, so it only fills the gaps that the first pass left; this
 * keeps the order of partners. A line whose number does not occur on the other side at all is left
 * out before a gap is aligned, because it would only make the search longer. */
#include "report/compare/code_match.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/sequence_align.h"

/* Nobody waits for the best alignment of wholly different code. The bound on differences falls with
 * the length, so that 100,000 lines take 0.4 s. */
enum { FEWEST_DIFFERENCES = 100, DIFFERENCES_TIMES_LINES = 20000000 };

enum { INSTRUCTION = 16, SCHEDULING = 3 };

enum side { NOW, BEFORE, SIDES };

/* --- keys --- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '%';
}

/* Returns whether the word is one of these letters followed by a number: "R12", "UP3". */
static bool is_numbered(const char *word, size_t length, const char *letters)
{
    size_t from = strlen(letters);
    if (length <= from || strncmp(word, letters, from) != 0)
        return false;
    for (size_t i = from; i < length; i++)
        if (!isdigit((unsigned char)word[i]))
            return false;
    return true;
}

/* Adds a word. SASS registers lose their number but keep their width ("R4.64"); PTX registers and
 * labels ("%rd12", "$L__BB0_2") lose their digits. */
static void add_word(struct strbuf *out, enum code_form form, const char *word, size_t length)
{
    static const char *const registers[] = {"R", "UR", "P", "UP", "B", "SB", "UB"};
    const char *dot = memchr(word, '.', length);
    size_t name = dot ? (size_t)(dot - word) : length;
    for (size_t i = 0; form == CODE_FORM_SASS && i < sizeof registers / sizeof *registers; i++)
        if (is_numbered(word, name, registers[i])) {
            strbuf_adds(out, registers[i]);
            strbuf_add(out, word + name, length - name);
            return;
        }
    if (form == CODE_FORM_PTX && (*word == '%' || *word == '$')) {
        for (size_t i = 0; i < length; i++)
            if (!isdigit((unsigned char)word[i]))
                strbuf_addc(out, word[i]);
        return;
    }
    strbuf_add(out, word, length);
}

/* Returns the name of an instruction, behind its predicate. */
static const char *find_name(const char *line, size_t length, size_t *name_length)
{
    const char *end = line + length;
    for (;;) {
        while (line < end && isspace((unsigned char)*line))
            line++;
        const char *from = line;
        while (line < end && !isspace((unsigned char)*line) && *line != ';')
            line++;
        *name_length = (size_t)(line - from);
        if (from == end || *from != '@')
            return from;
    }
}

/* Returns whether the numbers in its operands are addresses. */
static bool is_branch(const char *name, size_t length)
{
    static const char *const branches[] = {"BRA", "BRX", "JMP", "JMX",  "CALL", "BSSY",
                                           "RET", "CAL", "SSY", "LEPC", "PBK",  "WARPSYNC"};
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        size_t size = strlen(branches[i]);
        if (length >= size && strncmp(name, branches[i], size) == 0 &&
            (length == size || name[size] == '.'))
            return true;
    }
    return false;
}

static void add_text(struct strbuf *out, enum code_form form, const char *line, size_t length)
{
    size_t name_length, at = 0;
    const char *name = find_name(line, length, &name_length);
    bool branch = form == CODE_FORM_SASS && is_branch(name, name_length);
    while (at < length) {
        size_t from = at;
        while (at < length && is_word(line[at]))
            at++;
        if (at > from + 1 && branch && strncmp(line + from, "0x", 2) == 0)
            strbuf_adds(out, "0x");
        else if (at > from)
            add_word(out, form, line + from, at - from);
        else if (!isspace((unsigned char)line[at++]))
            strbuf_addc(out, line[at - 1]);
        else if (out->length && out->data[out->length - 1] != ' ')
            strbuf_addc(out, ' ');
    }
    while (out->length && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
}

bool code_match_key(struct strbuf *out, enum code_form form, enum code_key key, const char *line,
                    size_t length)
{
    strbuf_adds(out, "");
    if (form == CODE_FORM_BYTES && key == CODE_KEY_TEXT) {
        strbuf_add(out, line, length == INSTRUCTION ? length - SCHEDULING : length);
        return true;
    }
    if (form == CODE_FORM_BYTES && length == INSTRUCTION) {
        strbuf_addc(out, line[0]);
        strbuf_addc(out, (char)(line[1] & 0xf));
        return true;
    }
    if (key == CODE_KEY_TEXT) {
        add_text(out, form, line, length);
        return true;
    }
    if (form != CODE_FORM_SASS && form != CODE_FORM_PTX)
        return false;
    size_t name_length;
    const char *name = find_name(line, length, &name_length);
    strbuf_add(out, name, name_length);
    return true;
}

/* --- classes: equal numbers for equal keys --- */

struct ranked {
    const char *key;
    size_t length;
    uint32_t *class;
};

static int compare_keys(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    size_t least = x->length < y->length ? x->length : y->length;
    int order = least ? memcmp(x->key, y->key, least) : 0;
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

struct matcher {
    enum code_form form;
    const struct file_lines *sides[SIDES];
    uint32_t *classes[SIDES];
    uint32_t class_count;
    size_t *partners;    /* by line of `now` */
    size_t *open[SIDES]; /* lines of the current gap */
    uint32_t *open_classes[SIDES];
};

/* Numbers the lines by their keys. Returns false if the form has no such keys. */
static bool classify(struct matcher *m, enum code_key key)
{
    size_t count = m->sides[NOW]->count + m->sides[BEFORE]->count, at = 0;
    struct ranked *all = mem_alloc((count + 1) * sizeof *all);
    struct strbuf *keys = mem_alloc((count + 1) * sizeof *keys);
    bool any = true;
    for (int side = NOW; side < SIDES; side++)
        for (size_t i = 0; i < m->sides[side]->count; i++, at++) {
            const struct file_lines *lines = m->sides[side];
            any =
                any && code_match_key(&keys[at], m->form, key, lines->lines[i], lines->lengths[i]);
            all[at] = (struct ranked){keys[at].data, keys[at].length, &m->classes[side][i]};
        }
    if (any && count)
        qsort(all, count, sizeof *all, compare_keys);
    m->class_count = 0;
    for (size_t i = 0; any && i < count; i++) {
        m->class_count += i && compare_keys(&all[i - 1], &all[i]) != 0;
        *all[i].class = m->class_count;
    }
    m->class_count++;
    for (size_t i = 0; i < count; i++)
        strbuf_free(&keys[i]);
    free(keys);
    free(all);
    return any;
}

/* --- gaps between what is matched --- */

static void pair(void *context, size_t now, size_t before)
{
    struct matcher *m = context;
    m->partners[m->open[NOW][now]] = m->open[BEFORE][before];
}

/* Aligns the lines from `from` to before `to` of each side. Lines that the other side does not have
 * at all are left out. `seen` says by class which sides have it. */
static void align_gap(struct matcher *m, const unsigned char *seen, const size_t from[SIDES],
                      const size_t to[SIDES])
{
    size_t counts[SIDES] = {0};
    for (int side = NOW; side < SIDES; side++)
        for (size_t i = from[side]; i < to[side]; i++) {
            uint32_t class = m->classes[side][i];
            if (seen[class] != (1 << NOW | 1 << BEFORE))
                continue;
            m->open[side][counts[side]] = i;
            m->open_classes[side][counts[side]++] = class;
        }
    size_t total = counts[NOW] + counts[BEFORE];
    if (counts[NOW] && counts[BEFORE])
        sequence_align(m->open_classes[NOW], counts[NOW], m->open_classes[BEFORE], counts[BEFORE],
                       FEWEST_DIFFERENCES + DIFFERENCES_TIMES_LINES / total, pair, m);
}

/* Aligns what is not matched yet, between matched lines. */
static void align_all(struct matcher *m)
{
    size_t from[SIDES] = {0}, to[SIDES];
    unsigned char *seen = mem_alloc(m->class_count);
    for (int side = NOW; side < SIDES; side++)
        for (size_t i = 0; i < m->sides[side]->count; i++)
            seen[m->classes[side][i]] |= (unsigned char)(1 << side);
    for (size_t i = 0; i < m->sides[NOW]->count; i++) {
        if (m->partners[i] == NO_PARTNER)
            continue;
        to[NOW] = i;
        to[BEFORE] = m->partners[i];
        align_gap(m, seen, from, to);
        from[NOW] = i + 1;
        from[BEFORE] = to[BEFORE] + 1;
    }
    to[NOW] = m->sides[NOW]->count;
    to[BEFORE] = m->sides[BEFORE]->count;
    align_gap(m, seen, from, to);
    free(seen);
}

size_t *code_match(enum code_form form, const struct file_lines *now,
                   const struct file_lines *before)
{
    struct matcher m = {.form = form, .sides = {now, before}};
    for (int side = NOW; side < SIDES; side++) {
        size_t count = m.sides[side]->count + 1;
        m.classes[side] = mem_alloc(count * sizeof *m.classes[side]);
        m.open[side] = mem_alloc(count * sizeof *m.open[side]);
        m.open_classes[side] = mem_alloc(count * sizeof *m.open_classes[side]);
    }
    m.partners = mem_alloc((now->count + 1) * sizeof *m.partners);
    for (size_t i = 0; i < now->count; i++)
        m.partners[i] = NO_PARTNER;
    for (int key = 0; key < CODE_KEYS; key++)
        if (classify(&m, (enum code_key)key))
            align_all(&m);
    for (int side = NOW; side < SIDES; side++) {
        free(m.classes[side]);
        free(m.open[side]);
        free(m.open_classes[side]);
    }
    return m.partners;
}
