/* pci_facts: what the kernel tells of a PCI device in sysfs. */
#ifndef ROOFTOP_PCI_FACTS_H
#define ROOFTOP_PCI_FACTS_H

#include <stdint.h>

struct pci_facts {
    int revision;   /* -1: not told */
    uint32_t rate;  /* of the device's link at its best, MT/s; 0: not told */
    uint32_t width; /* lanes; 0: not told */
    /* The same of the port above; 0: there is none, as in most virtual machines; -1: not told. */
    int64_t port_rate, port_width;
};

/* root: "/sys/bus/pci/devices", or what stands for it in a test. */
struct pci_facts pci_facts_read(const char *root, unsigned domain, unsigned bus, unsigned slot);

#endif
