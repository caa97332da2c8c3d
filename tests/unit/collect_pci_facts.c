#include "collect/pci_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"

static char root[] = "/tmp/rt-pci.XXXXXX", device[64];

static void put(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", device, name);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static int make_device(void **state)
{
    (void)state;
    if (!mkdtemp(root))
        return -1;
    snprintf(device, sizeof device, "%s/0001:c2:0a.0", root);
    return mkdir(device, 0700);
}

static int drop_device(void **state)
{
    static const char *const names[] = {"revision", "max_link_speed", "max_link_width"};
    char path[128];
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/%s", device, names[i]);
        unlink(path);
    }
    rmdir(device);
    return rmdir(root);
}

static void what_is_not_told_stays_unknown(void **state)
{
    (void)state;
    struct pci_facts other = pci_facts_read(root, 0, 6, 0);
    assert_true(other.revision == -1 && !other.rate && !other.width);
    put("revision", "");
    put("max_link_speed", "Unknown\n");
    put("max_link_width", "255\n");
    struct pci_facts facts = pci_facts_read(root, 1, 0xc2, 0xa);
    assert_true(facts.revision == -1 && !facts.rate && !facts.width);
}

static void files_are_read(void **state)
{
    (void)state;
    put("revision", "0xa1\n");
    put("max_link_speed", "32.0 GT/s PCIe\n");
    put("max_link_width", "16\n");
    struct pci_facts facts = pci_facts_read(root, 1, 0xc2, 0xa);
    assert_int_equal(facts.revision, 161);
    assert_int_equal(facts.rate, 32000);
    assert_int_equal(facts.width, 16);
    put("max_link_speed", "2.5 GT/s PCIe\n");
    assert_int_equal(pci_facts_read(root, 1, 0xc2, 0xa).rate, 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_told_stays_unknown),
        cmocka_unit_test(files_are_read),
    };
    return cmocka_run_group_tests(tests, make_device, drop_device);
}
