/* Findings about source code: tables of the lines that execute most, and marks on instructions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/rules/rule_eval.h"

/* An instruction with its source line. */
struct spot {
    uint64_t address;
    double value;
    struct rule_place place;
};

struct spots {
    struct spot *list;
    size_t count;
};

/* Returns the instances whose code is in the report. */
static struct spots find_spots(const struct rule_eval *eval, const struct expr_value *value)
{
    struct spots spots = {mem_alloc((value->count + 1) * sizeof *spots.list), 0};
    const struct rule_subject *subject = eval->subject;
    for (size_t i = 0; i < value->count; i++) {
        struct spot *spot = &spots.list[spots.count];
        *spot = (struct spot){.address = value->ids[i], .value = value->elements[i]};
        if (rule_source_find(subject->source, subject->result, spot->address, &spot->place))
            spots.count++;
    }
    return spots;
}

static bool same_line(const struct spot *a, const struct spot *b)
{
    return a->place.file && b->place.file && a->place.line == b->place.line &&
           strcmp(a->place.file, b->place.file) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Lines in links count from 0. */
char *rule_code_link(const char *path, unsigned line)
{
    const char *file = base_name(path);
    return mem_printf("@source:%s:%u:%s, line %u@", file, line - 1, file, line);
}

/* --- tables ------------------------------------------------------------------------------------
 */

/* Adds a spot to its line and opcode. */
static bool add_up(struct spots *lines, const struct spot *spot)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->list[i].place.opcode == spot->place.opcode && same_line(&lines->list[i], spot)) {
            lines->list[i].value += spot->value;
            return true;
        }
    lines->list[lines->count++] = *spot;
    return true;
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

static bool is_wanted(const struct rule_source_table *table, const struct spot *spot)
{
    for (size_t i = 0; spot->place.opcode && i < table->opcode_count; i++)
        if (strcmp(table->opcodes[i], spot->place.opcode) == 0)
            return spot->value > 0 && spot->place.file;
    return false;
}

static Rep__RuleResultTableColumn *new_column(struct arena *arena, const char *name,
                                              Rep__RuleResultTableElementType type, size_t rows)
{
    Rep__RuleResultTableColumn *column = arena_alloc(arena, sizeof *column);
    rep__rule_result_table_column__init(column);
    column->name = arena_strdup(arena, name);
    column->type = type;
    column->size = rows;
    if (type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double)
        column->doubledata = arena_alloc(arena, (rows + 1) * sizeof *column->doubledata);
    else
        column->stringdata = arena_alloc(arena, (rows + 1) * sizeof *column->stringdata);
    return column;
}

static void add_cell(struct arena *arena, Rep__RuleResultTableColumn *column, const char *text)
{
    column->stringdata[column->n_stringdata++] = arena_strdup(arena, text);
}

static bool any_text(const struct spots *lines)
{
    bool any = false;
    for (size_t i = 0; i < lines->count; i++)
        any = any || *lines->list[i].place.text;
    return any;
}

static Rep__RuleResultTable *new_table(const struct rule_source_table *wanted,
                                       const struct spots *lines, struct arena *arena)
{
    const Rep__RuleResultTableElementType
        words = REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_String,
        number = REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double;
    enum { COLUMNS = 4 };
    bool has_text = any_text(lines);
    Rep__RuleResultTableColumn *source = NULL,
                               **columns = arena_alloc(arena, COLUMNS * sizeof *columns);
    Rep__RuleResultTable *table = arena_alloc(arena, sizeof *table);
    rep__rule_result_table__init(table);
    table->columns = columns;
    columns[table->n_columns++] = new_column(arena, "Location", words, lines->count);
    if (has_text)
        columns[table->n_columns++] = source = new_column(arena, "Source", words, lines->count);
    Rep__RuleResultTableColumn *opcode = new_column(arena, "Opcode", words, lines->count),
                               *executed =
                                   new_column(arena, "Executed Instructions", number, lines->count);
    columns[table->n_columns++] = opcode;
    columns[table->n_columns++] = executed;
    for (size_t i = 0; i < lines->count; i++) {
        const struct rule_place *place = &lines->list[i].place;
        char *link = rule_code_link(place->file, place->line);
        add_cell(arena, columns[0], link);
        if (source)
            add_cell(arena, source, place->text);
        add_cell(arena, opcode, place->opcode);
        executed->doubledata[executed->n_doubledata++] = lines->list[i].value;
        free(link);
    }
    table->config = arena_alloc(arena, sizeof *table->config);
    rep__rule_result_table_config__init(table->config);
    table->config->title = arena_strdup(arena, wanted->title);
    table->config->sortby = arena_alloc(arena, sizeof *table->config->sortby);
    rep__rule_result_table_sort_info__init(table->config->sortby);
    table->config->sortby->columnindex = (uint32_t)table->n_columns - 1;
    table->config->sortby->has_isascending = true;
    return table;
}

/* --- marks -------------------------------------------------------------------------------------
 */

static Rep__SourceMarker *new_marker(struct arena *arena, struct rule_found *found,
                                     const char *text)
{
    mem_grow(&found->markers, found->marker_count, &found->marker_capacity, sizeof(void *));
    Rep__SourceMarker *marker = arena_alloc(arena, sizeof *marker);
    rep__source_marker__init(marker);
    marker->has_kind = marker->has_type = true;
    marker->tooltip = (char *)text;
    marker->type = REP__RULE_RESULT_MESSAGE_TYPE__Warning;
    found->markers[found->marker_count++] = marker;
    return marker;
}

static void mark_instruction(struct arena *arena, struct rule_found *found, uint64_t address,
                             const char *text)
{
    Rep__SourceMarker *marker = new_marker(arena, found, text);
    marker->kind = REP__MARKER_KIND__SASS;
    marker->source_location_case = REP__SOURCE_MARKER__SOURCE_LOCATION_ADDRESS;
    marker->address = address;
    marker->filename = arena_strdup(arena, "");
}

static void mark_line(struct arena *arena, struct rule_found *found, const struct rule_place *place,
                      const char *text)
{
    Rep__SourceMarker *marker = new_marker(arena, found, text);
    marker->kind = REP__MARKER_KIND__Source;
    marker->source_location_case = REP__SOURCE_MARKER__SOURCE_LOCATION_LINE_NUMBER;
    marker->linenumber = place->line;
    marker->filename = arena_strdup(arena, place->file);
}

Rep__RuleResultTable *rule_code_table(struct rule_eval *eval, const struct rule_source_table *table,
                                      struct arena *arena, struct rule_found *found,
                                      const char *message)
{
    const struct expr_name name = {table->metric, NULL, -1};
    struct expr_value value = {0};
    if (!eval->subject->source || !rule_eval_lookup(eval, &name, &value))
        return NULL;
    struct spots spots = {0}, lines = {0};
    if (value.ids) {
        spots = find_spots(eval, &value);
        lines.list = mem_alloc((spots.count + 1) * sizeof *lines.list);
    }
    for (size_t i = 0; i < spots.count; i++)
        if (is_wanted(table, &spots.list[i]))
            add_up(&lines, &spots.list[i]);
    if (lines.count)
        qsort(lines.list, lines.count, sizeof *lines.list, compare_spots);
    lines.count = lines.count < table->top ? lines.count : table->top;
    Rep__RuleResultTable *made = lines.count ? new_table(table, &lines, arena) : NULL;
    const char *said = table->mark ? rule_eval_text(eval, table->mark, arena) : message;
    for (size_t i = 0; i < lines.count; i++) {
        size_t before = 0;
        while (!same_line(&lines.list[before], &lines.list[i]))
            before++;
        if (before == i)
            mark_line(arena, found, &lines.list[i].place, said);
    }
    free(spots.list);
    free(lines.list);
    expr_value_free(&value);
    return made;
}

/* Marks the line of an instruction unless it is marked already. The text is about all marked
 * instructions of the line. */
static void mark_line_of(struct rule_eval *eval, const struct rule_marker *marker,
                         const struct spots *spots, size_t at, struct arena *arena,
                         struct rule_found *found)
{
    uint64_t *addresses = mem_alloc((spots->count + 1) * sizeof *addresses);
    size_t count = 0;
    bool marked = false;
    for (size_t i = 0; i < spots->count; i++) {
        if (!same_line(&spots->list[i], &spots->list[at]))
            continue;
        marked = marked || (i < at && spots->list[i].value != 0);
        addresses[count++] = spots->list[i].address;
    }
    if (count && !marked) {
        eval->at = addresses;
        eval->at_count = count;
        mark_line(
            arena, found, &spots->list[at].place,
            rule_eval_text(eval, marker->line_text ? marker->line_text : marker->text, arena));
        eval->at = NULL;
    }
    free(addresses);
}

static void mark(struct rule_eval *eval, const struct rule_marker *marker, struct arena *arena,
                 struct rule_found *found)
{
    struct expr_value value;
    if (!rule_eval_is_true(eval, marker->when) || !rule_eval_value(eval, marker->where, &value))
        return;
    bool any = false;
    for (size_t i = 0; value.ids && i < value.count; i++) {
        if (isnan(value.elements[i]))
            value.elements[i] = 0;
        any = any || value.elements[i] != 0;
    }
    struct spots spots = {0};
    if (any && eval->subject->source)
        spots = find_spots(eval, &value);
    for (size_t i = 0; i < spots.count; i++) {
        if (spots.list[i].value == 0)
            continue;
        eval->at = &spots.list[i].address;
        eval->at_count = 1;
        mark_instruction(arena, found, spots.list[i].address,
                         rule_eval_text(eval, marker->text, arena));
        eval->at = NULL;
        if (marker->lines && spots.list[i].place.file)
            mark_line_of(eval, marker, &spots, i, arena, found);
    }
    free(spots.list);
    expr_value_free(&value);
}

void rule_code_marks(struct rule_eval *eval, struct arena *arena, struct rule_found *found)
{
    for (size_t i = 0; i < eval->rule->marker_count; i++) {
        const struct rule_marker *marker = &eval->rule->markers[i];
        rule_eval_enter(eval, &marker->lets);
        mark(eval, marker, arena, found);
        rule_eval_leave(eval);
    }
}
