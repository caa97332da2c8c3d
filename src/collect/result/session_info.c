#include "collect/result/session_info.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "collect/metrics/launch_metrics.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report_origin.h"
#include "report/names/rank.h"

enum { MOST_ADDRESSES = 16 };

static void add(struct report *report, struct report_writer *writer,
                const Rep__ReportSessionDetails *session, const Rep__ProcessInfo *process)
{
    report_merge_session(report, session);
    if (writer)
        report_writer_session(writer, session, process);
}

static void read_processor(char *text, size_t size)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "re");
    text[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        snprintf(text, size, "%s", colon + 2);
        text[strcspn(text, "\n")] = '\0';
        break;
    }
    if (file)
        fclose(file);
}

static size_t read_addresses(Rep__IPAddress *addresses, char (*texts)[NI_MAXHOST])
{
    struct ifaddrs *list = NULL;
    size_t count = 0;
    if (getifaddrs(&list) < 0)
        return 0;
    for (struct ifaddrs *i = list; i && count < MOST_ADDRESSES; i = i->ifa_next) {
        int family = i->ifa_addr ? i->ifa_addr->sa_family : AF_UNSPEC;
        if ((family != AF_INET && family != AF_INET6) || (i->ifa_flags & IFF_LOOPBACK))
            continue;
        socklen_t size =
            family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        if (getnameinfo(i->ifa_addr, size, texts[count], NI_MAXHOST, NULL, 0, NI_NUMERICHOST))
            continue;
        rep__ipaddress__init(&addresses[count]);
        addresses[count].address = texts[count];
        addresses[count].has_type = true;
        addresses[count].type =
            family == AF_INET ? REP__IPADDRESS_TYPE__IPV4 : REP__IPADDRESS_TYPE__IPV6;
        count++;
    }
    freeifaddrs(list);
    return count;
}

static void add_version(struct report *report, struct report_writer *writer, const char *provider,
                        char *version, const Rep__ProcessInfo *process)
{
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    Rep__VersionInfo info = REP__VERSION_INFO__INIT;
    Rep__VersionInfo *infos[] = {&info};
    info.provider = (char *)(uintptr_t)provider;
    info.version = version;
    session.n_versioninfo = 1;
    session.versioninfo = infos;
    add(report, writer, &session, process);
}

static void add_versions(struct report *report, struct report_writer *writer,
                         const Wire__Hello *hello, const Rep__ProcessInfo *process)
{
    char text[64];
    snprintf(text, sizeof text, "%u.%u", hello->driver_version / 1000,
             hello->driver_version % 1000 / 10);
    add_version(report, writer, "CUDA Version", text, process);
    snprintf(text, sizeof text, "%u", hello->cupti_version);
    add_version(report, writer, "CUPTI", text, process);
    snprintf(text, sizeof text, "%s", ROOFTOP_VERSION);
    add_version(report, writer, REPORT_ORIGIN, text, process);
}

/* Adds where the program runs, so that it can be run again, and which rank it is. The variables by
 * which the launcher of a parallel program tells the rank become the environment of the executable.
 * Other variables are not in the report. */
static void add_executable(struct report *report, struct report_writer *writer, const char *folder,
                           const Rep__ProcessInfo *process)
{
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    Rep__ExecutableSettings executable = REP__EXECUTABLE_SETTINGS__INIT;
    struct strbuf environment = {0};
    for (const struct rank_launcher *l = rank_launchers; l->rank; l++) {
        const char *value = getenv(l->rank);
        if (value && *value && (!l->needs_size || getenv(l->size)) &&
            (!l->needs_local || getenv(l->local)))
            strbuf_addf(&environment, "%s%s=%s", environment.length ? ";" : "", l->rank, value);
    }
    char *path = realpath(folder ? folder : ".", NULL);
    executable.executablepath = process->processname;
    executable.workdirectory = path;
    executable.environment = environment.data;
    session.executablesettings = &executable;
    add(report, writer, &session, process);
    free(path);
    strbuf_free(&environment);
}

void session_info_add(struct report *report, struct report_writer *writer, const char *command_line,
                      const char *folder, const Wire__Hello *hello, const Rep__ProcessInfo *process)
{
    struct utsname uname_text;
    char processor[256];
    char texts[MOST_ADDRESSES][NI_MAXHOST];
    Rep__IPAddress addresses[MOST_ADDRESSES], *pointers[MOST_ADDRESSES];
    Rep__SystemInfo system = REP__SYSTEM_INFO__INIT;
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    uname(&uname_text);
    read_processor(processor, sizeof processor);
    system.osname = uname_text.sysname;
    system.build = uname_text.version;
    system.processor = processor;
    system.architecture = uname_text.machine;
    system.computername = uname_text.nodename;
    system.has_platform = true;
    system.platform = REP__PLATFORM_TYPE__Platform_Linux;
    session.has_creationtime = true;
    session.creationtime = (uint64_t)time(NULL);
    session.hostsysteminfo = &system;
    add(report, writer, &session, process);

    add_versions(report, writer, hello, process);

    rep__report_session_details__init(&session);
    system.n_ipaddresses = read_addresses(addresses, texts);
    for (size_t i = 0; i < system.n_ipaddresses; i++)
        pointers[i] = &addresses[i];
    system.ipaddresses = pointers;
    session.targetsysteminfo = &system;
    add(report, writer, &session, process);

    rep__report_session_details__init(&session);
    session.profilercmdline = (char *)(uintptr_t)command_line;
    add(report, writer, &session, process);
    add_executable(report, writer, folder, process);
}

static void add_attribute(void *context, const struct device_attribute *from)
{
    Rep__DeviceAttributes *list = context;
    Rep__DeviceAttribute *item = mem_alloc(sizeof *item);
    rep__device_attribute__init(item);
    item->name = mem_strdup(from->name);
    item->value = mem_alloc(sizeof *item->value);
    rep__profile_metric_value__init(item->value);
    if (from->text) {
        item->value->stringvalue = mem_strdup(from->text);
    } else {
        item->value->has_uint64value = true;
        item->value->uint64value = from->value;
    }
    list->attributes =
        mem_realloc(list->attributes, (list->n_attributes + 1) * sizeof *list->attributes);
    list->attributes[list->n_attributes++] = item;
}

void session_info_add_device(struct report *report, struct report_writer *writer,
                             const Wire__Device *device, const Rep__ProcessInfo *process)
{
    const Rep__ReportSessionDetails *known = report_session(report, report_newest_file(report));
    for (size_t i = 0; i < known->n_deviceattributes; i++)
        if (known->deviceattributes[i]->id == device->ordinal)
            return;
    Rep__DeviceAttributes *attributes = mem_alloc(sizeof *attributes);
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    rep__device_attributes__init(attributes);
    attributes->id = device->ordinal;
    attributes->name = mem_strdup(device->name);
    device_attributes_each(device, add_attribute, attributes);
    session.n_deviceattributes = 1;
    session.deviceattributes = &attributes;
    add(report, writer, &session, process);
    rep__device_attributes__free_unpacked(attributes, NULL);
}

void session_info_describe_source(Rep__SourceData *source, const Wire__Device *device)
{
    unsigned arch = device ? device_arch(device) : 0;
    source->has_binaryflags = true;
    if (!arch)
        return;
    source->has_cudasmversion = true;
    source->cudasmversion = arch / 10 << 16 | arch % 10;
    unsigned level = device_sass_level(device);
    source->has_sasslevel = level != 0;
    source->sasslevel = (Rep__SourceSassLevel)level;
}
