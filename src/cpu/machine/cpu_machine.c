#include "cpu/machine/cpu_machine.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "cpu/machine/sysfs.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

#define DEVICES "/sys/bus/event_source/devices"
#define MIDR "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1"

enum { LINE = 4096, ARM = 0x41, NVIDIA_CPU = 0x4e, V2_PART = 0xd4f, VERA_PART = 0x010 };
enum { NVIDIA_PCI = 0x10de, DISPLAY = 0x03, SLOTS = 8 };

static void read_list(const struct cpu_machine *m, const char *device, const char *file,
                      struct number_list *list)
{
    char line[LINE];
    if (sysfs_line(m->root, line, sizeof line, "%s/%s/%s", DEVICES, device, file))
        number_list_add(list, line, NULL);
}

/* Names of cores' devices differ; theirs has a list of CPUs, and none to open on. */
static bool is_of_cores(const struct cpu_machine *m, const char *name)
{
    return sysfs_exists(m->root, "%s/%s/cpus", DEVICES, name) &&
           sysfs_exists(m->root, "%s/%s/format/event", DEVICES, name) &&
           !sysfs_exists(m->root, "%s/%s/cpumask", DEVICES, name);
}

static void add_device(struct cpu_machine *m, const struct cpu_unit *unit, const char *name,
                       int socket)
{
    struct cpu_device device = {.unit = unit, .socket = socket, .has_folder = true};
    char line[LINE];
    if (strlen(name) >= sizeof device.name ||
        !sysfs_line(m->root, line, sizeof line, "%s/%s/type", DEVICES, name))
        return;
    strcpy(device.name, name);
    device.type = (int)strtol(line, NULL, 10);
    if (strcmp(unit->name, "core") == 0 && !is_of_cores(m, name))
        return;
    read_list(m, name, unit->of_machine ? "cpumask" : "cpus", &device.cpus);
    read_list(m, name, "associated_cpus", &device.associated);
    device.has_filter = unit->filter.term &&
                        sysfs_exists(m->root, "%s/%s/format/%s", DEVICES, name, unit->filter.term);
    mem_grow(&m->devices, m->device_count, &m->device_capacity, sizeof *m->devices);
    m->devices[m->device_count++] = device;
}

static void add_fixed(struct cpu_machine *m, const struct cpu_unit *unit)
{
    struct cpu_device device = {.unit = unit, .socket = CPU_ANY_SOCKET, .type = unit->type};
    snprintf(device.name, sizeof device.name, "%s", unit->name);
    mem_grow(&m->devices, m->device_count, &m->device_capacity, sizeof *m->devices);
    m->devices[m->device_count++] = device;
}

static bool is_nvidia(const char *name)
{
    return strncmp(name, "nvidia_", 7) == 0;
}

/* The units that are found; NVIDIA's devices that are none are only named. */
static void take_device(struct cpu_machine *m, const char *name)
{
    int socket;
    for (size_t i = 0; i < m->catalog->unit_count; i++) {
        const struct cpu_unit *unit = m->catalog->units[i];
        if (!cpu_unit_is_device(unit, name, &socket))
            continue;
        /* Only Neoverse V2 has the events of the unit of cores. */
        if (unit->of_machine || strcmp(unit->name, "core") != 0 || m->processor == CPU_NEOVERSE_V2)
            add_device(m, unit, name, socket);
        return;
    }
    if (!is_nvidia(name))
        return;
    char *more = mem_printf("%s%s%s", m->others ? m->others : "", m->others ? ", " : "", name);
    free(m->others);
    m->others = more;
}

static size_t unit_order(const struct cpu_machine *m, const struct cpu_unit *unit)
{
    size_t i = 0;
    while (m->catalog->units[i] != unit)
        i++;
    return i;
}

static int by_unit(const void *a, const void *b, void *context)
{
    const struct cpu_device *x = a, *y = b;
    const size_t i = unit_order(context, x->unit), j = unit_order(context, y->unit);
    return i != j                   ? (i < j ? -1 : 1)
           : x->socket != y->socket ? (x->socket < y->socket ? -1 : 1)
                                    : 0;
}

static bool has_core(const struct cpu_machine *m)
{
    for (size_t i = 0; i < m->device_count; i++)
        if (strcmp(m->devices[i].unit->name, "core") == 0)
            return true;
    return false;
}

static void find_devices(struct cpu_machine *m)
{
    char *path = mem_printf("%s%s", m->root, DEVICES);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            take_device(m, entry->d_name);
    if (folder)
        closedir(folder);
    free(path);
    for (size_t i = 0; i < m->catalog->unit_count; i++) {
        const struct cpu_unit *unit = m->catalog->units[i];
        /* The counters of a known core say more than the generic names for them. */
        if (!unit->device && !(strcmp(unit->name, "generic") == 0 && has_core(m)))
            add_fixed(m, unit);
    }
    if (m->device_count)
        qsort_r(m->devices, m->device_count, sizeof *m->devices, by_unit, m);
    for (size_t i = 0; i < m->device_count; i++)
        if (m->devices[i].socket >= 0 && (size_t)m->devices[i].socket >= m->sockets)
            m->sockets = (size_t)m->devices[i].socket + 1;
}

static void find_processor(struct cpu_machine *m)
{
    char line[LINE];
    struct utsname name;
    if (sysfs_line(m->root, line, sizeof line, "%s", MIDR)) {
        const unsigned long midr = strtoul(line, NULL, 0);
        const unsigned implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
        m->is_arm = true;
        m->processor = implementer == ARM && part == V2_PART            ? CPU_NEOVERSE_V2
                       : implementer == NVIDIA_CPU && part == VERA_PART ? CPU_VERA
                                                                        : CPU_OTHER_PROCESSOR;
    } else if (!*m->root && uname(&name) == 0) {
        m->is_arm = strcmp(name.machine, "aarch64") == 0;
    }
}

static bool has_gpu(const struct cpu_machine *m)
{
    char *path = mem_printf("%s/sys/bus/pci/devices", m->root);
    DIR *folder = opendir(path);
    bool found = false;
    for (struct dirent *entry; folder && !found && (entry = readdir(folder));) {
        char vendor[LINE], class[LINE];
        found = sysfs_line(m->root, vendor, sizeof vendor, "/sys/bus/pci/devices/%s/vendor",
                           entry->d_name) &&
                sysfs_line(m->root, class, sizeof class, "/sys/bus/pci/devices/%s/class",
                           entry->d_name) &&
                strtoul(vendor, NULL, 0) == NVIDIA_PCI && strtoul(class, NULL, 0) >> 16 == DISPLAY;
    }
    if (folder)
        closedir(folder);
    free(path);
    return found;
}

static void find_kernel(struct cpu_machine *m)
{
    char line[LINE];
    struct utsname name;
    m->paranoid = INT_MAX;
    if (sysfs_line(m->root, line, sizeof line, "/proc/sys/kernel/perf_event_paranoid"))
        m->paranoid = (int)strtol(line, NULL, 10);
    if (sysfs_line(m->root, line, sizeof line, "/proc/sys/kernel/osrelease"))
        snprintf(m->kernel, sizeof m->kernel, "%.*s", (int)strcspn(line, "-+ "), line);
    else if (uname(&name) == 0)
        snprintf(m->kernel, sizeof m->kernel, "%.*s", (int)strcspn(name.release, "-+ "),
                 name.release);
    if (sysfs_line(m->root, line, sizeof line, "/sys/devices/system/cpu/online"))
        number_list_add(&m->online, line, NULL);
    for (size_t i = 0; i < m->online.count; i++)
        m->cpus += m->online.ranges[i].last - m->online.ranges[i].first + 1;
}

/* The filter of NVLink-C2C came with the kernel that counts all parts where no filter is given. */
static void find_filters(struct cpu_machine *m)
{
    bool any = false, has_port = false;
    for (size_t i = 0; i < m->device_count; i++) {
        const struct cpu_unit *unit = m->devices[i].unit;
        if (!unit->filter.term || unit->filter.always)
            continue;
        any = true;
        has_port = has_port || m->devices[i].has_filter;
    }
    m->filters_needed = any && !has_port;
}

static void find_slots(struct cpu_machine *m)
{
    char line[LINE];
    for (size_t i = 0; i < m->device_count; i++)
        if (strcmp(m->devices[i].unit->name, "core") == 0 &&
            sysfs_line(m->root, line, sizeof line, "%s/%s/caps/slots", DEVICES, m->devices[i].name))
            m->slots_differ = strtoul(line, NULL, 0) != SLOTS;
}

void cpu_machine_open(struct cpu_machine *m, const struct cpu_catalog *catalog, const char *root,
                      enum cpu_chip chip)
{
    *m = (struct cpu_machine){.catalog = catalog, .root = mem_strdup(root), .chip = chip};
    find_processor(m);
    find_kernel(m);
    find_devices(m);
    find_filters(m);
    find_slots(m);
    if (chip == CPU_CHIP_ANY && cpu_machine_has_grace(m))
        m->chip = has_gpu(m) ? CPU_CHIP_HOPPER : m->sockets > 1 ? CPU_CHIP_SUPERCHIP : chip;
}

void cpu_machine_close(struct cpu_machine *m)
{
    for (size_t i = 0; i < m->device_count; i++) {
        number_list_free(&m->devices[i].cpus);
        number_list_free(&m->devices[i].associated);
    }
    number_list_free(&m->online);
    free(m->devices);
    free(m->root);
    free(m->others);
    *m = (struct cpu_machine){0};
}

bool cpu_machine_has_grace(const struct cpu_machine *m)
{
    for (size_t i = 0; i < m->device_count; i++)
        if (m->devices[i].unit->of_machine && is_nvidia(m->devices[i].name))
            return true;
    return false;
}

char *cpu_machine_text(const struct cpu_machine *m)
{
    static const char *const chips[] = {
        [CPU_CHIP_ANY] = "Grace CPU",
        [CPU_CHIP_SUPERCHIP] = "Grace CPU superchip",
        [CPU_CHIP_HOPPER] = "Grace with a GPU",
    };
    struct strbuf text = {0};
    if (cpu_machine_has_grace(m))
        strbuf_addf(&text, "%s, %zu socket%s", chips[m->chip], m->sockets,
                    m->sockets == 1 ? "" : "s");
    else if (m->processor == CPU_NEOVERSE_V2)
        strbuf_adds(&text, "Arm Neoverse V2 without Grace's PMUs");
    else if (m->processor == CPU_VERA)
        strbuf_adds(&text, "NVIDIA Vera");
    else
        strbuf_adds(&text, m->is_arm ? "another Arm processor" : "x86-64 processor");
    strbuf_addf(&text, ", %zu CPUs, kernel %s", m->cpus, m->kernel);
    return strbuf_detach(&text);
}

/* Adds a term of an event file ("event=0x1a5", "umask=0x4") to the words. */
static void put_term(const struct cpu_machine *m, const struct cpu_device *device, const char *term,
                     uint64_t value, uint64_t words[4])
{
    char format[LINE];
    unsigned word = 0;
    uint64_t bits = 0;
    if (strcmp(term, "config") == 0)
        words[0] |= value;
    else if (sysfs_line(m->root, format, sizeof format, "%s/%s/format/%s", DEVICES, device->name,
                        term) &&
             sysfs_put_bits(format, value, &word, &bits))
        words[word] |= bits;
    else if (strcmp(term, "event") == 0)
        words[0] |= value;
}

static void put_terms(const struct cpu_machine *m, const struct cpu_device *device, char *line,
                      uint64_t words[4])
{
    for (char *rest = line, *term; (term = strsep(&rest, ",")) != NULL;) {
        char *sign = strchr(term, '=');
        if (sign)
            *sign = '\0';
        put_term(m, device, term, sign ? strtoull(sign + 1, NULL, 0) : 1, words);
    }
}

/* The kernel lists an event by its name in lower case, or by one that perf has for it. */
static bool read_event(const struct cpu_machine *m, const struct cpu_device *device,
                       const struct cpu_event *event, char *line, size_t size)
{
    char name[CPU_LONGEST_DEVICE];
    snprintf(name, sizeof name, "%s", event->name);
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (sysfs_line(m->root, line, size, "%s/%s/events/%s", DEVICES, device->name, name))
        return true;
    for (size_t i = 0; i < event->perf.count; i++)
        if (!strchr(event->perf.words[i], '/') &&
            sysfs_line(m->root, line, size, "%s/%s/events/%s", DEVICES, device->name,
                       event->perf.words[i]))
            return true;
    return false;
}

const struct cpu_event *cpu_device_event(const struct cpu_machine *m,
                                         const struct cpu_device *device,
                                         const struct cpu_event *event)
{
    char line[LINE];
    const struct cpu_unit *unit = device->unit;
    const struct cpu_event *other =
        unit->same_as_cycles ? cpu_unit_event(unit, unit->same_as_cycles) : NULL;
    if (!other || !unit->cycles || strcmp(event->name, unit->cycles) != 0)
        return event;
    return !read_event(m, device, event, line, sizeof line) &&
                   read_event(m, device, other, line, sizeof line)
               ? other
               : event;
}

bool cpu_device_config(const struct cpu_machine *m, const struct cpu_device *device,
                       const struct cpu_event *event, uint64_t *config, bool *listed)
{
    char line[LINE];
    uint64_t words[4] = {0};
    event = cpu_device_event(m, device, event);
    *listed = !device->has_folder;
    *config = event->id;
    if (!device->has_folder)
        return true;
    *listed = read_event(m, device, event, line, sizeof line);
    if (!*listed && device->unit->listed)
        return false;
    if (*listed)
        put_terms(m, device, line, words);
    else
        put_term(m, device, "event", event->id, words);
    *config = words[0];
    return true;
}

uint64_t cpu_device_filter(const struct cpu_machine *m, const struct cpu_device *device,
                           uint64_t filter)
{
    char format[LINE];
    unsigned word = 0;
    uint64_t bits = 0;
    if (!device->has_filter || !device->unit->filter.term)
        return 0;
    if (sysfs_line(m->root, format, sizeof format, "%s/%s/format/%s", DEVICES, device->name,
                   device->unit->filter.term) &&
        sysfs_put_bits(format, filter, &word, &bits) && word == 1)
        return bits;
    return filter;
}
