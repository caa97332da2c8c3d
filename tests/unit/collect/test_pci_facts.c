#include "collect/machine/pci_facts.h"

#include <stdio.h>
#include <unistd.h>

#include "build_report.h"
#include "temp_folder.h"

static char *root;

/* As in sysfs: the folder of devices has links to where they hang. */
static int make_device(void **state)
{
    char link[256];
    (void)state;
    root = temp_folder_new();
    temp_folder_put(root, "tree/port/0001:c2:0a.0/vendor", "");
    temp_folder_put(root, "list/none", "");
    snprintf(link, sizeof link, "%s/list/0001:c2:0a.0", root);
    return symlink("../tree/port/0001:c2:0a.0", link);
}

static int drop_device(void **state)
{
    (void)state;
    return temp_folder_free(root);
}

static void put(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "tree/port/0001:c2:0a.0/%s", name);
    temp_folder_put(root, path, text);
}

static struct pci_facts facts_at(unsigned domain, unsigned bus, unsigned slot)
{
    char list[256];
    snprintf(list, sizeof list, "%s/list", root);
    return pci_facts_read(list, domain, bus, slot);
}

static void what_is_not_told_stays_unknown(void **state)
{
    (void)state;
    struct pci_facts other = facts_at(0, 6, 0);
    assert_true(other.revision == -1 && !other.rate && !other.width);
    assert_true(other.port_rate == -1 && other.port_width == -1);
    put("revision", "");
    put("max_link_speed", "Unknown\n");
    put("max_link_width", "255\n");
    struct pci_facts facts = facts_at(1, 0xc2, 0xa);
    assert_true(facts.revision == -1 && !facts.rate && !facts.width);
}

static void files_are_read(void **state)
{
    (void)state;
    put("revision", "0xa1\n");
    put("max_link_speed", "32.0 GT/s PCIe\n");
    put("max_link_width", "16\n");
    struct pci_facts facts = facts_at(1, 0xc2, 0xa);
    assert_int_equal(facts.revision, 161);
    assert_int_equal(facts.rate, 32000);
    assert_int_equal(facts.width, 16);
    put("max_link_speed", "2.5 GT/s PCIe\n");
    assert_int_equal(facts_at(1, 0xc2, 0xa).rate, 2500);
}

static void the_port_above_is_another_link(void **state)
{
    (void)state;
    /* Nothing above has a link, as in a virtual machine. */
    struct pci_facts facts = facts_at(1, 0xc2, 0xa);
    assert_true(facts.port_rate == 0 && facts.port_width == 0);
    temp_folder_put(root, "tree/port/max_link_speed", "16.0 GT/s PCIe\n");
    temp_folder_put(root, "tree/port/max_link_width", "8\n");
    facts = facts_at(1, 0xc2, 0xa);
    assert_true(facts.port_rate == 16000 && facts.port_width == 8);
    temp_folder_put(root, "tree/port/max_link_speed", "Unknown\n");
    temp_folder_put(root, "tree/port/max_link_width", "255\n");
    facts = facts_at(1, 0xc2, 0xa);
    assert_true(facts.port_rate == -1 && facts.port_width == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_not_told_stays_unknown, make_device, drop_device),
        cmocka_unit_test_setup_teardown(files_are_read, make_device, drop_device),
        cmocka_unit_test_setup_teardown(the_port_above_is_another_link, make_device, drop_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
