/* Machines as sysfs shows them: superchip, Grace Hopper, kernels before and after 6.14, a Neoverse
 * V2 without NVIDIA's PMUs, x86-64, Vera; package ids that are no sockets; root ports of devices;
 * plans and the lines of perf. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cpu/machine/cpu_misfits.h"
#include "cpu/machine/cpu_plan.h"
#include "cpu/machine/sysfs.h"
#include "cpu/pages/cpu_list_page.h"
#include "cpu/values/cpu_values.h"
#include "cpu_catalog_fixture.h"
#include "grace_tree.h"
#include "report/base/mem.h"

static struct cpu_machine machine;
static char *root;

static void begin(enum grace_kind kind)
{
    root = grace_tree_make(&catalog, kind);
    cpu_machine_open(&machine, &catalog, root, CPU_CHIP_ANY);
}

static void end(void)
{
    cpu_machine_close(&machine);
    grace_tree_free(root);
}

static const struct cpu_device *device_of(const char *unit, int socket)
{
    for (size_t i = 0; i < machine.device_count; i++)
        if (strcmp(machine.devices[i].unit->name, unit) == 0 && machine.devices[i].socket == socket)
            return &machine.devices[i];
    return NULL;
}

static void write_device(const char *device, const char *file, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "sys/bus/event_source/devices/%s/%s", device, file);
    grace_tree_write(root, path, text);
}

static void text_is(const char *expected)
{
    char *text = cpu_machine_text(&machine);
    assert_string_equal(text, expected);
    free(text);
}

static void test_superchip(void **state)
{
    (void)state;
    begin(GRACE_SUPERCHIP);
    text_is("Grace CPU superchip, 2 sockets, 144 CPUs, kernel 6.14.2");
    assert_int_equal(machine.chip, CPU_CHIP_SUPERCHIP);
    assert_int_equal(machine.sockets, 2); /* and not 2365, the largest package id */
    const struct cpu_device *scf = device_of("scf", 1), *core = device_of("core", CPU_ANY_SOCKET);
    assert_non_null(core);
    assert_null(device_of("generic", CPU_ANY_SOCKET));
    assert_string_equal(scf->name, "nvidia_scf_pmu_1");
    assert_int_equal(scf->type, grace_tree_type(&catalog, "scf", 1));
    assert_int_equal(number_list_first(&scf->cpus), 72);
    assert_true(number_list_has(&scf->associated, 143) && !number_list_has(&scf->associated, 71));
    assert_true(device_of("c2c0", 0)->has_filter);
    assert_false(machine.filters_needed);
    assert_false(machine.slots_differ);
    uint64_t config;
    bool listed;
    assert_true(cpu_device_config(&machine, scf, cpu_unit_event(scf->unit, "CMEM_RD_DATA"), &config,
                                  &listed));
    assert_int_equal(config, 0x1a5);
    assert_true(listed);
    assert_true(
        cpu_device_config(&machine, scf, cpu_unit_event(scf->unit, "CYCLES"), &config, &listed));
    assert_true(config == UINT64_C(0x100000000));
    assert_true(cpu_device_config(&machine, core, cpu_unit_event(core->unit, "FP_FIXED_OPS_SPEC"),
                                  &config, &listed));
    assert_int_equal(config, 0x80c1);
    assert_false(listed); /* the tree's core lists no events: the number of the catalog is used */
    end();
}

/* The device of cores has another name elsewhere, and is known by its files. */
static void test_names_of_cores(void **state)
{
    static const char *const names[] = {"armv8_pmuv3_0", "armv8_neoverse_v2", "armv9_cores"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        root = grace_tree_make(&catalog, GRACE_VIRTUAL); /* it has none */
        write_device(names[i], "type", "8");
        write_device(names[i], "cpus", "0-71");
        write_device(names[i], "format/event", "config:0-15");
        /* Others that look alike: one to open on a CPU, one without CPUs. */
        write_device("armv8_fabric", "type", "9");
        write_device("armv8_fabric", "cpus", "0-71");
        write_device("armv8_fabric", "cpumask", "0");
        write_device("armv8_fabric", "format/event", "config:0-15");
        write_device("armv9_other", "type", "10");
        write_device("armv9_other", "format/event", "config:0-15");
        cpu_machine_open(&machine, &catalog, root, CPU_CHIP_ANY);
        const struct cpu_device *core = device_of("core", CPU_ANY_SOCKET);
        assert_non_null(core);
        assert_string_equal(core->name, names[i]);
        assert_int_equal(core->type, 8);
        size_t cores = 0;
        for (size_t j = 0; j < machine.device_count; j++)
            cores += strcmp(machine.devices[j].unit->name, "core") == 0;
        assert_int_equal(cores, 1);
        end();
    }
}

/* The formulas take 8 issue slots for granted. */
static void test_slots(void **state)
{
    (void)state;
    root = grace_tree_make(&catalog, GRACE_GRAVITON);
    write_device("armv8_pmuv3_0", "caps/slots", "0xa");
    cpu_machine_open(&machine, &catalog, root, CPU_CHIP_ANY);
    assert_true(machine.slots_differ);
    end();
}

static void test_hopper(void **state)
{
    (void)state;
    begin(GRACE_HOPPER);
    text_is("Grace with a GPU, 1 socket, 72 CPUs, kernel 6.14.2");
    assert_int_equal(machine.chip, CPU_CHIP_HOPPER);
    end();
    begin(GRACE_HOPPERS);
    text_is("Grace with a GPU, 2 sockets, 144 CPUs, kernel 6.14.2");
    assert_int_equal(machine.chip, CPU_CHIP_HOPPER);
    assert_int_equal(machine.sockets, 2);
    assert_true(device_of("cnvlink", 0)->has_filter && device_of("cnvlink", 1)->has_filter);
    end();
    /* --machine overrules what is found. */
    root = grace_tree_make(&catalog, GRACE_HOPPER);
    cpu_machine_open(&machine, &catalog, root, CPU_CHIP_SUPERCHIP);
    assert_int_equal(machine.chip, CPU_CHIP_SUPERCHIP);
    end();
}

static void test_no_counter_for_cycles(void **state)
{
    uint64_t config;
    bool listed;
    (void)state;
    begin(GRACE_NO_CYCLES);
    const struct cpu_device *scf = device_of("scf", 0), *pcie = device_of("pcie", 0);
    assert_true(
        cpu_device_config(&machine, scf, cpu_unit_event(scf->unit, "CYCLES"), &config, &listed));
    assert_int_equal(config, 0x1d);
    assert_true(
        cpu_device_config(&machine, pcie, cpu_unit_event(pcie->unit, "CYCLES"), &config, &listed));
    assert_true(config == UINT64_C(0x100000000));
    end();
}

static void test_old_kernel(void **state)
{
    (void)state;
    begin(GRACE_OLD_KERNEL);
    assert_true(machine.filters_needed);
    assert_false(device_of("c2c0", 0)->has_filter);
    assert_true(device_of("pcie", 0)->has_filter);
    assert_int_equal(cpu_device_filter(&machine, device_of("c2c0", 0), 3), 0);
    assert_int_equal(cpu_device_filter(&machine, device_of("pcie", 1), 0x3ff), 0x3ff);
    /* Names that the kernel withdrew are not offered. */
    assert_null(cpu_unit_event(device_of("scf", 0)->unit, "OCU_PRB_WB_OUTSTANDING"));
    end();
}

static void test_machines_without(void **state)
{
    static const struct {
        enum grace_kind kind;
        const char *text, *missing;
    } cases[] = {
        {GRACE_GRAVITON, "Arm Neoverse V2 without Grace's PMUs, 72 CPUs, kernel 6.14.2",
         "modprobe nvidia_cspmu"},
        {GRACE_VIRTUAL, "Arm Neoverse V2 without Grace's PMUs, 72 CPUs, kernel 6.14.2",
         "needs a virtual PMU of its host"},
        {GRACE_X86, "x86-64 processor, 8 CPUs, kernel 6.12.1", "this is an x86-64 processor"},
        {GRACE_VERA, "NVIDIA Vera, 72 CPUs, kernel 6.14.2", "nvidia_ucf_pmu_0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin(cases[i].kind);
        text_is(cases[i].text);
        char *missing = cpu_missing_text(&machine);
        assert_non_null(strstr(missing, cases[i].missing));
        free(missing);
        assert_int_equal(machine.sockets, 0);
        end();
    }
    begin(GRACE_GRAVITON);
    assert_non_null(device_of("core", CPU_ANY_SOCKET));
    end();
    begin(GRACE_X86);
    const struct cpu_device *cpu = device_of("topdown", CPU_ANY_SOCKET);
    uint64_t config;
    bool listed;
    assert_true(cpu_device_config(&machine, cpu, cpu_unit_event(cpu->unit, "TOPDOWN_RETIRING"),
                                  &config, &listed));
    assert_int_equal(config, 0x8000);
    assert_false(cpu_device_config(&machine, cpu, cpu_unit_event(cpu->unit, "TOPDOWN_BAD_SPEC"),
                                   &config, &listed));
    end();
    cpu_machine_open(&machine, &catalog, "/nonexistent", CPU_CHIP_ANY);
    assert_int_equal(machine.cpus, 0);
    cpu_machine_close(&machine);
}

static void test_root_ports(void **state)
{
    unsigned domain, socket, port;
    struct error error;
    (void)state;
    begin(GRACE_SUPERCHIP);
    assert_true(cpu_root_port_of(&machine, "/dev/nvme1", &domain, &socket, &port, &error));
    assert_int_equal(domain, 0x18);
    assert_int_equal(socket, 1);
    assert_int_equal(port, 8);
    assert_true(cpu_root_port_of(&machine, "nvme0", &domain, &socket, &port, &error));
    assert_int_equal(socket, 0);
    /* By its address, too. */
    char *address = mem_printf("%s/sys/bus/pci/devices/0018:00:00.0", root),
         *device = mem_printf("%s/sys/devices/pci0018:00/0018:00:00.0", root);
    grace_tree_write(root, "sys/bus/pci/devices/x", "");
    assert_int_equal(symlink(device, address), 0);
    assert_true(cpu_root_port_of(&machine, "0018:00:00.0", &domain, &socket, &port, &error));
    assert_int_equal(socket, 1);
    assert_int_equal(port, 8);
    free(address);
    free(device);
    assert_false(cpu_root_port_of(&machine, "/dev/nvme7", &domain, &socket, &port, &error));
    grace_tree_write(root, "sys/devices/pci000c:00/000c:00:00.0/net/eth0/x", "");
    char *at = NULL;
    assert_true(asprintf(&at, "%s/sys/devices/pci000c:00/000c:00:00.0/net/eth0", root) > 0);
    grace_tree_write(root, "sys/class/net/lo/x", "");
    char *link = NULL;
    assert_true(asprintf(&link, "%s/sys/class/net/eth0", root) > 0);
    assert_int_equal(symlink(at, link), 0);
    assert_false(cpu_root_port_of(&machine, "eth0", &domain, &socket, &port, &error));
    assert_non_null(strstr(error.text, "PCI domain 000c"));
    free(at);
    free(link);
    end();
}

static void test_bits(void **state)
{
    unsigned word;
    uint64_t bits = 0;
    (void)state;
    assert_true(sysfs_put_bits("config:0-7,32-35", 0xabc, &word, &bits));
    assert_int_equal(word, 0);
    assert_true(bits == UINT64_C(0xa000000bc));
    bits = 0;
    assert_true(sysfs_put_bits("config1:4", 1, &word, &bits));
    assert_int_equal(word, 1);
    assert_int_equal(bits, 0x10);
    assert_false(sysfs_put_bits("confg:0-7", 1, &word, &bits));
    assert_false(sysfs_put_bits("config:7-0", 1, &word, &bits));
    assert_false(sysfs_put_bits("config:0-99", 1, &word, &bits));
    assert_false(sysfs_put_bits("config", 1, &word, &bits));
}

static size_t groups_of(const struct cpu_plan *plan, const char *unit, int socket)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        count += strcmp(plan->groups[i].unit->name, unit) == 0 && plan->groups[i].socket == socket;
    return count;
}

struct inside {
    const struct cpu_plan_group *group;
    bool all;
};

static void look(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    struct inside *inside = context;
    bool found = unit != inside->group->unit;
    for (size_t i = 0; i < inside->group->count; i++)
        found = found || inside->group->events[i] == event;
    inside->all = inside->all && found;
}

/* How many metrics have their events in several groups only. */
static size_t split_metrics(const struct cpu_plan *plan, const struct cpu_choice *choice)
{
    size_t split = 0;
    for (size_t i = 0; i < choice->count; i++) {
        bool whole = false, any = false;
        if (!cpu_metric_fits(choice->list[i].metric, machine.chip, machine.sockets))
            continue;
        for (size_t j = 0; j < plan->count; j++) {
            struct inside inside = {&plan->groups[j], true};
            if (plan->groups[j].unit != choice->list[i].metric->its)
                continue;
            any = true;
            cpu_metric_events(&catalog, choice->list[i].metric, look, &inside);
            whole = whole || inside.all;
        }
        split += any && !whole;
    }
    return split;
}

static void test_plan(void **state)
{
    struct cpu_choice choice = {0};
    struct cpu_plan plan;
    const struct cpu_parts parts = {0};
    (void)state;
    begin(GRACE_SUPERCHIP);
    assert_true(cpu_choice_add_groups(&choice, &catalog, "summary", NULL));
    cpu_plan_make(&plan, &catalog, &choice, &machine, &parts, NULL, NULL);
    /* The summary fits without turns. */
    assert_int_equal(groups_of(&plan, "core", CPU_ANY_SOCKET), 1);
    for (int socket = 0; socket < 2; socket++) {
        assert_int_equal(groups_of(&plan, "scf", socket), 1);
        assert_int_equal(groups_of(&plan, "pcie", socket), 1);
        assert_int_equal(groups_of(&plan, "c2c0", socket), 1);
    }
    cpu_plan_free(&plan);
    cpu_choice_free(&choice);
    assert_true(cpu_choice_add_groups(
        &choice, &catalog, "pipeline,flops,mix,sve,cache,tlb,branch,scf,pcie,c2c", NULL));
    cpu_plan_make(&plan, &catalog, &choice, &machine, &parts, NULL, NULL);
    assert_int_equal(split_metrics(&plan, &choice), 0);
    assert_true(groups_of(&plan, "core", CPU_ANY_SOCKET) <= 10);
    assert_true(groups_of(&plan, "scf", 0) <= 3);
    assert_int_equal(groups_of(&plan, "pcie", 0), 2);
    assert_true(groups_of(&plan, "c2c0", 0) <= 2);
    for (size_t i = 0; i < plan.count; i++)
        assert_true(plan.groups[i].count <= 7);
    cpu_plan_free(&plan);
    cpu_choice_free(&choice);
    end();
}

static void misfits_are(enum grace_kind kind, const char *metrics, bool whole, const char *expected)
{
    struct cpu_choice choice = {0};
    begin(kind);
    assert_true(cpu_choice_add_metrics(&choice, &catalog, metrics, NULL));
    char *text = cpu_misfits_text(&machine, &choice, whole);
    if (expected)
        assert_string_equal(text, expected);
    else
        assert_null(text);
    free(text);
    cpu_choice_free(&choice);
    end();
}

/* What means nothing on a machine is told by name. */
static void test_misfits(void **state)
{
    static const char gpu[] = "local_gpu_memory_read_bandwidth,c2c1_read_bandwidth,scf_frequency";
    (void)state;
    misfits_are(GRACE_SUPERCHIP, gpu, false,
                "without a meaning on this machine (Grace CPU superchip, 2 sockets, 144 CPUs, "
                "kernel 6.14.2): local_gpu_memory_read_bandwidth, c2c1_read_bandwidth; --machine "
                "overrules what it is taken for");
    misfits_are(GRACE_HOPPER, gpu, false, NULL);
    misfits_are(GRACE_HOPPER, "arithmetic_intensity", false,
                "only of the whole machine (-a), not of a program: arithmetic_intensity");
    misfits_are(GRACE_HOPPER, "arithmetic_intensity", true, NULL);
    misfits_are(GRACE_HOPPERS, gpu, false, NULL);
    /* Units that are not there are no misfits: another sentence is about them. */
    misfits_are(GRACE_GRAVITON, gpu, false, NULL);
}

static void list_says(enum grace_kind kind, const char *words, bool expected)
{
    char *text = NULL;
    size_t length;
    begin(kind);
    FILE *out = open_memstream(&text, &length);
    cpu_list_print(&machine, FORMAT_TEXT, out);
    fclose(out);
    assert_int_equal(strstr(text, words) != NULL, expected);
    free(text);
    end();
}

/* Devices that are there and count 0 are told. */
static void test_unused_units(void **state)
{
    (void)state;
    list_says(GRACE_SUPERCHIP,
              "nvidia_nvlink_c2c1_pmu_0, nvidia_nvlink_c2c1_pmu_1, unused on this machine", true);
    list_says(GRACE_SUPERCHIP, "nvidia_cnvlink_pmu_0, nvidia_cnvlink_pmu_1, unused on this machine",
              true);
    list_says(GRACE_SUPERCHIP, "nvidia_scf_pmu_0, nvidia_scf_pmu_1, unused", false);
    list_says(GRACE_HOPPER, "nvidia_nvlink_c2c1_pmu_0, unused", false);
    list_says(GRACE_HOPPER, "nvidia_cnvlink_pmu_0, unused on this machine", true);
    /* Linked ones have something to say to each other. */
    list_says(GRACE_HOPPERS, "nvidia_cnvlink_pmu_0, nvidia_cnvlink_pmu_1, unused", false);
    list_says(GRACE_HOPPERS, "nvidia_cnvlink_pmu_0", true);
}

static void perf_line(enum grace_kind kind, const char *metrics, const struct cpu_parts *parts,
                      const char *expected)
{
    struct cpu_choice choice = {0};
    struct cpu_plan plan;
    struct strbuf line = {0};
    begin(kind);
    assert_true(cpu_choice_add_metrics(&choice, &catalog, metrics, NULL));
    cpu_plan_make(&plan, &catalog, &choice, &machine, parts, NULL, NULL);
    cpu_plan_perf(&plan, &machine, parts, false, NAN, &line);
    assert_string_equal(line.data, expected);
    strbuf_free(&line);
    cpu_plan_free(&plan);
    cpu_choice_free(&choice);
    end();
}

static void test_perf_lines(void **state)
{
    struct cpu_parts parts = {.root_ports = 0x100};
    const struct cpu_parts all = {0};
    (void)state;
    assert_true(number_list_add(&parts.sockets, "0", NULL));
    perf_line(GRACE_SUPERCHIP, "pcie_rp_bidirectional_bandwidth", &parts,
              "perf stat -a -e duration_time,'{nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x100/,"
              "nvidia_pcie_pmu_0/rd_bytes_rem,root_port=0x100/,"
              "nvidia_pcie_pmu_0/wr_bytes_loc,root_port=0x100/,"
              "nvidia_pcie_pmu_0/wr_bytes_rem,root_port=0x100/}'");
    number_list_free(&parts.sockets);
    /* The links of C2C are chosen only where the kernel can. */
    perf_line(
        GRACE_HOPPER, "c2c0_total_bandwidth", &all,
        "perf stat -a -e duration_time,'{nvidia_nvlink_c2c0_pmu_0/total_bytes_loc,port=0x3/}'");
    perf_line(GRACE_OLD_KERNEL, "c2c0_total_bandwidth", &all,
              "perf stat -a -e duration_time,'{nvidia_nvlink_c2c0_pmu_0/total_bytes_loc/}',"
              "'{nvidia_nvlink_c2c0_pmu_1/total_bytes_loc/}'");
    perf_line(GRACE_GRAVITON, "backend_stalled_cycles", &all,
              "perf stat -e duration_time,'{armv8_pmuv3_0/event=0x11/,armv8_pmuv3_0/event=0x24/}'");
    perf_line(GRACE_X86, "generic_ipc", &all, "perf stat -e duration_time,'{cycles,instructions}'");
    /* Without a counter for cycles, the event that counts the same. */
    perf_line(GRACE_NO_CYCLES, "scf_frequency", &all,
              "perf stat -a -e duration_time,'{nvidia_scf_pmu_0/bus_cycles/}'");
    /* Only the direction that a socket has. */
    perf_line(GRACE_SUPERCHIP, "regex:^remote_memory_read_utilization_percentage_", &all,
              "perf stat -a -e duration_time,'{nvidia_scf_pmu_0/cycles/,"
              "nvidia_scf_pmu_0/socket_1_rd_access/}','{nvidia_scf_pmu_1/cycles/,"
              "nvidia_scf_pmu_1/socket_0_rd_access/}'");
}

static void test_events_of_the_user(void **state)
{
    struct cpu_plan plan = {0};
    struct error error;
    (void)state;
    begin(GRACE_SUPERCHIP);
    assert_true(cpu_plan_add_events(&plan, &catalog, &machine,
                                    "scf/cmem_rd_data/,core/r80c0/,nvidia_pcie_pmu_1/event=0x0,"
                                    "root_port=0x100/,inst_retired",
                                    &error));
    assert_int_equal(plan.count, 3);
    assert_int_equal(plan.groups[1].count, 2);
    assert_int_equal(plan.groups[2].filter, 0x100);
    assert_int_equal(plan.groups[2].socket, 1);
    assert_false(cpu_plan_add_events(&plan, &catalog, &machine, "scf/cmem_rd_dat/", &error));
    assert_string_equal(error.text, "unit scf has no event \"cmem_rd_dat\"; nearest are "
                                    "cmem_rd_data, gmem_rd_data, cmem_wb_data");
    assert_false(cpu_plan_add_events(&plan, &catalog, &machine,
                                     "pcie/rd_bytes_loc,root_port=0x400/", &error));
    assert_non_null(strstr(error.text, "a mask of 10 bits"));
    assert_false(
        cpu_plan_add_events(&plan, &catalog, &machine, "scf/cmem_rd_data,port=1/", &error));
    assert_non_null(strstr(error.text, "unit scf has no term \"port\""));
    assert_false(
        cpu_plan_add_events(&plan, &catalog, &machine, "nvidia_scf_pmu_7/cycles/", &error));
    assert_string_equal(error.text,
                        "\"nvidia_scf_pmu_7/cycles/\": this machine has no unit scf on socket 7");
    assert_false(cpu_plan_add_events(&plan, &catalog, &machine, "core/r9999/", &error));
    assert_non_null(strstr(error.text, "a file in ~/.config/rooftop/cpu can give it a name"));
    cpu_plan_free(&plan);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_superchip),
        cmocka_unit_test(test_names_of_cores),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_hopper),
        cmocka_unit_test(test_no_counter_for_cycles),
        cmocka_unit_test(test_old_kernel),
        cmocka_unit_test(test_machines_without),
        cmocka_unit_test(test_root_ports),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_misfits),
        cmocka_unit_test(test_unused_units),
        cmocka_unit_test(test_perf_lines),
        cmocka_unit_test(test_events_of_the_user),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
