/* The order in which the nodes of a graph are repeated. */
#include "collect/inject/program/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"

/* Graphs of the driver: nodes and edges are letters; a capital one is the graph of that letter. */
struct drawn {
    const char *nodes;
    const char *edges; /* pairs: from, to */
};
static struct drawn graphs['Z' + 1];

static CUresult get_nodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    const struct drawn *g = &graphs[(uintptr_t)graph];
    *count = strlen(g->nodes);
    for (size_t i = 0; nodes && i < *count; i++)
        nodes[i] = (CUgraphNode)(uintptr_t)g->nodes[i];
    return CUDA_SUCCESS;
}

static CUresult get_edges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *data,
                          size_t *count)
{
    const struct drawn *g = &graphs[(uintptr_t)graph];
    (void)data;
    *count = strlen(g->edges) / 2;
    for (size_t i = 0; from && i < *count; i++) {
        from[i] = (CUgraphNode)(uintptr_t)g->edges[2 * i];
        to[i] = (CUgraphNode)(uintptr_t)g->edges[2 * i + 1];
    }
    return CUDA_SUCCESS;
}

static CUresult get_type(CUgraphNode node, CUgraphNodeType *type)
{
    const char letter = (char)(uintptr_t)node;
    *type = letter >= 'A' && letter <= 'Z' ? CU_GRAPH_NODE_TYPE_GRAPH
            : letter == 'h'                ? CU_GRAPH_NODE_TYPE_HOST
                                           : CU_GRAPH_NODE_TYPE_EMPTY;
    return CUDA_SUCCESS;
}

static CUresult get_child(CUgraphNode node, CUgraph *graph)
{
    *graph = (CUgraph)(uintptr_t)node;
    return CUDA_SUCCESS;
}

static struct inject the_inject = {.driver = {.graph_get_nodes = get_nodes,
                                              .graph_get_edges = get_edges,
                                              .graph_node_get_type = get_type,
                                              .graph_child_graph_node_get_graph = get_child}};

static struct graph *read(const char *nodes, const char *edges)
{
    graphs['G'] = (struct drawn){nodes, edges};
    struct graph *graph = graph_read(&the_inject, NULL, (CUgraph)(uintptr_t)'G');
    assert_non_null(graph);
    return graph;
}

static void expect(const char *nodes, const char *edges, const char *order)
{
    struct graph *graph = read(nodes, edges);
    assert_false(graph->unread);
    assert_int_equal(graph->count, strlen(order));
    for (size_t i = 0; i < graph->count; i++)
        assert_int_equal((uintptr_t)graph->nodes[i].handle, order[i]);
    graph_free(graph);
}

static void edges_are_kept(void **unused)
{
    (void)unused;
    expect("", "", "");
    expect("abcd", "", "abcd");
    expect("abcd", "abbccd", "abcd");
    expect("abc", "cbba", "cba");
    expect("abcd", "acbcda", "bdac");
    expect("abc", "abab", "abc"); /* the same edge twice */
}

static void children_stand_where_their_node_is(void **unused)
{
    (void)unused;
    graphs['C'] = (struct drawn){"xyz", "yx"};
    graphs['D'] = (struct drawn){"C", ""};
    expect("aCb", "aCCb", "ayzxb");
    expect("aDb", "bDDa", "byzxa");
}

static void what_cannot_be_ordered_is_not_read(void **unused)
{
    static const char *const edges[] = {"abba", "az", "za"};
    (void)unused;
    for (size_t i = 0; i < 3; i++) {
        struct graph *graph = read("ab", edges[i]);
        assert_true(graph->unread);
        graph_free(graph);
    }
}

static void nodes_know_what_they_are(void **unused)
{
    struct graph *graph = read("ah", "ah");
    (void)unused;
    assert_null(graph->nodes[0].problem);
    assert_string_equal(graph->nodes[1].problem->node, "host");
    assert_true(graph->nodes[1].problem->always);
    assert_ptr_equal(graph_node_of(graph, (CUgraphNode)(uintptr_t)'h'), &graph->nodes[1]);
    assert_null(graph_node_of(graph, (CUgraphNode)(uintptr_t)'x'));
    graph->nodes[1].disabled = true;
    graphs['G'] = (struct drawn){"uh", "uh"};
    graph_update(graph, &the_inject, (CUgraph)(uintptr_t)'G');
    assert_false(graph->unread);
    assert_int_equal((uintptr_t)graph->nodes[0].handle, 'a'); /* the handles stay */
    assert_true(graph->nodes[1].disabled);
    graphs['G'] = (struct drawn){"u", ""};
    graph_update(graph, &the_inject, (CUgraph)(uintptr_t)'G');
    assert_true(graph->unread);
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_kept),
        cmocka_unit_test(children_stand_where_their_node_is),
        cmocka_unit_test(what_cannot_be_ordered_is_not_read),
        cmocka_unit_test(nodes_know_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
