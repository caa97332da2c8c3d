#include "collect/machine/pci_facts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "report/base/mem.h"

/* Reads the first line of a file of the device. */
static bool read_line(const char *folder, const char *name, char *line, int size)
{
    char *path = mem_printf("%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    bool good = file && fgets(line, size, file);
    if (file)
        fclose(file);
    free(path);
    return good;
}

/* "32.0 GT/s PCIe" in MT/s; 0: "Unknown", where a bridge hides it. */
static uint32_t rate_of(const char *line)
{
    double rate;
    return sscanf(line, "%lf GT/s", &rate) == 1 && rate > 0 && rate < 1e6
               ? (uint32_t)(rate * 1000 + 0.5)
               : 0;
}

/* 255 stands for unknown. */
static uint32_t width_of(const char *line)
{
    unsigned number;
    return sscanf(line, "%u", &number) == 1 && number < 255 ? number : 0;
}

/* Reads a fact of the port above the device. If the device is at no port, what stands above it has
 * no link. */
static int64_t of_port(const char *folder, const char *name, uint32_t (*value)(const char *))
{
    char line[64];
    if (!read_line(folder, name, line, sizeof line))
        return 0;
    const uint32_t number = value(line);
    return number ? (int64_t)number : -1;
}

struct pci_facts pci_facts_read(const char *root, unsigned domain, unsigned bus, unsigned slot)
{
    struct pci_facts facts = {.revision = -1, .port_rate = -1, .port_width = -1};
    char *folder = mem_printf("%s/%04x:%02x:%02x.0", root, domain, bus, slot);
    char *above = mem_printf("%s/..", folder);
    char line[64];
    unsigned number;
    if (read_line(folder, "revision", line, sizeof line) && sscanf(line, "0x%x", &number) == 1 &&
        number < 256)
        facts.revision = (int)number;
    if (read_line(folder, "max_link_speed", line, sizeof line))
        facts.rate = rate_of(line);
    if (read_line(folder, "max_link_width", line, sizeof line))
        facts.width = width_of(line);
    if (access(folder, F_OK) == 0) {
        facts.port_rate = of_port(above, "max_link_speed", rate_of);
        facts.port_width = of_port(above, "max_link_width", width_of);
    }
    free(above);
    free(folder);
    return facts;
}
