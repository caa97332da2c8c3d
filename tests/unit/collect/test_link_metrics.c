/* Machines as boards_read() describes them, and their metrics. */
#include "collect/metrics/link_metrics.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/textproto.h"
#include "wire.pb-c.h"

struct made {
    Wire__Device *device;
    struct report *report;
    struct metric_list list;
};

static struct made make(const char *text)
{
    struct error error;
    struct made made = {.report = report_new("")};
    made.device = (Wire__Device *)textproto_parse(&wire__device__descriptor, "device", text,
                                                  strlen(text), &error);
    if (!made.device)
        fail_msg("%s", error.text);
    metric_list_init(&made.list, made.report);
    link_metrics_add(&made.list, made.device);
    return made;
}

static void drop(struct made *made)
{
    metric_list_free(&made->list);
    report_close(made->report);
    wire__device__free_unpacked(made->device, NULL);
}

static void add_value(struct strbuf *text, const Rep__ProfileMetricValue *value)
{
    if (value->stringvalue)
        strbuf_adds(text, value->stringvalue);
    else if (value->has_doublevalue)
        strbuf_addf(text, "%.1f", value->doublevalue);
    else
        strbuf_addf(text, "%llu", (unsigned long long)value->uint64value);
}

/* "VALUE ID=VALUE ID=VALUE"; doubles have a decimal point. "-": there is no such metric. */
static void is(const struct made *made, const char *name, const char *expected)
{
    const Rep__ProfileMetricResult *metric = metric_list_find(&made->list, name);
    struct strbuf text = {0};
    strbuf_adds(&text, metric ? "" : "-");
    if (metric)
        add_value(&text, metric->metricvalue);
    for (size_t i = 0; metric && i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        strbuf_addf(&text, " %llu=", (unsigned long long)element->correlationid->uint64value);
        add_value(&text, element->elementvalue);
    }
    if (strcmp(text.data, expected) != 0)
        fail_msg("%s is \"%s\" instead of \"%s\"", name, text.data, expected);
    strbuf_free(&text);
}

/* Three boards at 0000:00:06.0, 0000:00:07.0 and 0001:3b:00.0. The first two are joined by a link
 * each way round of their ports and by one over a switch that all are on; the third is another
 * partition for the first. */
#define FIRST                                                                                      \
    "boards { address: 6 name: 'A' ports: 18 c2c_ports: 0 c2c_mask: 0 "                            \
    "links { port: 2 remote: 7 remote_port: 5 speed: 26562 peer_access: true peer_atomics: false " \
    "} "                                                                                           \
    "links { port: 4 remote: 7 speed: 25000 peer_access: false peer_atomics: true } "              \
    "links { port: 9 switched: true speed: 26562 peer_access: false peer_atomics: false } "        \
    "separate: 80640 "                                                                             \
    "processors: '0-15' processor_nodes: '0' memory_nodes: '0' } "
#define SECOND                                                                                     \
    "boards { address: 7 name: 'B' ports: 18 links { port: 5 remote: 6 remote_port: 2 speed: "     \
    "26562 } links { port: 17 switched: true } c2c_ports: 10 c2c_mask: 5 processors: '16-31' } "
#define THIRD                                                                                      \
    "boards { address: 80640 name: 'C' ports: 4 c2c_ports: 0 c2c_mask: 0 links { port: 0 "         \
    "switched: true speed: 50000 } } "
#define MACHINE "machine { " FIRST SECOND THIRD "} "

static void links_between_visible_gpus(void **state)
{
    (void)state;
    struct made made = make("visible: 6 visible: 7 " MACHINE);
    is(&made, "nvlink__count_logical", "1.0");
    is(&made, "nvlink__count_physical", "3.0 0=3");
    is(&made, "nvlink__source_ports", "1 0=2,4,9");
    is(&made, "nvlink__destination_ports", "1 0=5,-1,0");
    is(&made, "nvlink__is_direct_link", "1.0 0=1");
    is(&made, "nvlink__is_nvswitch_connected", "1.0");
    is(&made, "nvlink__peer_access", "1.0 0=1");
    is(&made, "nvlink__peer_atomic", "1.0 0=1");
    is(&made, "nvlink__system_access", "0.0 0=0");
    is(&made, "nvlink__dev1type", "1.0 0=1");
    /* 2 * (2 * 23610 + 22222) MiB/s */
    is(&made, "nvlink__bandwidth", "145630429184.0 0=145630429184");
    is(&made, "nvlink__dev_display_name_all", "2 0=A 1=B");
    is(&made, "c2clink__present", "1.0 0=0 1=1");
    drop(&made);
}

static void lists_of_all_boards_do_not_depend_on_what_is_visible(void **state)
{
    (void)state;
    static const char *const visible[] = {"visible: 6 visible: 7 ", "visible: 80640 ", ""};
    for (size_t i = 0; i < COUNT(visible); i++) {
        char *text = mem_printf("%s%s", visible[i], MACHINE);
        struct made made = make(text);
        free(text);
        is(&made, "nvlink__enabled_mask", "131637.0 6=532 7=131104 0=1");
        is(&made, "nvlink__max_count", "40.0 6=18 7=18 0=4");
        is(&made, "c2clink__enabled_mask", "5.0 6=0 7=5 0=0");
        is(&made, "numa__dev_display_name_all", "3 0=A 1=B 2=C");
        is(&made, "numa__cpu_affinity", "2 0=0-15 1=16-31");
        is(&made, "numa__id_cpu", "1 0=0");
        is(&made, "numa__id_memory", "1 0=0");
        drop(&made);
    }
}

static void numbers_of_devices_are_those_of_the_program(void **state)
{
    (void)state;
    /* The second and the third are joined over the switch, the first and the third are not. */
    struct made made = make("visible: 80640 visible: 6 visible: 7 " MACHINE);
    is(&made, "nvlink__count_logical", "2.0");
    is(&made, "nvlink__dev0Id", "1.0 0=0 1=1");
    is(&made, "nvlink__dev1Id", "4.0 0=2 1=2");
    is(&made, "nvlink__count_physical", "4.0 0=1 1=3");
    is(&made, "nvlink__source_ports", "2 0=0 1=2,4,9");
    is(&made, "nvlink__is_nvswitch_connected", "1.0");
    is(&made, "nvlink__dev_display_name_all", "3 0=C 1=A 2=B");
    drop(&made);
}

static void one_gpu_has_no_logical_link(void **state)
{
    (void)state;
    struct made made = make("visible: 6 " MACHINE);
    is(&made, "nvlink__count_logical", "0.0");
    is(&made, "nvlink__count_physical", "0.0");
    is(&made, "nvlink__bandwidth", "0.0");
    is(&made, "nvlink__dev0Id", "0.0");
    is(&made, "nvlink__is_nvswitch_connected", "0.0");
    is(&made, "nvlink__source_ports", "0");
    is(&made, "nvlink__dev_display_name_all", "1 0=A");
    drop(&made);
}

static void what_is_not_known_is_not_zero(void **state)
{
    (void)state;
    /* A GPU that NVML does not list, or whose links it does not tell. */
    struct made made = make("visible: 99 visible: 6 " MACHINE);
    is(&made, "nvlink__count_logical", "-");
    is(&made, "nvlink__bandwidth", "-");
    is(&made, "nvlink__dev_display_name_all", "1 1=A");
    drop(&made);
    made = make("visible: 6 machine { boards { address: 6 name: 'A' processors: '3' } }");
    is(&made, "nvlink__count_logical", "-");
    is(&made, "nvlink__enabled_mask", "-");
    is(&made, "nvlink__max_count", "-");
    is(&made, "c2clink__present", "-");
    is(&made, "c2clink__enabled_mask", "-");
    is(&made, "numa__cpu_affinity", "1 0=3");
    is(&made, "numa__id_cpu", "-");
    drop(&made);
    /* A link whose speed and abilities are not told. */
    made = make("visible: 6 visible: 7 machine { boards { address: 6 name: 'A' ports: 1 links { "
                "port: 0 remote: 7 } } boards { address: 7 name: 'B' ports: 1 } }");
    is(&made, "nvlink__count_physical", "1.0 0=1");
    is(&made, "nvlink__bandwidth", "-");
    is(&made, "nvlink__peer_access", "-");
    is(&made, "nvlink__peer_atomic", "-");
    drop(&made);
    made = make("visible: 6 visible: 7 ");
    assert_int_equal(made.list.count, 0);
    drop(&made);
    made = make("visible: 6 machine { confidential: 'No-CC' }");
    assert_int_equal(made.list.count, 0);
    drop(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_between_visible_gpus),
        cmocka_unit_test(lists_of_all_boards_do_not_depend_on_what_is_visible),
        cmocka_unit_test(numbers_of_devices_are_those_of_the_program),
        cmocka_unit_test(one_gpu_has_no_logical_link),
        cmocka_unit_test(what_is_not_known_is_not_zero),
    };
    return cmocka_run_group_tests_name("link_metrics", tests, NULL, NULL);
}
