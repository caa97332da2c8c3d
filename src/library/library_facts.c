/* What reports and results are, as JSON, and which results have which NVTX ranges. */
#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "report/base/message_depth.h"
#include "report/filter/nvtx_filter.h"
#include "report/filter/nvtx_open.h"

static void put_process(struct json_writer *json, const Rep__ProcessInfo *process)
{
    json_open_line(json, "process", JSON_OBJECT);
    json_whole(json, "id", process->processid);
    json_string(json, "name", process->processname ? process->processname : "");
    json_string(json, "host", process->hostname ? process->hostname : "");
    json_close(json);
}

static void put_size(struct json_writer *json, const char *key, const uint64_t size[3])
{
    json_open_line(json, key, JSON_ARRAY);
    for (int i = 0; i < 3; i++)
        json_whole(json, NULL, size[i]);
    json_close(json);
}

/* A damaged file may name a version twice; an object has each member once. */
static bool is_last_of(const Rep__ReportSessionDetails *session, size_t at)
{
    for (size_t i = at + 1; i < session->n_versioninfo; i++)
        if (strcmp(session->versioninfo[i]->provider, session->versioninfo[at]->provider) == 0)
            return false;
    return true;
}

static void put_file(struct json_writer *json, const struct report_file *file)
{
    const Rep__ReportSessionDetails *session = file->session;
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "path", file->path);
    json_string(json, "name", file->label);
    json_string(json, "damage", file->damage);
    json_string(json, "host", file->host);
    json_whole(json, "first", file->first);
    json_whole(json, "count", file->count);
    json_string(json, "command",
                session && session->profilercmdline ? session->profilercmdline : "");
    json_whole(json, "creation_time", session ? session->creationtime : 0);
    json_open(json, "versions", JSON_OBJECT);
    for (size_t i = 0; session && i < session->n_versioninfo; i++)
        if (is_last_of(session, i))
            json_string(json, session->versioninfo[i]->provider, session->versioninfo[i]->version);
    json_close(json);
    json_close(json);
}

ROOFTOP_API const char *rooftop_report_facts(rooftop_report *report, size_t *length)
{
    struct json_writer json;
    FILE *out = library_begin(report, &json);
    json_open(&json, NULL, JSON_OBJECT);
    json_string(&json, "path", report_path(report->report));
    json_whole(&json, "results", report_count(report->report));
    json_open(&json, "files", JSON_ARRAY);
    for (size_t i = 0; i < report_file_count(report->report); i++)
        put_file(&json, report_file(report->report, i));
    json_close(&json);
    json_close(&json);
    return library_end(report, &json, out, length);
}

static void put_payload(struct json_writer *json, const Rep__NvtxPayload *payload)
{
    json_open_line(json, "payload", JSON_OBJECT);
    json_whole(json, "type", payload ? (unsigned)payload->payloadtype : 0);
    if (payload && payload->has_ullvalue)
        json_whole(json, "whole", payload->ullvalue);
    if (payload && payload->has_llvalue)
        json_signed(json, "whole", payload->llvalue);
    if (payload && payload->has_uvalue)
        json_whole(json, "whole", payload->uvalue);
    if (payload && payload->has_ivalue)
        json_signed(json, "whole", payload->ivalue);
    if (payload && payload->has_doublevalue)
        library_number(json, "number", payload->doublevalue);
    if (payload && payload->has_fvalue)
        library_number(json, "number", (double)payload->fvalue);
    if (payload && payload->strvalue)
        json_string(json, "text", payload->strvalue);
    json_close(json);
}

/* Returns the text of a message; a registered one is in the domain's table. */
static const char *message_text(const Rep__NvtxDomainInfo *domain, const Rep__NvtxMessage *message)
{
    for (size_t i = 0; message && !message->message && message->has_handle && i < domain->n_strings;
         i++)
        if (domain->strings[i]->id == message->handle)
            return domain->strings[i]->value;
    return message && message->message ? message->message : "";
}

static void put_range(void *context, const Rep__NvtxDomainInfo *domain, const char *name,
                      const Rep__NvtxEventAttributes *attributes)
{
    struct json_writer *json = context;
    const char *message = message_text(domain, attributes ? attributes->message : NULL);
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "name", *name ? name : message);
    if (attributes) {
        json_open_line(json, "attributes", JSON_OBJECT);
        json_whole(json, "category", attributes->category);
        json_whole(json, "color", attributes->color ? attributes->color->color : 0);
        json_string(json, "message", message);
        put_payload(json, attributes->payload);
        json_close(json);
    }
    json_close(json);
}

static void put_nvtx(struct json_writer *json, const Rep__NvtxState *state, uint32_t thread)
{
    json_open(json, "nvtx", JSON_ARRAY);
    for (size_t i = 0; i < state->n_domains; i++) {
        const Rep__NvtxDomainInfo *domain = state->domains[i];
        json_open(json, NULL, JSON_OBJECT);
        json_whole(json, "id", domain->id);
        json_string(json, "name", domain->name);
        json_open(json, "push_pop", JSON_ARRAY);
        nvtx_open_pushed(state, domain, thread, put_range, json);
        json_close(json);
        json_open(json, "start_end", JSON_ARRAY);
        nvtx_open_started(state, domain, put_range, json);
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

static Rep__NvtxState *nvtx_of(const struct result_launch *launch)
{
    return launch->nvtx && message_is_shallow(&rep__nvtx_state__descriptor, launch->nvtx,
                                              launch->nvtx_length)
               ? rep__nvtx_state__unpack(NULL, launch->nvtx_length, launch->nvtx)
               : NULL;
}

static void put_launch(struct json_writer *json, const struct report *report, size_t i)
{
    struct result_launch launch;
    bool kernel = report_entry(report, i)->kind == ENTRY_KERNEL;
    report_launch(report, i, &launch);
    json_string(json, "function", launch.function);
    json_string(json, "demangled", launch.demangled);
    json_string(json, "mangled", launch.mangled);
    if (kernel) {
        put_size(json, "grid", launch.grid);
        put_size(json, "block", launch.block);
    }
    json_whole(json, "context", launch.context);
    if (launch.has_stream)
        json_whole(json, "stream", launch.stream);
    json_whole(json, "thread", launch.thread);
    Rep__NvtxState *nvtx = nvtx_of(&launch);
    if (nvtx) {
        put_nvtx(json, nvtx, launch.thread);
        rep__nvtx_state__free_unpacked(nvtx, NULL);
    }
    result_launch_free(&launch);
}

ROOFTOP_API const char *rooftop_result_facts(rooftop_report *report, size_t i, size_t *length,
                                             char *error, size_t size)
{
    if (i >= report_count(report->report)) {
        library_fail(error, size, "the report has fewer results");
        return NULL;
    }
    const struct result_summary *summary = report_summary(report->report, i);
    struct json_writer json;
    FILE *out = library_begin(report, &json);
    json_open(&json, NULL, JSON_OBJECT);
    json_string(&json, "kind", entry_kind_name(summary->kind));
    json_whole(&json, "id", summary->id);
    json_whole(&json, "file", summary->file);
    json_string(&json, "name", summary->name);
    json_string(&json, "limit", summary->limit);
    put_launch(&json, report->report, i);
    put_process(&json, report_result_process(report->report, i));
    json_close(&json);
    report_rest(report->report, i);
    return library_end(report, &json, out, length);
}

/* Reads expressions. A wrong one fits nothing. */
static void read_patterns(struct nvtx_patterns *patterns, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        nvtx_patterns_add(patterns, texts[i], NULL);
}

ROOFTOP_API void rooftop_report_match_nvtx(rooftop_report *report, const char *const *include,
                                           size_t include_count, const char *const *exclude,
                                           size_t exclude_count, uint8_t *matches)
{
    struct nvtx_filter filter = {0};
    read_patterns(&filter.include, include, include_count);
    read_patterns(&filter.exclude, exclude, exclude_count);
    for (size_t i = 0; i < report_count(report->report); i++) {
        struct result_launch launch;
        report_launch(report->report, i, &launch);
        Rep__NvtxState *nvtx = nvtx_of(&launch);
        matches[i] = filter.include.count && nvtx_filter_passes(&filter, nvtx, launch.thread);
        if (nvtx)
            rep__nvtx_state__free_unpacked(nvtx, NULL);
        result_launch_free(&launch);
        report_rest(report->report, i);
    }
    nvtx_filter_free(&filter);
}
