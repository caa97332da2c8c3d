#include "report_tree.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/wire_walk.h"
#include "report/file/container.h"

static const struct {
    const ProtobufCMessageDescriptor *descriptor;
    uint32_t count; /* number of the field of the block's header that counts them */
} kinds[REPORT_KINDS] = {
    [ENTRY_SOURCE] = {&rep__source_data__descriptor, 1},
    [ENTRY_KERNEL] = {&rep__profile_result__descriptor, 2},
    [ENTRY_RANGE] = {&rep__range_result__descriptor, 7},
    [ENTRY_CMDLIST] = {&rep__cmdlist_result__descriptor, 8},
    [ENTRY_GRAPH] = {&rep__graph_result__descriptor, 9},
};
enum { PAYLOAD_SIZE = 5 };

static void *grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t element)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : 8;
    void *larger = arena_alloc(arena, *capacity * element);
    if (count)
        memcpy(larger, array, count * element);
    return larger;
}

static struct report_block *add_block(struct report_tree *report, struct tree *header)
{
    report->blocks = grow(report->arena, report->blocks, report->count, &report->capacity,
                          sizeof *report->blocks);
    report->blocks[report->count] = (struct report_block){.header = header};
    return &report->blocks[report->count++];
}

static void add_entry(struct arena *arena, struct report_block *block, size_t at,
                      struct report_entry entry)
{
    block->entries =
        grow(arena, block->entries, block->count, &block->capacity, sizeof *block->entries);
    memmove(block->entries + at + 1, block->entries + at, (block->count - at) * sizeof entry);
    block->entries[at] = entry;
    block->count++;
}

static struct tree *read_header(struct arena *arena, const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message);
    uint8_t *bytes = arena_alloc(arena, length + 1);
    protobuf_c_message_pack(message, bytes);
    return tree_read(arena, message->descriptor, bytes, length);
}

struct report_tree *report_tree_read(struct arena *arena, const uint8_t *bytes, size_t length)
{
    struct container container;
    struct container_scanner scanner;
    struct error error;
    if (!container_scan(&scanner, &container, bytes, length, &error))
        return NULL;
    while (!container_scan_step(&scanner))
        ;
    struct report_tree *report = arena_alloc(arena, sizeof *report);
    *report =
        (struct report_tree){.arena = arena, .header = read_header(arena, &container.header->base)};
    for (size_t i = 0; i < container.block_count; i++)
        add_block(report, read_header(arena, &container.blocks[i]->base));
    for (size_t i = 0; i < container.entry_count; i++) {
        const struct entry *entry = &container.entries[i];
        struct report_block *block = &report->blocks[entry->block];
        struct tree *message =
            tree_read(arena, kinds[entry->kind].descriptor, entry->data, entry->length);
        add_entry(arena, block, block->count,
                  (struct report_entry){.kind = entry->kind, .message = message});
    }
    while (!container_free_step(&container))
        ;
    return report;
}

static void put_size(struct strbuf *out, uint64_t size)
{
    for (int i = 0; i < 4; i++)
        strbuf_addc(out, (char)(size >> 8 * i));
}

static void put_message(struct strbuf *out, const struct tree *message, int64_t lie)
{
    struct strbuf body = {0};
    tree_write(message, &body);
    put_size(out, body.length + (uint64_t)lie);
    strbuf_add(out, body.data, body.length);
    strbuf_free(&body);
}

static void set_number(struct tree *header, uint32_t number, uint64_t value)
{
    struct node *node = tree_find(header, number);
    if (node && node->type == WIRE_VARINT)
        node->value = value;
    else if (!node && value)
        tree_insert(header, 0,
                    (struct node){.number = number,
                                  .type = WIRE_VARINT,
                                  .value = value,
                                  .field = protobuf_c_message_descriptor_get_field(
                                      header->descriptor, number)});
}

static void put_block(struct strbuf *out, const struct report_block *block)
{
    struct strbuf payload = {0};
    strbuf_add(&payload, "", 0);
    for (unsigned kind = 0; kind < REPORT_KINDS; kind++) {
        uint64_t count = 0;
        for (size_t i = 0; i < block->count; i++)
            if (block->entries[i].kind == kind) {
                put_message(&payload, block->entries[i].message, block->entries[i].lie);
                count++;
            }
        if (!block->keeps_counts)
            set_number(block->header, kinds[kind].count, count);
    }
    if (!block->keeps_counts)
        set_number(block->header, PAYLOAD_SIZE, payload.length);
    put_message(out, block->header, 0);
    strbuf_add(out, payload.data, payload.length);
    strbuf_free(&payload);
}

void report_tree_write(const struct report_tree *report, struct strbuf *out)
{
    strbuf_add(out, REPORT_MAGIC, 4);
    put_message(out, report->header, 0);
    for (size_t i = 0; i < report->count; i++)
        put_block(out, &report->blocks[i]);
}

static void remove_entry(struct report_block *block, size_t at)
{
    block->count--;
    memmove(block->entries + at, block->entries + at + 1,
            (block->count - at) * sizeof *block->entries);
}

static size_t count_results(const struct report_tree *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++)
        for (size_t j = 0; j < report->blocks[i].count; j++)
            count += report->blocks[i].entries[j].kind != ENTRY_SOURCE;
    return count;
}

/* The entry with that number, among those of sources or of results. */
static struct report_block *find_entry(const struct report_tree *report, size_t number,
                                       bool sources, size_t *at)
{
    for (size_t i = 0; i < report->count; i++)
        for (size_t j = 0; j < report->blocks[i].count; j++)
            if ((report->blocks[i].entries[j].kind == ENTRY_SOURCE) == sources && number-- == 0) {
                *at = j;
                return &report->blocks[i];
            }
    return NULL;
}

void report_tree_thin(struct random *r, struct report_tree *report, size_t results)
{
    size_t at;
    for (size_t count = count_results(report); count > results; count--) {
        struct report_block *block =
            find_entry(report, random_below(r, (unsigned)count), false, &at);
        remove_entry(block, at);
    }
}

void report_tree_each(const struct report_tree *report, void (*visit)(void *, struct tree *),
                      void *context)
{
    visit(context, report->header);
    for (size_t i = 0; i < report->count; i++) {
        visit(context, report->blocks[i].header);
        for (size_t j = 0; j < report->blocks[i].count; j++)
            visit(context, report->blocks[i].entries[j].message);
    }
}

struct chosen {
    struct random *random;
    unsigned seen;
    bool headers; /* block headers are as likely as all that is in the blocks */
    struct tree *message;
};

static void choose(void *context, struct tree *message)
{
    struct chosen *chosen = context;
    if (chosen->headers && message->descriptor != &rep__block_header__descriptor)
        return;
    if (random_below(chosen->random, ++chosen->seen) == 0)
        chosen->message = message;
}

static struct tree *choose_message(struct random *r, const struct report_tree *report, bool headers)
{
    struct chosen chosen = {.random = r, .headers = headers};
    report_tree_each(report, choose, &chosen);
    return chosen.message;
}

static struct tree *like(struct random *r, const struct report_tree *other,
                         const struct tree *message)
{
    for (int tries = 0; other && tries < 8; tries++) {
        struct tree *found = choose_message(r, other, false);
        if (found && found->descriptor == message->descriptor)
            return found;
    }
    return NULL;
}

static struct tree *copy(struct arena *arena, struct tree *message)
{
    return tree_copy(arena, &(struct node){.message = message}).message;
}

static void mutate_entries(struct random *r, struct report_tree *report,
                           const struct report_tree *other)
{
    struct report_block *block = &report->blocks[random_below(r, (unsigned)report->count)];
    if (!block->count)
        return;
    size_t at = random_below(r, (unsigned)block->count);
    struct report_entry *entry = &block->entries[at];
    switch (random_below(r, 7)) {
    case 0:
        remove_entry(block, at);
        break;
    case 1:
        add_entry(report->arena, block, at,
                  (struct report_entry){entry->kind, copy(report->arena, entry->message), 0});
        break;
    case 2: {
        struct report_block *to = &report->blocks[random_below(r, (unsigned)report->count)];
        struct report_entry moved = *entry;
        remove_entry(block, at);
        add_entry(report->arena, to, random_below(r, (unsigned)to->count + 1), moved);
        break;
    }
    case 3:
        entry->kind = random_below(r, REPORT_KINDS);
        break;
    case 4:
        entry->lie = (int64_t)(int32_t)mutate_number(r, 0);
        break;
    case 5: {
        struct tree *from = like(r, other, entry->message);
        if (from)
            entry->message = copy(report->arena, from);
        break;
    }
    default:
        block->keeps_counts = true;
    }
}

static void mutate_blocks(struct random *r, struct report_tree *report)
{
    size_t at = random_below(r, (unsigned)report->count);
    const struct report_block block = report->blocks[at];
    if (random_chance(r, 40)) {
        report->count--;
        memmove(report->blocks + at, report->blocks + at + 1, (report->count - at) * sizeof block);
    } else if (random_chance(r, 60)) {
        struct report_block *twin = add_block(report, copy(report->arena, block.header));
        for (size_t i = 0; i < block.count; i++)
            add_entry(report->arena, twin, i,
                      (struct report_entry){block.entries[i].kind,
                                            copy(report->arena, block.entries[i].message), 0});
    } else {
        size_t other = random_below(r, (unsigned)report->count);
        report->blocks[at] = report->blocks[other];
        report->blocks[other] = block;
    }
}

void report_tree_mutate(struct random *r, struct report_tree *report,
                        const struct report_tree *other)
{
    const unsigned what = random_below(r, 100);
    if (what < 10 && report->count) {
        mutate_entries(r, report, other);
    } else if (what < 13 && report->count) {
        mutate_blocks(r, report);
    } else {
        struct tree *message = choose_message(r, report, what < 25);
        if (message)
            mutate_tree(r, message, like(r, other, message));
    }
}
