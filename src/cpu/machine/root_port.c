/* Which root port a device is behind. The real path of a device in sysfs has its PCI domain:
 * /sys/devices/pci0018:00/... is behind port 8 of socket 1. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "cpu/machine/cpu_machine.h"
#include "cpu/machine/sysfs.h"
#include "report/base/mem.h"

enum { DOMAIN_DIGITS = 4, MOST_PORTS = 10 };

static bool is_address(const char *text)
{
    size_t digits = 0;
    while (isxdigit((unsigned char)text[digits]))
        digits++;
    return digits == DOMAIN_DIGITS && text[digits] == ':';
}

/* The device's path in sysfs, with links: of an address, a node, or an interface. */
static char *sysfs_path(const struct cpu_machine *m, const char *name)
{
    const char *word = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    struct stat node;
    if (is_address(name))
        return mem_printf("%s/sys/bus/pci/devices/%s", m->root, name);
    static const char *const classes[] = {"nvme", "net", "block", "infiniband"};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (sysfs_exists(m->root, "/sys/class/%s/%s", classes[i], word))
            return mem_printf("%s/sys/class/%s/%s", m->root, classes[i], word);
    if (stat(name, &node) == 0 && (S_ISBLK(node.st_mode) || S_ISCHR(node.st_mode)))
        return mem_printf("%s/sys/dev/%s/%u:%u", m->root, S_ISBLK(node.st_mode) ? "block" : "char",
                          major(node.st_rdev), minor(node.st_rdev));
    return NULL;
}

bool cpu_root_port_of(const struct cpu_machine *m, const char *name, unsigned *domain,
                      unsigned *socket, unsigned *port, struct error *error)
{
    char *path = sysfs_path(m, name), *real = path ? realpath(path, NULL) : NULL;
    const char *at = real ? strstr(real, "/pci") : NULL;
    while (at && !is_address(at + 4))
        at = strstr(at + 1, "/pci");
    const bool found = at != NULL;
    *domain = found ? (unsigned)strtoul(at + 4, NULL, 16) : 0;
    free(path);
    free(real);
    if (!found)
        return error_set(error,
                         "\"%s\" is no PCI device that sysfs knows: give a node in /dev, a network "
                         "interface or an address (0008:01:00.0)",
                         name);
    *port = *domain & 0xf;
    *socket = *domain >> 4 & 0xf;
    if (*port >= MOST_PORTS || *domain > 0xff)
        return error_set(error,
                         "\"%s\" is in PCI domain %04x, whose digits name no root port from 0 to 9 "
                         "and no socket: give the port by its number",
                         name, *domain);
    return true;
}
