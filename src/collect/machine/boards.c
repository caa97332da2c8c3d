#include "collect/machine/boards.h"

#include <cuda.h>
#include <stdlib.h>

#include "collect/machine/instances.h"
#include "collect/machine/numa_facts.h"
#include "collect/machine/nvml.h"
#include "collect/machine/wire_number.h"
#include "report/base/mem.h"

/* Masks of links become doubles, which hold 53 bits; boards have 18. */
enum { MOST_BOARDS = 256, MOST_LINKS = 53 };

static uint64_t address_of(const struct nvml_pci *pci)
{
    return (uint64_t)pci->domain << 16 | pci->bus << 8 | pci->device;
}

/* Asks a number of a board. A board that does not answer has none: the number is 0. false: it is
 * not known, since this NVML has no such question. */
static bool ask_number(const struct nvml *nvml, nvml_device device, unsigned field, unsigned scope,
                       unsigned *number)
{
    struct nvml_field question = {.field = field, .scope = scope};
    int result = NVML_ASK(nvml, fields, device, 1, &question);
    bool good = result == NVML_GOOD && question.result == NVML_GOOD;
    *number = good ? question.value.small : 0;
    return result == NVML_NOT_SUPPORTED ||
           (result == NVML_GOOD && question.result != NVML_INVALID_ARGUMENT);
}

static bool ask_whether(const struct nvml *nvml, nvml_device device, unsigned link, int what,
                        protobuf_c_boolean *answer)
{
    unsigned can = 0;
    int result = NVML_ASK(nvml, link_can, device, link, what, &can);
    *answer = result == NVML_GOOD && can;
    return result == NVML_GOOD || result == NVML_NOT_SUPPORTED;
}

/* Adds what is at the other end of a link. Older libraries do not tell its kind, which then follows
 * from its address: if no GPU has this address the other end is a switch (add_boards() knows all
 * GPUs). */
static void add_remote(const struct nvml *nvml, nvml_device device, Wire__Link *link)
{
    struct nvml_pci pci;
    int kind;
    link->has_switched = NVML_ASK(nvml, link_remote, device, link->port, &kind) == NVML_GOOD;
    link->switched = link->has_switched && kind == NVML_REMOTE_SWITCH;
    if (link->switched || NVML_ASK(nvml, link_remote_pci, device, link->port, &pci) != NVML_GOOD)
        return;
    link->has_remote = !link->has_switched || kind == NVML_REMOTE_GPU;
    link->remote = address_of(&pci);
    struct nvml_field port = {.field = NVML_FIELD_REMOTE_PORT, .scope = link->port};
    link->has_remote_port =
        NVML_ASK(nvml, fields, device, 1, &port) == NVML_GOOD && port.result == NVML_GOOD;
    link->remote_port = port.value.small;
}

static Wire__Link *read_link(const struct nvml *nvml, nvml_device device, unsigned port)
{
    Wire__Link *link = mem_alloc(sizeof *link);
    wire__link__init(link);
    link->has_port = true;
    link->port = port;
    add_remote(nvml, device, link);
    ask_number(nvml, device, NVML_FIELD_LINK_SPEED, port, &link->speed);
    if (!link->speed)
        ask_number(nvml, device, NVML_FIELD_COMMON_SPEED, 0, &link->speed);
    link->has_speed = link->speed != 0;
    link->has_peer_access =
        ask_whether(nvml, device, port, NVML_CAN_PEER_ACCESS, &link->peer_access);
    link->has_peer_atomics =
        ask_whether(nvml, device, port, NVML_CAN_PEER_ATOMICS, &link->peer_atomics);
    return link;
}

static void add_links(const struct nvml *nvml, nvml_device device, Wire__Board *board)
{
    int state;
    unsigned c2c_state;
    board->has_ports = ask_number(nvml, device, NVML_FIELD_LINK_COUNT, 0, &board->ports);
    if (board->ports > MOST_LINKS)
        board->ports = MOST_LINKS;
    board->links = mem_alloc((board->ports + 1) * sizeof *board->links);
    for (unsigned i = 0; i < board->ports; i++)
        if (NVML_ASK(nvml, link_state, device, i, &state) == NVML_GOOD && state)
            board->links[board->n_links++] = read_link(nvml, device, i);
    board->has_c2c_ports = ask_number(nvml, device, NVML_FIELD_C2C_COUNT, 0, &board->c2c_ports);
    for (unsigned i = 0; i < board->c2c_ports && i < MOST_LINKS; i++)
        if (ask_number(nvml, device, NVML_FIELD_C2C_STATUS, i, &c2c_state) && c2c_state == 1)
            board->c2c_mask |= 1ULL << i;
    board->has_c2c_mask = board->has_c2c_ports;
}

/* Adds the processors that NVML calls ideal, or else the processors that the kernel calls local.
 * Adds the memory nodes that NVML calls ideal, or else the node that the kernel gives the device.
 * Some virtual machines give it none; then it adds the nodes of the processors. */
static void add_places(const struct nvml *nvml, nvml_device device, const char *sysfs,
                       Wire__Board *board)
{
    struct numa_set processors = {0}, memory = {0};
    if (NVML_ASK(nvml, processors, device, NUMA_WORDS, processors.words) != NVML_GOOD ||
        numa_set_is_empty(&processors))
        processors = numa_processors_near(sysfs, board->address);
    const struct numa_set nodes = numa_nodes_with(sysfs, &processors);
    if (NVML_ASK(nvml, memory_nodes, device, NUMA_WORDS, memory.words, NVML_SCOPE_NODE) !=
            NVML_GOOD ||
        numa_set_is_empty(&memory))
        memory = numa_node_of(sysfs, board->address);
    if (numa_set_is_empty(&memory))
        memory = nodes;
    board->processors = numa_set_ranges(&processors);
    board->processor_nodes = numa_set_numbers(&nodes);
    board->memory_nodes = numa_set_numbers(&memory);
}

static Wire__Board *read_board(const struct nvml *nvml, nvml_device device, const char *sysfs)
{
    struct nvml_pci pci;
    char name[96] = "";
    unsigned mig, pending;
    int mode;
    if (NVML_ASK(nvml, pci, device, &pci) != NVML_GOOD)
        return NULL;
    Wire__Board *board = mem_alloc(sizeof *board);
    wire__board__init(board);
    board->has_address = true;
    board->address = address_of(&pci);
    NVML_ASK(nvml, name, device, name, sizeof name);
    board->name = mem_strdup(name);
    board->has_is_virtual = NVML_ASK(nvml, virtualization, device, &mode) == NVML_GOOD;
    board->is_virtual = board->has_is_virtual && mode == NVML_VIRTUAL_GPU;
    board->has_mig = NVML_ASK(nvml, mig_mode, device, &mig, &pending) == NVML_GOOD;
    board->mig = board->has_mig && mig;
    if (board->mig)
        instances_add(nvml, device, board);
    board->has_pci_generation =
        NVML_ASK(nvml, pci_generation, device, &board->pci_generation) == NVML_GOOD;
    add_links(nvml, device, board);
    add_places(nvml, device, sysfs, board);
    return board;
}

/* Boards on one switch need not reach each other: they may be in partitions of their own. */
static void add_separate(const struct nvml *nvml, nvml_device device, Wire__Board *board,
                         nvml_device other, uint64_t address)
{
    int status;
    if (NVML_ASK(nvml, peers, device, other, NVML_PEERS_BY_NVLINK, &status) != NVML_GOOD ||
        status == NVML_PEERS_GOOD)
        return;
    board->separate =
        mem_realloc(board->separate, (board->n_separate + 1) * sizeof *board->separate);
    board->separate[board->n_separate++] = address;
}

bool board_is_switched(const Wire__Board *board)
{
    for (size_t i = 0; i < board->n_links; i++)
        if (board->links[i]->switched)
            return true;
    return false;
}

static void add_boards(const struct nvml *nvml, Wire__Machine *machine, unsigned count,
                       const char *sysfs)
{
    nvml_device devices[MOST_BOARDS] = {0};
    machine->boards = mem_alloc((count + 1) * sizeof *machine->boards);
    for (unsigned i = 0; i < count && i < MOST_BOARDS; i++) {
        nvml_device *device = &devices[machine->n_boards];
        Wire__Board *board = NVML_ASK(nvml, by_index, i, device) == NVML_GOOD
                                 ? read_board(nvml, *device, sysfs)
                                 : NULL;
        if (board)
            machine->boards[machine->n_boards++] = board;
    }
    for (size_t i = 0; i < machine->n_boards; i++) {
        Wire__Board *board = machine->boards[i];
        for (size_t j = 0; j < board->n_links; j++) {
            Wire__Link *link = board->links[j];
            if (!link->has_switched && link->has_remote)
                link->switched = link->has_switched = !boards_find(machine, link->remote);
        }
        for (size_t j = i + 1; j < machine->n_boards && board_is_switched(board); j++)
            add_separate(nvml, devices[i], board, devices[j], machine->boards[j]->address);
    }
}

/* Adds the mode of confidential computing: ncu's word where it is off or the machine has none, a
 * word of ours where it is on. */
static void add_confidential(const struct nvml *nvml, Wire__Machine *machine)
{
    struct nvml_confidential state = {0};
    int result = NVML_ASK(nvml, confidential, &state);
    if (result == NVML_GOOD || result == NVML_NOT_SUPPORTED)
        machine->confidential = mem_strdup(!state.feature          ? "No-CC"
                                           : state.developer_tools ? "CC-DevTools"
                                                                   : "CC");
}

Wire__Machine *boards_read(const char *sysfs, struct error *error)
{
    struct nvml nvml;
    const char *missing;
    unsigned count = 0;
    if (!nvml_load(&nvml, &missing)) {
        error_set(error, "NVML lacks %s", missing);
        return NULL;
    }
    int result = nvml.init();
    if (result != NVML_GOOD) {
        error_set(error, "NVML: %s", nvml.error_string(result));
        return NULL;
    }
    result = NVML_ASK(&nvml, count, &count);
    Wire__Machine *machine = NULL;
    if (result == NVML_GOOD) {
        machine = mem_alloc(sizeof *machine);
        wire__machine__init(machine);
        add_boards(&nvml, machine, count, sysfs);
        add_confidential(&nvml, machine);
    } else {
        error_set(error, "NVML: %s", nvml.error_string(result));
    }
    nvml.shutdown();
    return machine;
}

Wire__Machine *boards_copy(const Wire__Machine *machine)
{
    size_t length = wire__machine__get_packed_size(machine);
    uint8_t *bytes = mem_alloc(length + 1);
    wire__machine__pack(machine, bytes);
    Wire__Machine *copy = wire__machine__unpack(NULL, length, bytes);
    free(bytes);
    return copy;
}

const Wire__Board *boards_find(const Wire__Machine *machine, uint64_t address)
{
    for (size_t i = 0; machine && i < machine->n_boards; i++)
        if (machine->boards[i]->address == address)
            return machine->boards[i];
    return NULL;
}

static uint64_t attribute(const Wire__Device *device, unsigned id)
{
    return (uint64_t)wire_number(device->attributes, device->n_attributes, id, 0);
}

uint64_t device_address(const Wire__Device *device)
{
    return attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID) << 16 |
           attribute(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID) << 8 |
           attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
}

const Wire__Board *device_board(const Wire__Device *device)
{
    return boards_find(device->machine, device_address(device));
}
