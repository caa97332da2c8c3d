/* Reports whose texts are empty or missing, field by field, on every page in every form
 * and in comparisons. */
#include <stdlib.h>
#include <string.h>

#include "../../hostile/report_tree.h"
#include "build_report.h"
#include "code_sample.h"
#include "figures_sample.h"
#include "notes_sample.h"
#include "report/diff_pages/page_diff.h"
#include "report/pages/page.h"
#include "views_sample.h"

/* What is done with the field. */
enum change { TEXT_IS_EMPTY, FIELD_IS_MISSING };

static void build_code_sample(struct build *build)
{
    build_code(build, &(struct code_sample){.instructions = CODE_INSTRUCTIONS});
}

static void (*const samples[])(struct build *build) = {build_sample, build_views, build_notes,
                                                       build_figures, build_code_sample};

struct fields {
    const ProtobufCFieldDescriptor *list[512];
    size_t count;
};

static bool is_text_or_list(const ProtobufCFieldDescriptor *field)
{
    return field &&
           (field->type == PROTOBUF_C_TYPE_STRING || field->type == PROTOBUF_C_TYPE_BYTES ||
            field->label == PROTOBUF_C_LABEL_REPEATED);
}

static void note(void *context, struct tree *tree, struct node *node, unsigned depth)
{
    struct fields *fields = context;
    (void)tree, (void)depth;
    for (size_t i = 0; i < fields->count; i++)
        if (fields->list[i] == node->field)
            return;
    if (is_text_or_list(node->field)) {
        assert_true(fields->count < COUNT(fields->list));
        fields->list[fields->count++] = node->field;
    }
}

static void note_all(void *context, struct tree *message)
{
    tree_each(message, note, context);
}

struct changing {
    const ProtobufCFieldDescriptor *field; /* NULL: all */
    enum change change;
};

static void change_in(const struct changing *changing, struct tree *tree)
{
    for (size_t i = 0; i < tree->count;) {
        struct node *node = &tree->nodes[i];
        const bool chosen =
            is_text_or_list(node->field) && (!changing->field || node->field == changing->field);
        if (chosen && changing->change == FIELD_IS_MISSING) {
            tree_remove(tree, i);
            continue;
        }
        if (chosen)
            node->length = 0;
        if (node->message)
            change_in(changing, node->message);
        i++;
    }
}

static void change_message(void *context, struct tree *message)
{
    change_in(context, message);
}

static void prints_well(struct report *report, const struct page_options *options, const char *what)
{
    char *text = print_page(report, options);
    if (strstr(text, "(null)"))
        fail_msg("page %d, form %d: (null) for %s:\n%s", options->page, options->format, what,
                 text);
    free(text);
}

static void all_pages(struct report *report, const char *what)
{
    static struct rule_library library;
    if (!library.count)
        rule_library_init(&library);
    const struct rule_choice rules = {
        .library = &library, .source = rule_source_new(report), .again = true};
    for (int page = 0; page < PAGE_COUNT; page++)
        for (int form = 0; form < 4; form++) {
            struct page_options options = {.page = (enum page)page,
                                           .format = (enum page_format)form,
                                           .base_units = form & 1,
                                           .details = DETAILS_ALL,
                                           .rules = &rules,
                                           .rule_details = true,
                                           .instances = INSTANCES_DETAILS};
            for (int kind = 0; kind < (page == PAGE_SOURCE ? SOURCE_KINDS : 1); kind++) {
                options.source.kind = (enum source_kind)kind;
                prints_well(report, &options, what);
            }
            if (page != PAGE_DETAILS && page != PAGE_RAW)
                continue; /* the others sum up nothing */
            options.summary = (enum summary_mode)(1 + form % 3);
            prints_well(report, &options, what);
        }
    rule_source_free(rules.source);
}

static void compared(struct report *a, struct report *b, const char *what)
{
    for (int form = 0; form < 4; form++) {
        struct error error;
        struct diff_outcome outcome;
        struct diff_options options = {.scope = DIFF_ALL};
        struct page_diff_options page = {.format = (enum page_format)form};
        struct report_diff *diff = report_diff_new(a, b, &options, &error);
        if (!diff) { /* what is left has nothing to compare */
            assert_true(*error.text != '\0');
            continue;
        }
        char *text;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        page_diff_print(diff, &page, out, &outcome, &error);
        fclose(out);
        if (strstr(text, "(null)"))
            fail_msg("comparison, form %d: (null) for %s:\n%s", form, what, text);
        free(text);
        report_diff_free(diff);
    }
}

static void look_at(const struct build *build, const struct changing *changing)
{
    struct arena arena = {0};
    struct strbuf bytes = {0};
    struct error error;
    struct report_tree *tree =
        report_tree_read(&arena, (const uint8_t *)build->file.data, build->file.length);
    const char *what = changing->field ? changing->field->name : "all fields";
    report_tree_each(tree, change_message, (void *)(uintptr_t)changing);
    report_tree_write(tree, &bytes);
    struct report *report =
        report_open_bytes("odd", (const uint8_t *)bytes.data, bytes.length, &error);
    struct report *whole = build_open(build);
    assert_non_null(report);
    if (changing->change == TEXT_IS_EMPTY)
        assert_int_equal(report_count(report), report_count(whole));
    all_pages(report, what);
    compared(whole, report, what);
    compared(report, whole, what);
    report_close(report);
    report_close(whole);
    strbuf_free(&bytes);
    arena_free(&arena);
}

static void each_field(enum change change)
{
    for (size_t i = 0; i < COUNT(samples); i++) {
        struct build build = {0};
        struct arena arena = {0};
        struct fields fields = {0};
        samples[i](&build);
        struct report_tree *tree =
            report_tree_read(&arena, (const uint8_t *)build.file.data, build.file.length);
        report_tree_each(tree, note_all, &fields);
        assert_true(fields.count > 10);
        for (size_t j = 0; j < fields.count; j++)
            look_at(&build, &(struct changing){fields.list[j], change});
        look_at(&build, &(struct changing){NULL, change});
        arena_free(&arena);
        build_free(&build);
    }
}

static void every_page_takes_empty_texts(void **state)
{
    (void)state;
    each_field(TEXT_IS_EMPTY);
}

static void every_page_takes_missing_texts_and_lists(void **state)
{
    (void)state;
    each_field(FIELD_IS_MISSING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_page_takes_empty_texts),
                                       cmocka_unit_test(every_page_takes_missing_texts_and_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
