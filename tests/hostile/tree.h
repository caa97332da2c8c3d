/* tree: a message of protobuf as a tree of its fields, which can be changed as no encoder would and
 * be written again. Fields that the descriptor does not know stay as they are.
 *
 * Everything lies in one arena and is never freed alone. Nodes may be shared by several trees only
 * through tree_copy(). */
#ifndef ROOFTOP_HOSTILE_TREE_H
#define ROOFTOP_HOSTILE_TREE_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/arena.h"
#include "report/base/strbuf.h"

struct tree;

struct node {
    uint32_t number, type; /* of the field; enum wire_type */
    uint64_t value;        /* of a number */
    const uint8_t *bytes;  /* of WIRE_BYTES, if it is no message */
    size_t length;
    struct tree *message;                  /* it is a message */
    const ProtobufCFieldDescriptor *field; /* NULL: not known */
    int64_t lie;                           /* added to the length that is written */
};

struct tree {
    struct arena *arena;
    const ProtobufCMessageDescriptor *descriptor;
    struct node *nodes;
    size_t count, capacity;
};

/* Reads a message. A part that is damaged is left out. */
struct tree *tree_read(struct arena *arena, const ProtobufCMessageDescriptor *descriptor,
                       const uint8_t *bytes, size_t length);
struct tree *tree_new(struct arena *arena, const ProtobufCMessageDescriptor *descriptor);
struct node tree_copy(struct arena *arena, const struct node *node);

void tree_insert(struct tree *tree, size_t at, struct node node);
void tree_remove(struct tree *tree, size_t at);

/* The first field of that number, or NULL. */
struct node *tree_find(struct tree *tree, uint32_t number);

/* Appends the bytes of the message. */
void tree_write(const struct tree *tree, struct strbuf *out);

/* Calls visit() for each field of the tree and of all trees below it. visit() may change the field,
 * but not the tree that it is in. */
void tree_each(struct tree *tree,
               void (*visit)(void *context, struct tree *tree, struct node *node, unsigned depth),
               void *context);

#endif
