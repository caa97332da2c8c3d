/* Two reports, compared in every form, JSON being JSON: the length of the first (4 bytes,
 * little-endian), the first, the second. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/helpers/json_parse.h"
#include "report/diff_pages/page_diff.h"
#include "report/file/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check_json(struct report_diff *diff, const struct page_diff_options *options)
{
    char *text, problem[128];
    size_t length;
    struct error error;
    struct diff_outcome outcome;
    FILE *out = open_memstream(&text, &length);
    page_diff_print(diff, options, out, &outcome, &error);
    fclose(out);
    struct json_node *page = json_parse(text, length, problem);
    if (!page) {
        fprintf(stderr, "%s\n%s", problem, text);
        abort();
    }
    json_node_free(page);
    free(text);
}

static void print_all(struct report *a, struct report *b, FILE *out)
{
    for (unsigned form = 0; form < 8; form++) {
        struct error error;
        struct diff_outcome outcome;
        struct diff_options options = {
            .scope = (enum diff_scope)(form % 3),
            .metrics = form == 7 ? "smsp__inst_executed,gpu__time_duration" : NULL,
            .kernel_name = (enum kernel_name_form)(form % 3)};
        struct page_diff_options page = {

            .format = (enum page_format)(form % 4),
            .base_units = form & 2,
            .columns = form & 4 ? 40 : 0};
        struct report_diff *diff = report_diff_new(a, b, &options, &error);
        if (!diff)
            continue;
        if (page.format == FORMAT_JSON)
            check_json(diff, &page);
        else
            page_diff_print(diff, &page, out, &outcome, &error);
        report_diff_free(diff);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static FILE *out;
    if (!out)
        out = fopen("/dev/null", "w");
    if (length < 4)
        return 0;
    size_t first =
        bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
    bytes += 4;
    length -= 4;
    if (first > length)
        first = length;
    struct report *a = report_open_bytes("a", bytes, first, NULL);
    struct report *b = report_open_bytes("b", bytes + first, length - first, NULL);
    if (a && b)
        print_all(a, b, out);
    report_close(a);
    report_close(b);
    return 0;
}
