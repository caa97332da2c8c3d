/* nvtx_tree: the NVTX ranges of a whole report as a tree, with the results that were launched in
 * them. Below the root are the domains and what was launched outside of any range. A domain holds
 * the launching threads with the ranges that they had pushed, and start/end ranges.
 *
 * The tree is made from the wire bytes, one result at a time, so that it can grow while a user
 * waits. Ranges with the same name in the same place are one node. A result stands in each
 * domain that has a range open, and counts once in each node. Texts are those of the file: make
 * them safe for a terminal. */
#ifndef ROOFTOP_REPORT_CONTENT_NVTX_TREE_H
#define ROOFTOP_REPORT_CONTENT_NVTX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"

enum nvtx_kind {
    NVTX_ROOT,
    NVTX_DOMAIN,
    NVTX_THREAD,
    NVTX_PUSHED,
    NVTX_STARTED,
    NVTX_OUTSIDE,
    NVTX_LAUNCH
};

struct nvtx_node {
    enum nvtx_kind kind;
    char *name;                       /* of a domain, range or thread; "" if it has none */
    const char *process_name;         /* of a thread */
    uint32_t process, thread;         /* of a thread */
    size_t result;                    /* of a launch */
    size_t parent, child, last, next; /* 0: none; the root is no node's child */
    size_t depth;                     /* 1: below the root */
    size_t results;
    double duration; /* ns, of the results that have one */
    size_t seen;     /* private: 1 + the last result that was counted */
};

struct nvtx_tree {
    struct report *report;
    struct nvtx_node *nodes; /* the root first */
    size_t count, capacity;
    size_t next; /* the next result to look at */
    bool has_ranges;

    /* private */
    size_t *slots; /* hash of parent, kind and name */
    size_t slot_count;
};

struct nvtx_tree *nvtx_tree_new(struct report *report);
void nvtx_tree_free(struct nvtx_tree *tree);

/* Returns whether results are left to look at, also results that were added to the report later. */
bool nvtx_tree_pending(const struct nvtx_tree *tree);
void nvtx_tree_step(struct nvtx_tree *tree);

/* Returns the node that follows, depth first, or 0 at the end. If `inside` is false, skips what
 * is in this node. */
size_t nvtx_tree_after(const struct nvtx_tree *tree, size_t node, bool inside);

/* Appends the expression of --nvtx-include for a range. Returns false if the node has none. */
bool nvtx_tree_expression(const struct nvtx_tree *tree, size_t node, struct strbuf *out);

/* Appends the expression for a range by its own name, wherever it is open: "DOMAIN@NAME/". */
bool nvtx_tree_own_expression(const struct nvtx_tree *tree, size_t node, struct strbuf *out);

/* Appends the name of a node: "process 42 (app), thread 7", "solver", or the name of a kernel. */
void nvtx_tree_name(const struct nvtx_tree *tree, size_t node, struct strbuf *out);

/* nvtx_tree_path() appends the name with the names of all nodes around it, "app > solver".
 * nvtx_tree_kind() returns what the node is: "domain", "push/pop". */
void nvtx_tree_path(const struct nvtx_tree *tree, size_t node, struct strbuf *out);
const char *nvtx_tree_kind(const struct nvtx_node *node);

/* Prints a node on each line, without the launches. CSV has the path of each node. */
void nvtx_tree_print(const struct nvtx_tree *tree, bool csv, FILE *out);

#endif
