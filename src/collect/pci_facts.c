#include "pci_facts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem.h"

/* The first line of a file of the device. */
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

struct pci_facts pci_facts_read(const char *root, unsigned domain, unsigned bus, unsigned slot)
{
    struct pci_facts facts = {.revision = -1};
    char *folder = mem_printf("%s/%04x:%02x:%02x.0", root, domain, bus, slot);
    char line[64];
    unsigned number;
    double rate;
    if (read_line(folder, "revision", line, sizeof line) && sscanf(line, "0x%x", &number) == 1 &&
        number < 256)
        facts.revision = (int)number;
    /* "32.0 GT/s PCIe"; "Unknown" where a bridge hides it */
    if (read_line(folder, "max_link_speed", line, sizeof line) &&
        sscanf(line, "%lf GT/s", &rate) == 1 && rate > 0 && rate < 1e6)
        facts.rate = (uint32_t)(rate * 1000 + 0.5);
    /* 255 stands for unknown. */
    if (read_line(folder, "max_link_width", line, sizeof line) &&
        sscanf(line, "%u", &number) == 1 && number < 255)
        facts.width = number;
    free(folder);
    return facts;
}
