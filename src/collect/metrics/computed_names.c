/* No table of names is kept. A launch of which everything is known is made up, and its metrics are
 * computed as those of any launch; their names are the answer. */
#include "collect/metrics/computed_names.h"

#include <cuda.h>
#include <string.h>

#include "collect/machine/boards.h"
#include "collect/metrics/computed_metrics.h"

/* A number that fits every attribute. As a compute capability it is higher than all there are. */
enum { ANY_NUMBER = 1024 };

/* Sets every number of the message, so that no metric is missing because its facts are unknown. */
static void set_numbers(ProtobufCMessage *message)
{
    for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
        char *place = (char *)message + field->offset;
        if (field->label != PROTOBUF_C_LABEL_OPTIONAL || !field->quantifier_offset)
            continue;
        if (field->type == PROTOBUF_C_TYPE_UINT32)
            *(uint32_t *)place = 1;
        else if (field->type == PROTOBUF_C_TYPE_UINT64)
            *(uint64_t *)place = 1;
        else if (field->type != PROTOBUF_C_TYPE_BOOL)
            continue;
        *(protobuf_c_boolean *)((char *)message + field->quantifier_offset) = true;
    }
}

/* Makes the metrics of a launch of which everything is known; free the list and its report. */
static void make_list(struct metric_list *list)
{
    Wire__Number numbers[CU_DEVICE_ATTRIBUTE_MAX], *pointers[CU_DEVICE_ATTRIBUTE_MAX];
    for (unsigned i = 0; i < CU_DEVICE_ATTRIBUTE_MAX; i++) {
        wire__number__init(&numbers[i]);
        numbers[i].has_id = numbers[i].has_value = true;
        numbers[i].id = i;
        numbers[i].value = ANY_NUMBER;
        pointers[i] = &numbers[i];
    }
    Wire__Dimensions dimensions = WIRE__DIMENSIONS__INIT;
    Wire__Facts facts = WIRE__FACTS__INIT;
    Wire__Device device = WIRE__DEVICE__INIT;
    Wire__Window window = WIRE__WINDOW__INIT;
    Wire__Board board = WIRE__BOARD__INIT, *boards = &board;
    Wire__Machine machine = WIRE__MACHINE__INIT;
    uint32_t cluster = 1;
    dimensions.x = dimensions.y = dimensions.z = 1;
    set_numbers(&facts.base);
    set_numbers(&device.base);
    set_numbers(&board.base);
    facts.green_context = false;
    facts.grid = facts.block = facts.cluster = &dimensions;
    facts.active_clusters = &cluster;
    facts.n_active_clusters = 1;
    device.name = device.chip = "GH100";
    device.machine = &machine;
    machine.boards = &boards;
    machine.n_boards = 1;
    machine.confidential = board.name = board.processors = board.processor_nodes =
        board.memory_nodes = "";
    device.pci_rate = 2500;
    device.attributes = pointers;
    device.n_attributes = CU_DEVICE_ATTRIBUTE_MAX;
    board.address = device_address(&device);
    board.has_is_virtual = true;
    device.visible = &board.address;
    device.n_visible = 1;
    metric_list_init(list, report_new(""));
    computed_metrics_add_launch(list, &facts, &device, "");
    computed_metrics_add_replay(list, &window, false);
}

void computed_names_each(void (*use)(void *, const char *), void *context)
{
    struct metric_list list;
    make_list(&list);
    for (size_t i = 0; i < list.count; i++)
        use(context, report_string(list.report, list.metrics[i]->nameid));
    report_close(list.report);
    metric_list_free(&list);
}

struct search {
    const char *name;
    bool found;
};

static void compare(void *context, const char *name)
{
    struct search *search = context;
    search->found = search->found || strcmp(search->name, name) == 0;
}

bool computed_name_exists(const char *name)
{
    struct search search = {.name = name};
    computed_names_each(compare, &search);
    return search.found;
}
