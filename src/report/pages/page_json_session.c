/* The reports of a page and their sessions. The session page consists of nothing else. */
#include "report/page_parts/page_json_metric.h"
#include "report/pages/page_json.h"

static void add_text(struct json_writer *json, const char *key, const char *text)
{
    if (text && *text)
        json_string(json, key, text);
}

static void add_system(struct json_writer *json, const char *key, const Rep__SystemInfo *system)
{
    if (!system)
        return;
    json_open(json, key, JSON_OBJECT);
    add_text(json, "name", system->computername);
    add_text(json, "os", system->osname);
    add_text(json, "build", system->build);
    add_text(json, "architecture", system->architecture);
    add_text(json, "processor", system->processor);
    if (system->n_ipaddresses) {
        json_open_line(json, "addresses", JSON_ARRAY);
        for (size_t i = 0; i < system->n_ipaddresses; i++)
            json_string(json, NULL, system->ipaddresses[i]->address);
        json_close(json);
    }
    json_close(json);
}

static void add_versions(struct json_writer *json, const Rep__ReportSessionDetails *session)
{
    json_open(json, "versions", JSON_ARRAY);
    for (size_t i = 0; i < session->n_versioninfo; i++) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "of", session->versioninfo[i]->provider);
        json_string(json, "version", session->versioninfo[i]->version);
        json_close(json);
    }
    json_close(json);
}

static void add_processes(struct json_writer *json, const struct report *report, size_t file)
{
    json_open(json, "processes", JSON_ARRAY);
    for (size_t i = 0; i < report_process_count(report, file); i++) {
        const Rep__ProcessInfo *process = report_process(report, file, i);
        json_open_line(json, NULL, JSON_OBJECT);
        json_whole(json, "id", process->processid);
        add_text(json, "path", process->processname);
        add_text(json, "host", process->hostname);
        json_close(json);
    }
    json_close(json);
}

static void add_devices(struct json_writer *json, const Rep__ReportSessionDetails *session,
                        bool attributes)
{
    json_open(json, "devices", JSON_ARRAY);
    for (size_t i = 0; i < session->n_deviceattributes; i++) {
        const Rep__DeviceAttributes *device = session->deviceattributes[i];
        json_open(json, NULL, JSON_OBJECT);
        json_whole(json, "id", device->id);
        add_text(json, "name", device->name);
        if (attributes) {
            json_open(json, "attributes", JSON_ARRAY);
            for (size_t j = 0; j < device->n_attributes; j++) {
                json_open_line(json, NULL, JSON_OBJECT);
                json_string(json, "name", device->attributes[j]->name);
                page_json_value(json, "value", device->attributes[j]->value);
                json_close(json);
            }
            json_close(json);
        }
        json_close(json);
    }
    json_close(json);
}

static void add_report(struct json_writer *json, struct report *report, size_t number,
                       bool attributes)
{
    const struct report_file *file = report_file(report, number);
    const Rep__ReportSessionDetails *session = file->session;
    json_open(json, NULL, JSON_OBJECT);
    add_text(json, "path", file->path);
    json_whole(json, "results", file->count);
    add_text(json, "damage", file->damage);
    add_text(json, "host", file->host);
    if (file->rank >= 0)
        json_whole(json, "rank", (uint64_t)file->rank);
    json_open(json, "session", JSON_OBJECT);
    if (session->has_creationtime)
        json_whole(json, "created", session->creationtime);
    add_text(json, "command_line", session->profilercmdline);
    add_text(json, "comments", session->comments);
    add_system(json, "host", session->hostsysteminfo);
    add_system(json, "target", session->targetsysteminfo);
    add_versions(json, session);
    add_processes(json, report, number);
    add_devices(json, session, attributes);
    json_close(json);
    json_close(json);
}

void page_json_reports(struct json_writer *json, struct report *report,
                       const struct page_options *options)
{
    json_open(json, "reports", JSON_ARRAY);
    for (size_t i = 0; i < report_file_count(report); i++)
        add_report(json, report, i, options->page == PAGE_SESSION);
    json_close(json);
}
