#include "tree.h"

#include <string.h>

#include "report/base/wire_put.h"
#include "report/base/wire_walk.h"

enum { DEEPEST = 64 };

struct tree *tree_new(struct arena *arena, const ProtobufCMessageDescriptor *descriptor)
{
    struct tree *tree = arena_alloc(arena, sizeof *tree);
    *tree = (struct tree){.arena = arena, .descriptor = descriptor};
    return tree;
}

void tree_insert(struct tree *tree, size_t at, struct node node)
{
    if (tree->count == tree->capacity) {
        tree->capacity = tree->capacity ? 2 * tree->capacity : 8;
        struct node *nodes = arena_alloc(tree->arena, tree->capacity * sizeof *nodes);
        if (tree->count)
            memcpy(nodes, tree->nodes, tree->count * sizeof *nodes);
        tree->nodes = nodes;
    }
    memmove(tree->nodes + at + 1, tree->nodes + at, (tree->count - at) * sizeof *tree->nodes);
    tree->nodes[at] = node;
    tree->count++;
}

void tree_remove(struct tree *tree, size_t at)
{
    tree->count--;
    memmove(tree->nodes + at, tree->nodes + at + 1, (tree->count - at) * sizeof *tree->nodes);
}

struct node *tree_find(struct tree *tree, uint32_t number)
{
    for (size_t i = 0; i < tree->count; i++)
        if (tree->nodes[i].number == number)
            return &tree->nodes[i];
    return NULL;
}

static struct tree *read_below(struct arena *arena, const ProtobufCMessageDescriptor *descriptor,
                               const uint8_t *bytes, size_t length, unsigned depth)
{
    struct tree *tree = tree_new(arena, descriptor);
    struct wire_walk walk = {bytes, bytes + length, false};
    struct wire_field field;
    while (length && wire_walk_next(&walk, &field)) {
        struct node node = {.number = field.number,
                            .type = field.type,
                            .value = field.value,
                            .bytes = field.data,
                            .length = field.length};
        node.field = protobuf_c_message_descriptor_get_field(descriptor, field.number);
        if (node.field && node.field->type == PROTOBUF_C_TYPE_MESSAGE && field.type == WIRE_BYTES &&
            depth < DEEPEST)
            node.message =
                read_below(arena, node.field->descriptor, field.data, field.length, depth + 1);
        tree_insert(tree, tree->count, node);
    }
    return tree;
}

struct tree *tree_read(struct arena *arena, const ProtobufCMessageDescriptor *descriptor,
                       const uint8_t *bytes, size_t length)
{
    return read_below(arena, descriptor, bytes, length, 0);
}

struct node tree_copy(struct arena *arena, const struct node *node)
{
    struct node copy = *node;
    if (!node->message)
        return copy;
    copy.message = tree_new(arena, node->message->descriptor);
    for (size_t i = 0; i < node->message->count; i++)
        tree_insert(copy.message, i, tree_copy(arena, &node->message->nodes[i]));
    return copy;
}

static void put_fixed(struct strbuf *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        strbuf_addc(out, (char)(value >> 8 * i));
}

static void put_node(const struct node *node, struct strbuf *out)
{
    wire_put_varint(out, (uint64_t)node->number << 3 | node->type);
    switch (node->type) {
    case WIRE_VARINT:
        wire_put_varint(out, node->value);
        return;
    case WIRE_EIGHT_BYTES:
        put_fixed(out, node->value, 8);
        return;
    case WIRE_FOUR_BYTES:
        put_fixed(out, node->value, 4);
        return;
    default: {
        struct strbuf body = {0};
        strbuf_add(&body, "", 0);
        if (node->message)
            tree_write(node->message, &body);
        else
            strbuf_add(&body, node->bytes, node->length);
        wire_put_varint(out, body.length + (uint64_t)node->lie);
        strbuf_add(out, body.data, body.length);
        strbuf_free(&body);
    }
    }
}

void tree_write(const struct tree *tree, struct strbuf *out)
{
    strbuf_add(out, "", 0);
    for (size_t i = 0; i < tree->count; i++)
        put_node(&tree->nodes[i], out);
}

static void each_below(struct tree *tree,
                       void (*visit)(void *, struct tree *, struct node *, unsigned), void *context,
                       unsigned depth)
{
    for (size_t i = 0; i < tree->count; i++) {
        visit(context, tree, &tree->nodes[i], depth);
        if (tree->nodes[i].message)
            each_below(tree->nodes[i].message, visit, context, depth + 1);
    }
}

void tree_each(struct tree *tree, void (*visit)(void *, struct tree *, struct node *, unsigned),
               void *context)
{
    each_below(tree, visit, context, 0);
}
