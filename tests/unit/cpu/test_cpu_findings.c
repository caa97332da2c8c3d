/* Rules about what the CPU does: each on counts that it speaks of, and on counts just beside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cpu/counts/cpu_file.h"
#include "cpu/counts/perf_output.h"
#include "cpu/values/cpu_findings.h"
#include "cpu_catalog_fixture.h"
#include "report/base/mem.h"

/* All findings in a line: "Title, socket 1; Title". */
static char *line_of(struct cpu_run *run)
{
    struct cpu_findings findings;
    char *line = mem_strdup("");
    cpu_run_settle(run);
    cpu_findings_make(&findings, run);
    for (size_t i = 0; i < findings.count; i++) {
        const struct cpu_finding *one = &findings.list[i];
        char socket[24] = "";
        if (one->socket != CPU_ANY_SOCKET)
            snprintf(socket, sizeof socket, ", socket %d", one->socket);
        char *more = mem_printf("%s%s%s%s", line, *line ? "; " : "", one->title, socket);
        free(line);
        line = more;
    }
    cpu_findings_free(&findings);
    return line;
}

static void findings_are(const char *counts, enum cpu_chip chip, const char *expected)
{
    struct cpu_run run;
    struct error error;
    char *text = mem_printf("%s\n1000000000 ns duration_time\n", counts);
    cpu_run_open(&run, &catalog);
    run.chip = chip;
    if (!perf_output_read(&run, "perf.txt", text, strlen(text), &error))
        fail_msg("%s", error.text);
    char *line = line_of(&run);
    if (strcmp(line, expected) != 0)
        fail_msg("\"%s\" instead of \"%s\" for\n%s", line, expected, text);
    free(line);
    free(text);
    cpu_run_free(&run);
}

/* In a second, so counts are rates. */
static void test_rules(void **state)
{
    static const struct {
        const char *counts, *expected;
        enum cpu_chip chip;
    } cases[] = {
        /* Memory bound: which socket's memory it is. */
        {"100 cpu_cycles\n51 stall_backend\n100 nvidia_scf_pmu_0/cycles/\n"
         "488 nvidia_scf_pmu_0/cmem_rd_access/\n100 nvidia_scf_pmu_1/cycles/\n"
         "472 nvidia_scf_pmu_1/cmem_rd_access/",
         "Memory of a Socket Is Busy, socket 0", CPU_CHIP_ANY},
        {"100 cpu_cycles\n49 stall_backend\n100 nvidia_scf_pmu_0/cycles/\n"
         "488 nvidia_scf_pmu_0/cmem_rd_access/",
         "", CPU_CHIP_ANY},
        /* Remote reads and writes, of what the socket has of its own. */
        {"31250000 nvidia_scf_pmu_1/remote_socket_rd_data/\n"
         "93750000 nvidia_scf_pmu_1/cmem_rd_data/",
         "Reads from Another Socket, socket 1", CPU_CHIP_ANY},
        {"31250000 nvidia_scf_pmu_1/remote_socket_rd_data/\n"
         "187500000 nvidia_scf_pmu_1/cmem_rd_data/",
         "", CPU_CHIP_ANY},
        {"1000000000 nvidia_scf_pmu_1/remote_socket_wr_total_bytes/\n"
         "4900000000 nvidia_scf_pmu_1/cmem_wr_total_bytes/",
         "Writes to Another Socket, socket 1", CPU_CHIP_ANY},
        {"1000000000 nvidia_scf_pmu_1/remote_socket_wr_total_bytes/\n"
         "5100000000 nvidia_scf_pmu_1/cmem_wr_total_bytes/",
         "", CPU_CHIP_ANY},
        {"90000000 nvidia_scf_pmu_1/remote_socket_wr_total_bytes/", "", CPU_CHIP_ANY},
        {"100 nvidia_scf_pmu_0/cycles/\n61 nvidia_scf_pmu_0/socket_1_wb_access/\n"
         "61 nvidia_scf_pmu_0/socket_1_wr_access/\n"
         "1000000000 nvidia_scf_pmu_0/remote_socket_wr_total_bytes/\n"
         "9000000000 nvidia_scf_pmu_0/cmem_wr_total_bytes/\n1 nvidia_scf_pmu_1/cycles/",
         "The Way to Another Socket Is Full of Writes, socket 0", CPU_CHIP_ANY},
        /* Writes cause some reads: one direction is told, or both. */
        {"9000000000 nvidia_scf_pmu_1/remote_socket_wr_total_bytes/\n"
         "6250000 nvidia_scf_pmu_1/remote_socket_rd_data/",
         "Writes to Another Socket, socket 1", CPU_CHIP_ANY},
        {"200000000 nvidia_scf_pmu_1/remote_socket_wr_total_bytes/\n"
         "281250000 nvidia_scf_pmu_1/remote_socket_rd_data/",
         "Reads from Another Socket, socket 1", CPU_CHIP_ANY},
        {"2000000000 nvidia_scf_pmu_1/remote_socket_wr_total_bytes/\n"
         "281250000 nvidia_scf_pmu_1/remote_socket_rd_data/",
         "Reads from Another Socket, socket 1; Writes to Another Socket, socket 1", CPU_CHIP_ANY},
        /* Write-back pressure. */
        {"100 nvidia_scf_pmu_0/cycles/\n400 nvidia_scf_pmu_0/cmem_wb_access/\n"
         "88 nvidia_scf_pmu_0/cmem_wr_access/\n9 nvidia_scf_pmu_0/cmem_wr_total_bytes/",
         "Writes Fill the Memory of a Socket, socket 0", CPU_CHIP_ANY},
        {"100 nvidia_scf_pmu_0/cycles/\n400 nvidia_scf_pmu_0/cmem_wb_access/\n"
         "72 nvidia_scf_pmu_0/cmem_wr_access/\n9 nvidia_scf_pmu_0/cmem_wr_total_bytes/",
         "", CPU_CHIP_ANY},
        /* PCIe to memory of another socket. */
        {"700000000 nvidia_pcie_pmu_1/rd_bytes_loc/\n300000000 nvidia_pcie_pmu_1/rd_bytes_rem/\n"
         "0 nvidia_pcie_pmu_1/wr_bytes_loc/\n0 nvidia_pcie_pmu_1/wr_bytes_rem/",
         "A PCIe Device Works on Another Socket's Memory, socket 1", CPU_CHIP_ANY},
        {"900000000 nvidia_pcie_pmu_1/rd_bytes_loc/\n100000000 nvidia_pcie_pmu_1/rd_bytes_rem/\n"
         "0 nvidia_pcie_pmu_1/wr_bytes_loc/\n0 nvidia_pcie_pmu_1/wr_bytes_rem/",
         "", CPU_CHIP_ANY},
        /* The GPU by ATS; on a superchip these bytes are of something else. */
        {"5000000000 nvidia_nvlink_c2c0_pmu_0/rd_bytes_loc/\n"
         "0 nvidia_nvlink_c2c0_pmu_0/wr_bytes_loc/\n"
         "100000000 nvidia_nvlink_c2c1_pmu_0/rd_bytes_loc/\n"
         "0 nvidia_nvlink_c2c1_pmu_0/wr_bytes_loc/",
         "The GPU Works on CPU Memory by ATS, socket 0", CPU_CHIP_HOPPER},
        {"5000000000 nvidia_nvlink_c2c0_pmu_0/rd_bytes_loc/\n"
         "0 nvidia_nvlink_c2c0_pmu_0/wr_bytes_loc/\n"
         "100000000 nvidia_nvlink_c2c1_pmu_0/rd_bytes_loc/\n"
         "0 nvidia_nvlink_c2c1_pmu_0/wr_bytes_loc/",
         "", CPU_CHIP_SUPERCHIP},
        {"900000000 nvidia_nvlink_c2c0_pmu_0/rd_bytes_loc/\n"
         "0 nvidia_nvlink_c2c0_pmu_0/wr_bytes_loc/\n"
         "100000000 nvidia_nvlink_c2c1_pmu_0/rd_bytes_loc/\n"
         "0 nvidia_nvlink_c2c1_pmu_0/wr_bytes_loc/",
         "", CPU_CHIP_HOPPER},
        /* Cores. */
        {"100 cpu_cycles\n31 stall_frontend", "The Cores Wait for Instructions", CPU_CHIP_ANY},
        {"100 cpu_cycles\n29 stall_frontend", "", CPU_CHIP_ANY},
        {"1000 inst_retired\n6 dtlb_walk", "Many Walks of the Page Tables", CPU_CHIP_ANY},
        {"1000 inst_retired\n5 dtlb_walk", "", CPU_CHIP_ANY},
        {"100 cpu_cycles\n80 op_retired\n100 op_spec\n0 stall_slot\n0 br_mis_pred",
         "Work of Mispredicted Branches", CPU_CHIP_ANY},
        {"100 cpu_cycles\n90 op_retired\n100 op_spec\n0 stall_slot\n1 br_mis_pred", "",
         CPU_CHIP_ANY},
        /* No pinning, where it costs: 11 moves of each busy CPU in a second. */
        {"22 cpu-migrations\n2000 msec task-clock\n1 nvidia_scf_pmu_1/cycles/",
         "Threads Move between CPUs", CPU_CHIP_ANY},
        {"19 cpu-migrations\n2000 msec task-clock\n1 nvidia_scf_pmu_1/cycles/", "", CPU_CHIP_ANY},
        {"22 cpu-migrations\n2000 msec task-clock", "", CPU_CHIP_ANY},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        findings_are(cases[i].counts, cases[i].chip, cases[i].expected);
}

/* What the worked examples of the guide are about is what is found in them. */
static void test_examples(void **state)
{
    static const struct {
        const char *name, *expected;
    } cases[] = {
        {"cpu-local-write", ""},
        {"cpu-local-read", ""},
        {"cpu-remote-write", "Writes to Another Socket, socket 1"},
        {"cpu-remote-read", "Reads from Another Socket, socket 1"},
        {"pcie-local-read", ""},
        {"pcie-remote-read", "A PCIe Device Works on Another Socket's Memory, socket 1"},
        {"gpu-write-cpu", "The GPU Works on CPU Memory by ATS, socket 0"},
        {"gpu-read-cpu", "The GPU Works on CPU Memory by ATS, socket 0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cpu_run run;
        struct error error;
        char *path = mem_printf("tests/data/cpu/examples/%s.txt", cases[i].name);
        cpu_run_open(&run, &catalog);
        if (!cpu_file_open(&run, path, &error))
            fail_msg("%s", error.text);
        char *line = line_of(&run);
        if (strcmp(line, cases[i].expected) != 0)
            fail_msg("%s: \"%s\"", path, line);
        free(line);
        free(path);
        cpu_run_free(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_examples),
    };
    /* Rules of the user are none of ours. */
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
