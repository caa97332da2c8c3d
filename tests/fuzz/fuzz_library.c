/* The C interface on a report of a stranger: what a program in another language asks for. Numbers
 * that lead somewhere lead into what was returned, and JSON is JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../unit/helpers/json_parse.h"
#include "library/rooftop_report.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { MOST_RESULTS = 8, MOST_METRICS = 64, MOST_NAMES = 32 };

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "library: %s\n", what);
    abort();
}

static void check_json(const char *text, size_t length)
{
    char problem[128];
    if (!text)
        return;
    demand(strlen(text) == length, "a JSON text has another length");
    struct json_node *node = json_parse(text, length, problem);
    demand(node, problem);
    json_node_free(node);
}

static void check_values(const rooftop_values *values)
{
    for (size_t i = 0; i < values->count; i++) {
        const uint64_t at = values->data[i] & UINT32_MAX, size = values->data[i] >> 32;
        demand(values->kinds[i] <= ROOFTOP_UINT64, "an unknown kind");
        if (values->kinds[i] != ROOFTOP_TEXT)
            continue;
        demand(at + size <= values->text_length, "a text ends behind the texts");
    }
}

/* Reading a result may add names, so they are asked for afterwards. */
static void check_names(rooftop_report *report, const uint32_t *numbers, size_t count)
{
    size_t length, names, greatest = 0;
    for (size_t i = 0; i < count; i++)
        greatest = numbers[i] > greatest && numbers[i] != UINT32_MAX ? numbers[i] : greatest;
    rooftop_report_names(report, &length, &names);
    demand(!greatest || greatest < names, "a metric without a name");
}

static void ask_result(rooftop_report *report, size_t result)
{
    rooftop_metrics metrics;
    rooftop_instances instances;
    char error[64];
    size_t length;
    unsigned line;
    if (rooftop_result_metrics(report, result, &metrics, error, sizeof error)) {
        const size_t count = metrics.values.count;
        check_values(&metrics.values);
        check_names(report, metrics.names, count);
        for (size_t i = 0; i < count && i < MOST_METRICS; i++)
            if (rooftop_result_instances(report, result, i, &instances, error, sizeof error)) {
                demand(instances.values.count == instances.ids.count, "as many ids as values");
                check_values(&instances.values);
                check_values(&instances.ids);
            }
    }
    const char *text = rooftop_result_facts(report, result, &length, error, sizeof error);
    check_json(text, length);
    text = rooftop_result_findings(report, result, &length, error, sizeof error);
    check_json(text, length);
    text = rooftop_result_files(report, result, &length);
    check_json(text, length);
    rooftop_result_line(report, result, 0x1010, &line);
    rooftop_result_ptx(report, result, 0x1010);
}

/* The first names, and one that no report has. */
static size_t first_names(const char *all, size_t length, const char *list[MOST_NAMES])
{
    size_t count = 0;
    list[count++] = "no__such.metric";
    for (const char *at = all; at < all + length && count < MOST_NAMES; at += strlen(at) + 1)
        list[count++] = at;
    return count;
}

static void ask_columns(rooftop_report *report, const char *all, size_t length)
{
    const char *names[MOST_NAMES], *const ranges[] = {"a/", "[b", "\xff"};
    const size_t count = first_names(all, length, names), results = rooftop_report_count(report);
    double *numbers = malloc((results * count + 1) * sizeof *numbers);
    uint8_t *matches = malloc(results + 1);
    rooftop_values columns[MOST_NAMES];
    char error[64];
    rooftop_report_table(report, names, count, numbers, error, sizeof error);
    if (rooftop_report_texts(report, names, count, columns, error, sizeof error))
        for (size_t i = 0; i < count; i++)
            check_values(&columns[i]);
    rooftop_report_match_nvtx(report, ranges, 3, ranges, 1, matches);
    for (size_t i = 0; i < count; i++) {
        rooftop_metric_name parsed;
        rooftop_metric_parse(names[i], &parsed);
        demand(memchr(parsed.unit, 0, sizeof parsed.unit), "a unit without an end");
        demand(rooftop_metric_description(names[i]), "no description");
        rooftop_report_unit(report, names[i]);
    }
    free(numbers);
    free(matches);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char path[32], error[256];
    size_t size, count;
    const int file = memfd_create("report", 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    demand(file >= 0 && write(file, bytes, length) == (ssize_t)length, "no file");
    rooftop_report *report = rooftop_report_open(path, error, sizeof error);
    if (report) {
        rooftop_report_add(report, path, error, sizeof error);
        const char *names = rooftop_report_names(report, &size, &count);
        char *kept = malloc(size + 1); /* they last until the next call */
        memcpy(kept, names, size);
        const size_t kept_size = size;
        const char *text = rooftop_report_facts(report, &size);
        check_json(text, size);
        text = rooftop_report_functions(report, &size);
        check_json(text, size);
        ask_columns(report, kept, kept_size);
        for (size_t i = 0; i < rooftop_report_count(report) && i < MOST_RESULTS; i++)
            ask_result(report, i);
        ask_result(report, rooftop_report_count(report));
        free(kept);
        rooftop_report_close(report);
    }
    close(file);
    return 0;
}
