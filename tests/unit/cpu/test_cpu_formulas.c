/* All formulas, as texts and on numbers, against values that were worked out apart from the engine
 * (tests/data/cpu/formulas.tsv); and what the files of cpu/ must have. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu/values/cpu_values.h"
#include "cpu_catalog_fixture.h"
#include "report/base/file_bytes.h"

enum { OF_THE_GUIDE = 74, EVENTS = 165 };

/* The device that a metric's count is of. */
static void count_name(char *name, size_t size, const struct cpu_metric *metric, const char *event)
{
    const struct cpu_unit *unit = metric->its;
    const struct cpu_event *known = cpu_catalog_name(&catalog, metric->its, event, &unit);
    const size_t before = unit->device ? strcspn(unit->device, "*") : 0;
    const int socket = metric->socket == CPU_ANY_SOCKET ? 0 : metric->socket;
    assert_non_null(known);
    if (!unit->device)
        snprintf(name, size, "%s", known->perf.words[0]);
    else if (!unit->device[before])
        snprintf(name, size, "%s/%s/", unit->device, known->perf.words[0]);
    else
        snprintf(name, size, "%.*s%d/event=0x%llx/", (int)before, unit->device, socket,
                 (unsigned long long)known->id);
}

static void add_counts(struct cpu_run *run, const struct cpu_metric *metric, char *counts)
{
    for (char *word = strtok(counts, " "); word; word = strtok(NULL, " ")) {
        char name[128];
        char *sign = strchr(word, '=');
        const struct cpu_value value = {CPU_COUNTED, strtod(sign + 1, NULL), 0, 0};
        *sign = '\0';
        count_name(name, sizeof name, metric, word);
        cpu_run_add(run, (struct cpu_key){name, CPU_ANY_SOCKET, 0}, &value);
    }
}

static void same_text(const char *formula, const char *expected)
{
    while (*formula || *expected) {
        formula += strspn(formula, " ");
        expected += strspn(expected, " ");
        assert_int_equal(*formula, *expected);
        formula += *formula != '\0';
        expected += *expected != '\0';
    }
}

static void check_line(char *line)
{
    char *fields[5] = {0};
    size_t n = 0;
    for (char *field; n < 5 && (field = strsep(&line, "\t")) != NULL; n++)
        fields[n] = field;
    assert_int_equal(n, 5);
    const struct cpu_metric *metric = cpu_catalog_metric(&catalog, fields[0]);
    struct cpu_run run;
    struct cpu_cell cell;
    if (!metric)
        fail_msg("no metric %s", fields[0]);
    same_text(metric->formula, fields[1]);
    const struct cpu_place place = {!metric->its->of_machine           ? CPU_ANY_SOCKET
                                    : metric->socket == CPU_ANY_SOCKET ? 0
                                                                       : metric->socket,
                                    0};
    cpu_run_open(&run, &catalog);
    add_counts(&run, metric, fields[2]);
    run.duration = strtod(fields[3], NULL);
    cpu_run_settle(&run);
    run.sockets = metric->least_sockets > 2 ? metric->least_sockets : 2;
    run.whole_machine = metric->whole_machine;
    assert_true(cpu_value_of(&run, metric, &place, SIZE_MAX, &cell));
    assert_int_equal(cell.absence, CPU_PRESENT);
    const double expected = strtod(fields[4], NULL);
    if (fabs(cell.value - expected) > 1e-12 * fabs(expected))
        fail_msg("%s: %.17g instead of %.17g", fields[0], cell.value, expected);
    cpu_run_free(&run);
}

static void test_formulas(void **state)
{
    size_t length, lines = 0;
    struct error error;
    char *text = file_bytes("tests/data/cpu/formulas.tsv", &length, &error), *rest = text;
    (void)state;
    assert_non_null(text);
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        if (*line && *line != '#') {
            check_line(line);
            lines++;
        }
    assert_int_equal(lines, catalog.metric_count);
    free(text);
}

static void test_numbers_of_the_guide(void **state)
{
    static const char *const units[] = {"core", "scf", "pcie", "c2c0", "c2c1", "cnvlink"};
    size_t guide = 0, events = 0;
    (void)state;
    for (size_t i = 0; i < catalog.metric_count; i++)
        guide += !catalog.metrics[i]->own;
    assert_int_equal(guide, OF_THE_GUIDE);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        events += cpu_catalog_unit(&catalog, units[i])->event_count;
    assert_int_equal(events, EVENTS);
}

static void test_ids_of_events(void **state)
{
    size_t length, lines = 0;
    char *text = file_bytes("tests/data/cpu/events.tsv", &length, NULL), *rest = text;
    (void)state;
    assert_non_null(text);
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        if (!*line || *line == '#')
            continue;
        const struct cpu_unit *unit = cpu_catalog_unit(&catalog, strsep(&line, "\t"));
        const char *name = strsep(&line, "\t");
        const struct cpu_event *event = unit ? cpu_unit_event(unit, name) : NULL;
        if (!event || event->id != strtoull(line, NULL, 16))
            fail_msg("%s is not 0x%s", name, line);
        lines++;
    }
    assert_int_equal(lines, EVENTS);
    free(text);
}

static void test_every_metric_has_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < catalog.metric_count; i++) {
        const struct cpu_metric *metric = catalog.metrics[i];
        if (strlen(metric->text) < 10 || !*metric->unit)
            fail_msg("%s has no text or no unit", metric->id);
    }
    for (size_t i = 0; i < catalog.group_count; i++)
        for (size_t j = 0; j < catalog.groups[i]->metrics.count; j++)
            if (!cpu_catalog_metric(&catalog, catalog.groups[i]->metrics.words[j]))
                fail_msg("group %s has no metric %s", catalog.groups[i]->id,
                         catalog.groups[i]->metrics.words[j]);
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static void says(const struct cpu_metric *metric, const char *words)
{
    if (!strstr(metric->text, words))
        fail_msg("the text of %s lacks \"%s\"", metric->id, words);
}

/* What leads astray is told where the metric is explained. */
static void test_traps_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < catalog.metric_count; i++) {
        const struct cpu_metric *metric = catalog.metrics[i];
        const char *group = metric->group;
        if (strcmp(group, "mix") == 0)
            says(metric, "do not add up to 100");
        if (strcmp(group, "mix") == 0 && begins(metric->id, "fp"))
            says(metric, "nothing about FLOPS");
        if (strcmp(group, "flops") == 0)
            says(metric, "Speculated operations are counted, too");
        if (strcmp(metric->unit, "ratio") == 0)
            says(metric, "ratio from 0 to 1");
        if (strcmp(metric->unit, "GB/s") == 0)
            says(metric, "1e9 a second");
        if (begins(metric->id, "remote_memory_") && strstr(metric->id, "bandwidth"))
            says(metric, "do not add the two");
        if (strstr(metric->id, "pcie_rp_") && strstr(metric->id, "latency"))
            says(metric, "The way over PCIe is not in it");
        if (begins(metric->id, "c2c") && strstr(metric->id, "latency"))
            says(metric, "The link itself is not in it");
    }
    says(cpu_catalog_metric(&catalog, "retiring"), "does not add up with the stalled");
    says(cpu_catalog_metric(&catalog, "retiring"), "TopdownL1");
    says(cpu_catalog_metric(&catalog, "bad_speculation"), "4 cycles for each mispredicted branch");
    says(cpu_catalog_metric(&catalog, "bad_speculation"), "does not add up to 100");
    says(cpu_catalog_metric(&catalog, "backend_stalled_cycles"), "STALL_SLOT_BACKEND");
    says(cpu_catalog_metric(&catalog, "frontend_stalled_cycles"), "STALL_SLOT_FRONTEND");
    says(cpu_catalog_metric(&catalog, "pcie_rp_read_utilization_percentage"), "ends at 10 %");
    says(cpu_catalog_metric(&catalog, "pcie_rp_write_utilization_percentage"), "ends at 10 %");
}

/* A metric of rooftop's own is in no group that has metrics of the guide, but in those of units
 * for which the guide has none. */
static void test_own_metrics_are_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < catalog.metric_count; i++)
        for (size_t j = 0; j < catalog.metric_count; j++)
            if (catalog.metrics[i]->own && !catalog.metrics[j]->own &&
                strcmp(catalog.metrics[i]->group, catalog.metrics[j]->group) == 0)
                fail_msg("%s is beside %s", catalog.metrics[i]->id, catalog.metrics[j]->id);
}

/* Wrong events of this core must be in no formula. */
static void forbid(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    (void)context;
    (void)unit;
    assert_string_not_equal(event->name, "STALL_SLOT_BACKEND");
    assert_string_not_equal(event->name, "STALL_SLOT_FRONTEND");
}

static void test_wrong_events(void **state)
{
    (void)state;
    for (size_t i = 0; i < catalog.metric_count; i++)
        cpu_metric_events(&catalog, catalog.metrics[i], forbid, NULL);
}

static bool load(struct cpu_catalog *other, const char *text, struct error *error)
{
    *other = (struct cpu_catalog){0};
    error->text[0] = '\0';
    return cpu_catalog_add_built_in(other, error) &&
           cpu_catalog_add_text(other, "own.yaml", text, strlen(text), error) &&
           cpu_catalog_check(other, error);
}

static void test_own_files(void **state)
{
    struct cpu_catalog other;
    struct error error;
    (void)state;
    assert_true(load(&other,
                     "unit: scf\n"
                     "events: [{name: MY_EVENT, id: 0x77}]\n"
                     "metrics:\n"
                     "  - {id: mine, label: Mine, group: scf, formula: MY_EVENT/CYCLES}\n"
                     "  - {id: scf_frequency, label: Clock, group: scf, formula: CYCLES/TIME}\n",
                     &error));
    assert_int_equal(cpu_unit_event(cpu_catalog_unit(&other, "scf"), "my_event")->id, 0x77);
    assert_string_equal(cpu_catalog_metric(&other, "scf_frequency")->label, "Clock");
    assert_int_equal(other.metric_count, catalog.metric_count + 1);
    cpu_catalog_free(&other);
    assert_true(load(&other,
                     "unit: uncore\ndevice: uncore_imc_*\nscope: machine\n"
                     "events: [{name: READS, id: 4}]\n"
                     "groups: [{id: imc, title: Controllers}]\n"
                     "metrics: [{id: reads, label: Reads, group: imc, formula: READS/TIME}]\n",
                     &error));
    int socket;
    assert_true(cpu_unit_is_device(cpu_catalog_unit(&other, "uncore"), "uncore_imc_3", &socket));
    assert_int_equal(socket, 3);
    cpu_catalog_free(&other);
}

static void test_wrong_files(void **state)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "own.yaml: the file is empty"},
        {"unit: [1]\n", "own.yaml:1:7: \"unit\" is expected, a name of letters, digits and _"},
        {"unit: new\n", "own.yaml:1:1: a unit needs \"device\" or \"type\""},
        {"x: 1\n", "own.yaml:1:1: the file has neither \"unit\" nor \"groups\""},
        {"unit: scf\nevents: [{name: A, id: many}]\n",
         "own.yaml:2:24: a number is expected: 0x1a5"},
        {"unit: scf\nevnts: []\n", "own.yaml:2:1: a unit has no \"evnts\", nearest is \"events\""},
        {"unit: scf\nmetrics: [{id: a, label: A, group: scf, formula: CYCLE}]\n",
         "own.yaml: metric a: unit scf has no event \"CYCLE\"; nearest is CYCLES"},
        {"unit: scf\nmetrics: [{id: a, label: A, group: no, formula: CYCLES}]\n",
         "own.yaml: metric a: there is no group \"no\""},
        {"groups: [{id: a, title: A, metrics: [scf_frequenci]}]\n",
         "group a: there is no metric \"scf_frequenci\"; nearest is scf_frequency"},
        {"groups: [{id: a, title: A, beside: no}]\n",
         "group a is beside \"no\", which is no group"},
        {"unit: scf\nmetrics: [{id: a, label: A, group: scf, formula: CYCLES}, "
         "{id: a, label: A, group: scf, formula: CYCLES}]\n",
         "own.yaml:2:59: there are two metrics \"a\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cpu_catalog other;
        struct error error;
        assert_false(load(&other, cases[i].text, &error));
        assert_string_equal(error.text, cases[i].error);
        cpu_catalog_free(&other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_of_events),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_numbers_of_the_guide),
        cmocka_unit_test(test_wrong_events),
        cmocka_unit_test(test_every_metric_has_words),
        cmocka_unit_test(test_traps_are_told),
        cmocka_unit_test(test_own_metrics_are_apart),
        cmocka_unit_test(test_own_files),
        cmocka_unit_test(test_wrong_files),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
