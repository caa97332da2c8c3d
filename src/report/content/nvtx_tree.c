#include "report/content/nvtx_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_hash.h"
#include "report/content/nvtx_list.h"
#include "report/filter/nvtx_pattern.h"
#include "report/metric/metric_format.h"

struct key {
    size_t parent;
    enum nvtx_kind kind;
    const char *name;
    uint32_t process, thread;
};

static uint32_t hash_of(const struct key *key)
{
    uint32_t hash = text_hash(key->name) + (uint32_t)key->kind;
    hash = hash * 31u + (uint32_t)key->parent;
    return (hash * 31u + key->process) * 31u + key->thread;
}

static bool is_of(const struct nvtx_node *node, const struct key *key)
{
    return node->parent == key->parent && node->kind == key->kind &&
           node->process == key->process && node->thread == key->thread &&
           strcmp(node->name, key->name) == 0;
}

static struct key key_of(const struct nvtx_node *node)
{
    return (struct key){node->parent, node->kind, node->name, node->process, node->thread};
}

/* Returns the slot of the key, or the free slot where it belongs. */
static size_t *find_slot(const struct nvtx_tree *tree, const struct key *key)
{
    size_t at = hash_of(key) % tree->slot_count;
    while (tree->slots[at] && !is_of(&tree->nodes[tree->slots[at]], key))
        at = (at + 1) % tree->slot_count;
    return &tree->slots[at];
}

/* Launches are never looked up. */
static bool is_found(const struct nvtx_node *node)
{
    return node->kind != NVTX_LAUNCH && node->kind != NVTX_ROOT;
}

static void grow_slots(struct nvtx_tree *tree)
{
    if (tree->count * 2 < tree->slot_count)
        return;
    free(tree->slots);
    tree->slot_count = tree->count * 4 + 64;
    tree->slots = mem_alloc(tree->slot_count * sizeof *tree->slots);
    for (size_t i = 1; i < tree->count; i++) {
        const struct key key = key_of(&tree->nodes[i]);
        if (is_found(&tree->nodes[i]))
            *find_slot(tree, &key) = i;
    }
}

static size_t add_node(struct nvtx_tree *tree, const struct key *key)
{
    mem_grow(&tree->nodes, tree->count, &tree->capacity, sizeof *tree->nodes);
    size_t at = tree->count++;
    struct nvtx_node *parent = &tree->nodes[key->parent];
    tree->nodes[at] = (struct nvtx_node){.kind = key->kind,
                                         .name = mem_strdup(key->name),
                                         .process = key->process,
                                         .thread = key->thread,
                                         .parent = key->parent,
                                         .depth = parent->depth + 1};
    if (parent->last)
        tree->nodes[parent->last].next = at;
    else
        parent->child = at;
    parent->last = at;
    return at;
}

static size_t child(struct nvtx_tree *tree, const struct key *key)
{
    grow_slots(tree);
    size_t *slot = find_slot(tree, key);
    if (!*slot)
        *slot = add_node(tree, key);
    return *slot;
}

struct nvtx_tree *nvtx_tree_new(struct report *report)
{
    struct nvtx_tree *tree = mem_alloc(sizeof *tree);
    tree->report = report;
    mem_grow(&tree->nodes, 0, &tree->capacity, sizeof *tree->nodes);
    tree->nodes[tree->count++] = (struct nvtx_node){.name = mem_strdup("")};
    return tree;
}

void nvtx_tree_free(struct nvtx_tree *tree)
{
    if (!tree)
        return;
    for (size_t i = 0; i < tree->count; i++)
        free(tree->nodes[i].name);
    free(tree->nodes);
    free(tree->slots);
    free(tree);
}

bool nvtx_tree_pending(const struct nvtx_tree *tree)
{
    return tree->next < report_count(tree->report);
}

/* Counts a result in a node and in all nodes around it, once in each. */
static void add_launch(struct nvtx_tree *tree, size_t parent, size_t result)
{
    const struct key key = {.parent = parent, .kind = NVTX_LAUNCH, .name = ""};
    double duration = report_summary(tree->report, result)->duration;
    if (tree->nodes[parent].seen == result + 1 && tree->nodes[parent].last &&
        tree->nodes[tree->nodes[parent].last].kind == NVTX_LAUNCH &&
        tree->nodes[tree->nodes[parent].last].result == result)
        return; /* the same range is open twice */
    size_t at = add_node(tree, &key);
    tree->nodes[at].result = result;
    for (;; at = tree->nodes[at].parent) {
        struct nvtx_node *node = &tree->nodes[at];
        if (node->seen == result + 1)
            return;
        node->seen = result + 1;
        node->results++;
        node->duration += isnan(duration) ? 0 : duration;
        if (!at)
            return;
    }
}

static size_t domain_node(struct nvtx_tree *tree, const struct nvtx_open *range)
{
    const struct key key = {.kind = NVTX_DOMAIN, .name = range->domain};
    return child(tree, &key);
}

static size_t thread_node(struct nvtx_tree *tree, const struct nvtx_open *range, size_t result)
{
    const Rep__ProcessInfo *process = report_result_process(tree->report, result);
    const struct key key = {domain_node(tree, range), NVTX_THREAD, range->thread_name,
                            process->processid, range->thread};
    size_t at = child(tree, &key);
    tree->nodes[at].process_name = process->processname ? process->processname : "";
    return at;
}

/* Adds the ranges stack by stack, each from the bottom. */
static bool add_ranges(struct nvtx_tree *tree, const struct result *result, size_t index)
{
    size_t count, at = 0;
    struct nvtx_open *ranges = nvtx_list(result, &count);
    bool any = false,
         all = result->nvtx->pushpoprangescope == REP__NVTX_PUSH_POP_RANGE_SCOPE__Process;
    for (size_t i = 0; i < count; i++) {
        const struct nvtx_open *range = &ranges[i];
        if (!range->started && !range->launching && !all)
            continue;
        size_t parent = range->started      ? domain_node(tree, range)
                        : range->depth == 0 ? thread_node(tree, range, index)
                                            : at;
        const struct key key = {.parent = parent,
                                .kind = range->started ? NVTX_STARTED : NVTX_PUSHED,
                                .name = range->name};
        at = child(tree, &key);
        bool is_top = range->started || i + 1 == count || ranges[i + 1].started ||
                      ranges[i + 1].depth != range->depth + 1;
        if (is_top)
            add_launch(tree, at, index);
        any = true;
    }
    free(ranges);
    return any;
}

void nvtx_tree_step(struct nvtx_tree *tree)
{
    if (!nvtx_tree_pending(tree))
        return;
    size_t index = tree->next++;
    struct result_launch launch;
    report_launch(tree->report, index, &launch);
    Rep__NvtxState *state =
        launch.nvtx ? rep__nvtx_state__unpack(NULL, launch.nvtx_length, launch.nvtx) : NULL;
    const struct result result = {.nvtx = state, .thread = launch.thread};
    bool any = state && add_ranges(tree, &result, index);
    if (!any) {
        const struct key key = {.kind = NVTX_OUTSIDE, .name = ""};
        add_launch(tree, child(tree, &key), index);
    }
    tree->has_ranges = tree->has_ranges || any;
    if (state)
        rep__nvtx_state__free_unpacked(state, NULL);
    result_launch_free(&launch);
}

size_t nvtx_tree_after(const struct nvtx_tree *tree, size_t node, bool inside)
{
    if (inside && tree->nodes[node].child)
        return tree->nodes[node].child;
    while (node && !tree->nodes[node].next)
        node = tree->nodes[node].parent;
    return tree->nodes[node].next;
}

static void add_escaped(struct strbuf *out, const char *name)
{
    for (; *name; name++) {
        if (strchr("@,[]/*+\\$", *name))
            strbuf_addc(out, '\\');
        strbuf_addc(out, *name);
    }
}

/* Appends "A/B", from the outermost range on. Returns false if a range has no name, since no
 * expression fits it. */
static bool add_path(const struct nvtx_tree *tree, size_t node, struct strbuf *out)
{
    const struct nvtx_node *at = &tree->nodes[node];
    if (at->kind != NVTX_PUSHED)
        return true;
    if (!*at->name || !add_path(tree, at->parent, out))
        return false;
    add_escaped(out, at->name);
    strbuf_addc(out, '/');
    return true;
}

/* Appends "DOMAIN@", or nothing for the default one. Returns false if the node has no
 * expression. */
static bool add_domain(const struct nvtx_tree *tree, size_t node, struct strbuf *out)
{
    const struct nvtx_node *at = &tree->nodes[node], *domain = at;
    if ((at->kind != NVTX_PUSHED && at->kind != NVTX_STARTED) || !*at->name)
        return false;
    while (domain->kind != NVTX_DOMAIN)
        domain = &tree->nodes[domain->parent];
    if (!*domain->name)
        return false;
    if (strcmp(domain->name, NVTX_DEFAULT_DOMAIN) != 0) {
        add_escaped(out, domain->name);
        strbuf_addc(out, '@');
    }
    return true;
}

bool nvtx_tree_own_expression(const struct nvtx_tree *tree, size_t node, struct strbuf *out)
{
    if (!add_domain(tree, node, out))
        return false;
    add_escaped(out, tree->nodes[node].name);
    strbuf_adds(out, tree->nodes[node].kind == NVTX_PUSHED ? "/" : "");
    return true;
}

bool nvtx_tree_expression(const struct nvtx_tree *tree, size_t node, struct strbuf *out)
{
    const struct nvtx_node *at = &tree->nodes[node];
    if (!add_domain(tree, node, out))
        return false;
    if (at->kind == NVTX_STARTED) {
        add_escaped(out, at->name);
        return true;
    }
    strbuf_addc(out, '[');
    return add_path(tree, node, out);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void nvtx_tree_name(const struct nvtx_tree *tree, size_t node, struct strbuf *out)
{
    const struct nvtx_node *at = &tree->nodes[node];
    switch (at->kind) {
    case NVTX_THREAD:
        strbuf_addf(out, "process %u", at->process);
        if (*at->process_name)
            strbuf_addf(out, " (%s)", base_name(at->process_name));
        strbuf_addf(out, ", thread %u", at->thread);
        if (*at->name)
            strbuf_addf(out, " (%s)", at->name);
        break;
    case NVTX_OUTSIDE:
        strbuf_adds(out, "outside of ranges");
        break;
    case NVTX_LAUNCH: {
        const struct result_summary *summary = report_summary(tree->report, at->result);
        strbuf_addf(out, "%zu %s", summary->id, summary->name);
        break;
    }
    default:
        strbuf_adds(out, *at->name ? at->name : at->kind == NVTX_ROOT ? "" : "(no name)");
    }
}

void nvtx_tree_path(const struct nvtx_tree *tree, size_t node, struct strbuf *out)
{
    if (tree->nodes[node].depth > 1) {
        nvtx_tree_path(tree, tree->nodes[node].parent, out);
        strbuf_adds(out, " > ");
    }
    nvtx_tree_name(tree, node, out);
}

const char *nvtx_tree_kind(const struct nvtx_node *node)
{
    static const char *const kinds[] = {"",          "domain",  "thread", "push/pop",
                                        "start/end", "outside", ""};
    return kinds[node->kind];
}

static void print_node(const struct nvtx_tree *tree, size_t node, bool csv, FILE *out)
{
    const struct nvtx_node *at = &tree->nodes[node];
    double all = tree->nodes[0].duration;
    struct strbuf line = {0}, text = {0};
    if (csv) {
        nvtx_tree_path(tree, node, &text);
        format_csv_field(&line, nvtx_tree_kind(at), true);
        format_csv_field(&line, text.data, false);
        fprintf(out, "%s,\"%zu\",\"%.17g\"\n", line.data, at->results, at->duration);
    } else {
        struct unit_scale scale = unit_scale_for("ns", at->duration);
        nvtx_tree_name(tree, node, &text);
        char *safe = safe_text(text.data);
        strbuf_addf(&line, "%*s%s: %zu result%s, %.2f %s, %.1f%%", (int)(2 * at->depth - 2), "",
                    safe, at->results, at->results == 1 ? "" : "s", at->duration / scale.factor,
                    scale.unit, all > 0 ? 100 * at->duration / all : 0);
        fprintf(out, "%s\n", line.data);
        free(safe);
    }
    strbuf_free(&line);
    strbuf_free(&text);
}

void nvtx_tree_print(const struct nvtx_tree *tree, bool csv, FILE *out)
{
    if (csv)
        fputs("\"Kind\",\"Range\",\"Results\",\"Duration (ns)\"\n", out);
    for (size_t at = nvtx_tree_after(tree, 0, true); at; at = nvtx_tree_after(tree, at, true))
        if (tree->nodes[at].kind != NVTX_LAUNCH)
            print_node(tree, at, csv, out);
}
