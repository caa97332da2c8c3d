#include <math.h>

#include "cpu/pages/cpu_page_forms.h"
#include "report/page_parts/json_document.h"

static void put_value(struct json_writer *json, const char *key, const struct cpu_value *value)
{
    if (value->state == CPU_COUNTED)
        json_number(json, key, value->value);
    else
        json_null(json, key);
}

static void put_count(struct json_writer *json, const struct cpu_count *count)
{
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "name", count->name);
    json_string(json, "unit", count->unit ? count->unit->name : NULL);
    json_string(json, "event", count->event ? count->event->name : NULL);
    if (count->socket == CPU_ANY_SOCKET)
        json_null(json, "socket");
    else
        json_signed(json, "socket", count->socket);
    json_signed(json, "group", count->group);
    json_whole(json, "config", count->config);
    json_whole(json, "config1", count->filter);
    put_value(json, "value", &count->total);
    json_number(json, "enabled_ns", count->total.enabled);
    json_number(json, "running_ns", count->total.running);
    if (count->duration > 0)
        json_number(json, "duration_ns", count->duration);
    json_string(json, "state", cpu_state_words[count->total.state]);
    json_close(json);
}

static void put_steps(struct json_writer *json, const struct cpu_run *run)
{
    json_open(json, "steps", JSON_ARRAY);
    for (size_t i = 0; i < run->step_count; i++) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_number(json, "at_ns", run->steps[i].at);
        json_open_line(json, "values", JSON_ARRAY);
        for (size_t j = 0; j < run->count; j++) {
            const struct cpu_value value = cpu_run_value(run, j, i);
            put_value(json, NULL, &value);
        }
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

static void put_metric(struct json_writer *json, const struct cpu_values *values, size_t row,
                       size_t place)
{
    const struct cpu_cell *cell = cpu_values_cell(values, row, place);
    const struct cpu_metric *metric = values->rows[row].chosen->metric;
    if (!cell)
        return;
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "group", values->rows[row].chosen->group->id);
    json_string(json, "id", metric->id);
    json_string(json, "label", metric->label);
    if (values->places[place].socket == CPU_ANY_SOCKET)
        json_null(json, "socket");
    else
        json_signed(json, "socket", values->places[place].socket);
    json_whole(json, "filter", values->places[place].filter);
    json_number(json, "value", cell->absence == CPU_PRESENT ? cell->value : NAN);
    json_string(json, "unit", metric->unit);
    json_bool(json, "estimate", cell->estimate);
    json_number(json, "counted_percent", 100 * cell->share);
    json_bool(json, "own", metric->own);
    json_string(json, "absent",
                cell->absence == CPU_PRESENT ? NULL : cpu_absence_words[cell->absence]);
    json_string(json, "formula", metric->formula);
    json_close(json);
}

static void put_machine(struct json_writer *json, const struct cpu_run *run)
{
    json_open_line(json, "machine", JSON_OBJECT);
    json_string(json, "text", run->machine);
    json_string(json, "kind", cpu_chip_words[run->chip]);
    json_whole(json, "sockets", run->sockets);
    json_bool(json, "whole", run->whole_machine);
    json_close(json);
}

void cpu_page_json(const struct cpu_values *values, const struct cpu_findings *findings, FILE *out)
{
    const struct cpu_run *run = values->run;
    struct json_writer json;
    json_document_begin(&json, "rooftop-cpu", out);
    put_machine(&json, run);
    json_string(&json, "command", run->command);
    json_number(&json, "duration_ns", run->duration);
    json_open(&json, "events", JSON_ARRAY);
    for (size_t i = 0; i < run->count; i++)
        put_count(&json, &run->counts[i]);
    json_close(&json);
    put_steps(&json, run);
    json_open(&json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < values->row_count; i++)
        for (size_t j = 0; j < values->place_count; j++)
            put_metric(&json, values, i, j);
    json_close(&json);
    json_open(&json, "findings", JSON_ARRAY);
    for (size_t i = 0; i < findings->count; i++) {
        json_open_line(&json, NULL, JSON_OBJECT);
        json_string(&json, "title", findings->list[i].title);
        json_string(&json, "text", findings->list[i].text);
        if (findings->list[i].socket == CPU_ANY_SOCKET)
            json_null(&json, "socket");
        else
            json_signed(&json, "socket", findings->list[i].socket);
        json_close(&json);
    }
    json_close(&json);
    json_open(&json, "notes", JSON_ARRAY);
    for (size_t i = 0; i < run->note_count; i++)
        json_string(&json, NULL, run->notes[i]);
    json_close(&json);
    json_document_end(&json, NULL);
}
