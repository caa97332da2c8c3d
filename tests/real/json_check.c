/* json_check JSON [CSV]: whether the file (- is standard input) is strict JSON; with CSV also
 * whether the raw page in it says what the raw page as CSV in base units says, result by result and
 * metric by metric, or the source page (SASS) what that as CSV says, instruction by instruction.
 * Prints what is wrong; status 1 if anything is. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_parse.h"

static char *read_all(const char *path, size_t *length)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    char *text = NULL;
    size_t capacity = 0, got;
    *length = 0;
    if (!file) {
        printf("%s: cannot be read\n", path);
        exit(2);
    }
    do {
        capacity = 2 * capacity + 65536;
        text = realloc(text, capacity + 1);
        if (!text)
            exit(2);
        got = fread(text + *length, 1, capacity - *length, file);
        *length += got;
    } while (got);
    text[*length] = '\0';
    if (file != stdin)
        fclose(file);
    return text;
}

/* A text that grows. */
struct text {
    char *data;
    size_t length;
};

static void add(struct text *text, const char *more)
{
    size_t length = strlen(more);
    text->data = realloc(text->data, text->length + length + 1);
    if (!text->data)
        exit(2);
    memcpy(text->data + text->length, more, length + 1);
    text->length += length;
}

/* The number as pages print it: groups of three in en_US.UTF-8, two decimals unless it is whole. A
 * page that holds numbers as doubles is right to the last bit of one, so a string of digits is read
 * as one, too. */
static void add_number(struct text *text, const char *digits)
{
    double number = strtod(digits, NULL);
    char plain[400];
    const char *locale = getenv("LC_NUMERIC");
    const bool groups = locale && strcmp(locale, "en_US.UTF-8") == 0;
    snprintf(plain, sizeof plain, number == floor(number) ? "%.0f" : "%.2f", fabs(number));
    size_t whole = strcspn(plain, ".");
    if (number < 0)
        add(text, "-");
    for (size_t i = 0; plain[i]; i++) {
        if (groups && i && i < whole && (whole - i) % 3 == 0)
            add(text, ",");
        add(text, (char[]){plain[i], '\0'});
    }
}

static bool all_digits(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* A whole number beyond 2^53 is a string of its digits; of 16 digits or more, no text is one. */
static void add_value(struct text *text, const struct json_node *value)
{
    if (!value)
        return;
    if (value->type == JSON_NULL)
        add(text, "nan");
    else if (value->type == JSON_DIGITS ||
             (value->length >= 16 && value->length <= 20 && all_digits(value->text)))
        add_number(text, value->text);
    else
        add(text, value->text);
}

/* The cell of the CSV page that the metric would have. */
static void add_cell(struct text *text, const struct json_node *metric)
{
    const struct json_node *value = json_at(metric, "value");
    const struct json_node *instances = json_at(metric, "instances.values");
    const struct json_node *ids = json_at(metric, "instances.ids");
    add(text, "");
    add_value(text, value);
    if (instances && text->length)
        add(text, " ");
    for (size_t i = 0; instances && i < instances->count; i++) {
        add(text, i ? "; " : "(");
        if (ids && ids->items[i].type != JSON_NULL) {
            add(text, ids->items[i].text);
            add(text, ": ");
        }
        add_value(text, &instances->items[i]);
    }
    if (instances)
        add(text, ")");
}

struct row {
    char **cells;
    size_t count;
};

/* The next row; the text is changed. Every field is quoted. */
static bool next_row(char **at, struct row *row)
{
    row->count = 0;
    while (**at == '"') {
        char *to = ++*at, *cell = to;
        while (**at && (**at != '"' || (*at)[1] == '"')) {
            *at += **at == '"';
            *to++ = *(*at)++;
        }
        if (!**at)
            return false;
        *to = '\0';
        ++*at;
        row->cells = realloc(row->cells, (row->count + 1) * sizeof *row->cells);
        if (!row->cells)
            exit(2);
        row->cells[row->count++] = cell;
        if (**at != ',')
            break;
        ++*at;
    }
    *at += **at == '\n';
    return row->count > 0;
}

struct comparison {
    struct row names, units;
    size_t values, wrong;
};

static void differ(struct comparison *c, const char *id, const char *name, const char *ours,
                   const char *theirs)
{
    if (c->wrong++ < 20)
        printf("result %s, %s: \"%.200s\" in JSON, \"%.200s\" in CSV\n", id, name, ours, theirs);
}

static const struct json_node *metric_of(const struct json_node *metrics, const char *name)
{
    for (size_t i = 0; i < metrics->count; i++)
        if (strcmp(json_text_at(&metrics->items[i], "name"), name) == 0)
            return &metrics->items[i];
    return NULL;
}

/* JSON has ids of instances as plain numbers: makes those of "(0x7f00: 1; ...)" decimal and takes
 * the distances of "(1200 (+200): 1; ...)" out. */
static void plain_ids(struct text *out, const char *cell)
{
    add(out, "");
    for (const char *at = cell; *at;) {
        unsigned long long address;
        int length = 0;
        char digits[24] = {*at, '\0'};
        if (sscanf(at, "0x%llx:%n", &address, &length) == 1 && length)
            snprintf(digits, sizeof digits, "%llu:", address);
        else if (sscanf(at, " (%*1[+-]%*[0-9]):%n", &length) == 0 && length)
            strcpy(digits, ":");
        add(out, digits);
        at += length ? length : 1;
    }
}

/* A metric with neither value nor instances, and one whose value cannot be told from a text. */
static bool same_cell(const struct json_node *metric, const char *ours, const char *theirs)
{
    if (strcmp(ours, theirs) == 0)
        return true;
    if (!json_at(metric, "value") && strcmp(theirs, "no data") == 0)
        return true;
    return strcmp(ours, "nan") == 0 && (strcmp(theirs, "inf") == 0 || strcmp(theirs, "-inf") == 0);
}

static void compare_result(struct comparison *c, const struct json_node *result,
                           const struct row *row)
{
    const struct json_node *metrics = json_at(result, "metrics");
    const char *id = json_text_at(result, "id");
    size_t found = 0, first = 0;
    while (first < c->names.count && strcmp(c->names.cells[first], "CC") != 0)
        first++;
    if (strcmp(id, row->cells[0]) != 0)
        differ(c, id, "ID", id, row->cells[0]);
    for (size_t i = first + 1; i < c->names.count && i < row->count; i++) {
        const struct json_node *metric = metric_of(metrics, c->names.cells[i]);
        struct text cell = {0};
        if (!metric && *row->cells[i])
            differ(c, id, c->names.cells[i], "(none)", row->cells[i]);
        if (!metric)
            continue;
        found++;
        c->values++;
        add_cell(&cell, metric);
        struct text theirs = {0};
        plain_ids(&theirs, row->cells[i]);
        if (!same_cell(metric, cell.data, theirs.data))
            differ(c, id, c->names.cells[i], cell.data, theirs.data);
        free(theirs.data);
        if (strcmp(json_text_at(metric, "unit"), c->units.cells[i]) != 0)
            differ(c, id, c->names.cells[i], json_text_at(metric, "unit"), c->units.cells[i]);
        free(cell.data);
    }
    if (found != metrics->count)
        differ(c, id, "number of metrics", "more", "less");
}

static int compare(const struct json_node *page, char *csv)
{
    struct comparison c = {0};
    const struct json_node *results = json_at(page, "results");
    struct row row = {0};
    char *at = csv;
    size_t count = 0;
    if (!next_row(&at, &c.names) || !next_row(&at, &c.units) || !results) {
        printf("no raw page\n");
        return 1;
    }
    for (; next_row(&at, &row); count++)
        if (count < results->count)
            compare_result(&c, &results->items[count], &row);
    if (count != results->count) {
        printf("%zu results in JSON, %zu in CSV\n", results->count, count);
        c.wrong++;
    }
    printf("%zu values of %zu results, %zu different\n", c.values, count, c.wrong);
    free(c.names.cells);
    free(c.units.cells);
    free(row.cells);
    return c.wrong ? 1 : 0;
}

/* --- the source page --- */

/* The cell of the CSV page that the value would have. */
static void source_cell(char *cell, size_t size, const struct json_node *value)
{
    size_t at = 0;
    *cell = '\0';
    for (size_t i = 0; value->type == JSON_LIST && i < value->count && at < size; i++) {
        const char *count = json_text_at(&value->items[i], "count");
        at += (size_t)snprintf(cell + at, size - at, "%s%s", i ? "," : "",
                               json_text_at(&value->items[i], "code"));
        if (strcmp(count, "1") != 0 && at < size)
            at += (size_t)snprintf(cell + at, size - at, "(%s)", count);
    }
    if (value->type == JSON_DIGITS) {
        double number = strtod(value->text, NULL);
        snprintf(cell, size, number == floor(number) && number >= 0 ? "%.0f" : "%.2f", number);
    }
}

/* Whether the row, without its first quote, is that of the instruction. Quotes inside of fields are
 * not doubled: fields end with quote, comma, quote. What is null has no value, in CSV 0 or "-". */
static bool is_row(const char *row, const struct json_node *instruction)
{
    const struct json_node *values = json_at(instruction, "values");
    const char *text = json_text_at(instruction, "text"), *address;
    char cell[256];
    address = json_text_at(instruction, "address");
    if (strtoull(row, NULL, 16) != strtoull(address, NULL, 10) || !(row = strstr(row, "\",\"")))
        return false;
    row += 3 + strspn(row + 3, " ");
    for (size_t i = 0; i <= values->count; i++) {
        snprintf(cell, sizeof cell, "%s", text ? text : "-");
        if (i)
            source_cell(cell, sizeof cell, &values->items[i - 1]);
        size_t length = strlen(cell);
        if (i && values->items[i - 1].type == JSON_NULL && (*row == '0' || *row == '-'))
            length = 1;
        else if (strncmp(row, cell, length) != 0)
            return false;
        row += length;
        if (strncmp(row, i < values->count ? "\",\"" : "\"\n", i < values->count ? 3 : 2) != 0)
            return false;
        row += 3;
    }
    return true;
}

/* One of the rows from *next on in the list, then from its start: both pages have them in order. */
static bool has_row(char **rows, size_t count, size_t *next, const struct json_node *instruction)
{
    for (size_t i = 0; i < count; i++)
        if (is_row(rows[(*next + i) % count], instruction)) {
            *next = (*next + i + 1) % count;
            return true;
        }
    return false;
}

static int compare_source(const struct json_node *page, char *csv)
{
    const struct json_node *results = json_at(page, "results");
    char **rows = NULL;
    size_t count = 0, next = 0, compared = 0, wrong = 0;
    for (char *at = csv; at; at = strchr(at, '\n'), at += at != NULL) {
        if (strncmp(at, "\"0x", 3) != 0)
            continue;
        rows = realloc(rows, (count + 1) * sizeof *rows);
        if (!rows)
            exit(2);
        rows[count++] = at + 1;
    }
    for (size_t i = 0; i < results->count; i++) {
        const struct json_node *functions = json_at(&results->items[i], "functions");
        for (size_t j = 0; j < functions->count; j++) {
            const struct json_node *instructions = json_at(&functions->items[j], "rows");
            for (size_t k = 0; k < instructions->count; k++, compared++)
                if (!has_row(rows, count, &next, &instructions->items[k]) && wrong++ < 20)
                    printf("no row of CSV is instruction %zu of result %zu\n", k, i);
        }
    }
    printf("%zu instructions, %zu different\n", compared, wrong);
    free(rows);
    return wrong || (count && !compared) ? 1 : 0;
}

int main(int argc, char **argv)
{
    char problem[128];
    size_t length;
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: json_check JSON [CSV]\n");
        return 2;
    }
    char *text = read_all(argv[1], &length);
    struct json_node *page = json_parse(text, length, problem);
    int status = page ? 0 : 1;
    if (!page)
        printf("%s: %s\n", argv[1], problem);
    if (page && argc == 3) {
        char *csv = read_all(argv[2], &length);
        bool is_source = strcmp(json_text_at(page, "page"), "source") == 0;
        status = is_source ? compare_source(page, csv) : compare(page, csv);
        free(csv);
    }
    json_node_free(page);
    free(text);
    return status;
}
