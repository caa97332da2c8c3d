#include "report/content/session_facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/metric/metric_format.h"

static void add_session(struct fact_list *list, const struct report_file *file,
                        const Rep__ReportSessionDetails *session)
{
    fact_list_add(list, "File", file->path);
    fact_list_add(list, "Damage", file->damage);
    fact_list_addf(list, "Results", "%zu", file->count);
    if (file->rank >= 0)
        fact_list_addf(list, "Rank", "%d", file->rank);
    if (session->has_creationtime) {
        char text[64];
        time_t created = (time_t)session->creationtime;
        struct tm tm;
        if (localtime_r(&created, &tm) && strftime(text, sizeof text, "%Y-%b-%d %H:%M:%S", &tm))
            fact_list_add(list, "Created", text);
    }
    fact_list_add(list, "Comments", session->comments);
    for (size_t i = 0; i < session->n_versioninfo; i++)
        fact_list_add(list, session->versioninfo[i]->provider, session->versioninfo[i]->version);
}

static void add_launch(struct fact_list *list, const Rep__ReportSessionDetails *session,
                       size_t level)
{
    const Rep__ExecutableSettings *program = session->executablesettings;
    fact_list_heading(list, level, "Launch settings");
    fact_list_add(list, "Profiler's command line", session->profilercmdline);
    if (!program)
        return;
    fact_list_add(list, "Program", program->executablepath);
    fact_list_add(list, "Arguments", program->cmdlineagruments);
    fact_list_add(list, "Working folder", program->workdirectory);
    fact_list_add(list, "Environment", program->environment);
}

static void add_system(struct fact_list *list, const Rep__SystemInfo *system, const char *name,
                       size_t level)
{
    struct strbuf addresses = {0};
    if (!system)
        return;
    fact_list_heading(list, level, name);
    fact_list_add(list, "Name", system->computername);
    for (size_t i = 0; i < system->n_ipaddresses; i++)
        strbuf_addf(&addresses, "%s%s", i ? ", " : "", system->ipaddresses[i]->address);
    fact_list_add(list, "IP addresses", strbuf_text(&addresses));
    strbuf_free(&addresses);
    fact_list_add(list, "System", system->osname);
    fact_list_add(list, "Build", system->build);
    fact_list_add(list, "Architecture", system->architecture);
    fact_list_add(list, "Processor", system->processor);
}

static void add_processes(struct fact_list *list, const struct report *report, size_t file,
                          size_t level)
{
    fact_list_heading(list, level, "Processes");
    for (size_t i = 0; i < report_process_count(report, file); i++) {
        const Rep__ProcessInfo *process = report_process(report, file, i);
        char *id = mem_printf("%u", process->processid);
        fact_list_addf(list, id, "%s%s%s", process->processname ? process->processname : "?",
                       process->hostname && *process->hostname ? " @ " : "",
                       process->hostname ? process->hostname : "");
        free(id);
    }
}

static void add_message(struct fact_list *list, const char *prefix,
                        const ProtobufCMessage *message);

/* Adds a field that is set, under its name in the format. */
static void add_field(struct fact_list *list, const char *name,
                      const ProtobufCFieldDescriptor *field, const void *value)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_STRING:
        fact_list_add(list, name, *(char *const *)value);
        break;
    case PROTOBUF_C_TYPE_BOOL:
        fact_list_add(list, name, *(const protobuf_c_boolean *)value ? "yes" : "no");
        break;
    case PROTOBUF_C_TYPE_UINT32:
        fact_list_addf(list, name, "%" PRIu32, *(const uint32_t *)value);
        break;
    case PROTOBUF_C_TYPE_UINT64:
        fact_list_addf(list, name, "%" PRIu64, *(const uint64_t *)value);
        break;
    case PROTOBUF_C_TYPE_MESSAGE: {
        char *prefix = mem_printf("%s ", name);
        add_message(list, prefix, *(ProtobufCMessage *const *)value);
        free(prefix);
        break;
    }
    default:
        break;
    }
}

static bool is_set(const ProtobufCFieldDescriptor *field, const ProtobufCMessage *message)
{
    const char *bytes = (const char *)message;
    if (field->type == PROTOBUF_C_TYPE_STRING || field->type == PROTOBUF_C_TYPE_MESSAGE)
        return *(const void *const *)(const void *)(bytes + field->offset) != NULL;
    return *(const protobuf_c_boolean *)(const void *)(bytes + field->quantifier_offset);
}

/* Adds all optional fields; the settings have no others. */
static void add_message(struct fact_list *list, const char *prefix, const ProtobufCMessage *message)
{
    const ProtobufCMessageDescriptor *type = message->descriptor;
    for (unsigned i = 0; i < type->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &type->fields[i];
        if (field->label != PROTOBUF_C_LABEL_OPTIONAL || !is_set(field, message))
            continue;
        char *name = mem_printf("%s%s", prefix, field->name);
        add_field(list, name, field, (const char *)message + field->offset);
        free(name);
    }
}

static void add_device(struct fact_list *list, const Rep__DeviceAttributes *device, size_t level)
{
    static const char prefix[] = "device__attribute_";
    char *title = mem_printf("Device %u%s%s", device->id, device->name ? ": " : "",
                             device->name ? device->name : "");
    fact_list_heading(list, level, title)->closed = device->n_attributes > 20;
    free(title);
    for (size_t i = 0; i < device->n_attributes; i++) {
        const Rep__DeviceAttribute *attribute = device->attributes[i];
        bool is_metric = strncmp(attribute->name, prefix, sizeof prefix - 1) == 0;
        struct strbuf text = {0};
        struct unit_scale none = unit_scale_for("", 1);
        if (format_value(&text, attribute->value, &none, false))
            fact_list_add_of(list, attribute->name + (is_metric ? sizeof prefix - 1 : 0), text.data,
                             is_metric ? attribute->name : "");
        strbuf_free(&text);
    }
}

static void add_report(struct fact_list *list, struct report *report, size_t index, size_t level)
{
    const struct report_file *file = report_file(report, index);
    const Rep__ReportSessionDetails *session = file->session;
    fact_list_heading(list, level, "Session");
    add_session(list, file, session);
    add_launch(list, session, level);
    add_processes(list, report, index, level);
    add_system(list, session->hostsysteminfo, "Host", level);
    add_system(list, session->targetsysteminfo, "Target", level);
    fact_list_heading(list, level, "Profiler's settings");
    if (session->profilersettings)
        add_message(list, "", &session->profilersettings->base);
    fact_list_heading(list, level, "Device properties");
    for (size_t i = 0; session->deviceproperties && i < session->deviceproperties->n_properties;
         i++)
        fact_list_add(list, session->deviceproperties->properties[i]->key,
                      session->deviceproperties->properties[i]->value);
    for (size_t i = 0; i < session->n_deviceattributes; i++)
        add_device(list, session->deviceattributes[i], level);
}

struct fact_list session_facts(struct report *report)
{
    struct fact_list list = {0};
    size_t files = report_file_count(report);
    for (size_t i = 0; i < files; i++) {
        const struct report_file *file = report_file(report, i);
        if (files > 1) {
            char *title = strcmp(file->name, file->label) == 0
                              ? mem_strdup(file->name)
                              : mem_printf("%s  %s", file->name, file->label);
            fact_list_heading(&list, 0, title);
            free(title);
        }
        add_report(&list, report, i, files > 1);
    }
    fact_list_end(&list);
    return list;
}
