/* generate SOURCE OUT COUNT BYTES: a report of COUNT results, those of SOURCE in turn, each made
 * larger with metrics that have instances until it takes BYTES (0: as it is; "lean": without
 * sections, rules and metrics of more than some bytes, so that many fit on a disk). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/wire_walk.h"
#include "report/file/report_writer.h"

enum { INSTANCES = 200, METRIC_RESULTS = 13 << 3 | 2 };
enum { METRIC_FIELD = 13, SECTION_FIELD = 17, RULE_FIELD = 19, LEAN_METRIC = 40 };

static void add_number(struct strbuf *out, uint64_t number)
{
    while (number > 127) {
        strbuf_addc(out, (char)(number | 128));
        number >>= 7;
    }
    strbuf_addc(out, (char)number);
}

/* One more metric, as the bytes of a field of the result. */
static void add_metric(struct strbuf *out, uint32_t name, unsigned seed)
{
    Rep__ProfileMetricResult metric = REP__PROFILE_METRIC_RESULT__INIT;
    Rep__ProfileMetricValue values[INSTANCES], ids[INSTANCES];
    Rep__ProfileMetricListElement elements[INSTANCES], *list[INSTANCES];
    for (unsigned i = 0; i < INSTANCES; i++) {
        rep__profile_metric_value__init(&values[i]);
        rep__profile_metric_value__init(&ids[i]);
        rep__profile_metric_list_element__init(&elements[i]);
        values[i].has_doublevalue = ids[i].has_uint64value = true;
        values[i].doublevalue = (double)(seed * 7919u % 1000u) + i / 16.0;
        ids[i].uint64value = 0x7f0000000000u + 16 * i;
        elements[i].correlationid = &ids[i];
        elements[i].elementvalue = &values[i];
        list[i] = &elements[i];
    }
    metric.nameid = name;
    metric.has_category = true;
    metric.metricvalue = &values[0];
    metric.n_metricvaluelist = INSTANCES;
    metric.metricvaluelist = list;
    size_t length = rep__profile_metric_result__get_packed_size(&metric);
    uint8_t *bytes = mem_alloc(length);
    rep__profile_metric_result__pack(&metric, bytes);
    add_number(out, METRIC_RESULTS);
    add_number(out, length);
    strbuf_add(out, bytes, length);
    free(bytes);
}

/* Copies a result's fields, the large ones only if it is not to be lean. */
static void copy_result(struct strbuf *out, const struct entry *entry, bool lean)
{
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    const uint8_t *start = walk.at;
    for (struct wire_field field; wire_walk_next(&walk, &field); start = walk.at)
        if (!lean || entry->kind != ENTRY_KERNEL ||
            (field.number != SECTION_FIELD && field.number != RULE_FIELD &&
             (field.number != METRIC_FIELD || field.length <= LEAN_METRIC)))
            strbuf_add(out, start, (size_t)(walk.at - start));
}

int main(int argc, char **argv)
{
    struct error error = {"usage: generate SOURCE OUT COUNT BYTES"};
    struct report *source = argc == 5 ? report_open(argv[1], &error) : NULL;
    struct report_writer *writer =
        source && report_count(source) ? report_writer_open(argv[2], true, &error) : NULL;
    if (!writer) {
        fprintf(stderr, "generate: %s\n", error.text);
        return 1;
    }
    size_t count = strtoul(argv[3], NULL, 10), bytes = strtoul(argv[4], NULL, 10);
    bool lean = strcmp(argv[4], "lean") == 0;
    /* The names of the source come first, so that its results keep theirs. */
    struct report *made = report_new("made");
    for (uint32_t i = 0; i < report_string_count(source); i++)
        report_intern(made, report_string(source, i));
    const Rep__ProcessInfo *process = report_process(source, 0, 0);
    report_writer_session(writer, report_session(source, 0), process);
    for (size_t i = 0; i < count; i++) {
        const struct entry *entry = report_entry(source, i % report_count(source));
        struct strbuf packed = {0};
        copy_result(&packed, entry, lean);
        for (unsigned j = 0; packed.length < bytes && entry->kind == ENTRY_KERNEL; j++) {
            char *name = mem_printf("bench__metric_%u.sum", j);
            add_metric(&packed, report_intern(made, name), (unsigned)i + j);
            free(name);
        }
        report_writer_result(writer, made, entry->kind, (const uint8_t *)packed.data, packed.length,
                             process);
        strbuf_free(&packed);
    }
    bool good = report_writer_finish(writer, &error);
    if (!good)
        fprintf(stderr, "generate: %s\n", error.text);
    report_close(made);
    report_close(source);
    return !good;
}
