#include "cpu/pages/cpu_list_page.h"

#include <stdlib.h>
#include <string.h>

#include "cpu/values/cpu_values.h"
#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/text_table.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/json_document.h"

static bool has_unit(const struct cpu_machine *m, const struct cpu_unit *unit)
{
    for (size_t i = 0; i < m->device_count; i++)
        if (m->devices[i].unit == unit)
            return true;
    return false;
}

/* Whether the unit is there but has nothing to count: it has metrics, and none means anything here.
 */
static bool is_unused(const struct cpu_machine *m, const struct cpu_unit *unit)
{
    bool any = false;
    for (size_t i = 0; i < m->catalog->metric_count; i++) {
        if (m->catalog->metrics[i]->its != unit)
            continue;
        if (cpu_metric_fits(m->catalog->metrics[i], m->chip, m->sockets))
            return false;
        any = true;
    }
    return any && has_unit(m, unit);
}

char *cpu_missing_text(const struct cpu_machine *m)
{
    if (cpu_machine_has_grace(m))
        return NULL;
    if (m->processor == CPU_NEOVERSE_V2 && !has_unit(m, cpu_catalog_unit(m->catalog, "core")))
        return mem_strdup(
            "this is a Neoverse V2 whose kernel has no PMU of the cores and none of Grace's: a "
            "virtual machine needs a virtual PMU of its host, which has those of the cores only; "
            "elsewhere the kernel needs CONFIG_ARM_PMU_ACPI and CONFIG_ARM_PMUV3, and for Grace's "
            "the modules arm_cspmu_module and nvidia_cspmu: modprobe nvidia_cspmu");
    if (m->processor == CPU_NEOVERSE_V2)
        return mem_strdup(
            "this is a Neoverse V2 without Grace's PMUs: metrics of cores can be counted, those of "
            "sockets cannot. On a Grace CPU the kernel needs the modules arm_cspmu_module and "
            "nvidia_cspmu (CONFIG_ARM_CORESIGHT_PMU_ARCH_SYSTEM_PMU, "
            "CONFIG_NVIDIA_CORESIGHT_PMU_ARCH_SYSTEM_PMU): modprobe nvidia_cspmu. In a virtual "
            "machine they are never there");
    if (m->processor == CPU_VERA)
        return mem_printf("this is an NVIDIA Vera CPU, whose counters none of these metrics means; "
                          "it has the devices %s",
                          m->others ? m->others : "none");
    return mem_printf("these metrics are of NVIDIA Grace (Neoverse V2); this is %s, which has the "
                      "generic events only. -i shows counts that were made elsewhere, --list has "
                      "the metrics",
                      m->is_arm ? "another Arm processor" : "an x86-64 processor");
}

/* The devices of a unit: "nvidia_scf_pmu_0, nvidia_scf_pmu_1". */
static void add_devices(struct strbuf *out, const struct cpu_machine *m,
                        const struct cpu_unit *unit)
{
    size_t count = 0;
    for (size_t i = 0; i < m->device_count; i++)
        if (m->devices[i].unit == unit)
            strbuf_addf(out, "%s%s", count++ ? ", " : "", m->devices[i].name);
    strbuf_adds(out, !count ? "not here" : is_unused(m, unit) ? ", unused on this machine" : "");
}

struct here {
    const struct cpu_machine *machine;
    bool all;
};

static void look_for(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    struct here *here = context;
    bool found = false;
    for (size_t i = 0; i < here->machine->device_count && !found; i++) {
        uint64_t config;
        bool listed;
        const struct cpu_device *device = &here->machine->devices[i];
        found = device->unit == unit &&
                cpu_device_config(here->machine, device, event, &config, &listed);
    }
    here->all = here->all && found;
}

static const char *metric_here(const struct cpu_machine *m, const struct cpu_metric *metric)
{
    struct here here = {m, has_unit(m, metric->its)};
    cpu_metric_events(m->catalog, metric, look_for, &here);
    if (!here.all)
        return "no";
    return cpu_metric_fits(metric, m->chip, m->sockets) ? "yes" : "n/a";
}

static void print_units(const struct cpu_machine *m, struct text_table *table)
{
    for (size_t i = 0; i < m->catalog->unit_count; i++) {
        const struct cpu_unit *unit = m->catalog->units[i];
        struct strbuf devices = {0};
        char events[24];
        snprintf(events, sizeof events, "%zu", unit->event_count);
        add_devices(&devices, m, unit);
        text_table_add(table, (const char *[]){unit->name, unit->title, events, devices.data});
        strbuf_free(&devices);
    }
}

static void print_metrics(const struct cpu_machine *m, struct text_table *table)
{
    for (size_t g = 0; g < m->catalog->group_count; g++)
        for (size_t i = 0; i < m->catalog->metric_count; i++) {
            const struct cpu_metric *metric = m->catalog->metrics[i];
            if (strcmp(metric->group, m->catalog->groups[g]->id) != 0)
                continue;
            text_table_add(table, (const char *[]){metric->group, metric->id, metric->unit,
                                                   metric_here(m, metric), metric->formula});
        }
}

static void print_events(const struct cpu_machine *m, struct text_table *table)
{
    for (size_t i = 0; i < m->catalog->unit_count; i++) {
        const struct cpu_unit *unit = m->catalog->units[i];
        for (size_t j = 0; j < unit->event_count; j++) {
            char id[24];
            const struct cpu_event *event = unit->events[j];
            snprintf(id, sizeof id, "0x%llx", (unsigned long long)event->id);
            text_table_add(table, (const char *[]){unit->name, event->name, id, event->unit,
                                                   has_unit(m, unit) ? "yes" : "no", event->text});
        }
    }
}

static void print_table(const char *title, struct text_table *table, bool markdown, FILE *out)
{
    fprintf(out, markdown ? "### %s\n\n" : "%s\n", title);
    if (markdown)
        markdown_table(table, out);
    else
        text_table_print(table, out);
    if (!markdown)
        fputc('\n', out);
    text_table_free(table);
}

static void print_tables(const struct cpu_machine *m, bool markdown, FILE *out)
{
    static const char *const unit_names[] = {"Unit", "Title", "Events", "Devices"};
    static const char *const metric_names[] = {"Group", "Metric", "Unit", "Here", "Formula"};
    static const char *const event_names[] = {"Unit", "Event", "ID", "Counts", "Here", "Meaning"};
    static const bool right[6] = {false};
    struct text_table units = {.columns = 4, .names = unit_names, .right = right, .indent = 2},
                      metrics = {.columns = 5, .names = metric_names, .right = right, .indent = 2},
                      events = {.columns = 6, .names = event_names, .right = right, .indent = 2};
    char *text = cpu_machine_text(m), *missing = cpu_missing_text(m);
    fprintf(out, "%s\n\n", text);
    if (missing)
        fprintf(out, "%s\n\n", missing);
    print_units(m, &units);
    print_table("Units", &units, markdown, out);
    print_metrics(m, &metrics);
    print_table("Metrics", &metrics, markdown, out);
    print_events(m, &events);
    print_table("Events", &events, markdown, out);
    free(text);
    free(missing);
}

static void print_csv(const struct cpu_machine *m, FILE *out)
{
    static const bool right[6] = {false};
    struct text_table metrics = {.columns = 5, .names = NULL, .right = right};
    struct strbuf line = {0};
    print_metrics(m, &metrics);
    fputs("\"Group\",\"Metric\",\"Unit\",\"Here\",\"Formula\"\n", out);
    for (size_t i = 0; i < metrics.rows; i++) {
        strbuf_clear(&line);
        for (size_t j = 0; j < metrics.columns; j++)
            format_csv_field(&line, metrics.cells[i * metrics.columns + j], j == 0);
        fprintf(out, "%s\n", line.data);
    }
    strbuf_free(&line);
    text_table_free(&metrics);
}

static void put_unit(struct json_writer *json, const struct cpu_machine *m,
                     const struct cpu_unit *unit)
{
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "name", unit->name);
    json_string(json, "title", unit->title);
    json_string(json, "text", unit->text);
    json_open_line(json, "devices", JSON_ARRAY);
    for (size_t i = 0; i < m->device_count; i++)
        if (m->devices[i].unit == unit)
            json_string(json, NULL, m->devices[i].name);
    json_close(json);
    json_bool(json, "unused", is_unused(m, unit));
    json_open(json, "events", JSON_ARRAY);
    for (size_t i = 0; i < unit->event_count; i++) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "name", unit->events[i]->name);
        json_whole(json, "id", unit->events[i]->id);
        json_string(json, "unit", unit->events[i]->unit);
        json_string(json, "text", unit->events[i]->text);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void print_json(const struct cpu_machine *m, FILE *out)
{
    struct json_writer json;
    char *text = cpu_machine_text(m), *missing = cpu_missing_text(m);
    json_document_begin(&json, "rooftop-cpu-list", out);
    json_string(&json, "machine", text);
    json_string(&json, "missing", missing);
    json_open(&json, "units", JSON_ARRAY);
    for (size_t i = 0; i < m->catalog->unit_count; i++)
        put_unit(&json, m, m->catalog->units[i]);
    json_close(&json);
    json_open(&json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < m->catalog->metric_count; i++) {
        const struct cpu_metric *metric = m->catalog->metrics[i];
        json_open_line(&json, NULL, JSON_OBJECT);
        json_string(&json, "id", metric->id);
        json_string(&json, "label", metric->label);
        json_string(&json, "group", metric->group);
        json_string(&json, "formula", metric->formula);
        json_string(&json, "unit", metric->unit);
        json_string(&json, "its", metric->its->name);
        json_bool(&json, "own", metric->own);
        json_string(&json, "here", metric_here(m, metric));
        json_string(&json, "text", metric->text);
        json_close(&json);
    }
    json_document_end(&json, NULL);
    free(text);
    free(missing);
}

void cpu_list_print(const struct cpu_machine *machine, enum page_format format, FILE *out)
{
    if (format == FORMAT_JSON)
        print_json(machine, out);
    else if (format == FORMAT_CSV)
        print_csv(machine, out);
    else
        print_tables(machine, format == FORMAT_MARKDOWN, out);
}
