#include "report/page_parts/cause_cells.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/metric_format.h"

const char *const cause_columns[CAUSE_COLUMNS] = {[CAUSE_RANK] = "#",
                                                  [CAUSE_SAVING] = "Saving",
                                                  [CAUSE_SHARE] = "Share",
                                                  [CAUSE_KERNEL] = "Kernel",
                                                  [CAUSE_NAME] = "Root cause",
                                                  [CAUSE_LINE] = "Line",
                                                  [CAUSE_EXPLAINS] = "Explains",
                                                  [CAUSE_RESULT] = "Result"};
const bool cause_is_number[CAUSE_COLUMNS] = {
    [CAUSE_RANK] = true, [CAUSE_SAVING] = true, [CAUSE_SHARE] = true};
const char cause_title[] = "Root causes";

char *cause_note(struct opportunities *all, bool base_units)
{
    char *saving = format_time(opportunities_saving(all), base_units);
    char *duration = format_time(opportunities_totals(all).duration, base_units);
    char *text = mem_printf(
        "Mending all of them could save %s of %s. What a cause explains goes "
        "with it, and counts no second time.%s",
        saving, duration,
        opportunities_overlap(all) ? " Savings of one kernel overlap: they do not add up." : "");
    free(saving);
    free(duration);
    return text;
}

static const char *title_of(const struct opportunity *finding)
{
    return *finding->title ? finding->title : finding->rule_name;
}

void cause_add_symptoms(struct strbuf *out, const struct cause *cause)
{
    bool any = false;
    for (size_t i = 1; i < cause->count; i++) {
        bool said = false;
        for (size_t j = 0; j < i && !said; j++)
            said = strcmp(title_of(&cause->findings[i]), title_of(&cause->findings[j])) == 0;
        if (said)
            continue;
        strbuf_adds(out, any ? ", " : "");
        strbuf_adds(out, title_of(&cause->findings[i]));
        any = true;
    }
}

void cause_add_line(struct strbuf *out, const struct cause *cause)
{
    if (!cause->place || !cause->place->file)
        return;
    const char *slash = strrchr(cause->place->file, '/');
    strbuf_addf(out, "%s:%u", slash ? slash + 1 : cause->place->file, cause->place->line);
}

static char *launch_text(struct report *report, size_t result)
{
    if (result == SIZE_MAX)
        return mem_strdup("all");
    size_t id = report_summary(report, result)->id;
    if (report_file_count(report) == 1)
        return mem_printf("%zu", id);
    return mem_printf("%s %zu", report_file(report, report_result_file(report, result))->name, id);
}

void cause_cells(struct report *report, const struct cause *cause, size_t rank, bool base_units,
                 char *cells[CAUSE_COLUMNS])
{
    struct strbuf line = {0}, explains = {0}, share = {0};
    strbuf_adds(&line, "");
    strbuf_adds(&explains, "");
    cause_add_line(&line, cause);
    cause_add_symptoms(&explains, cause);
    strbuf_addf(&share, "%.2f%%", 100 * cause->share);
    cells[CAUSE_RANK] = mem_printf("%zu", rank);
    cells[CAUSE_SAVING] = format_time(cause->saving, base_units);
    cells[CAUSE_SHARE] = strbuf_detach(&share);
    cells[CAUSE_KERNEL] = mem_strdup(cause->kernel ? cause->kernel : "all");
    cells[CAUSE_NAME] = mem_strdup(cause->name);
    cells[CAUSE_LINE] = strbuf_detach(&line);
    cells[CAUSE_EXPLAINS] = strbuf_detach(&explains);
    cells[CAUSE_RESULT] = launch_text(report, cause->result);
}
