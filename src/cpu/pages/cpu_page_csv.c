/* A row for each metric and place; with intervals a row for each of them, too. */
#include <math.h>
#include <stdarg.h>

#include "cpu/pages/cpu_page_forms.h"
#include "report/metric/metric_format.h"

static void add(struct strbuf *line, bool first, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct strbuf *line, bool first, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    format_csv_field(line, text, first);
}

static void print_cell(const struct cpu_values *values, size_t row, size_t place, size_t step,
                       FILE *out)
{
    const struct cpu_cell *cell = cpu_values_cell(values, row, place);
    const struct cpu_chosen *chosen = values->rows[row].chosen;
    const struct cpu_run *run = values->run;
    struct strbuf line = {0};
    if (!cell)
        return;
    if (run->step_count)
        add(&line, true, step == SIZE_MAX ? "%s" : "%s%.0f", "",
            step == SIZE_MAX ? 0 : run->steps[step].at);
    format_csv_field(&line, chosen->group->id, !run->step_count);
    format_csv_field(&line, chosen->metric->id, false);
    format_csv_field(&line, chosen->metric->label, false);
    format_csv_field(&line, chosen->metric->unit, false);
    if (values->places[place].socket == CPU_ANY_SOCKET)
        format_csv_field(&line, "", false);
    else
        add(&line, false, "%d", values->places[place].socket);
    if (values->places[place].filter)
        add(&line, false, "0x%llx", (unsigned long long)values->places[place].filter);
    else
        format_csv_field(&line, "", false);
    if (cell->absence == CPU_PRESENT)
        add(&line, false, "%.15g", cell->value);
    else
        format_csv_field(&line, "", false);
    add(&line, false, "%d", cell->estimate);
    if (isnan(cell->share))
        format_csv_field(&line, "", false);
    else
        add(&line, false, "%.2f", 100 * cell->share);
    format_csv_field(&line, cpu_absence_words[cell->absence], false);
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

static void print_all(const struct cpu_values *values, size_t step, FILE *out)
{
    for (size_t i = 0; i < values->row_count; i++)
        for (size_t j = 0; j < values->place_count; j++)
            print_cell(values, i, j, step, out);
}

void cpu_page_csv(const struct cpu_values *values, const struct cpu_choice *choice, FILE *out)
{
    static const char *const names[] = {"Time (ns)", "Group",       "ID",     "Metric",
                                        "Unit",      "Socket",      "Filter", "Value",
                                        "Estimate",  "Counted (%)", "Absent"};
    const struct cpu_run *run = values->run;
    const size_t first = run->step_count ? 0 : 1;
    struct strbuf line = {0};
    for (size_t i = first; i < sizeof names / sizeof *names; i++)
        format_csv_field(&line, names[i], i == first);
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
    for (size_t i = 0; i < run->step_count; i++) {
        struct cpu_values of_step;
        cpu_values_make(&of_step, run, choice, i);
        print_all(&of_step, i, out);
        cpu_values_free(&of_step);
    }
    print_all(values, SIZE_MAX, out);
}
