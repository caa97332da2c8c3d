#include "collect/machine/numa_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { LINE = 4096 };

static bool has(const struct numa_set *set, unsigned long number)
{
    return number < NUMA_WORDS * NUMA_WORD_BITS &&
           set->words[number / NUMA_WORD_BITS] >> number % NUMA_WORD_BITS & 1;
}

bool numa_set_is_empty(const struct numa_set *set)
{
    static const struct numa_set empty;
    return memcmp(set, &empty, sizeof empty) == 0;
}

static char *print(const struct numa_set *set, bool ranges)
{
    struct strbuf text = {0};
    for (unsigned long i = 0, last; i < NUMA_WORDS * NUMA_WORD_BITS; i++) {
        if (!has(set, i))
            continue;
        for (last = i; ranges && has(set, last + 1);)
            last++;
        strbuf_addf(&text, "%s%lu", text.length ? "," : "", i);
        if (last > i)
            strbuf_addf(&text, "-%lu", last);
        i = last;
    }
    return text.length ? strbuf_detach(&text) : NULL;
}

char *numa_set_ranges(const struct numa_set *set)
{
    return print(set, true);
}

char *numa_set_numbers(const struct numa_set *set)
{
    return print(set, false);
}

/* Reads the kernel's form, "0-15,32-47". */
static struct numa_set parse(const char *text)
{
    struct numa_set set = {0};
    unsigned long first, last;
    for (int used; sscanf(text, "%lu%n", &first, &used) == 1; text += *text == ',') {
        text += used;
        last = first;
        if (sscanf(text, "-%lu%n", &last, &used) == 1)
            text += used;
        for (; first <= last && first < NUMA_WORDS * NUMA_WORD_BITS; first++)
            set.words[first / NUMA_WORD_BITS] |= 1UL << first % NUMA_WORD_BITS;
    }
    return set;
}

/* Reads a set from a file and frees the path. false: there is no such file. */
static bool read_set(char *path, struct numa_set *set)
{
    char line[LINE] = "";
    FILE *file = fopen(path, "re");
    bool good = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    free(path);
    *set = parse(line);
    return good;
}

static struct numa_set read_of_device(const char *sysfs, uint64_t address, const char *name)
{
    struct numa_set set;
    read_set(mem_printf("%s/bus/pci/devices/%04x:%02x:%02x.0/%s", sysfs, (unsigned)(address >> 16),
                        (unsigned)(address >> 8 & 0xff), (unsigned)(address & 0xff), name),
             &set);
    return set;
}

struct numa_set numa_processors_near(const char *sysfs, uint64_t address)
{
    return read_of_device(sysfs, address, "local_cpulist");
}

/* A node of -1 means that there is none; it is no number here. */
struct numa_set numa_node_of(const char *sysfs, uint64_t address)
{
    return read_of_device(sysfs, address, "numa_node");
}

struct numa_set numa_nodes_with(const char *sysfs, const struct numa_set *processors)
{
    struct numa_set online, near = {0};
    if (!read_set(mem_printf("%s/devices/system/node/online", sysfs), &online))
        return parse(numa_set_is_empty(processors) ? "" : "0");
    for (unsigned long node = 0; node < NUMA_WORDS * NUMA_WORD_BITS; node++) {
        struct numa_set of_node;
        if (!has(&online, node) ||
            !read_set(mem_printf("%s/devices/system/node/node%lu/cpulist", sysfs, node), &of_node))
            continue;
        for (size_t i = 0; i < NUMA_WORDS; i++)
            if (of_node.words[i] & processors->words[i])
                near.words[node / NUMA_WORD_BITS] |= 1UL << node % NUMA_WORD_BITS;
    }
    return near;
}
