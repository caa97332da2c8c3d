/* Results are recorded before their window, which closes them: their values are collected as text
 * until recorder_window() writes both files under the next number. After the first failure writing
 * goes on, but only the first reason is kept. */
#include "collect/result/recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/result/counter_compress.h"
#include "report/base/mem.h"

struct recorder {
    const char *folder;
    unsigned windows;
    struct strbuf values; /* of the window that is recorded next */
    bool failed;
    struct error error;
};

struct recorder *recorder_open(void)
{
    const char *folder = getenv("ROOFTOP_RECORD");
    if (!folder || !*folder)
        return NULL;
    struct recorder *recorder = mem_alloc(sizeof *recorder);
    recorder->folder = folder;
    return recorder;
}

bool recorder_close(struct recorder *recorder, struct error *error)
{
    if (!recorder)
        return true;
    bool good = !recorder->failed;
    if (!good)
        *error = recorder->error;
    strbuf_free(&recorder->values);
    free(recorder);
    return good;
}

static void write_file(struct recorder *recorder, const char *name, const char *suffix,
                       const void *bytes, size_t length)
{
    char *path = mem_printf("%s/%s.%s", recorder->folder, name, suffix);
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(bytes, 1, length, file) == length;
    int problem = errno;
    if (file && fclose(file) != 0) {
        good = false;
        problem = errno;
    }
    if (!good && !recorder->failed) {
        recorder->failed = true;
        error_set(&recorder->error, "ROOFTOP_RECORD: %s cannot be written: %s", path,
                  strerror(problem));
    }
    free(path);
}

static void write_message(struct recorder *recorder, const char *name, const char *suffix,
                          const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message), compressed_length;
    uint8_t *packed = mem_alloc(length + 1);
    protobuf_c_message_pack(message, packed);
    uint8_t *compressed = counter_compress(packed, length, &compressed_length);
    write_file(recorder, name, suffix, compressed, compressed_length);
    free(compressed);
    free(packed);
}

static void add_words(struct strbuf *text, const char *key, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        strbuf_addf(text, "%s %s\n", key, words[i]);
}

void recorder_chip(struct recorder *recorder, const struct plan_request *request,
                   const Wire__Device *device, const struct chip_plan *plan, float driver)
{
    struct strbuf text = {0};
    if (!recorder)
        return;
    write_message(recorder, device->chip, "device", &device->base);
    strbuf_addf(&text, "driver %.9g\n", (double)driver);
    add_words(&text, "set", request->sets, request->set_count);
    add_words(&text, "section", request->sections, request->section_count);
    add_words(&text, "requested", request->metrics, request->metric_count);
    if (request->extra_suffixes)
        strbuf_adds(&text, "suffixes extra\n");
    for (size_t i = 0; i < plan->group_count; i++) {
        const struct plan_group *group = &plan->groups[i];
        strbuf_addf(&text, "passes %u\nconfig %zu\n", group->passes, group->image_size);
        add_words(&text, "metric", (const char *const *)group->metrics, group->count);
    }
    write_file(recorder, device->chip, "plan", text.data, text.length);
    strbuf_free(&text);
}

/* Adds a text in quotation marks. A line feed in it would end the line, so it becomes a space. */
static void add_text(struct strbuf *text, const char *value)
{
    strbuf_addc(text, '"');
    for (; *value; value++)
        strbuf_addc(text, *value == '\n' ? ' ' : *value);
    strbuf_adds(text, "\"\n");
}

void recorder_values(struct strbuf *text, const struct report *report, const uint8_t *packed,
                     size_t length)
{
    Rep__ProfileResult *result = rep__profile_result__unpack(NULL, length, packed);
    for (size_t i = 0; result && i < result->n_metricresults; i++) {
        const Rep__ProfileMetricResult *metric = result->metricresults[i];
        const Rep__ProfileMetricValue *value = metric->metricvalue;
        strbuf_addf(text, "%s ", report_string(report, metric->nameid));
        if (value && value->has_uint64value)
            strbuf_addf(text, "%" PRIu64 "\n", value->uint64value);
        else if (value && value->has_doublevalue)
            strbuf_addf(text, "%.17g\n", value->doublevalue);
        else if (value && value->stringvalue)
            add_text(text, value->stringvalue);
        else
            strbuf_adds(text, "-\n");
    }
    if (result)
        rep__profile_result__free_unpacked(result, NULL);
}

void recorder_result(struct recorder *recorder, const struct report *report, size_t index,
                     const uint8_t *packed, size_t length)
{
    if (!recorder)
        return;
    strbuf_addf(&recorder->values, "launch %zu\n", index);
    recorder_values(&recorder->values, report, packed, length);
}

void recorder_window(struct recorder *recorder, const char *chip, const Wire__Window *window)
{
    char name[16];
    struct strbuf text = {0};
    if (!recorder || !recorder->values.length)
        return;
    snprintf(name, sizeof name, "%04u", ++recorder->windows);
    write_message(recorder, name, "window", &window->base);
    strbuf_addf(&text, "chip %s\n%s", chip, recorder->values.data);
    write_file(recorder, name, "values", text.data, text.length);
    strbuf_clear(&recorder->values);
    strbuf_free(&text);
}
