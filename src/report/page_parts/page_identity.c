#include "report/page_parts/page_identity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"

const char *page_process_name(const struct result *result)
{
    const char *path =
        result->process && result->process->processname ? result->process->processname : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *page_host_name(const struct result *result)
{
    return result->process && result->process->hostname ? result->process->hostname : "";
}

void page_report_heading(FILE *out, struct report *report, size_t file)
{
    if (report_file_count(report) < 2)
        return;
    const struct report_file *of = report_file(report, file);
    struct strbuf line = {0};
    strbuf_adds(&line, "Report ");
    safe_text_add(&line, of->name, strlen(of->name), false);
    if (of->rank >= 0)
        strbuf_addf(&line, ", rank %d", of->rank);
    if (*of->host) {
        strbuf_adds(&line, " @ ");
        safe_text_add(&line, of->host, strlen(of->host), false);
    }
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

bool page_is_first_of_file(const struct result *result, size_t *files)
{
    bool first = result->file >= *files;
    if (first)
        *files = result->file + 1;
    return first;
}

/* Prints the heading of a report before its first process. */
static void page_report_line(FILE *out, const struct result *result, const Rep__ProcessInfo *last)
{
    struct report *report = result->report;
    for (size_t i = 0; i < report_process_count(report, result->file); i++)
        if (report_process(report, result->file, i) == last)
            return;
    page_report_heading(out, report, result->file);
}

const Rep__ProcessInfo *page_process_line(FILE *out, const struct result *result,
                                          const Rep__ProcessInfo *last)
{
    if (result->process == last)
        return last;
    page_report_line(out, result, last);
    char *name = safe_text(page_process_name(result)), *host = safe_text(page_host_name(result));
    fprintf(out, "[%u] %s@%s\n", result->process->processid, name, host);
    free(name);
    free(host);
    return result->process;
}

void page_add_dimensions(struct strbuf *text, const uint64_t size[3])
{
    strbuf_addf(text, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", size[0], size[1], size[2]);
}

void page_add_sizes(struct strbuf *line, const struct result *result)
{
    uint64_t grid[3], block[3];
    if (result->kind != ENTRY_RANGE && result_dimensions(result, grid, block)) {
        strbuf_addc(line, ' ');
        page_add_dimensions(line, grid);
        strbuf_addc(line, 'x');
        page_add_dimensions(line, block);
    }
}

void page_add_kernel(struct strbuf *line, const struct result *result)
{
    safe_text_add(line, result->name, strlen(result->name), false);
    page_add_sizes(line, result);
}

void page_add_device(struct strbuf *line, const struct result *result)
{
    unsigned arch = result_arch(result);
    strbuf_addf(line, "Device %d, CC %u.%u", result_device(result), arch / 10, arch % 10);
}

void page_result_line(FILE *out, const struct result *result)
{
    struct strbuf line = {0};
    page_add_kernel(&line, result);
    strbuf_addf(&line, ", Context %u, ", result->context);
    if (result->kind == ENTRY_KERNEL)
        strbuf_addf(&line, "Stream %u, ", result->stream);
    page_add_device(&line, result);
    fprintf(out, "  %s\n", line.data);
    strbuf_free(&line);
}
