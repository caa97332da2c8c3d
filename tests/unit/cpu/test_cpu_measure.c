/* Counting, on a double of the kernel whose counters are functions of time and event; and for real
 * with the events of the kernel itself. The double knows what perf_event_open(2) refuses. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "cpu/measure/cpu_child.h"
#include "cpu/measure/cpu_measure.h"
#include "cpu/values/cpu_turns.h"
#include "cpu/values/cpu_values.h"
#include "grace_tree.h"

enum { MOST_EVENTS = 20000, COUNTERS = 6, CHILD = 4711, US = 1000 };

/* The double. */
static struct {
    struct event {
        bool open, enabled;
        struct perf_event_attr attributes;
        int leader, cpu;
        pid_t pid;
        double since;
    } events[MOST_EVENTS];
    int opened, closed;
    double now; /* ns */
    bool denied, denied_kernel, no_descriptors, no_call, no_hardware;
    int gone_cpu; /* -1: none */
    double slow;  /* ns that it takes to enable a group */
    double share; /* of the time that groups have counters */
    int never;    /* config of an event that never has one; -1: none */
} kernel;

static struct cpu_catalog catalog;
static struct cpu_machine machine;
static char *root;

static int refuse(int number)
{
    errno = number;
    return -1;
}

static bool is_core(const struct perf_event_attr *a)
{
    return (int)a->type == grace_tree_type(&catalog, "core", 0);
}

static bool is_uncore(const struct perf_event_attr *a)
{
    return a->type >= 20 && !is_core(a);
}

static bool takes_counter(const struct perf_event_attr *a)
{
    return is_core(a) ? a->config != 0x11 : a->config != UINT64_C(0x100000000);
}

static int members(int leader)
{
    int count = 0;
    for (int i = 0; i < kernel.opened; i++)
        count += kernel.events[i].open && (i == leader || kernel.events[i].leader == leader) &&
                 takes_counter(&kernel.events[i].attributes);
    return count;
}

static int fake_open(struct perf_event_attr *a, pid_t pid, int cpu, int group, unsigned long flags)
{
    assert_int_equal(a->size, sizeof *a);
    assert_true(flags & PERF_FLAG_FD_CLOEXEC);
    if (kernel.no_call)
        return refuse(ENOSYS);
    if (a->type == 0 && kernel.no_hardware)
        return refuse(ENOENT);
    if (kernel.denied && (is_uncore(a) || pid == -1))
        return refuse(EACCES);
    if (kernel.denied_kernel && !is_uncore(a) && !a->exclude_kernel)
        return refuse(EACCES);
    if (is_uncore(a)) {
        if (a->exclude_kernel || a->exclude_hv || a->exclude_user || a->inherit || pid != -1)
            return refuse(EINVAL);
        if (cpu != (a->type >= 30 ? 72 : 0)) /* the CPU of the other socket */
            return refuse(EINVAL);
    } else if (pid == -1 ? cpu < 0 || a->inherit : cpu >= 0) {
        return refuse(EINVAL);
    }
    if (pid == -1 && cpu >= 0 && cpu == kernel.gone_cpu && is_core(a))
        return refuse(ENODEV);
    if (kernel.no_descriptors && kernel.opened - kernel.closed >= 5)
        return refuse(EMFILE);
    if (group >= 0) {
        const struct event *leader = &kernel.events[group - 100];
        assert_true(leader->open && leader->leader < 0);
        if (leader->attributes.type != a->type)
            return refuse(EINVAL);
        if (a->type >= 20 && members(group - 100) + takes_counter(a) > COUNTERS)
            return refuse(EINVAL);
        assert_false(a->disabled);
    }
    assert_true(kernel.opened < MOST_EVENTS);
    kernel.events[kernel.opened] = (struct event){.open = true,
                                                  .attributes = *a,
                                                  .leader = group < 0 ? -1 : group - 100,
                                                  .cpu = cpu,
                                                  .pid = pid};
    return 100 + kernel.opened++;
}

/* An event counts its number once in a microsecond. */
static ssize_t fake_read(int fd, void *bytes, size_t size)
{
    const struct event *event = &kernel.events[fd - 100];
    const struct event *leader = event->leader < 0 ? event : &kernel.events[event->leader];
    uint64_t values[3] = {0};
    assert_true(event->open);
    if (leader->enabled) {
        const double enabled = kernel.now - leader->since,
                     share = (int)event->attributes.config == kernel.never ? 0 : kernel.share;
        values[1] = (uint64_t)enabled;
        values[2] = (uint64_t)(enabled * share);
        values[0] = (uint64_t)((double)(event->attributes.config & 0xffff) * enabled * share / US);
    }
    assert_int_equal(size, sizeof values);
    memcpy(bytes, values, sizeof values);
    return sizeof values;
}

static int fake_control(int fd, unsigned long request, unsigned long argument)
{
    struct event *event = &kernel.events[fd - 100];
    assert_int_equal(argument, PERF_IOC_FLAG_GROUP);
    assert_true(event->open && event->leader < 0);
    if (request == PERF_EVENT_IOC_ENABLE) {
        assert_false(event->attributes.enable_on_exec);
        event->enabled = true;
        event->since = kernel.now;
        kernel.now += kernel.slow;
    }
    return 0;
}

static int fake_close(int fd)
{
    assert_true(kernel.events[fd - 100].open);
    kernel.events[fd - 100].open = false;
    kernel.closed++;
    return 0;
}

static double fake_now(void)
{
    return kernel.now;
}

static const struct perf_calls calls = {fake_open, fake_read, fake_control, fake_close, fake_now};

/* The program begins: what waits for it is enabled. */
static void execute(void)
{
    for (int i = 0; i < kernel.opened; i++)
        if (kernel.events[i].attributes.enable_on_exec) {
            kernel.events[i].enabled = true;
            kernel.events[i].since = kernel.now;
        }
}

static int open_all(void **state)
{
    struct error error;
    (void)state;
    if (!cpu_catalog_add_built_in(&catalog, &error) || !cpu_catalog_check(&catalog, &error))
        fail_msg("%s", error.text);
    root = grace_tree_make(&catalog, GRACE_SUPERCHIP);
    cpu_machine_open(&machine, &catalog, root, CPU_CHIP_ANY);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    cpu_machine_close(&machine);
    grace_tree_free(root);
    cpu_catalog_free(&catalog);
    return 0;
}

static struct cpu_run run;
static struct cpu_plan plan;
static const struct cpu_parts all_parts = {0};
static struct error error;

static void begin(const char *groups)
{
    struct cpu_choice choice = {0};
    struct cpu_probe probe = {&machine, &calls};
    memset(&kernel, 0, sizeof kernel);
    kernel.share = 1;
    kernel.gone_cpu = kernel.never = -1;
    assert_true(cpu_choice_add_groups(&choice, &catalog, groups, NULL));
    cpu_plan_make(&plan, &catalog, &choice, &machine, &all_parts, cpu_probe_capacity, &probe);
    assert_int_equal(kernel.opened, kernel.closed);
    cpu_choice_free(&choice);
    cpu_run_open(&run, &catalog);
    run.chip = machine.chip;
    run.sockets = machine.sockets;
}

static void end(void)
{
    assert_int_equal(kernel.opened, kernel.closed);
    cpu_plan_free(&plan);
    cpu_run_free(&run);
}

static struct cpu_measure *open_measure(pid_t pid)
{
    return cpu_measure_open(&machine, &plan, &all_parts, (struct cpu_target){pid}, SIZE_MAX, &calls,
                            &run, &error);
}

static void count_for(struct cpu_measure *measure, double ns)
{
    assert_non_null(measure);
    cpu_measure_start(measure);
    execute();
    kernel.now += ns;
    cpu_measure_finish(measure, &run, true);
    cpu_run_settle(&run);
}

static double value_of(const char *metric, int socket, struct cpu_cell *cell)
{
    const struct cpu_place place = {socket, 0};
    assert_true(cpu_value_of(&run, cpu_catalog_metric(&catalog, metric), &place, SIZE_MAX, cell));
    return cell->absence == CPU_PRESENT ? cell->value : NAN;
}

static bool noted(const char *words)
{
    for (size_t i = 0; i < run.note_count; i++)
        if (strstr(run.notes[i], words))
            return true;
    return false;
}

static void test_program(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("summary");
    count_for(open_measure(CHILD), 2e6);
    /* Values are the numbers of the events for each microsecond. */
    assert_true(fabs(value_of("instructions_per_cycle", CPU_ANY_SOCKET, &cell) - 8. / 17) < 1e-12);
    assert_false(cell.estimate);
    const double read = value_of("local_cpu_memory_read_bandwidth", 1, &cell);
    assert_true(fabs(read - 0x1a5 * 32 / 1000.) < 1e-9);
    assert_true(run.duration == 2e6);
    assert_int_equal(run.note_count, 0);
    end();
}

static void test_groups_are_found_by_opening(void **state)
{
    struct cpu_probe probe = {&machine, &calls};
    (void)state;
    begin("pipeline");
    assert_int_equal(cpu_probe_capacity(&probe, cpu_catalog_unit(&catalog, "core")), COUNTERS);
    assert_int_equal(cpu_probe_capacity(&probe, cpu_catalog_unit(&catalog, "scf")), COUNTERS);
    end();
    /* A plan for more counters than there are: the rest goes into groups of its own. */
    begin("summary");
    plan.count = 0;
    assert_true(cpu_plan_add_events(&plan, &catalog, &machine, "core/inst_retired/", NULL));
    const struct cpu_unit *core = cpu_catalog_unit(&catalog, "core");
    for (size_t i = 0; i < 20; i++)
        plan.groups[0].events[i] = core->events[i];
    plan.groups[0].count = 20;
    count_for(open_measure(CHILD), 1e6);
    size_t counted = 0;
    for (size_t i = 0; i < run.count; i++)
        counted += run.counts[i].total.state == CPU_COUNTED;
    assert_int_equal(counted, 20);
    end();
}

static void test_turns(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("pipeline,scf");
    struct cpu_measure *measure = open_measure(CHILD);
    kernel.share = 0.25;
    count_for(measure, 4e6);
    assert_true(fabs(value_of("instructions_per_cycle", CPU_ANY_SOCKET, &cell) - 8. / 17) < 1e-3);
    assert_true(cell.estimate);
    assert_true(fabs(cell.share - 0.25) < 1e-6);
    struct strbuf turns = {0};
    cpu_turns_text(&turns, &run);
    assert_string_equal(turns.data,
                        "Counted in turns: core 2 groups, each at least 25 % of the time; scf 2 "
                        "groups, each at least 25 % of the time.");
    strbuf_free(&turns);
    end();
    /* A single group that had to wait. */
    begin("branch");
    measure = open_measure(CHILD);
    kernel.share = 0.5;
    count_for(measure, 1e6);
    cpu_turns_text(&turns, &run);
    assert_string_equal(turns.data, "Counted in turns: core 50 % of the time, though it has one "
                                    "group: somebody else counts.");
    strbuf_free(&turns);
    end();
}

static void test_never_scheduled(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("pipeline");
    struct cpu_measure *measure = open_measure(CHILD);
    kernel.never = 0x24;
    count_for(measure, 1e6);
    assert_true(isnan(value_of("backend_stalled_cycles", CPU_ANY_SOCKET, &cell)));
    assert_int_equal(cell.absence, CPU_ABSENT_COUNT);
    assert_false(isnan(value_of("frontend_stalled_cycles", CPU_ANY_SOCKET, &cell)));
    assert_true(noted("1 of the events never had a counter"));
    end();
    /* Who knows it is not told. */
    begin("pipeline");
    measure = open_measure(CHILD);
    kernel.never = 0x24;
    cpu_measure_start(measure);
    execute();
    kernel.now += 1e6;
    cpu_measure_finish(measure, &run, false);
    assert_false(noted("never had a counter"));
    end();
}

static void test_whole_machine(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("pipeline");
    kernel.gone_cpu = 100;
    count_for(open_measure(-1), 1e6);
    /* The cores of a socket together: 72 and 71 CPUs. */
    double first = 0, second = 0;
    for (size_t i = 0; i < run.count; i++)
        if (run.counts[i].event && strcmp(run.counts[i].event->name, "INST_RETIRED") == 0 &&
            run.counts[i].total.state == CPU_COUNTED)
            *(run.counts[i].socket ? &second : &first) = run.counts[i].total.value;
    assert_true(first == 72. * 8 * 1000 && second == 71. * 8 * 1000);
    assert_true(fabs(value_of("instructions_per_cycle", 1, &cell) - 8. / 17) < 1e-12);
    assert_true(noted("CPU 100 went away"));
    end();
}

static void test_no_permission(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("summary");
    kernel.denied = true;
    kernel.denied_kernel = true;
    machine.paranoid = 2;
    count_for(open_measure(CHILD), 1e6);
    /* Cores without the kernel's part; units of the machine not at all. */
    assert_false(isnan(value_of("instructions_per_cycle", CPU_ANY_SOCKET, &cell)));
    assert_true(isnan(value_of("local_cpu_memory_read_bandwidth", 0, &cell)));
    assert_true(noted("the kernel's part of the program is not counted"));
    assert_int_equal(cell.absence, CPU_ABSENT_RIGHT);
    /* All devices in one sentence. */
    assert_true(noted("nvidia_pcie_pmu_1, nvidia_scf_pmu_0, nvidia_scf_pmu_1: no permission: "
                      "kernel.perf_event_paranoid is 2. Counting the machine needs at most 0"));
    assert_true(noted("sysctl -w kernel.perf_event_paranoid=0"));
    assert_int_equal(run.note_count, 2);
    end();
    /* A step says the same as the whole. */
    begin("scf,branch");
    kernel.denied = true;
    struct cpu_measure *measure = open_measure(CHILD);
    assert_non_null(measure);
    cpu_measure_start(measure);
    kernel.now += 1e6;
    cpu_measure_step(measure, &run);
    cpu_measure_finish(measure, &run, true);
    cpu_run_settle(&run);
    assert_true(cpu_value_of(&run, cpu_catalog_metric(&catalog, "scf_frequency"),
                             &(struct cpu_place){0, 0}, 0, &cell));
    assert_int_equal(cell.absence, CPU_ABSENT_RIGHT);
    end();
    /* Cores of the whole machine need more than those of a program. */
    begin("pipeline");
    kernel.denied = true;
    assert_null(open_measure(-1));
    assert_non_null(strstr(error.text, "armv8_pmuv3_0: no permission: kernel.perf_event_paranoid "
                                       "is 2. Counting the machine needs at most 0"));
    end();
    begin("scf");
    kernel.denied = true;
    assert_null(open_measure(-1));
    assert_non_null(strstr(
        error.text, "nothing can be counted: nvidia_scf_pmu_0, nvidia_scf_pmu_1: no permission: "
                    "kernel.perf_event_paranoid is 2"));
    machine.paranoid = -1;
    end();
}

static void test_no_call_and_no_descriptors(void **state)
{
    (void)state;
    begin("summary");
    kernel.no_call = true;
    assert_null(open_measure(CHILD));
    assert_non_null(strstr(error.text, "CONFIG_PERF_EVENTS"));
    end();
    /* No counters in /proc either, and a refusal: a container's profile hides them. */
    begin("pipeline");
    kernel.denied = kernel.denied_kernel = true;
    machine.paranoid = INT_MAX;
    assert_null(open_measure(-1));
    assert_non_null(strstr(error.text, "a seccomp profile hides them: run the container with "
                                       "--security-opt seccomp=unconfined"));
    machine.paranoid = -1;
    end();
    begin("summary");
    kernel.no_descriptors = true;
    count_for(open_measure(CHILD), 1e6);
    assert_true(noted("raise the limit (ulimit -n)"));
    end();
}

static void test_no_hardware(void **state)
{
    char *tree = grace_tree_make(&catalog, GRACE_X86);
    struct cpu_machine other, kept = machine;
    struct cpu_cell cell;
    (void)state;
    cpu_machine_open(&other, &catalog, tree, CPU_CHIP_ANY);
    machine = other;
    begin("generic,software");
    kernel.no_hardware = true;
    count_for(open_measure(CHILD), 1e6);
    assert_true(isnan(value_of("generic_ipc", CPU_ANY_SOCKET, &cell)));
    assert_int_equal(cell.absence, CPU_ABSENT_EVENT);
    assert_false(isnan(value_of("cpus_used", CPU_ANY_SOCKET, &cell)));
    assert_true(noted("the host must give it a virtual PMU"));
    end();
    machine = kept;
    cpu_machine_close(&other);
    grace_tree_free(tree);
}

/* Rates of a unit are of the time in which it was counted, though others were enabled before. */
static void test_time_of_a_unit(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("pipeline,scf");
    kernel.slow = 1e5;
    count_for(open_measure(-1), 1e6);
    assert_true(run.duration > 2e6);
    for (int socket = 0; socket < 2; socket++)
        assert_true(fabs(value_of("local_cpu_memory_read_bandwidth", socket, &cell) -
                         0x1a5 * 32 / 1000.) < 1e-3);
    end();
}

/* Cycles by an ordinary counter: the same metrics, and the reader knows. */
static void test_no_counter_for_cycles(void **state)
{
    char *tree = grace_tree_make(&catalog, GRACE_NO_CYCLES);
    struct cpu_machine other, kept = machine;
    struct cpu_cell cell;
    (void)state;
    cpu_machine_open(&other, &catalog, tree, CPU_CHIP_ANY);
    machine = other;
    begin("scf");
    count_for(open_measure(CHILD), 1e6);
    assert_true(fabs(value_of("scf_frequency", 0, &cell) - 0x1d / 1000.) < 1e-9);
    assert_true(fabs(value_of("local_cpu_memory_read_utilization_percentage", 0, &cell) -
                     100. * 0x1a6 / (8 * 0x1d)) < 1e-9);
    assert_false(cell.estimate);
    assert_true(noted("nvidia_scf_pmu_0 has no counter for CYCLES; BUS_CYCLES counts the same"));
    end();
    machine = kept;
    cpu_machine_close(&other);
    grace_tree_free(tree);
}

static void test_steps(void **state)
{
    struct cpu_cell cell;
    const struct cpu_place place = {0, 0};
    (void)state;
    begin("scf");
    struct cpu_measure *measure = open_measure(CHILD);
    cpu_measure_start(measure);
    for (int i = 1; i <= 3; i++) {
        kernel.now += i * 1e6;
        cpu_measure_step(measure, &run);
    }
    cpu_measure_finish(measure, &run, true);
    cpu_run_settle(&run);
    assert_int_equal(run.step_count, 3);
    assert_true(run.steps[2].at == 6e6 && run.steps[2].length == 3e6);
    for (size_t i = 0; i < 3; i++) {
        assert_true(cpu_value_of(&run,
                                 cpu_catalog_metric(&catalog, "local_cpu_memory_read_bandwidth"),
                                 &place, i, &cell));
        assert_true(fabs(cell.value - 0x1a5 * 32 / 1000.) < 1e-3);
    }
    assert_true(run.duration == 6e6);
    end();
}

/* Each round has the groups of one number, and a duration of its own. */
static void test_rounds(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("scf");
    const size_t rounds = cpu_measure_rounds(&plan);
    assert_int_equal(rounds, 2);
    for (size_t i = 0; i < rounds; i++) {
        struct cpu_measure *measure = cpu_measure_open(
            &machine, &plan, &all_parts, (struct cpu_target){CHILD}, i, &calls, &run, &error);
        assert_non_null(measure);
        cpu_measure_start(measure);
        kernel.now += (double)(i + 1) * 1e6;
        cpu_measure_finish(measure, &run, true);
    }
    cpu_run_settle(&run);
    assert_true(fabs(value_of("local_cpu_memory_read_bandwidth", 0, &cell) - 0x1a5 * 32 / 1000.) <
                1e-9);
    assert_true(fabs(value_of("local_cpu_memory_write_bandwidth", 1, &cell) - 0x1db / 1000.) <
                1e-9);
    assert_false(cell.estimate);
    end();
}

/* Where a metric has more events than there are counters, its events are not of one time. */
static void test_mixed_groups(void **state)
{
    struct cpu_cell cell;
    (void)state;
    begin("branch");
    plan.count = 0;
    assert_true(cpu_plan_add_events(&plan, &catalog, &machine,
                                    "br_retired,br_mis_pred_retired,scf/cycles/", NULL));
    assert_int_equal(plan.count, 2);
    plan.groups[1] = plan.groups[0];
    plan.groups[1].events[0] = plan.groups[0].events[1];
    plan.groups[0].count = plan.groups[1].count = 1;
    count_for(open_measure(CHILD), 1e6);
    assert_true(fabs(value_of("branch_misprediction_ratio", CPU_ANY_SOCKET, &cell) - 34. / 33) <
                1e-9);
    assert_true(cell.estimate);
    end();
}

/* A program that is started after a count has the limit that it would have had before. */
static void test_limit_is_restored(void **state)
{
    struct rlimit before, inside, after;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    struct rlimit lower = before;
    lower.rlim_cur = before.rlim_max > 64 ? 64 : before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &lower), 0);
    begin("branch");
    struct cpu_measure *measure = open_measure(CHILD);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &inside), 0);
    assert_true(inside.rlim_cur == lower.rlim_max);
    count_for(measure, 1e6);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &after), 0);
    assert_true(after.rlim_cur == lower.rlim_cur);
    end();
    setrlimit(RLIMIT_NOFILE, &before);
}

/* The real kernel counts page faults of a real program, exactly. */
static void test_real_software_events(void **state)
{
    char *program[] = {"/bin/sh", "-c", "exit 7", NULL};
    struct cpu_machine here;
    struct cpu_child child;
    struct cpu_choice choice = {0};
    int status = 0;
    (void)state;
    cpu_machine_open(&here, &catalog, "", CPU_CHIP_ANY);
    cpu_run_open(&run, &catalog);
    assert_true(cpu_choice_add_groups(&choice, &catalog, "software", NULL));
    cpu_plan_make(&plan, &catalog, &choice, &here, &all_parts, NULL, NULL);
    assert_true(cpu_child_start(&child, program, -1, &error));
    struct cpu_measure *measure =
        cpu_measure_open(&here, &plan, &all_parts, (struct cpu_target){child.pid}, SIZE_MAX,
                         &perf_calls_real, &run, &error);
    if (!measure) {
        print_message("[  SKIPPED ] the kernel counts nothing here: %s\n", error.text);
        cpu_child_drop(&child);
    } else {
        struct cpu_cell cell;
        cpu_measure_start(measure);
        assert_true(cpu_child_release(&child, program, &error));
        assert_true(cpu_child_ended(&child, true, &status));
        cpu_measure_finish(measure, &run, true);
        cpu_run_settle(&run);
        assert_int_equal(status, 7);
        assert_true(value_of("page_fault_rate", CPU_ANY_SOCKET, &cell) > 0);
        const double used = value_of("cpus_used", CPU_ANY_SOCKET, &cell);
        assert_true(used > 0 && used < 1.05);
    }
    cpu_run_free(&run);
    cpu_plan_free(&plan);
    cpu_choice_free(&choice);
    cpu_machine_close(&here);
}

static void test_child_that_cannot_run(void **state)
{
    char *program[] = {"/nonexistent/program", NULL};
    struct cpu_child child;
    (void)state;
    assert_true(cpu_child_start(&child, program, -1, &error));
    assert_false(cpu_child_release(&child, program, &error));
    assert_string_equal(error.text, "cannot run /nonexistent/program: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_groups_are_found_by_opening),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_never_scheduled),
        cmocka_unit_test(test_whole_machine),
        cmocka_unit_test(test_no_permission),
        cmocka_unit_test(test_no_call_and_no_descriptors),
        cmocka_unit_test(test_no_hardware),
        cmocka_unit_test(test_time_of_a_unit),
        cmocka_unit_test(test_no_counter_for_cycles),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_mixed_groups),
        cmocka_unit_test(test_limit_is_restored),
        cmocka_unit_test(test_real_software_events),
        cmocka_unit_test(test_child_that_cannot_run),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
