/* What perf stat prints, in its forms; the worked examples of the guide as perf text in and metrics
 * out, to nine decimals. */
#include <math.h>
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
#include "cpu/pages/cpu_page.h"
#include "cpu/values/cpu_values.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"

static struct cpu_catalog catalog;
static struct cpu_run run;

/* The formulas in bytes of the examples, as a user would add them. */
static void add_bytes(const char *file)
{
    size_t length;
    struct error error;
    char *text = file_bytes(file, &length, &error);
    if (!text || !cpu_catalog_add_text(&catalog, file, text, length, &error))
        fail_msg("%s", error.text);
    free(text);
}

static int open_catalog(void **state)
{
    struct error error;
    (void)state;
    if (!cpu_catalog_add_built_in(&catalog, &error))
        fail_msg("%s", error.text);
    add_bytes("tests/data/cpu/examples/bytes-scf.yaml");
    add_bytes("tests/data/cpu/examples/bytes-c2c0.yaml");
    add_bytes("tests/data/cpu/examples/bytes-c2c1.yaml");
    if (!cpu_catalog_check(&catalog, &error))
        fail_msg("%s", error.text);
    return 0;
}

static int close_catalog(void **state)
{
    (void)state;
    cpu_catalog_free(&catalog);
    return 0;
}

static void read_text(const char *text)
{
    struct error error;
    cpu_run_open(&run, &catalog);
    if (!perf_output_read(&run, "perf.txt", text, strlen(text), &error))
        fail_msg("%s", error.text);
    cpu_run_settle(&run);
}

static const struct cpu_count *count_of(const char *unit, const char *event, int socket)
{
    for (size_t i = 0; i < run.count; i++)
        if (run.counts[i].event && strcmp(run.counts[i].unit->name, unit) == 0 &&
            strcmp(run.counts[i].event->name, event) == 0 && run.counts[i].socket == socket)
            return &run.counts[i];
    fail_msg("no count of %s in %s of socket %d", event, unit, socket);
    return NULL;
}

static double value_of(const char *metric, int socket)
{
    struct cpu_cell cell;
    const struct cpu_place place = {socket, 0};
    const struct cpu_metric *its = cpu_catalog_metric(&catalog, metric);
    assert_non_null(its);
    if (!cpu_value_of(&run, its, &place, SIZE_MAX, &cell) || cell.absence != CPU_PRESENT)
        fail_msg("%s of socket %d has no value", metric, socket);
    return cell.value;
}

static void test_examples(void **state)
{
    size_t length, checked = 0;
    struct error error;
    char *text = file_bytes("tests/data/cpu/examples/expected.tsv", &length, &error), *rest = text;
    (void)state;
    assert_non_null(text);
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        char path[256], shown[64];
        if (!*line || *line == '#')
            continue;
        char *name = strsep(&line, "\t"), *metric = strsep(&line, "\t");
        const int socket = atoi(strsep(&line, "\t"));
        snprintf(path, sizeof path, "tests/data/cpu/examples/%s.txt", name);
        cpu_run_open(&run, &catalog);
        if (!cpu_file_open(&run, path, &error))
            fail_msg("%s", error.text);
        cpu_run_settle(&run);
        snprintf(shown, sizeof shown, "%.9f", value_of(metric, socket));
        if (strcmp(shown, line) != 0)
            fail_msg("%s: %s: %s instead of %s", name, metric, shown, line);
        cpu_run_free(&run);
        checked++;
    }
    assert_int_equal(checked, 56);
    free(text);
}

static void test_the_lost_digit_is_noted(void **state)
{
    struct error error;
    (void)state;
    cpu_run_open(&run, &catalog);
    assert_true(cpu_file_open(&run, "tests/data/cpu/examples/cpu-local-write.txt", &error));
    cpu_run_settle(&run);
    assert_int_equal(run.note_count, 1);
    assert_non_null(strstr(run.notes[0], "0.027496157 s"));
    assert_non_null(strstr(run.notes[0], "0.127496157 s"));
    cpu_run_free(&run);
    cpu_run_open(&run, &catalog);
    assert_true(cpu_file_open(&run, "tests/data/cpu/examples/cpu-local-read.txt", &error));
    cpu_run_settle(&run);
    assert_int_equal(run.note_count, 0);
    cpu_run_free(&run);
}

static void test_forms_agree(void **state)
{
    static const char *const forms[] = {
        " 1,009,299,148      nvidia_scf_pmu_0/cmem_wr_total_bytes/  # 36 G/sec (50.00%)\n"
        "    27,496,157 ns   duration_time\n",
        "  1.009.299.148      nvidia_scf_pmu_0/event=cmem_wr_total_bytes/   (50,00%)\n"
        "     27.496.157 ns   duration_time\n",
        "1009299148 **nvidia_scf_pmu_0/event=0x1db/** (50.00%)\n"
        "27496157 duration_time\n",
        "1\xe2\x80\xaf"
        "009\xe2\x80\xaf"
        "299\xe2\x80\xaf"
        "148 nvidia_scf_pmu_0/config=0x1db/ "
        "(50.00%)\n27496157 ns duration_time\n",
        "1009299148,,nvidia_scf_pmu_0/cmem_wr_total_bytes/,13748078,50.00,,\n"
        "27496157,ns,duration_time,27496157,100.00,,\n",
        "1009299148;;nvidia_scf_pmu_0/cmem_wr_total_bytes/;13748078;50.00;;\n"
        "27496157;ns;duration_time;27496157;100.00;;\n",
        "{\"counter-value\" : \"1009299148.000000\", \"unit\" : \"\", \"event\" : "
        "\"nvidia_scf_pmu_0/cmem_wr_total_bytes/\", \"event-runtime\" : 13748078, "
        "\"pcnt-running\" : 50.00, \"metric-value\" : 0.0, \"metric-unit\" : \"\"}\n"
        "{\"counter-value\" : \"27496157.000000\", \"unit\" : \"ns\", \"event\" : "
        "\"duration_time\", \"event-runtime\" : 27496157, \"pcnt-running\" : 100.00}\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        read_text(forms[i]);
        const struct cpu_count *count = count_of("scf", "CMEM_WR_TOTAL_BYTES", 0);
        assert_true(count->total.value == 1009299148);
        assert_true(cpu_value_is_estimate(&count->total));
        assert_true(fabs(value_of("local_cpu_memory_write_bandwidth", 0) - 36.706916825) < 1e-9);
        cpu_run_free(&run);
    }
}

static void test_filters(void **state)
{
    (void)state;
    read_text("1,168,472,064 nvidia_pcie_pmu_1/rd_bytes_loc,root_port=0x100/\n"
              "5 nvidia_pcie_pmu_1/root_port=0x3,event=0x1/\n"
              "7,,nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x4/,100,100.00,,\n"
              "9,,nvidia_pcie_pmu_0/rd_bytes_loc,config1=0xf/,100,100.00,,\n"
              "1.0 seconds time elapsed\n");
    assert_int_equal(count_of("pcie", "RD_BYTES_LOC", 1)->filter, 0x100);
    assert_int_equal(count_of("pcie", "RD_BYTES_REM", 1)->filter, 0x3);
    assert_true(count_of("pcie", "RD_BYTES_REM", 1)->total.value == 5);
    /* Two filters in one socket are two places. */
    struct cpu_choice choice = {0};
    struct cpu_values values;
    assert_true(cpu_choice_add_groups(&choice, &catalog, "all", NULL));
    cpu_values_make(&values, &run, &choice, SIZE_MAX);
    assert_int_equal(values.place_count, 4);
    assert_int_equal(values.places[0].filter, 0x4);
    assert_int_equal(values.places[1].filter, 0xf);
    cpu_values_free(&values);
    cpu_choice_free(&choice);
    cpu_run_free(&run);
}

/* The guide's utilization is of all ten ports, whatever was counted; beside it stands that of the
 * ports that were. */
static void test_ports(void **state)
{
    static const struct {
        const char *filter;
        double selected;
    } cases[] = {{"0x100", 70}, {"0x3", 35}, {"0x3ff", 7}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = mem_printf("100 nvidia_pcie_pmu_0/cycles,root_port=%s/\n"
                                "50 nvidia_pcie_pmu_0/rd_req_loc,root_port=%s/\n"
                                "20 nvidia_pcie_pmu_0/rd_req_rem,root_port=%s/\n"
                                "1.0 seconds time elapsed\n",
                                cases[i].filter, cases[i].filter, cases[i].filter);
        read_text(text);
        assert_true(fabs(value_of("pcie_rp_read_utilization_percentage", 0) - 7) < 1e-12);
        assert_true(fabs(value_of("pcie_selected_read_utilization", 0) - cases[i].selected) <
                    1e-12);
        free(text);
        cpu_run_free(&run);
    }
    /* Who asks for the group of the guide gets both. */
    struct cpu_choice choice = {0};
    size_t beside = 0;
    assert_true(cpu_choice_add_groups(&choice, &catalog, "pcie", NULL));
    for (size_t i = 0; i < choice.count; i++)
        beside += strcmp(choice.list[i].group->id, "ports") == 0;
    assert_int_equal(beside, 2);
    assert_int_equal(choice.count, 10);
    cpu_choice_free(&choice);
    assert_true(cpu_choice_add_groups(&choice, &catalog, "ports", NULL));
    assert_int_equal(choice.count, 2);
    cpu_choice_free(&choice);
}

/* The guide has utilization and latency of remote memory for two sockets, and bandwidths for any
 * number. */
static void test_three_sockets(void **state)
{
    struct cpu_cell cell;
    const struct cpu_place place = {0, 0};
    static const char *const of_two[] = {"remote_memory_read_utilization_percentage_01",
                                         "remote_memory_write_utilization_percentage_01",
                                         "remote_memory_read_latency_01"};
    (void)state;
    for (int sockets = 2; sockets <= 3; sockets++) {
        char *text = mem_printf(
            "1000 nvidia_scf_pmu_0/cycles/\n50 nvidia_scf_pmu_0/socket_1_rd_access/\n"
            "900 nvidia_scf_pmu_0/socket_1_rd_outstanding/\n4 "
            "nvidia_scf_pmu_0/socket_1_wb_access/\n"
            "6 nvidia_scf_pmu_0/socket_1_wr_access/\n70 nvidia_scf_pmu_0/remote_socket_rd_access/\n"
            "2800 nvidia_scf_pmu_0/remote_socket_rd_outstanding/\n"
            "31250000 nvidia_scf_pmu_0/remote_socket_rd_data/\n"
            "5 nvidia_scf_pmu_%d/cycles/\n1.0 seconds time elapsed\n",
            sockets - 1);
        read_text(text);
        assert_int_equal(run.sockets, sockets);
        assert_true(value_of("remote_memory_read_bandwidth", 0) == 1);
        for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++)
            assert_int_equal(cpu_value_of(&run, cpu_catalog_metric(&catalog, of_two[i]), &place,
                                          SIZE_MAX, &cell),
                             sockets == 2);
        assert_int_equal(cpu_value_of(&run,
                                      cpu_catalog_metric(&catalog, "remote_memory_read_latency"),
                                      &place, SIZE_MAX, &cell),
                         sockets == 3);
        free(text);
        cpu_run_free(&run);
    }
}

/* The guide's way of a device's port into the filter: PCI domain 0008, so port 8, so 0x100. */
static void test_filter_of_an_example(void **state)
{
    struct error error;
    (void)state;
    cpu_run_open(&run, &catalog);
    assert_true(cpu_file_open(&run, "tests/data/cpu/examples/pcie-remote-read.txt", &error));
    cpu_run_settle(&run);
    assert_int_equal(count_of("pcie", "RD_BYTES_REM", 1)->filter, 0x100);
    assert_int_equal(count_of("c2c0", "RD_BYTES_LOC", 0)->filter, 0);
    cpu_run_free(&run);
}

static void test_names(void **state)
{
    (void)state;
    /* The core is known by an event that only it has. */
    read_text("100 cycles\n250 instructions:u\n80 stalled-cycles-backend\n12 r80C0\n"
              "30 armv8_pmuv3_0/r80c1/\n1.0 seconds time elapsed\n");
    assert_true(value_of("instructions_per_cycle", CPU_ANY_SOCKET) == 2.5);
    assert_true(value_of("backend_stalled_cycles", CPU_ANY_SOCKET) == 80);
    assert_true(value_of("flops", CPU_ANY_SOCKET) == 42);
    cpu_run_free(&run);
    /* What perf calls cache events are events of the core, too. */
    read_text("1000 armv8_pmuv3_0/cpu_cycles/\n4000 instructions\n200 dTLB-loads\n"
              "10 dTLB-load-misses\n50 LLC-loads\n25 LLC-load-misses\n40 L1-dcache-loads\n"
              "4 L1-dcache-load-misses\n80 L1-icache-loads\n2 L1-icache-load-misses\n"
              "20 iTLB-loads\n1 iTLB-load-misses\n1.0 seconds time elapsed\n");
    assert_true(value_of("l1_data_tlb_miss_ratio", CPU_ANY_SOCKET) == 0.05);
    assert_true(value_of("ll_cache_read_miss_ratio", CPU_ANY_SOCKET) == 0.5);
    assert_true(value_of("l1_data_cache_miss_ratio", CPU_ANY_SOCKET) == 0.1);
    assert_true(value_of("l1i_cache_miss_ratio", CPU_ANY_SOCKET) == 0.025);
    assert_true(value_of("l1_instruction_tlb_miss_ratio", CPU_ANY_SOCKET) == 0.05);
    cpu_run_free(&run);
    read_text("100 cycles\n250 instructions:u\n8 cache-misses\n1.0 seconds time elapsed\n");
    assert_true(value_of("generic_ipc", CPU_ANY_SOCKET) == 2.5);
    assert_true(value_of("generic_cache_mpki", CPU_ANY_SOCKET) == 32);
    cpu_run_free(&run);
    read_text("5 made_up_event\n12.50 msec task-clock # 0.5 CPUs\n1 inst_retired\n");
    assert_null(run.counts[0].unit);
    assert_true(count_of("software", "TASK_CLOCK", CPU_ANY_SOCKET)->total.value == 12.5e6);
    assert_non_null(strstr(run.notes[0], "no bandwidths"));
    cpu_run_free(&run);
}

static void test_absent(void **state)
{
    struct cpu_cell cell;
    const struct cpu_place place = {0, 0};
    (void)state;
    read_text("  <not counted>      nvidia_scf_pmu_0/cmem_rd_data/   (0.00%)\n"
              "<not supported>,,nvidia_scf_pmu_0/cmem_wr_total_bytes/,0,100.00,,\n"
              "0 nvidia_scf_pmu_0/scf_cache/\n0 nvidia_scf_pmu_0/scf_cache_refill/\n"
              "1.0 seconds time elapsed\n");
    assert_true(cpu_value_of(&run, cpu_catalog_metric(&catalog, "local_cpu_memory_read_bandwidth"),
                             &place, SIZE_MAX, &cell));
    assert_int_equal(cell.absence, CPU_ABSENT_COUNT);
    assert_true(cpu_value_of(&run, cpu_catalog_metric(&catalog, "local_cpu_memory_write_bandwidth"),
                             &place, SIZE_MAX, &cell));
    assert_int_equal(cell.absence, CPU_ABSENT_EVENT);
    assert_true(cpu_value_of(&run, cpu_catalog_metric(&catalog, "scf_cache_refill_ratio"), &place,
                             SIZE_MAX, &cell));
    assert_int_equal(cell.absence, CPU_ABSENT_UNDEFINED);
    assert_false(
        cpu_value_of(&run, cpu_catalog_metric(&catalog, "scf_frequency"), &place, SIZE_MAX, &cell));
    cpu_run_free(&run);
}

static void test_intervals_and_sockets(void **state)
{
    static const char *const forms[] = {
        "#  time  socket cpus  counts unit events\n"
        "   1.000100000 S0       72        300      inst_retired\n"
        "   1.000100000 S0       72        100      cpu_cycles\n"
        "   1.000100000 S1       72        50      inst_retired\n"
        "   1.000100000 S1       72        100      cpu_cycles\n"
        "   2.000300000 S0       72        <not counted>      inst_retired\n"
        "   2.000300000 S0       72        100      cpu_cycles\n",
        "     1.000100000,S0,72,300,,inst_retired,1000,100.00,,\n"
        "     1.000100000,S0,72,100,,cpu_cycles,1000,100.00,,\n"
        "     1.000100000,S1,72,50,,inst_retired,1000,100.00,,\n"
        "     1.000100000,S1,72,100,,cpu_cycles,1000,100.00,,\n"
        "     2.000300000,S0,72,<not counted>,,inst_retired,0,100.00,,\n"
        "     2.000300000,S0,72,100,,cpu_cycles,1000,100.00,,\n",
        "{\"interval\" : 1.0001, \"socket\" : \"S0\", \"counter-value\" : \"300\", \"event\" : "
        "\"inst_retired\"}\n"
        "{\"interval\" : 1.0001, \"socket\" : \"S0\", \"counter-value\" : \"100\", \"event\" : "
        "\"cpu_cycles\"}\n"
        "{\"interval\" : 1.0001, \"socket\" : \"S1\", \"counter-value\" : \"50\", \"event\" : "
        "\"inst_retired\"}\n"
        "{\"interval\" : 1.0001, \"socket\" : \"S1\", \"counter-value\" : \"100\", \"event\" : "
        "\"cpu_cycles\"}\n"
        "{\"interval\" : 2.0003, \"socket\" : \"S0\", \"counter-value\" : \"<not counted>\", "
        "\"event\" : \"inst_retired\"}\n"
        "{\"interval\" : 2.0003, \"socket\" : \"S0\", \"counter-value\" : \"100\", \"event\" : "
        "\"cpu_cycles\"}\n"};
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct cpu_cell cell;
        const struct cpu_place place = {0, 0};
        const struct cpu_metric *ipc = cpu_catalog_metric(&catalog, "instructions_per_cycle");
        read_text(forms[i]);
        assert_int_equal(run.step_count, 2);
        assert_true(fabs(run.duration - 2.0003e9) < 1);
        assert_true(fabs(run.steps[1].length - 1.0002e9) < 1);
        assert_true(value_of("instructions_per_cycle", 0) == 1.5);
        assert_true(value_of("instructions_per_cycle", 1) == 0.5);
        assert_true(cpu_value_of(&run, ipc, &place, 0, &cell) && cell.value == 3);
        assert_true(cpu_value_of(&run, ipc, &place, 1, &cell));
        assert_int_equal(cell.absence, CPU_ABSENT_COUNT);
        cpu_run_free(&run);
    }
}

static void test_sums_over_cpus_and_runs(void **state)
{
    (void)state;
    read_text("CPU0     10      cpu_cycles\nCPU1     32      cpu_cycles\n"
              "  49      page-faults       ( +-  1.36% )\n"
              "  0.0008005 +- 0.0000273 seconds time elapsed  ( +-  3.41% )\n");
    assert_true(count_of("core", "CPU_CYCLES", CPU_ANY_SOCKET)->total.value == 42);
    assert_true(count_of("software", "PAGE_FAULTS", CPU_ANY_SOCKET)->total.value == 49);
    assert_true(run.duration == 800500);
    cpu_run_free(&run);
}

/* Groups that have the same event are told apart: its counts are not added. */
static void test_groups(void **state)
{
    static const char *const forms[] = {
        "100 cpu_cycles (50.00%)\n200 inst_retired (50.00%)\n"
        "300 cpu_cycles (50.00%)\n150 stall_backend (50.00%)\n",
        "100,,cpu_cycles,10,50.00,,\n200,,inst_retired,10,50.00,,\n"
        "300,,cpu_cycles,10,50.00,,\n150,,stall_backend,10,50.00,,\n",
        "CPU0 60 cpu_cycles\nCPU1 40 cpu_cycles\nCPU0 150 inst_retired\nCPU1 50 inst_retired\n"
        "CPU0 100 cpu_cycles\nCPU1 200 cpu_cycles\nCPU0 100 stall_backend\nCPU1 50 stall_backend\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        read_text(forms[i]);
        assert_true(value_of("instructions_per_cycle", CPU_ANY_SOCKET) == 2);
        assert_true(value_of("backend_stalled_cycles", CPU_ANY_SOCKET) == 50);
        cpu_run_free(&run);
    }
}

/* The lines behind the counts are no counts. */
static void test_times_of_perf(void **state)
{
    (void)state;
    read_text("    49      page-faults\n\n       0.000908063 seconds time elapsed\n\n"
              "       0.001012000 seconds user\n       0.000000000 seconds sys\n");
    assert_int_equal(run.count, 1);
    assert_true(run.duration == 908063);
    cpu_run_free(&run);
}

static void test_what_is_no_count(void **state)
{
    static const char *const texts[] = {"", "hello world\n", "12 + 13 = 25\n", "{\"a\": 1}\n",
                                        "1,2,3\n"};
    struct error error;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cpu_run_open(&run, &catalog);
        assert_false(perf_output_read(&run, "x.txt", texts[i], strlen(texts[i]), &error));
        assert_string_equal(error.text,
                            "x.txt: this has no count of perf stat (text, -x or -j) and "
                            "is no file of rooftop cpu -o");
        cpu_run_free(&run);
    }
}

static void test_bytes_that_are_no_text(void **state)
{
    static const char bytes[] = "\0007 OK,\n7 page-faults\n";
    struct error error;
    (void)state;
    cpu_run_open(&run, &catalog);
    assert_false(perf_output_read(&run, "x.bin", bytes, sizeof bytes - 1, &error));
    assert_string_equal(error.text, "x.bin: this is no text, and no file of rooftop cpu -o");
    cpu_run_free(&run);
}

/* What looks like a count and is none is told by line, and the rest is read. */
static void test_broken_lines(void **state)
{
    static const char *const lines[] = {
        "  12x nvidia_scf_pmu_0/cmem_rd_data/",
        "  abc nvidia_scf_pmu_0/cmem_rd_data/  # 3 GB/s",
        "  1,00,0 nvidia_scf_pmu_0/cmem_rd_data/",
        "  -5 nvidia_scf_pmu_0/cmem_rd_data/",
        "  7 nvidia_scf_pmu_0/cmem_rd_data/ (3x.20%)",
        "  x7 8 nvidia_scf_pmu_0/cmem_rd_data/",
        "  <not countd> nvidia_scf_pmu_0/cmem_rd_data/",
        "12x,,nvidia_scf_pmu_0/cmem_rd_data/,1000,100.00,,",
        "12,,nvidia_scf_pmu_0/cmem_rd_data/,1000,1oo.00,,",
        "12;;nvidia_scf_pmu_0/cmem_rd",
        "1 2x inst_retired",
        "many,,inst_retired,1000,100.00,,",
        "S0 72 1.5x msec task-clock",
        "{\"counter-value\" : \"1x\", \"event\" : \"inst_retired\"}",
        "{\"counter-value\" : \"1\", \"event\" : \"inst_retired\", \"pcnt-running\" : x}",
        "{\"counter-value\" : \"1\", \"eve",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *text = mem_printf("# a comment\n%s\n 6 nvidia_scf_pmu_0/cycles/\n"
                                "2.0 seconds time elapsed\n",
                                lines[i]);
        read_text(text);
        const char *line = lines[i] + strspn(lines[i], " ");
        char *start = mem_printf("perf.txt:2: \"%s\" is left out: ", line);
        if (run.gaps.broken != 1 || run.gaps.count != 1 ||
            strncmp(run.gaps.list[0].text, start, strlen(start)) != 0)
            fail_msg("%s: %zu gaps: %s", lines[i], run.gaps.count,
                     run.gaps.count ? run.gaps.list[0].text : "");
        assert_string_equal(run.notes[0], "1 line of perf.txt is broken and left out");
        assert_int_equal(run.count, 1);
        assert_true(count_of("scf", "CYCLES", 0)->total.value == 6);
        free(start);
        free(text);
        cpu_run_free(&run);
    }
}

/* perf's output has other lines around it, and they are nobody's fault. */
static void test_other_lines(void **state)
{
    static const char *const lines[] = {
        "took 12 cycles",
        "all cycles",
        "[  3] copied 12 instructions in 5 cycles",
        "$ perf stat -a -e nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x3/ ./app",
        " Performance counter stats for './app cycles':",
        "# 12x nvidia_scf_pmu_0/cmem_rd_data/",
        "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.126 s, 8.5 GB/s",
        "       0.001012000 seconds user",
        "{\"metric-value\" : \"12.3\", \"metric-unit\" : \"%  tma_retiring\"}",
        ",,,,,,12.3,%  tma_retiring",
        ",,,,,0.45,stalled cycles per insn",
        "     1.000100000,,,,,,0.45,stalled cycles per insn",
        "     1.000100000,,,,,,1.23,of all branches",
        "                    #     12.3 %  tma_retiring",
        "event (nvidia_scf_pmu_0/cycles/) is unsupported",
        "nvidia_scf_pmu_0/cycles/",
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *text =
            mem_printf("%s\n 6 nvidia_scf_pmu_0/cycles/\n1.0 seconds time elapsed\n", lines[i]);
        read_text(text);
        if (run.gaps.count)
            fail_msg("%s", run.gaps.list[0].text);
        assert_int_equal(run.count, 1);
        assert_int_equal(run.note_count, 0);
        free(text);
        cpu_run_free(&run);
    }
}

/* Counts that no formula has are told once each, and stay in the run. */
static void test_unknown_events(void **state)
{
    static const char *const told[] = {
        "warning: perf.txt:2: \"nvidia_scf_pmu_0/event=0x999/\" is in no formula: no event of unit "
        "scf has this number; a file in ~/.config/rooftop/cpu can give it a name, see "
        "rooftop-cpu(1)",
        "warning: perf.txt:3: \"nvidia_scf_pmu_0/cmem_rd_dat/\" is in no formula: unit scf has no "
        "event \"cmem_rd_dat\"; nearest are cmem_rd_data, gmem_rd_data, cmem_wb_data; ",
        "warning: perf.txt:4: \"made_up\" is in no formula: \"made_up\" is no known event; ",
        "warning: perf.txt:5: \"nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x400/\" is in no "
        "formula: root_port=0x400: a mask of 10 bits is expected; ",
        "warning: perf.txt:6: \"r9999\" is in no formula: no event of unit core has this number; ",
    };
    (void)state;
    read_text("6 nvidia_scf_pmu_0/cycles/\n1 nvidia_scf_pmu_0/event=0x999/\n"
              "2 nvidia_scf_pmu_0/cmem_rd_dat/\n3 made_up\n"
              "4 nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x400/\n5 r9999\n"
              "7 nvidia_scf_pmu_0/event=0x999/\n1.0 seconds time elapsed\n");
    assert_int_equal(run.gaps.broken, 0);
    assert_int_equal(run.gaps.count, sizeof told / sizeof *told);
    for (size_t i = 0; i < run.gaps.count; i++)
        if (strncmp(run.gaps.list[i].text, told[i], strlen(told[i])) != 0)
            fail_msg("%s", run.gaps.list[i].text);
    assert_int_equal(run.count, 7);
    /* Those that only another machine has are known. */
    cpu_run_free(&run);
    read_text("6 nvidia_scf_pmu_0/cycles/\n2 cache-misses\n3 slots\n4 r80c0\n5 instructions:u\n"
              "6 L1-dcache-loads\n7,ns,duration_time,7,100.00,,\n");
    assert_int_equal(run.gaps.count, 0);
    cpu_run_free(&run);
}

/* A long list of them ends with how many more there are. */
static void test_many_gaps(void **state)
{
    char *text = mem_strdup("6 nvidia_scf_pmu_0/cycles/\n");
    (void)state;
    for (int i = 0; i < 100; i++) {
        char *more = mem_printf("%s%dx nvidia_scf_pmu_0/cycles/\n", text, i);
        free(text);
        text = more;
    }
    read_text(text);
    assert_int_equal(run.gaps.broken, 100);
    assert_int_equal(run.gaps.count + run.gaps.left, 100);
    assert_true(run.gaps.left > 0 && run.gaps.count >= 20);
    assert_string_equal(run.notes[0], "100 lines of perf.txt are broken and left out");
    free(text);
    cpu_run_free(&run);
}

/* The same of a file of -o, whose values are numbers or null. */
static void test_gaps_of_own_file(void **state)
{
    static const char own[] =
        "{\"schema\": \"rooftop-cpu\", \"duration_ns\": 1000, \"events\": [\n"
        "{\"name\": \"nvidia_scf_pmu_0/cycles/\", \"value\": 12},\n"
        "{\"name\": \"nvidia_scf_pmu_0/cmem_rd_data/\", \"value\": \"1x\"},\n"
        "{\"name\": \"nvidia_scf_pmu_0/event=0x999/\", \"value\": 5, \"enabled_ns\": \"x\"},\n"
        "{\"name\": \"nvidia_scf_pmu_0/scf_cache/\", \"value\": null, \"state\": \"gone\"}],\n"
        "\"steps\": [{\"at_ns\": 10, \"values\": [12, null, 5,\n\"y\"]}], \"notes\": []}";
    static const char *const told[] = {
        "own.json:3: \"\"value\": 1x\" is left out: a number or null is expected; ",
        "own.json:4: \"\"enabled_ns\": x\" is left out: a number or null is expected; ",
        "warning: own.json:4: \"nvidia_scf_pmu_0/event=0x999/\" is in no formula: ",
        "own.json:5: \"gone\" is left out: this is no reason that rooftop cpu -o writes; ",
        "own.json:7: \"y\" is left out: a number or null is expected; ",
    };
    struct error error;
    (void)state;
    cpu_run_open(&run, &catalog);
    if (!cpu_file_read(&run, "own.json", own, strlen(own), &error))
        fail_msg("%s", error.text);
    cpu_run_settle(&run);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (i >= run.gaps.count || strncmp(run.gaps.list[i].text, told[i], strlen(told[i])) != 0)
            fail_msg("%zu: %s", i, i < run.gaps.count ? run.gaps.list[i].text : "nothing");
    assert_int_equal(run.gaps.broken, 4);
    assert_string_equal(run.notes[0], "4 values of own.json are broken and left out");
    assert_true(count_of("scf", "CYCLES", 0)->total.value == 12);
    cpu_run_free(&run);
}

/* Why there is no value is kept in the file of -o. */
static void test_states_are_kept(void **state)
{
    static const char own[] =
        "{\"schema\": \"rooftop-cpu\", \"duration_ns\": 1000, \"events\": ["
        "{\"name\": \"nvidia_scf_pmu_0/cmem_rd_data/\", \"value\": null, "
        "\"state\": \"no permission\"}, "
        "{\"name\": \"nvidia_scf_pmu_0/cmem_wr_total_bytes/\", \"value\": null, "
        "\"state\": \"not supported\"}, "
        "{\"name\": \"nvidia_scf_pmu_0/cycles/\", \"value\": null, "
        "\"state\": \"not counted\"}], \"steps\": [], \"notes\": []}";
    static const struct {
        const char *metric;
        enum cpu_absence absence;
    } cases[] = {{"local_cpu_memory_read_bandwidth", CPU_ABSENT_RIGHT},
                 {"local_cpu_memory_write_bandwidth", CPU_ABSENT_EVENT},
                 {"scf_frequency", CPU_ABSENT_COUNT}};
    const struct cpu_place place = {0, 0};
    struct error error;
    (void)state;
    cpu_run_open(&run, &catalog);
    if (!cpu_file_read(&run, "own.json", own, strlen(own), &error))
        fail_msg("%s", error.text);
    cpu_run_settle(&run);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cpu_cell cell;
        assert_true(cpu_value_of(&run, cpu_catalog_metric(&catalog, cases[i].metric), &place,
                                 SIZE_MAX, &cell));
        assert_int_equal(cell.absence, cases[i].absence);
    }
    cpu_run_free(&run);
}

/* What -o writes is read back with the same counts, steps and metrics. */
static void test_own_file(void **state)
{
    char *first = NULL, *second = NULL;
    size_t length, again;
    struct error error;
    struct cpu_choice choice = {0};
    (void)state;
    assert_true(cpu_choice_add_groups(&choice, &catalog, "all", NULL));
    read_text("   1.0 S0 72 300 inst_retired (33.30%)\n   1.0 S0 72 100 cpu_cycles\n"
              "   2.5 S0 72 <not counted> inst_retired\n   2.5 S0 72 100 cpu_cycles\n");
    FILE *out = open_memstream(&first, &length);
    cpu_page_print(&run, &choice, FORMAT_JSON, out);
    fclose(out);
    cpu_run_free(&run);
    assert_true(cpu_file_is(first, length));
    cpu_run_open(&run, &catalog);
    if (!cpu_file_read(&run, "own.json", first, length, &error))
        fail_msg("%s", error.text);
    cpu_run_settle(&run);
    out = open_memstream(&second, &again);
    cpu_page_print(&run, &choice, FORMAT_JSON, out);
    fclose(out);
    assert_string_equal(first, second);
    free(first);
    free(second);
    cpu_choice_free(&choice);
    cpu_run_free(&run);
}

static void test_choice(void **state)
{
    struct cpu_choice choice = {0};
    struct error error;
    (void)state;
    assert_false(cpu_choice_add_groups(&choice, &catalog, "scf,cashe", &error));
    assert_string_equal(error.text, "there is no group \"cashe\"; nearest are cache");
    assert_false(cpu_choice_add_metrics(&choice, &catalog, "instruction_per_cycle", &error));
    assert_non_null(strstr(error.text, "nearest are instructions_per_cycle"));
    cpu_choice_free(&choice);
    assert_true(cpu_choice_add_metrics(&choice, &catalog, "dtlb_mpki,regex:^fp(16|32),?", &error));
    assert_int_equal(choice.count, 3);
    cpu_choice_free(&choice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_the_lost_digit_is_noted),
        cmocka_unit_test(test_forms_agree),
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_ports),
        cmocka_unit_test(test_three_sockets),
        cmocka_unit_test(test_filter_of_an_example),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_intervals_and_sockets),
        cmocka_unit_test(test_sums_over_cpus_and_runs),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_times_of_perf),
        cmocka_unit_test(test_what_is_no_count),
        cmocka_unit_test(test_bytes_that_are_no_text),
        cmocka_unit_test(test_broken_lines),
        cmocka_unit_test(test_other_lines),
        cmocka_unit_test(test_unknown_events),
        cmocka_unit_test(test_many_gaps),
        cmocka_unit_test(test_gaps_of_own_file),
        cmocka_unit_test(test_states_are_kept),
        cmocka_unit_test(test_own_file),
        cmocka_unit_test(test_choice),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
