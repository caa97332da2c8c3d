/* nvtx_tree: the NVTX ranges of a whole report as a tree, with the results that were launched in
 * them: domains, in them the launching threads with the ranges that they had pushed, and start/end
 * ranges; beside the domains what was launched outside of any range.
 *
 * It is made of the wire bytes, result by result, so that it can be made while a user waits. Ranges
 * of one name in one place are one node. A result stands in each domain that has a range open, and
 * counts once for each node. Texts are as the file has them: make them safe for a terminal. */
#ifndef ROOFTOP_NVTX_TREE_H
#define ROOFTOP_NVTX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report.h"
#include "strbuf.h"

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
    char *name;               /* of a domain or range; of a thread its name; "" if it has none */
    const char *process_name; /* of a thread */
    uint32_t process, thread; /* of a thread */
    size_t result;            /* of a launch */
    size_t parent, child, last, next; /* 0: none, since the root is nobody's child */
    size_t depth;                     /* 1: below the root */
    size_t results;
    double duration; /* ns, of those results that have one */
    size_t seen;     /* private: + 1, the last result that was counted */
};

struct nvtx_tree {
    struct report *report;
    struct nvtx_node *nodes; /* the root first */
    size_t count, capacity;
    size_t next; /* result to be looked at */
    bool has_ranges;

    /* private */
    size_t *slots; /* hash of parent, kind and name */
    size_t slot_count;
};

struct nvtx_tree *nvtx_tree_new(struct report *report);
void nvtx_tree_free(struct nvtx_tree *tree);

/* Whether results are left to be looked at; those that are added later are, too. */
bool nvtx_tree_pending(const struct nvtx_tree *tree);
void nvtx_tree_step(struct nvtx_tree *tree);

/* The node that follows, depth first; 0 at the end. inside: with what is in this one. */
size_t nvtx_tree_after(const struct nvtx_tree *tree, size_t node, bool inside);

/* Appends the expression of --nvtx-include for a range. false: there is none for the node. */
bool nvtx_tree_expression(const struct nvtx_tree *tree, size_t node, struct strbuf *out);

/* Appends what a node is called: "process 42 (app), thread 7", "solver", a kernel's name. */
void nvtx_tree_name(const struct nvtx_tree *tree, size_t node, struct strbuf *out);

/* The same with all that it is in, "app > solver"; and "domain", "push/pop", what it is. */
void nvtx_tree_path(const struct nvtx_tree *tree, size_t node, struct strbuf *out);
const char *nvtx_tree_kind(const struct nvtx_node *node);

/* A node a line, without the launches; as CSV with its path. */
void nvtx_tree_print(const struct nvtx_tree *tree, bool csv, FILE *out);

#endif
