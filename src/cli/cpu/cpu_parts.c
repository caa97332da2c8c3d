#include "cli/cpu/cpu_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "8", "0-3,5", "0x100" or "all". 0: all. */
static bool read_mask(const char *option, const char *text, unsigned bits, uint64_t *mask,
                      struct error *error)
{
    const uint64_t all = (UINT64_C(1) << bits) - 1;
    struct number_list list = {0};
    *mask = 0;
    if (!text || strcmp(text, "all") == 0)
        return true;
    if (strncmp(text, "0x", 2) == 0) {
        char *end;
        errno = 0;
        *mask = strtoull(text, &end, 16);
        if (*end || errno || !*mask || *mask & ~all)
            return error_set(error, "%s %s: a mask from 0x1 to 0x%llx is expected", option, text,
                             (unsigned long long)all);
        return true;
    }
    bool good = number_list_add(&list, text, error);
    for (size_t i = 0; i < list.count && good; i++) {
        if (list.ranges[i].last >= bits)
            good = error_set(error, "%s %s: they are from 0 to %u", option, text, bits - 1);
        for (unsigned n = list.ranges[i].first; good && n <= list.ranges[i].last; n++)
            *mask |= UINT64_C(1) << n;
    }
    number_list_free(&list);
    return good;
}

static unsigned bits_of(const struct cpu_machine *machine, const char *unit)
{
    const struct cpu_unit *its = cpu_catalog_unit(machine->catalog, unit);
    return its ? its->filter.bits : 1;
}

/* A device names its root port and its socket. */
static bool read_device(struct cpu_parts *parts, const char *path,
                        const struct cpu_machine *machine, struct error *error)
{
    unsigned domain = 0, socket = 0, port = 0;
    char number[16];
    if (!cpu_root_port_of(machine, path, &domain, &socket, &port, error))
        return false;
    fprintf(stderr,
            "rooftop: %s: domain %04x: socket %u, port %u (inferred from the domain's digits)\n",
            path, domain, socket, port);
    parts->root_ports = UINT64_C(1) << port;
    snprintf(number, sizeof number, "%u", socket);
    return parts->sockets.count || number_list_add(&parts->sockets, number, error);
}

/* The reason why links cannot be chosen on this kernel. */
static bool check_links(const struct cpu_options *o, const struct cpu_machine *machine,
                        struct error *error)
{
    if (!o->c2c_port)
        return true;
    for (size_t i = 0; i < machine->device_count; i++)
        if (strncmp(machine->devices[i].unit->name, "c2c", 3) == 0 &&
            !machine->devices[i].has_filter)
            return error_set(error,
                             "--c2c-port: kernel %s always counts both links of NVLink-C2C; "
                             "choosing one came with Linux 6.14",
                             machine->kernel);
    return true;
}

static bool check_sockets(const struct cpu_options *o, const struct cpu_machine *machine,
                          struct error *error)
{
    for (size_t i = 0; i < o->sockets.count; i++)
        if (machine->sockets && o->sockets.ranges[i].last >= machine->sockets)
            return error_set(error, "--sockets: this machine has no socket %u; they are 0 to %zu",
                             o->sockets.ranges[i].last, machine->sockets - 1);
    return true;
}

bool cpu_parts_read(struct cpu_parts *parts, const struct cpu_options *o,
                    const struct cpu_machine *machine, struct error *error)
{
    *parts = (struct cpu_parts){0};
    if (!check_links(o, machine, error) || !check_sockets(o, machine, error))
        return false;
    for (size_t i = 0; i < o->sockets.count; i++) {
        char range[40];
        snprintf(range, sizeof range, "%u-%u", o->sockets.ranges[i].first,
                 o->sockets.ranges[i].last);
        number_list_add(&parts->sockets, range, NULL);
    }
    const bool device = o->root_port && strncmp(o->root_port, "of:", 3) == 0;
    const bool good =
        (device ? read_device(parts, o->root_port + 3, machine, error)
                : read_mask("--root-port", o->root_port, bits_of(machine, "pcie"),
                            &parts->root_ports, error)) &&
        read_mask("--c2c-port", o->c2c_port, bits_of(machine, "c2c0"), &parts->c2c_ports, error) &&
        read_mask("--rem-socket", o->remote, bits_of(machine, "cnvlink"), &parts->remote, error);
    if (!good)
        number_list_free(&parts->sockets);
    return good;
}
