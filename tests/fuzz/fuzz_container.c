/* A whole report: scanned, listed, decoded and printed on every page. */
#include <stdio.h>
#include <stdlib.h>

#include "page.h"
#include "report.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void print_all(struct report *report, FILE *out)
{
    for (int page = 0; page < PAGE_COUNT; page++) {
        for (int form = 0; form < 4; form++) {
            struct page_options options = {.page = (enum page)page,
                                           .csv = form & 1,
                                           .base_units = form & 2,
                                           .real = form & 1,
                                           .details = form ? DETAILS_ALL : DETAILS_HEADER,
                                           .instances =
                                               form & 2 ? INSTANCES_DETAILS : INSTANCES_NONE};
            page_print(report, &options, out, NULL);
            options.summary = (enum summary_mode)form;
            page_print(report, &options, out, NULL);
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
            report_source(report, result->file, result->process->processid, i);
    }
    print_all(report, out);
    report_close(report);
    return 0;
}
