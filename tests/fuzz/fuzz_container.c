/* A whole report: scanned, listed, decoded and printed on every page. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/json_parse.h"
#include "page.h"
#include "report.h"

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
    for (int page = 0; page < PAGE_COUNT; page++) {
        for (int form = 0; form < 4; form++) { /* also the format: text, CSV, JSON, Markdown */
            struct page_options options = {.page = (enum page)page,
                                           .format = (enum page_format)form,
                                           .base_units = form & 2,
                                           .real = form & 1,
                                           .details = form ? DETAILS_ALL : DETAILS_HEADER,
                                           .instances =
                                               form & 2 ? INSTANCES_DETAILS : INSTANCES_NONE};
            print(report, &options, out);
            options.summary = (enum summary_mode)form;
            print(report, &options, out);
        }
    }
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
            report_source(report, result->process->processid, i);
    }
    print_all(report, out);
    report_close(report);
    return 0;
}
