/* A trace: the input is cut into blocks, as those of a file with good checksums; then every page is
 * printed in every form, and JSON must be JSON. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/helpers/json_parse.h"
#include "report/trace_pages/trace_pages.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check_json(const struct trace_view *view)
{
    char *text, problem[128];
    size_t length;
    FILE *out = open_memstream(&text, &length);
    trace_pages_print(view, (1u << TRACE_PAGES) - 1, FORMAT_JSON, out);
    fclose(out);
    struct json_node *page = json_parse(text, length, problem);
    if (!page) {
        fprintf(stderr, "%s\n%s", problem, text);
        abort();
    }
    json_node_free(page);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static FILE *out;
    if (!out)
        out = fopen("/dev/null", "w");
    struct trace *trace = trace_new();
    size_t rows = 0;
    while (length > 2) {
        size_t size = (size_t)(bytes[0] | bytes[1] << 8);
        size = size < length - 2 ? size : length - 2;
        trace_add_block(trace, bytes[0] & 1, bytes + 2, size);
        bytes += 2 + size;
        length -= 2 + size;
    }
    /* A few bytes can stand for very many rows: those take time, and show nothing new. */
    for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
        rows += trace_count(trace, (enum trace_kind)kind);
    if (rows < 20000) {
        struct trace_view view = {.index = trace_index_new(trace),
                                  .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
        trace_pages_print(&view, (1u << TRACE_PAGES) - 1, FORMAT_TEXT, out);
        trace_pages_print(&view, (1u << TRACE_PAGES) - 1, FORMAT_CSV, out);
        trace_pages_print(&view, (1u << TRACE_PAGES) - 1, FORMAT_MARKDOWN, out);
        check_json(&view);
        trace_names_free(view.names);
        trace_index_free(view.index);
    }
    trace_free(trace);
    return 0;
}
