#include "grace_tree.h"

#include <ctype.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mem.h"

#define DEVICES "sys/bus/event_source/devices"

enum { CORES = 72, FIRST_TYPE = 20, TYPES_OF_SOCKET = 10 };

static void make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0755);
        *slash = '/';
    }
}

void grace_tree_write(const char *root, const char *path, const char *text)
{
    char *whole = mem_printf("%s/%s", root, path);
    make_folders(whole);
    FILE *file = fopen(whole, "w");
    if (file) {
        fprintf(file, "%s\n", text);
        fclose(file);
    }
    free(whole);
}

__attribute__((format(printf, 3, 4))) static void put(const char *root, const char *text,
                                                      const char *format, ...)
{
    char *path = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&path, format, list) < 0)
        abort();
    va_end(list);
    grace_tree_write(root, path, text);
    free(path);
}

static size_t number_of(const struct cpu_catalog *catalog, const char *unit)
{
    size_t i = 0;
    while (strcmp(catalog->units[i]->name, unit) != 0)
        i++;
    return i;
}

int grace_tree_type(const struct cpu_catalog *catalog, const char *unit, int socket)
{
    return FIRST_TYPE + (socket > 0 ? socket : 0) * TYPES_OF_SOCKET + (int)number_of(catalog, unit);
}

static void put_events(const char *root, const struct cpu_unit *unit, const char *device)
{
    for (size_t i = 0; i < unit->event_count; i++) {
        char name[64], text[64];
        snprintf(name, sizeof name, "%s", unit->events[i]->name);
        for (char *c = name; *c; c++)
            *c = (char)tolower((unsigned char)*c);
        snprintf(text, sizeof text, "event=0x%llx", (unsigned long long)unit->events[i]->id);
        put(root, text, DEVICES "/%s/events/%s", device, name);
    }
}

static void put_device(const char *root, const struct cpu_catalog *catalog, const char *name,
                       int socket, bool old)
{
    const struct cpu_unit *unit = cpu_catalog_unit(catalog, name);
    char device[64], text[64];
    snprintf(device, sizeof device, "%.*s%d", (int)strcspn(unit->device, "*"), unit->device,
             socket);
    snprintf(text, sizeof text, "%d", grace_tree_type(catalog, name, socket));
    put(root, text, DEVICES "/%s/type", device);
    put(root, "config:0-32", DEVICES "/%s/format/event", device);
    snprintf(text, sizeof text, "%d", socket * CORES);
    put(root, text, DEVICES "/%s/cpumask", device);
    snprintf(text, sizeof text, "%d-%d", socket * CORES, socket * CORES + CORES - 1);
    put(root, text, DEVICES "/%s/associated_cpus", device);
    if (unit->filter.term && (unit->filter.always || !old)) {
        snprintf(text, sizeof text, "config1:0-%u", unit->filter.bits - 1);
        put(root, text, DEVICES "/%s/format/%s", device, unit->filter.term);
    }
    put_events(root, unit, device);
    if (old && strcmp(name, "scf") == 0) /* names that were withdrawn later */
        put(root, "event=0x1ee", DEVICES "/%s/events/ocu_prb_wb_outstanding", device);
}

static void put_core(const char *root, const struct cpu_catalog *catalog, int sockets)
{
    char text[64];
    snprintf(text, sizeof text, "%d", grace_tree_type(catalog, "core", 0));
    put(root, text, DEVICES "/armv8_pmuv3_0/type");
    snprintf(text, sizeof text, "0-%d", sockets * CORES - 1);
    put(root, text, DEVICES "/armv8_pmuv3_0/cpus");
    put(root, "config:0-15", DEVICES "/armv8_pmuv3_0/format/event");
    put(root, "0x8", DEVICES "/armv8_pmuv3_0/caps/slots");
}

static void put_machine(const char *root, int cpus, const char *kernel, const char *midr)
{
    char text[64];
    snprintf(text, sizeof text, "0-%d", cpus - 1);
    put(root, text, "sys/devices/system/cpu/online");
    put(root, "-1", "proc/sys/kernel/perf_event_paranoid");
    put(root, kernel, "proc/sys/kernel/osrelease");
    if (midr)
        put(root, midr, "sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
}

/* A drive behind port 8 of each socket. The packages have odd ids, as on a real machine. */
static void put_drives(const char *root, int sockets)
{
    static const char *const packages[] = {"36", "2364"};
    for (int i = 0; i < sockets; i++) {
        char *node = mem_printf("%s/sys/class/nvme/nvme%d", root, i);
        char *real =
            mem_printf("%s/sys/devices/pci00%d8:00/00%d8:00:00.0/nvme/nvme%d", root, i, i, i);
        put(root, packages[i], "sys/devices/system/cpu/cpu%d/topology/physical_package_id",
            i * CORES);
        put(root, "live", "sys/devices/pci00%d8:00/00%d8:00:00.0/nvme/nvme%d/state", i, i, i);
        make_folders(node);
        if (symlink(real, node) < 0)
            perror(node);
        free(node);
        free(real);
    }
}

static void hide(const char *root, const char *file)
{
    char *path = mem_printf("%s/%s", root, file);
    if (unlink(path) < 0)
        perror(path);
    free(path);
}

char *grace_tree_make(const struct cpu_catalog *catalog, enum grace_kind kind)
{
    static const char *const units[] = {"scf", "pcie", "c2c0", "c2c1", "cnvlink"};
    static const char v2[] = "0x00000000410fd4f0";
    const bool old = kind == GRACE_OLD_KERNEL;
    const bool hopper = kind == GRACE_HOPPER || kind == GRACE_HOPPERS;
    const int sockets = kind == GRACE_SUPERCHIP || kind == GRACE_HOPPERS || old ? 2 : 1;
    char *root = mem_strdup("/tmp/rooftop-grace-XXXXXX");
    if (!mkdtemp(root))
        abort();
    if (kind == GRACE_X86) {
        put_machine(root, 8, "6.12.1-amd64", NULL);
        put(root, "4", DEVICES "/cpu/type");
        put(root, "config:0-7", DEVICES "/cpu/format/event");
        put(root, "config:8-15", DEVICES "/cpu/format/umask");
        put(root, "event=0x00,umask=0x4", DEVICES "/cpu/events/slots");
        put(root, "event=0x00,umask=0x80", DEVICES "/cpu/events/topdown-retiring");
        return root;
    }
    put_machine(root, sockets * CORES, old ? "6.8.0-1021-generic" : "6.14.2",
                kind == GRACE_VERA ? "0x000000004e0f0100" : v2);
    if (kind == GRACE_VERA) {
        put(root, "31", DEVICES "/nvidia_ucf_pmu_0/type");
        put(root, "32", DEVICES "/nvidia_pcie_pmu_0_rc_1/type");
        return root;
    }
    if (kind == GRACE_VIRTUAL)
        return root;
    put_core(root, catalog, sockets);
    for (size_t i = 0; i < sizeof units / sizeof *units && kind != GRACE_GRAVITON; i++)
        for (int socket = 0; socket < sockets; socket++)
            put_device(root, catalog, units[i], socket, old);
    for (int socket = 0; socket < sockets && hopper; socket++) {
        put(root, "0x10de", "sys/bus/pci/devices/00%d9:01:00.0/vendor", socket);
        put(root, "0x030200", "sys/bus/pci/devices/00%d9:01:00.0/class", socket);
    }
    put_drives(root, sockets);
    if (kind == GRACE_NO_CYCLES)
        hide(root, DEVICES "/nvidia_scf_pmu_0/events/cycles");
    return root;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

void grace_tree_free(char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(path);
}
