#include <math.h>
#include <string.h>

#include "build_cubin.h"
#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_eval.h"
#include "report/rules/rule_load.h"

#define HEAD "identifier: Own\nname: My own\nsection: Sol\n"
#define TABLE(opcodes, more)                                                                       \
    HEAD "findings:\n- type: warning\n  text: Look.\n  source_table:\n    {title: Most, opcodes: " \
         "[" opcodes "], metric: a__executed, " more "}\n"
#define MARK(more)                                                                                 \
    HEAD "markers:\n- {where: a__stalls, text: 'at {a__stalls} of {a__executed}'" more "}\n"

enum { FADD = 0x7221, FMUL = 0x7220, FFMA = 0x7223, MOV = 0x7202, ADDRESS = 0x1000 };

/* The code, where it comes from (file 1 is "/app/work.cu", file 2 "/inc/h.h") and what was counted
 * there: NAN where there is no number. The last one has no line. */
static const struct {
    uint16_t opcode;
    unsigned file, line;
    double executed, stalls;
} code[] = {
    {FADD, 1, 1, 10, 0},   {FADD, 1, 1, 15, 2},  {FFMA, 1, 1, 20, 0},
    {FADD, 1, 2, 20, NAN}, {MOV, 1, 2, 99, 5},   {FMUL, 2, 3, 40, 0},
    {FMUL, 1, 3, 0, 0},    {FADD, 1, 2, NAN, 1}, {FFMA, 2, 1, 5, NAN},
};

/* What the rules see: two metrics, and an instance of code that is not in the report. */
static bool metric(void *context, const struct expr_name *name, struct expr_value *value)
{
    bool stalls = strcmp(name->text, "a__stalls") == 0;
    (void)context;
    if (strcmp(name->text, "a__plain") == 0)
        return value->value = 7, true;
    if (!stalls && strcmp(name->text, "a__executed") != 0)
        return false;
    value->count = COUNT(code) + 1;
    value->ids = mem_alloc(value->count * sizeof *value->ids);
    value->elements = mem_alloc(value->count * sizeof *value->elements);
    for (size_t i = 0; i < COUNT(code); i++) {
        value->ids[i] = ADDRESS + i * 16;
        value->elements[i] = stalls ? code[i].stalls : code[i].executed;
        value->value += isnan(value->elements[i]) ? 0 : value->elements[i];
    }
    value->ids[COUNT(code)] = 0x9000;
    value->elements[COUNT(code)] = 1000;
    return true;
}

struct fixture {
    struct build build;
    struct report *report;
    struct rule_source *source;
    struct rule *rule;
    struct arena arena;
    struct rule_found found;
};

/* The report has the text of work.cu, or of no file. */
static void open_code(struct fixture *f, const char *work)
{
    uint8_t bytes[COUNT(code)][16] = {{0}};
    struct build_line_row rows[COUNT(code)];
    struct strbuf packed = {0};
    for (size_t i = 0; i < COUNT(code); i++) {
        bytes[i][0] = (uint8_t)code[i].opcode;
        bytes[i][1] = (uint8_t)(code[i].opcode >> 8);
        rows[i] = (struct build_line_row){i * 16, code[i].file, code[i].line};
    }
    struct build_cubin module = {
        .name = "_Z1k", .instructions = COUNT(code), .code = bytes[0], .place_count = 1};
    module.places[0] = build_line_rows(&module.lines, rows, COUNT(code), COUNT(code) * 16, true);
    build_source(&packed, &module, &(struct build_source){7, ADDRESS, 9, work});
    build_begin(&f->build, 7);
    build_raw_entry(&f->build, packed.data, packed.length);
    build_block(&f->build, "NumSources: 1 Process { ProcessID: 5 }");
    build_entry(&f->build, &rep__range_result__descriptor,
                "ThreadID: 1 APICallID: 2 References: 7");
    build_block(&f->build, "NumRangeResults: 1 Process { ProcessID: 5 }");
    f->report = build_open(&f->build);
    f->source = rule_source_new(f->report);
    strbuf_free(&packed);
    strbuf_free(&module.lines);
}

/* Looks at the code with a rule; without source there is none to look at. */
static void look(struct fixture *f, const char *work, bool has_source, const char *text)
{
    struct error error;
    struct rule_eval eval;
    *f = (struct fixture){.rule = rule_load("own.yaml", text, strlen(text), &error)};
    if (!f->rule)
        fail_msg("%s", error.text);
    open_code(f, work);
    const struct rule_subject subject = {.metric = metric,
                                         .result = report_result(f->report, 0, NULL),
                                         .source = has_source ? f->source : NULL};
    assert_non_null(subject.result);
    rule_eval_open(&eval, f->rule, &subject, NULL);
    rule_eval_findings(&eval, &f->arena, &f->found);
    rule_eval_close(&eval);
}

/* Whatever was found is the arena's: rule, source and report go before it. */
static void keep_found(struct fixture *f)
{
    rule_free(f->rule);
    rule_source_free(f->source);
    report_close(f->report);
    build_free(&f->build);
}

static void done(struct fixture *f)
{
    rule_found_free(&f->found);
    arena_free(&f->arena);
}

static void add_table(struct strbuf *out, const Rep__RuleResultTable *table)
{
    /* What is not said may be taken for rising. */
    assert_true(table->config->sortby->has_isascending);
    strbuf_addf(out, "%s by %u %s\n", table->config->title, table->config->sortby->columnindex,
                table->config->sortby->isascending ? "up" : "down");
    for (size_t i = 0; i < table->n_columns; i++)
        strbuf_addf(out, "%s%s", i ? " | " : "", table->columns[i]->name);
    for (size_t row = 0; row < table->columns[0]->size; row++)
        for (size_t i = 0; i < table->n_columns; i++) {
            const Rep__RuleResultTableColumn *column = table->columns[i];
            bool is_number =
                column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double;
            assert_int_equal(column->size, table->columns[0]->size);
            assert_int_equal(is_number ? column->n_doubledata : column->n_stringdata, column->size);
            strbuf_adds(out, i ? " | " : "\n");
            if (is_number)
                strbuf_addf(out, "%g", column->doubledata[row]);
            else
                strbuf_adds(out, column->stringdata[row]);
        }
    strbuf_adds(out, "\n");
}

static void add_mark(struct strbuf *out, const Rep__SourceMarker *mark)
{
    assert_int_equal(mark->type, REP__RULE_RESULT_MESSAGE_TYPE__Warning);
    if (mark->kind == REP__MARKER_KIND__SASS) {
        assert_int_equal(mark->source_location_case, REP__SOURCE_MARKER__SOURCE_LOCATION_ADDRESS);
        strbuf_addf(out, "0x%llx", (unsigned long long)mark->address);
    } else {
        assert_int_equal(mark->source_location_case,
                         REP__SOURCE_MARKER__SOURCE_LOCATION_LINE_NUMBER);
        strbuf_addf(out, "%s:%u", mark->filename, mark->linenumber);
    }
    strbuf_addf(out, ": %s\n", mark->tooltip);
}

/* The tables, then the marks. */
static void finds(const char *work, bool has_source, const char *rule, const char *expected)
{
    struct fixture f;
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    look(&f, work, has_source, rule);
    keep_found(&f);
    for (size_t i = 0; i < f.found.item_count; i++)
        for (size_t j = 0; j < f.found.items[i]->n_ruletables; j++)
            add_table(&text, f.found.items[i]->ruletables[j]);
    for (size_t i = 0; i < f.found.marker_count; i++)
        add_mark(&text, f.found.markers[i]);
    if (strcmp(text.data, expected) != 0)
        fail_msg("found:\n%s\nexpected:\n%s", text.data, expected);
    strbuf_free(&text);
    done(&f);
}

static const char work[] = "a += b;\n\tc += d;\r\n e *= f;\n";

/* Sums of each pair of line and opcode, the greatest first, of equal ones the one that stands in
 * front; other opcodes, zeros and code without a number do not count. Each line is marked once. */
static void lines_with_the_most(void **state)
{
    (void)state;
    finds(work, true, TABLE("FADD, FMUL, FFMA", "top: 9"),
          "Most by 3 down\n"
          "Location | Source | Opcode | Executed Instructions\n"
          "@source:h.h:2:h.h, line 3@ |  | FMUL | 40\n"
          "@source:work.cu:0:work.cu, line 1@ | a += b; | FADD | 25\n"
          "@source:work.cu:0:work.cu, line 1@ | a += b; | FFMA | 20\n"
          "@source:work.cu:1:work.cu, line 2@ | c += d; | FADD | 20\n"
          "@source:h.h:0:h.h, line 1@ |  | FFMA | 5\n"
          "/inc/h.h:3: Look.\n"
          "/app/work.cu:1: Look.\n"
          "/app/work.cu:2: Look.\n"
          "/inc/h.h:1: Look.\n");
}

static void only_the_first_few(void **state)
{
    (void)state;
    finds(work, true, TABLE("FADD, FFMA", "top: 2, mark: '{a__plain} here'"),
          "Most by 3 down\n"
          "Location | Source | Opcode | Executed Instructions\n"
          "@source:work.cu:0:work.cu, line 1@ | a += b; | FADD | 25\n"
          "@source:work.cu:0:work.cu, line 1@ | a += b; | FFMA | 20\n"
          "/app/work.cu:1: 7 here\n");
}

/* A column of blanks is none. */
static void without_files_there_is_no_source(void **state)
{
    (void)state;
    finds(NULL, true, TABLE("FADD", "top: 1"),
          "Most by 2 down\n"
          "Location | Opcode | Executed Instructions\n"
          "@source:work.cu:0:work.cu, line 1@ | FADD | 25\n"
          "/app/work.cu:1: Look.\n");
}

static void without_rows_there_is_no_table(void **state)
{
    (void)state;
    finds(work, true, TABLE("DADD, DMUL", "top: 9"), "");
    finds(work, false, TABLE("FADD", "top: 9"), "");
    finds(work, true,
          HEAD
          "findings:\n- type: warning\n  text: Look.\n  source_table: {title: T, opcodes: "
          "[FADD], metric: a__absent, top: 3}\n- type: warning\n  text: Look.\n  source_table: "
          "{title: T, opcodes: [FADD], metric: a__plain, top: 3}\n",
          "");
}

/* Names stand for the instruction's own numbers. */
static void instructions_are_marked(void **state)
{
    (void)state;
    static const char found[] = "0x1010: at 2 of 15\n0x1040: at 5 of 99\n0x1070: at 1 of 0\n";
    finds(work, true, MARK(""), found);
    finds(work, true, MARK(", lines: no"), found);
    finds(work, true, MARK(", when: a__plain == 7"), found);
}

/* Once each, with the sums over all instructions of the line. */
static void lines_are_marked(void **state)
{
    (void)state;
    finds(work, true, MARK(", lines: yes"),
          "0x1010: at 2 of 15\n"
          "/app/work.cu:1: at 2 of 45\n"
          "0x1040: at 5 of 99\n"
          "/app/work.cu:2: at 6 of 119\n"
          "0x1070: at 1 of 0\n");
    finds(work, true, MARK(", lines: yes, line_text: 'line {a__executed}'"),
          "0x1010: at 2 of 15\n"
          "/app/work.cu:1: line 45\n"
          "0x1040: at 5 of 99\n"
          "/app/work.cu:2: line 119\n"
          "0x1070: at 1 of 0\n");
}

static void nothing_to_mark(void **state)
{
    (void)state;
    finds(work, true, MARK(", when: a__plain == 8"), "");
    finds(work, true, MARK(", when: a__absent"), "");
    finds(work, false, MARK(", lines: yes"), "");
    finds(work, true,
          HEAD "markers:\n- {where: a__absent, text: x}\n- {where: a__plain, text: x}\n"
               "- {where: a__stalls > 9999, text: x}\n",
          "");
}

/* `let` of a marker is its own. */
static void markers_have_names_of_their_own(void **state)
{
    (void)state;
    finds(work, true,
          HEAD "markers:\n- {let: {hot: a__stalls > 4}, where: hot, text: 'hot {a__plain}'}\n"
               "- {let: {hot: a__stalls == 1}, where: hot, text: cold}\n",
          "0x1040: hot 7\n0x1070: cold\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_with_the_most),
                                       cmocka_unit_test(only_the_first_few),
                                       cmocka_unit_test(without_files_there_is_no_source),
                                       cmocka_unit_test(without_rows_there_is_no_table),
                                       cmocka_unit_test(instructions_are_marked),
                                       cmocka_unit_test(lines_are_marked),
                                       cmocka_unit_test(nothing_to_mark),
                                       cmocka_unit_test(markers_have_names_of_their_own)};
    return cmocka_run_group_tests_name("rule_code", tests, NULL, NULL);
}
