#include "cpu/pages/cpu_page.h"

#include <math.h>
#include <string.h>

#include "cpu/pages/cpu_page_forms.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"

const char cpu_machine_words[] =
    "Counters of sockets are of the machine: other programs are in them.";
const char cpu_estimate_words[] =
    "~: an estimate, because events took turns on the counters. --repeat measures without turns.";
const char cpu_own_words[] = "*: a metric of rooftop's own, not of NVIDIA's guide.";

enum { STEP_CELL = 24 };

void cpu_cell_text(struct strbuf *out, const struct cpu_cell *cell)
{
    const double n = fabs(cell->value);
    if (cell->absence != CPU_PRESENT) {
        strbuf_adds(out, cpu_absence_words[cell->absence]);
        return;
    }
    if (cell->estimate)
        strbuf_addc(out, '~');
    if (cell->value < 0)
        strbuf_addc(out, '-');
    if (n >= 10000 && n < 1e18)
        format_thousands(out, (unsigned long long)(n + 0.5));
    else
        strbuf_addf(out, "%.*f", n >= 100 ? 1 : n >= 1 ? 2 : n > 0 ? 4 : 0, n);
}

void cpu_cell_short(struct strbuf *out, const struct cpu_cell *cell)
{
    static const char prefixes[] = " kMGTPE";
    static const char *const short_absences[CPU_ABSENCES] = {
        [CPU_PRESENT] = "",
        [CPU_ABSENT_COUNT] = "no counter",
        [CPU_ABSENT_EVENT] = "no event",
        [CPU_ABSENT_RIGHT] = "no right",
        [CPU_ABSENT_TIME] = "no time",
        [CPU_ABSENT_UNDEFINED] = "n/a",
    };
    double value = cell->value;
    size_t prefix = 0;
    for (; fabs(value) >= 999.95 && prefixes[prefix + 1]; prefix++)
        value /= 1000;
    if (cell->absence != CPU_PRESENT)
        strbuf_adds(out, short_absences[cell->absence]);
    else if (!prefix)
        cpu_cell_text(out, cell);
    else
        strbuf_addf(out, "%s%.*f %c", cell->estimate ? "~" : "", fabs(value) >= 100 ? 1 : 2, value,
                    prefixes[prefix]);
}

void cpu_place_text(struct strbuf *out, const struct cpu_run *run, const struct cpu_place *place)
{
    if (place->socket == CPU_ANY_SOCKET)
        strbuf_adds(out, run->whole_machine ? "machine" : "program");
    else
        strbuf_addf(out, "socket %d", place->socket);
    if (place->filter)
        strbuf_addf(out, " of 0x%llx", (unsigned long long)place->filter);
}

void cpu_label_text(struct strbuf *out, const struct cpu_metric *metric)
{
    strbuf_addf(out, "%s%s", metric->label, cpu_is_beyond_guide(metric) ? " *" : "");
}

bool cpu_is_beyond_guide(const struct cpu_metric *metric)
{
    return metric->own && (metric->its->of_machine || strcmp(metric->its->name, "core") == 0);
}

void cpu_run_text(struct strbuf *out, const struct cpu_run *run)
{
    strbuf_adds(out, run->machine ? run->machine : "Counts of perf stat");
    if (run->command)
        strbuf_addf(out, ", \"%s\"", run->command);
    if (!isnan(run->duration))
        strbuf_addf(out, ", counted for %.3f s", run->duration / 1e9);
}

bool cpu_has_machine_counts(const struct cpu_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit && run->counts[i].unit->of_machine)
            return true;
    return false;
}

bool cpu_has_estimates(const struct cpu_values *values)
{
    for (size_t i = 0; i < values->row_count; i++)
        for (size_t j = 0; j < values->place_count; j++) {
            const struct cpu_cell *cell = cpu_values_cell(values, i, j);
            if (cell && cell->estimate)
                return true;
        }
    return false;
}

bool cpu_has_own(const struct cpu_values *values)
{
    for (size_t i = 0; i < values->row_count; i++)
        if (cpu_is_beyond_guide(values->rows[i].chosen->metric))
            return true;
    return false;
}

void cpu_page_step(const struct cpu_run *run, const struct cpu_choice *choice, size_t step,
                   size_t columns, FILE *out)
{
    struct cpu_values values;
    struct strbuf line = {0};
    cpu_values_make(&values, run, choice, step);
    strbuf_addf(&line, "%10.3f s", run->steps[step].at / 1e9);
    for (size_t i = 0; i < values.row_count; i++)
        for (size_t j = 0; j < values.place_count; j++) {
            const struct cpu_cell *cell = cpu_values_cell(&values, i, j);
            struct strbuf word = {0};
            if (!cell || cell->absence != CPU_PRESENT)
                continue;
            strbuf_adds(&word, "  ");
            strbuf_adds(&word, values.rows[i].chosen->metric->label);
            if (values.places[j].socket != CPU_ANY_SOCKET)
                strbuf_addf(&word, " (%d)", values.places[j].socket);
            strbuf_addc(&word, ' ');
            cpu_cell_text(&word, cell);
            if (*values.rows[i].chosen->metric->unit)
                strbuf_addf(&word, " %s", values.rows[i].chosen->metric->unit);
            if (line.length + word.length <= columns || line.length < STEP_CELL)
                strbuf_adds(&line, word.data);
            strbuf_free(&word);
        }
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
    cpu_values_free(&values);
}

void cpu_page_print(const struct cpu_run *run, const struct cpu_choice *choice,
                    enum page_format format, FILE *out)
{
    struct cpu_values values;
    struct cpu_findings findings;
    cpu_values_make(&values, run, choice, SIZE_MAX);
    cpu_findings_make(&findings, run);
    if (format == FORMAT_CSV)
        cpu_page_csv(&values, choice, out);
    else if (format == FORMAT_JSON)
        cpu_page_json(&values, &findings, out);
    else if (format == FORMAT_MARKDOWN)
        cpu_page_markdown(&values, &findings, choice->counts, out);
    else
        cpu_page_text(&values, &findings, choice->counts, out);
    cpu_findings_free(&findings);
    cpu_values_free(&values);
}
