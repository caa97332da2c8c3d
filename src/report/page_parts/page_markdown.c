#include "report/page_parts/page_markdown.h"

#include "report/base/markdown.h"
#include "report/page_parts/page_identity.h"
#include "report/rules/finding_text.h"

void page_markdown_add_kernel(struct strbuf *line, const struct result *result)
{
    markdown_add_code(line, result->name, false);
    page_add_sizes(line, result);
}

void page_markdown_add_process(struct strbuf *line, const struct result *result)
{
    if (!result->process)
        return;
    strbuf_addf(line, "process %u ", result->process->processid);
    markdown_add_code(line, page_process_name(result), false);
    if (*page_host_name(result)) {
        strbuf_adds(line, " on ");
        markdown_add_code(line, page_host_name(result), false);
    }
    strbuf_adds(line, ", ");
}

void page_markdown_report(FILE *out, struct report *report, size_t file)
{
    struct strbuf line = {0};
    if (report_file_count(report) < 2)
        return;
    strbuf_adds(&line, "## Report ");
    markdown_add_code(&line, report_file(report, file)->label, false);
    fprintf(out, "%s\n\n", line.data);
    strbuf_free(&line);
}

void page_markdown_heading(FILE *out, const struct result *result)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "### ");
    page_markdown_add_kernel(&line, result);
    strbuf_adds(&line, "\n\n");
    if (report_file_count(result->report) > 1) {
        strbuf_adds(&line, "Report ");
        markdown_add_code(&line, report_file(result->report, result->file)->label, false);
        strbuf_adds(&line, ", ");
    }
    strbuf_addf(&line, "Result %zu, ", result->id);
    page_markdown_add_process(&line, result);
    strbuf_addf(&line, "Context %u, ", result->context);
    if (result->kind == ENTRY_KERNEL)
        strbuf_addf(&line, "Stream %u, ", result->stream);
    page_add_device(&line, result);
    fprintf(out, "%s\n\n", line.data);
    strbuf_free(&line);
}

void page_markdown_title(FILE *out, const char *title)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "#### ");
    markdown_add_text(&line, title);
    fprintf(out, "%s\n\n", line.data);
    strbuf_free(&line);
}

void page_markdown_add_metric(struct strbuf *cell, const char *label, const char *metric,
                              enum metric_naming naming)
{
    if (naming != METRIC_NAME)
        markdown_add_text(cell, label);
    if (naming == METRIC_LABEL_NAME)
        strbuf_addc(cell, ' ');
    if (naming != METRIC_LABEL)
        markdown_add_code(cell, metric, true);
}

static void print_finding(FILE *out, const Rep__RuleResultBodyItem *item, const char *mark)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "> - **%s** %s", finding_marker(item->message->type), mark);
    if (item->speedup && item->speedup->value > 0)
        strbuf_addf(&text, "**Est. %sSpeedup: %.4g%%** ",
                    item->speedup->speeduptype == REP__RULE_RESULT_SPEEDUP_TYPE__Local ? "Local "
                                                                                       : "",
                    item->speedup->value);
    finding_text_markdown(&text, item->message->message);
    fprintf(out, "%s\n", text.data);
    strbuf_free(&text);
}

void page_markdown_findings(FILE *out, const Rep__RuleResult *rule, const char *mark)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        if (item->message && finding_marker(item->message->type))
            print_finding(out, item, mark);
    }
}
