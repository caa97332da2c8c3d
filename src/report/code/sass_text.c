#include "report/code/sass_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { PREDICATE_COLUMNS = 6 };

struct label {
    const char *name;
    size_t length;
    uint64_t offset;
};

struct listing {
    const char *at, *end;
    struct sass_text *sass; /* the instructions as nvdisasm prints them */
    struct label *labels;
    size_t label_count, label_capacity, placed; /* placed: labels whose instruction has been read */
};

struct line {
    const char *text;
    size_t length;
};

static bool next_line(struct listing *listing, struct line *line)
{
    if (listing->at >= listing->end)
        return false;
    const char *newline = memchr(listing->at, '\n', (size_t)(listing->end - listing->at));
    line->text = listing->at;
    line->length = (size_t)((newline ? newline : listing->end) - listing->at);
    listing->at += line->length + (newline != NULL);
    return true;
}

static bool begins(const struct line *line, const char *prefix)
{
    size_t length = strlen(prefix);
    return line->length >= length && memcmp(line->text, prefix, length) == 0;
}

/* Returns whether the line begins a section. *is_wanted: it is the function's section. */
static bool is_section(struct line line, const char *function, bool *is_wanted)
{
    while (line.length && isspace((unsigned char)*line.text))
        line.text++, line.length--;
    if (!begins(&line, ".section"))
        return false;
    line.text += strlen(".section"), line.length -= strlen(".section");
    while (line.length && isspace((unsigned char)*line.text))
        line.text++, line.length--;
    size_t length = strlen(function);
    *is_wanted = begins(&line, ".text.") && line.length > length + 6 &&
                 memcmp(line.text + 6, function, length) == 0 && line.text[6 + length] == ',';
    return true;
}

/* Returns whether the line is an instruction: it stands behind a comment with its offset and ends
 * with a semicolon. */
static bool is_instruction(const struct line *line, uint64_t *offset, struct line *code)
{
    const char *at = line->text, *end = line->text + line->length;
    while (at < end && isspace((unsigned char)*at))
        at++;
    if (end - at < 5 || memcmp(at, "/*", 2) != 0)
        return false;
    at += 2;
    *offset = 0;
    const char *digits = at;
    for (; at < end && isxdigit((unsigned char)*at); at++)
        *offset = *offset * 16 + (uint64_t)(isdigit((unsigned char)*at)
                                                ? *at - '0'
                                                : tolower((unsigned char)*at) - 'a' + 10);
    if (at == digits || end - at < 2 || memcmp(at, "*/", 2) != 0)
        return false;
    at += 2;
    while (at < end && isspace((unsigned char)*at))
        at++;
    size_t left = at < end ? (size_t)(end - at) : 0;
    const char *comment = memmem(at, left, "// ", 3);
    if (comment)
        end = comment;
    while (end > at && end[-1] != ';')
        end--;
    if (end == at)
        return false;
    end--;
    if (end > at && end[-1] == ' ')
        end--;
    *code = (struct line){at, (size_t)(end - at)};
    return true;
}

static void take_label(struct listing *listing, const struct line *line)
{
    const char *colon = memchr(line->text, ':', line->length);
    if (!line->length || isspace((unsigned char)*line->text) || *line->text == '/' || !colon)
        return;
    mem_grow(&listing->labels, listing->label_count, &listing->label_capacity,
             sizeof *listing->labels);
    listing->labels[listing->label_count++] =
        (struct label){.name = line->text, .length = (size_t)(colon - line->text)};
}

/* Returns the number at the start of the first column of the comment about registers. */
static int live_registers(const struct line *line)
{
    static const char mark[] = "// |";
    const char *at = memmem(line->text, line->length, mark, sizeof mark - 1);
    const char *end = line->text + line->length;
    int live = 0;
    if (!at)
        return SASS_NOT_LISTED;
    for (at += sizeof mark - 1; at < end && *at == ' '; at++)
        ;
    /* Without a number, the column has no other marks either. */
    for (; at < end && isdigit((unsigned char)*at) && live < 1000; at++)
        live = live * 10 + (*at - '0');
    return live;
}

static void take_instruction(struct listing *listing, uint64_t offset, const struct line *code,
                             int live)
{
    struct sass_text *sass = listing->sass;
    if (sass->count && sass->lines[sass->count - 1].offset >= offset)
        return;
    for (; listing->placed < listing->label_count; listing->placed++)
        listing->labels[listing->placed].offset = offset;
    mem_grow(&sass->lines, sass->count, &sass->capacity, sizeof *sass->lines);
    sass->lines[sass->count++] =
        (struct sass_line){offset, mem_strndup(code->text, code->length), live};
}

static void read_lines(struct listing *listing, const char *function)
{
    struct line line, code;
    uint64_t offset;
    bool is_wanted = false;
    while (next_line(listing, &line)) {
        bool was_wanted = is_wanted;
        if (is_section(line, function, &is_wanted)) {
            if (was_wanted)
                return;
        } else if (is_wanted && is_instruction(&line, &offset, &code)) {
            take_instruction(listing, offset, &code, live_registers(&line));
        } else if (is_wanted) {
            take_label(listing, &line);
        }
    }
}

static int by_name(const void *a, const void *b)
{
    const struct label *x = a, *y = b;
    size_t shorter = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->name, y->name, shorter);
    return order ? order : (x->length > y->length) - (x->length < y->length);
}

static const struct label *find_label(const struct listing *listing, const char *name,
                                      size_t length)
{
    struct label key = {.name = name, .length = length};
    if (!listing->label_count)
        return NULL;
    return bsearch(&key, listing->labels, listing->label_count, sizeof key, by_name);
}

/* "RET R4 `(F)" lacks the comma before its second operand. Adds it. */
static void separate_operand(struct strbuf *out, size_t operands)
{
    if (out->length <= operands || out->data[out->length - 1] != ' ' ||
        out->data[out->length - 2] == ',')
        return;
    out->data[out->length - 1] = ',';
    strbuf_addc(out, ' ');
}

/* Appends the address of the label in "`(NAME)". Returns the length of that, or 0 if it is no known
 * label. */
static size_t add_address(struct strbuf *out, const struct listing *listing, uint64_t base,
                          const char *at)
{
    const char *end = at[0] == '`' && at[1] == '(' ? strchr(at, ')') : NULL;
    const struct label *label = end ? find_label(listing, at + 2, (size_t)(end - at - 2)) : NULL;
    if (!label)
        return 0;
    strbuf_addf(out, "0x%" PRIx64, base + label->offset);
    return (size_t)(end + 1 - at);
}

/* Instructions whose first operand ncu prints last. */
static const char *const turned[] = {"LDGSTS"};

static void turn_operands(struct strbuf *line, size_t opcode)
{
    size_t name = strcspn(line->data + opcode, ". ");
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
        char *operands = strchr(line->data + opcode, ' ');
        const char *comma = operands ? strstr(operands, ", ") : NULL;
        if (!comma || strlen(turned[i]) != name ||
            memcmp(line->data + opcode, turned[i], name) != 0)
            continue;
        char *first = mem_strndup(operands + 1, (size_t)(comma - operands - 1));
        char *others = mem_strdup(comma + 2);
        line->length = (size_t)(operands + 1 - line->data);
        strbuf_addf(line, "%s, %s", others, first);
        free(first);
        free(others);
    }
}

static char *shown(const struct listing *listing, uint64_t base, const char *code)
{
    struct strbuf out = {0};
    size_t predicate = *code == '@' ? strcspn(code, " \t") : 0;
    strbuf_add(&out, code, predicate);
    code += predicate;
    strbuf_pad(&out, ' ', predicate < PREDICATE_COLUMNS ? PREDICATE_COLUMNS - predicate : 1);
    code += strspn(code, " \t");
    size_t opcode = out.length, operands = opcode + strcspn(code, " ") + 1;
    static const char reuse[] = ".reuse";
    while (*code) {
        if (strncmp(code, "`(", 2) == 0 || strncmp(code, "0x", 2) == 0)
            separate_operand(&out, operands);
        size_t length = add_address(&out, listing, base, code);
        if (!length && strncmp(code, reuse, sizeof reuse - 1) == 0 &&
            !isalnum((unsigned char)code[sizeof reuse - 1]))
            length = sizeof reuse - 1;
        else if (!length)
            strbuf_addc(&out, *code);
        code += length ? length : 1;
    }
    turn_operands(&out, opcode);
    return strbuf_detach(&out);
}

void sass_text_read(struct sass_text *sass, const char *text, size_t length, const char *function,
                    uint64_t base)
{
    struct listing listing = {.at = text, .end = text + length, .sass = sass};
    *sass = (struct sass_text){0};
    read_lines(&listing, function);
    listing.label_count = listing.placed; /* a label behind the last instruction has no address */
    if (listing.label_count)
        qsort(listing.labels, listing.label_count, sizeof *listing.labels, by_name);
    for (size_t i = 0; i < sass->count; i++) {
        char *code = sass->lines[i].text;
        sass->lines[i].text = shown(&listing, base, code);
        free(code);
    }
    free(listing.labels);
}

void sass_text_add(struct sass_text *sass, uint64_t offset, const char *code)
{
    const struct listing listing = {.sass = sass};
    mem_grow(&sass->lines, sass->count, &sass->capacity, sizeof *sass->lines);
    sass->lines[sass->count++] = (struct sass_line){offset, shown(&listing, 0, code), 0};
}

bool sass_text_has(const char *text, size_t length, const char *function)
{
    struct sass_text sass;
    sass_text_read(&sass, text, length, function, 0);
    bool has = sass.count > 0;
    sass_text_free(&sass);
    return has;
}

void sass_text_free(struct sass_text *sass)
{
    for (size_t i = 0; i < sass->count; i++)
        free(sass->lines[i].text);
    free(sass->lines);
    *sass = (struct sass_text){0};
}

static int by_place(const void *a, const void *b)
{
    const struct sass_line *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static const struct sass_line *line_at(const struct sass_text *sass, uint64_t offset)
{
    struct sass_line key = {.offset = offset};
    return sass->count ? bsearch(&key, sass->lines, sass->count, sizeof key, by_place) : NULL;
}

const char *sass_text_at(const struct sass_text *sass, uint64_t offset)
{
    const struct sass_line *line = line_at(sass, offset);
    return line ? line->text : NULL;
}

int sass_text_live(const struct sass_text *sass, uint64_t offset)
{
    const struct sass_line *line = line_at(sass, offset);
    return line ? line->live : SASS_NOT_LISTED;
}
