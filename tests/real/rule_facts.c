#include "rule_facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { MOST_FIELDS = 16 };

static const char *const types[] = {"NONE", "OK", "WARNING", "ERROR", "OPTIMIZATION"};
/* Marks are stored with the numbers that rules use. */
static const char *const marker_types[] = {"NONE", "OK", "OPTIMIZATION", "WARNING", "ERROR"};
static const char *const severities[] = {"default", "low", "high"};
static const char *const speedups[] = {"unknown", "local", "global"};

#define NAME(names, i) ((size_t)(i) < sizeof(names) / sizeof *(names) ? (names)[i] : "?")

static void add(struct facts *facts, const struct fact *fact)
{
    mem_grow(&facts->list, facts->count, &facts->capacity, sizeof *facts->list);
    facts->list[facts->count++] =
        (struct fact){mem_strdup(fact->rule), mem_strdup(fact->finding), fact->kind,
                      mem_strdup(fact->what), mem_strdup(fact->text),    fact->number};
}

size_t facts_find(const struct facts *facts, const struct fact *fact)
{
    size_t i = 0;
    while (i < facts->count && (strcmp(facts->list[i].what, fact->what) != 0 ||
                                strcmp(facts->list[i].rule, fact->rule) != 0 ||
                                strcmp(facts->list[i].finding, fact->finding) != 0))
        i++;
    return i;
}

/* Adds it as the first, second, ... of its name: "NAME#1". Returns that name, which is fact->what,
 * or fact->finding for a finding; free() it. */
static char *add_numbered(struct facts *facts, struct fact fact, bool is_finding)
{
    char **name = is_finding ? &fact.finding : &fact.what;
    const char *plain = *name;
    for (size_t n = 1;; n++) {
        *name = mem_printf("%s#%zu", plain, n);
        if (facts_find(facts, &fact) == facts->count)
            break;
        free(*name);
    }
    add(facts, &fact);
    return *name;
}

static void add_once(struct facts *facts, const struct fact *fact)
{
    if (facts_find(facts, fact) == facts->count)
        add(facts, fact);
}

static char *add_finding(struct facts *facts, const char *rule, const char *title, const char *type)
{
    const struct fact fact = {(char *)rule, (char *)title, "finding", "finding", (char *)type, NAN};
    return add_numbered(facts, fact, true);
}

static void add_focus(struct facts *facts, const char *rule, const char *finding,
                      const char *metric, const char *severity, double value)
{
    char *what = mem_printf("focus %s", metric);
    const struct fact fact = {(char *)rule, (char *)finding,  "focus",
                              what,         (char *)severity, value};
    free(add_numbered(facts, fact, false));
    free(what);
}

static void add_row(struct facts *facts, const char *rule, const char *finding, const char *title,
                    const char *cells)
{
    char *what = mem_printf("table \"%s\" row", title);
    const struct fact fact = {(char *)rule, (char *)finding, "table", what, (char *)cells, NAN};
    free(add_numbered(facts, fact, false));
    free(what);
}

/* Instructions may be marked more than once, for several reasons; lines are marked or not. */
static void add_marker(struct facts *facts, const char *rule, const char *place, bool is_line,
                       const char *type)
{
    char *what = mem_printf("marker %s", place);
    const struct fact fact = {(char *)rule, "", "marker", what, (char *)type, NAN};
    if (is_line)
        add_once(facts, &fact);
    else
        free(add_numbered(facts, fact, false));
    free(what);
}

static void add_cell(struct strbuf *out, const Rep__RuleResultTableColumn *column, size_t row)
{
    if (row < column->n_stringdata)
        strbuf_adds(out, column->stringdata[row]);
    else if (row < column->n_doubledata)
        strbuf_addf(out, "%.9g", column->doubledata[row]);
    else if (row < column->n_intdata)
        strbuf_addf(out, "%.9g", (double)column->intdata[row]);
}

static void add_table(struct facts *facts, const struct fact_form *form, const char *rule,
                      const char *finding, const Rep__RuleResultTable *table)
{
    const char *title = table->config && table->config->title ? table->config->title : "";
    struct strbuf text = {0};
    size_t rows = 0;
    strbuf_adds(&text, "");
    for (size_t i = 0; i < table->n_columns; i++) {
        const Rep__RuleResultTableColumn *column = table->columns[i];
        strbuf_addf(&text, "%s%s (%d)", i ? " | " : "", column->name, column->type);
        rows = column->size > rows ? column->size : rows;
    }
    char *what = mem_printf("table \"%s\" columns", title);
    if (!form->brief)
        add_once(facts,
                 &(struct fact){(char *)rule, (char *)finding, "table", what, text.data, NAN});
    free(what);
    for (size_t row = 0; row < rows; row++) {
        strbuf_clear(&text);
        for (size_t i = 0; i < table->n_columns; i++) {
            strbuf_adds(&text, i ? " | " : "");
            add_cell(&text, table->columns[i], row);
        }
        add_row(facts, rule, finding, title, text.data);
    }
    strbuf_free(&text);
}

static void add_chart(struct facts *facts, const char *rule, const char *finding,
                      const Rep__ProfilerSourceMetricTable *table)
{
    for (size_t i = 0; i < table->n_metrics; i++) {
        char *what = mem_printf("chart of %s", table->metrics[i]->name);
        add_once(facts, &(struct fact){(char *)rule, (char *)finding, "chart", what, "", NAN});
        free(what);
    }
}

static void add_item(struct facts *facts, const struct fact_form *form, const char *rule,
                     const Rep__RuleResultBodyItem *item)
{
    const Rep__RuleResultMessage *message = item->message;
    const char *title = message && message->name ? message->name : "";
    char *finding = add_finding(facts, rule, title, message ? NAME(types, message->type) : "NONE");
    if (!form->brief && message)
        add(facts, &(struct fact){(char *)rule, finding, "finding", "id", "",
                                  message->has_id ? message->id : NAN});
    if (item->speedup)
        add(facts, &(struct fact){(char *)rule, finding, "speedup", "speedup",
                                  (char *)NAME(speedups, item->speedup->speeduptype),
                                  item->speedup->value});
    for (size_t i = 0; i < item->n_focusmetrics; i++) {
        const Rep__RuleResultFocusMetric *focus = item->focusmetrics[i];
        bool is_other = message && focus->messageid != message->id;
        add_focus(facts, rule, finding, focus->metricname,
                  is_other ? "of another message" : NAME(severities, focus->severity),
                  focus->metricvalue);
    }
    for (size_t i = 0; i < item->n_ruletables; i++)
        add_table(facts, form, rule, finding, item->ruletables[i]);
    if (item->sourcemetrictable && !form->brief)
        add_chart(facts, rule, finding, item->sourcemetrictable);
    free(finding);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_stored_marker(struct facts *facts, const struct fact_form *form, const char *rule,
                              const Rep__SourceMarker *marker)
{
    const char *file = marker->filename ? marker->filename : "";
    bool is_line = marker->kind == REP__MARKER_KIND__Source;
    char *place =
        is_line ? mem_printf("%s:%u", form->brief ? base_name(file) : file, marker->linenumber)
                : mem_printf("%s+%#llx", file, (unsigned long long)(marker->address - form->base));
    add_marker(facts, rule, place, is_line, NAME(marker_types, marker->type));
    free(place);
}

static void add_rule(struct facts *facts, const char *rule, const char *name, const char *section)
{
    const struct fact facts_of_rule[] = {
        {(char *)rule, "", "rule", "name of the rule", (char *)name, NAN},
        {(char *)rule, "", "rule", "section of the rule", (char *)section, NAN}};
    add_once(facts, &facts_of_rule[0]);
    add_once(facts, &facts_of_rule[1]);
}

void facts_add(struct facts *facts, const struct fact_form *form, const Rep__RuleResult *rule)
{
    size_t items = rule->body ? rule->body->n_items : 0;
    if (items)
        add_rule(facts, rule->identifier, rule->displayname,
                 rule->sectionidentifier ? rule->sectionidentifier : "");
    for (size_t i = 0; i < items; i++)
        add_item(facts, form, rule->identifier, rule->body->items[i]);
    for (size_t i = 0; i < rule->n_sourcemarkers; i++)
        add_stored_marker(facts, form, rule->identifier, rule->sourcemarkers[i]);
}

void facts_free(struct facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->list[i].rule);
        free(facts->list[i].finding);
        free(facts->list[i].what);
        free(facts->list[i].text);
    }
    free(facts->list);
    *facts = (struct facts){0};
}

/* The findings of the result by their index in the table, for the other tables. */
struct expected {
    struct facts *facts;
    char **findings;
    size_t count, capacity;
};

static double number(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : NAN;
}

static const char *finding_at(const struct expected *expected, const char *index)
{
    size_t i = strtoul(index, NULL, 10);
    return i < expected->count ? expected->findings[i] : "";
}

static void take_finding(struct expected *expected, char **field)
{
    enum { RULE = 3, NAME_, SECTION, TYPE, TITLE = 8, KIND = 10, SPEEDUP };
    char *rule = field[RULE];
    add_rule(expected->facts, rule, field[NAME_], field[SECTION]);
    char *finding = add_finding(expected->facts, rule, field[TITLE], field[TYPE]);
    if (*field[KIND])
        add(expected->facts, &(struct fact){rule, finding, "speedup", "speedup", field[KIND],
                                            number(field[SPEEDUP])});
    mem_grow(&expected->findings, expected->count, &expected->capacity, sizeof *expected->findings);
    expected->findings[expected->count++] = finding;
}

static void take_focus(struct expected *expected, char **field)
{
    enum { INDEX = 1, RULE, METRIC = 4, VALUE, SEVERITY };
    add_focus(expected->facts, field[RULE], finding_at(expected, field[INDEX]), field[METRIC],
              field[SEVERITY], number(field[VALUE]));
}

static void take_marker(struct expected *expected, char **field)
{
    enum { RULE = 1, KIND = 3, TYPE, OFFSET, SOURCE = 7 };
    bool is_line = strcmp(field[KIND], "SOURCE") == 0;
    add_marker(expected->facts, field[RULE], field[is_line ? SOURCE : OFFSET], is_line,
               field[TYPE]);
}

static void take_row(struct expected *expected, char **field)
{
    enum { INDEX = 1, RULE, TITLE, CELLS = 5, CELL_COUNT = 4 };
    struct strbuf cells = {0};
    for (size_t i = 0; i < CELL_COUNT; i++) {
        double value = number(field[CELLS + i]);
        strbuf_adds(&cells, i ? " | " : "");
        if (isnan(value))
            strbuf_adds(&cells, field[CELLS + i]);
        else
            strbuf_addf(&cells, "%.9g", value);
    }
    add_row(expected->facts, field[RULE], finding_at(expected, field[INDEX]), field[TITLE],
            cells.data);
    strbuf_free(&cells);
}

/* Cuts at tabs; fields that are not there are "". */
static void cut(char *line, char **field)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t i = 0; i < MOST_FIELDS; i++) {
        field[i] = line;
        line += strcspn(line, "\t");
        if (*line)
            *line++ = '\0';
    }
}

static bool read_table(struct expected *expected, const char *folder, const char *name, size_t id,
                       void (*take)(struct expected *, char **))
{
    char *path = mem_printf("%s/%s", folder, name), *line = NULL, *field[MOST_FIELDS];
    FILE *file = fopen(path, "r");
    size_t room = 0, rows = 0;
    while (file && getline(&line, &room, file) > 0) {
        cut(line, field);
        if (rows++ && strtoul(field[0], NULL, 10) == id)
            take(expected, field);
    }
    if (file)
        fclose(file);
    if (rows < 2)
        printf("%s: no rows\n", path);
    free(line);
    free(path);
    return rows > 1;
}

bool facts_expected(struct facts *facts, const char *folder, size_t id)
{
    static const struct {
        const char *name;
        void (*take)(struct expected *, char **);
    } tables[] = {{"rules-expected.tsv", take_finding},
                  {"rules-expected-focus.tsv", take_focus},
                  {"rules-expected-markers.tsv", take_marker},
                  {"rules-expected-tables.tsv", take_row}};
    struct expected expected = {.facts = facts};
    bool read = true;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        read &= read_table(&expected, folder, tables[i].name, id, tables[i].take);
    for (size_t i = 0; i < expected.count; i++)
        free(expected.findings[i]);
    free(expected.findings);
    return read;
}
