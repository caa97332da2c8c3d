/* numa_facts: the processors and NUMA nodes near a PCI device, from sysfs, as sets of small
 * numbers.
 *
 * sysfs: "/sys", or a folder of a test. address: domain << 16 | bus << 8 | device. */
#ifndef ROOFTOP_COLLECT_MACHINE_NUMA_FACTS_H
#define ROOFTOP_COLLECT_MACHINE_NUMA_FACTS_H

#include <stdbool.h>
#include <stdint.h>

enum { NUMA_WORDS = 128, NUMA_WORD_BITS = 8 * sizeof(unsigned long) };

/* Number n is bit n % NUMA_WORD_BITS of word n / NUMA_WORD_BITS. */
struct numa_set {
    unsigned long words[NUMA_WORDS];
};

bool numa_set_is_empty(const struct numa_set *set);
/* The set as "0-15,32-47"; free() it. NULL: it is empty. */
char *numa_set_ranges(const struct numa_set *set);
/* The set as "0,1"; free() it. NULL: it is empty. */
char *numa_set_numbers(const struct numa_set *set);

/* The sets are empty where the kernel does not tell. */
struct numa_set numa_processors_near(const char *sysfs, uint64_t address);
struct numa_set numa_node_of(const char *sysfs, uint64_t address);
/* The nodes that have any of these processors; node 0 in a kernel without NUMA. */
struct numa_set numa_nodes_with(const char *sysfs, const struct numa_set *processors);

#endif
