#include "collect/metrics/link_metrics.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/boards.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { DATA_BITS = 128, FOOTER_BITS = 16, DIRECTIONS = 2, MEBIBYTE = 1024 * 1024, TYPE_GPU = 1 };

struct logical_link {
    double physical, bandwidth, direct, device0, device1, type0, type1;
    double peer_access, peer_atomics, system_access, system_atomics;
    char *source, *destination; /* ports */
    bool switched;
};

struct logical_links {
    struct logical_link *links;
    size_t count, capacity;
};

/* The instances of one metric: ids beside numbers or texts. */
struct instances {
    uint64_t *ids;
    double *numbers;
    const char **texts;
    size_t count;
};

static struct instances instances_of(size_t most)
{
    return (struct instances){.ids = mem_alloc((most + 1) * sizeof(uint64_t)),
                              .numbers = mem_alloc((most + 1) * sizeof(double)),
                              .texts = mem_alloc((most + 1) * sizeof(char *))};
}

static void add_number(struct instances *to, uint64_t id, double number)
{
    to->ids[to->count] = id;
    to->numbers[to->count++] = number;
}

static void add_text(struct instances *to, uint64_t id, const char *text)
{
    to->ids[to->count] = id;
    to->texts[to->count++] = text;
}

/* Adds a metric with these instances, which are empty afterwards. If a number is NAN, it is not
 * known, and there is no metric. */
static void give_numbers(struct metric_list *list, const char *name, struct instances *from)
{
    double sum = 0;
    for (size_t i = 0; i < from->count; i++)
        sum += from->numbers[i];
    if (!isnan(sum)) {
        metric_add_number(list, name, sum);
        metric_add_instances(list, from->ids, from->numbers, from->count, true);
    }
    from->count = 0;
}

static void give_texts(struct metric_list *list, const char *name, struct instances *from)
{
    metric_add_integer(list, name, from->count);
    metric_add_text_instances(list, from->ids, from->texts, from->count);
    from->count = 0;
}

static void free_instances(struct instances *instances)
{
    free(instances->ids);
    free(instances->numbers);
    free(instances->texts);
}

static bool is_separate(const Wire__Board *board, const Wire__Board *other)
{
    for (size_t i = 0; i < board->n_separate; i++)
        if (board->separate[i] == other->address)
            return true;
    return false;
}

static bool leads_to(const Wire__Link *link, const Wire__Board *board, const Wire__Board *other)
{
    if (link->switched)
        return board_is_switched(other) && !is_separate(board, other) && !is_separate(other, board);
    return link->has_remote && link->remote == other->address;
}

static double data_rate(uint32_t speed)
{
    uint64_t rate = (uint64_t)speed * DATA_BITS / (DATA_BITS + FOOTER_BITS);
    return (double)(rate * MEBIBYTE);
}

static int far_port(const Wire__Link *link)
{
    if (link->switched)
        return 0;
    return link->has_remote_port ? (int)link->remote_port : -1;
}

/* An ability of one of the links is an ability of all of them together. */
static void add_ability(double *all, bool known, bool able)
{
    if (!known)
        *all = NAN;
    else if (able && *all == 0)
        *all = 1;
}

/* Joins the links of one board to another one. false: there is none. */
static bool join(const Wire__Board *board, const Wire__Board *other, struct logical_link *joined)
{
    struct strbuf source = {0}, destination = {0};
    for (size_t i = 0; i < board->n_links; i++) {
        const Wire__Link *link = board->links[i];
        if (!leads_to(link, board, other))
            continue;
        const char *comma = joined->physical > 0 ? "," : "";
        joined->physical++;
        joined->bandwidth += link->has_speed ? DIRECTIONS * data_rate(link->speed) : NAN;
        joined->switched = joined->switched || link->switched;
        add_ability(&joined->peer_access, link->has_peer_access, link->peer_access);
        add_ability(&joined->peer_atomics, link->has_peer_atomics, link->peer_atomics);
        strbuf_addf(&source, "%s%u", comma, link->port);
        strbuf_addf(&destination, "%s%d", comma, far_port(link));
    }
    if (joined->physical == 0)
        return false;
    joined->source = strbuf_detach(&source);
    joined->destination = strbuf_detach(&destination);
    return true;
}

static void find_links(struct logical_links *found, const Wire__Device *device)
{
    for (size_t i = 0; i < device->n_visible; i++) {
        const Wire__Board *board = boards_find(device->machine, device->visible[i]);
        for (size_t j = i + 1; board && j < device->n_visible; j++) {
            const Wire__Board *other = boards_find(device->machine, device->visible[j]);
            struct logical_link link = {.direct = 1,
                                        .device0 = (double)i,
                                        .device1 = (double)j,
                                        .type0 = TYPE_GPU,
                                        .type1 = TYPE_GPU};
            if (!other || !join(board, other, &link))
                continue;
            mem_grow(&found->links, found->count, &found->capacity, sizeof *found->links);
            found->links[found->count++] = link;
        }
    }
}

static void add_links(struct metric_list *list, const struct logical_links *found)
{
    static const struct {
        const char *name;
        size_t offset;
    } columns[] = {
        {"nvlink__count_physical", offsetof(struct logical_link, physical)},
        {"nvlink__bandwidth", offsetof(struct logical_link, bandwidth)},
        {"nvlink__is_direct_link", offsetof(struct logical_link, direct)},
        {"nvlink__dev0Id", offsetof(struct logical_link, device0)},
        {"nvlink__dev1Id", offsetof(struct logical_link, device1)},
        {"nvlink__dev0type", offsetof(struct logical_link, type0)},
        {"nvlink__dev1type", offsetof(struct logical_link, type1)},
        {"nvlink__peer_access", offsetof(struct logical_link, peer_access)},
        {"nvlink__peer_atomic", offsetof(struct logical_link, peer_atomics)},
        {"nvlink__system_access", offsetof(struct logical_link, system_access)},
        {"nvlink__system_atomic", offsetof(struct logical_link, system_atomics)},
    };
    struct instances instances = instances_of(found->count);
    double switched = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        for (size_t j = 0; j < found->count; j++)
            add_number(&instances, j,
                       *(const double *)((const char *)&found->links[j] + columns[i].offset));
        give_numbers(list, columns[i].name, &instances);
    }
    for (size_t i = 0; i < found->count; i++)
        switched = switched || found->links[i].switched;
    metric_add_number(list, "nvlink__count_logical", (double)found->count);
    metric_add_number(list, "nvlink__is_nvswitch_connected", switched);
    for (size_t i = 0; i < found->count; i++)
        add_text(&instances, i, found->links[i].source);
    give_texts(list, "nvlink__source_ports", &instances);
    for (size_t i = 0; i < found->count; i++)
        add_text(&instances, i, found->links[i].destination);
    give_texts(list, "nvlink__destination_ports", &instances);
    free_instances(&instances);
}

static void add_visible(struct metric_list *list, const Wire__Device *device)
{
    struct instances names = instances_of(device->n_visible),
                     present = instances_of(device->n_visible);
    for (size_t i = 0; i < device->n_visible; i++) {
        const Wire__Board *board = boards_find(device->machine, device->visible[i]);
        if (!board)
            continue;
        add_text(&names, i, board->name);
        if (board->has_c2c_ports)
            add_number(&present, i, board->c2c_ports > 0);
    }
    give_texts(list, "nvlink__dev_display_name_all", &names);
    if (present.count)
        give_numbers(list, "c2clink__present", &present);
    free_instances(&names);
    free_instances(&present);
}

/* The links of a board that are up, as a mask. NAN: not known. */
static double link_mask(const Wire__Board *board)
{
    if (!board->has_ports)
        return NAN;
    uint64_t mask = 0;
    for (size_t i = 0; i < board->n_links; i++)
        mask |= 1ULL << board->links[i]->port;
    return (double)mask;
}

/* The places for links of a board. For NVML a board whose links are turned off has none; ncu shows
 * 18 (H200), the most that NVML knows of any board. */
static double link_places(const Wire__Board *board)
{
    enum { MOST_PLACES = 18 };
    return !board->has_ports ? NAN : board->ports ? board->ports : MOST_PLACES;
}

static double c2c_mask(const Wire__Board *board)
{
    return board->has_c2c_mask ? (double)board->c2c_mask : NAN;
}

static void add_boards(struct metric_list *list, const Wire__Machine *machine)
{
    static const struct {
        const char *name;
        double (*value)(const Wire__Board *);
    } numbers[] = {
        {"nvlink__enabled_mask", link_mask},
        {"nvlink__max_count", link_places},
        {"c2clink__enabled_mask", c2c_mask},
    };
    static const struct {
        const char *name;
        size_t offset;
    } texts[] = {
        {"numa__dev_display_name_all", offsetof(Wire__Board, name)},
        {"numa__cpu_affinity", offsetof(Wire__Board, processors)},
        {"numa__id_cpu", offsetof(Wire__Board, processor_nodes)},
        {"numa__id_memory", offsetof(Wire__Board, memory_nodes)},
    };
    struct instances instances = instances_of(machine->n_boards);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        for (size_t j = 0; j < machine->n_boards; j++) {
            const double number = numbers[i].value(machine->boards[j]);
            if (!isnan(number))
                add_number(&instances, machine->boards[j]->address & 0xff, number);
        }
        if (instances.count)
            give_numbers(list, numbers[i].name, &instances);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t j = 0; j < machine->n_boards; j++) {
            const char *text = *(char *const *)((const char *)machine->boards[j] + texts[i].offset);
            if (text)
                add_text(&instances, j, text);
        }
        if (instances.count)
            give_texts(list, texts[i].name, &instances);
    }
    free_instances(&instances);
}

/* Whether the links of all boards are known. A board whose links are not known may be joined to any
 * other one. */
static bool links_are_known(const Wire__Device *device)
{
    for (size_t i = 0; i < device->n_visible; i++) {
        const Wire__Board *board = boards_find(device->machine, device->visible[i]);
        if (!board || !board->has_ports)
            return false;
    }
    return device->n_visible > 0;
}

void link_metrics_add(struct metric_list *list, const Wire__Device *device)
{
    struct logical_links found = {0};
    if (!device->machine || !device->machine->n_boards)
        return;
    if (links_are_known(device)) {
        find_links(&found, device);
        add_links(list, &found);
    }
    add_visible(list, device);
    add_boards(list, device->machine);
    for (size_t i = 0; i < found.count; i++) {
        free(found.links[i].source);
        free(found.links[i].destination);
    }
    free(found.links);
}
