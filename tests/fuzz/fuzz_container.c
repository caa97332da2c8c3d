/* A whole report: scanned, listed, decoded and printed on every page, alone and beside another. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/helpers/json_parse.h"
#include "report/file/report.h"
#include "report/file/report_merge.h"
#include "report/pages/page.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Whatever is in the report, its JSON is JSON. */
static void check_json(struct report *report, const struct page_options *options)
{
    char *text, problem[128];
    size_t length;
    FILE *out = open_memstream(&text, &length);
    page_print(report, options, out, NULL);
    fclose(out);
    struct json_node *page = json_parse(text, length, problem);
    if (!page) {
        fprintf(stderr, "%s\n%s", problem, text);
        abort();
    }
    json_node_free(page);
    free(text);
}

static void print(struct report *report, const struct page_options *options, FILE *out)
{
    if (options->format == FORMAT_JSON)
        check_json(report, options);
    else
        page_print(report, options, out, NULL);
}

static void print_all(struct report *report, FILE *out)
{
    static struct rule_library library;
    if (!library.count)
        rule_library_init(&library);
    const struct rule_choice rules = {
        .library = &library, .source = rule_source_new(report), .again = true};
    for (int page = 0; page < PAGE_COUNT; page++) {
        for (int form = 0; form < 4; form++) { /* also the format: text, CSV, JSON, Markdown */
            struct page_options options = {
                .page = (enum page)page,
                .format = (enum page_format)form,
                .base_units = form & 2,
                .real = form & 1,
                .details = form == FORMAT_MARKDOWN ? DETAILS_HEADER : DETAILS_ALL,
                .rules = &rules,
                .rule_details = true,
                .instances = form & 2 ? INSTANCES_DETAILS : INSTANCES_NONE};
            print(report, &options, out);
            for (int view = 0; page == PAGE_SOURCE && view < SOURCE_KINDS; view++) {
                options.source.kind = (enum source_kind)view;
                print(report, &options, out);
            }
            options.summary = (enum summary_mode)form;
            print(report, &options, out);
        }
    }
    rule_source_free(rules.source);
}

/* The file twice in a list: the second has its names under ids of the first's table. */
static void print_list(const uint8_t *bytes, size_t length, FILE *out)
{
    struct report *report = report_new_list();
    struct strbuf merged = {0};
    struct error error;
    report_add_bytes(report, "fuzz/rank0", bytes, length, NULL);
    report_add_bytes(report, "fuzz/rank1", bytes, length, NULL);
    print_all(report, out);
    fputs(report_file(report, 1)->label, out);
    const bool both[] = {true, true};
    report_merge_fits(report, both, &error);
    for (size_t i = 0; i < report_count(report); i++) {
        struct result_launch launch;
        report_launch(report, i, &launch);
        result_launch_free(&launch);
        strbuf_clear(&merged);
        report_merge_entry(&merged, report, report_result_file(report, i), report_entry(report, i));
    }
    strbuf_free(&merged);
    report_close(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static FILE *out;
    if (!out)
        out = fopen("/dev/null", "w");
    struct error error;
    struct report *report = report_open_bytes("fuzz", bytes, length, &error);
    if (!report)
        return 0;
    for (size_t i = 0; i < report_count(report); i++) {
        report_summary(report, i);
        struct result *result = report_result(report, i, &error);
        if (result)
            report_source(report, result->file, result->process->processid, i);
    }
    print_all(report, out);
    report_close(report);
    print_list(bytes, length, out);
    return 0;
}
