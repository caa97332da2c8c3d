/* pci_facts: what the kernel tells of a PCI device in sysfs. */
#ifndef ROOFTOP_COLLECT_MACHINE_PCI_FACTS_H
#define ROOFTOP_COLLECT_MACHINE_PCI_FACTS_H

#include <stdint.h>

struct pci_facts {
    int revision;   /* -1: not told */
    uint32_t rate;  /* of the device's link at best, in MT/s; 0: not told */
    uint32_t width; /* lanes; 0: not told */
    /* Rate and width of the port above the device; 0: it has no such port, as in most virtual
     * machines; -1: not told. */
    int64_t port_rate, port_width;
};

/* root: "/sys/bus/pci/devices", or a folder of a test. */
struct pci_facts pci_facts_read(const char *root, unsigned domain, unsigned bus, unsigned slot);

#endif
