/* list_tree: the rows of the results list: results, or groups of them that fold.
 *
 * Who builds one says in which order the results are and, where they are grouped, which group each
 * is in. Results of a group stand together, in their order. A group of one is just that result's
 * row. */
#ifndef ROOFTOP_LIST_TREE_H
#define ROOFTOP_LIST_TREE_H

#include <stdbool.h>
#include <stddef.h>

struct list_group {
    size_t key;          /* what its results were said to be in */
    size_t first, count; /* its results, in the tree's order */
    double rank;         /* of groups the one with the least comes first; NAN: last */
    bool open;
};

enum list_row_kind { LIST_ROW_RESULT, LIST_ROW_GROUP, LIST_ROW_MEMBER };

struct list_row {
    enum list_row_kind kind;
    size_t result; /* of a group the first */
    size_t group;  /* SIZE_MAX: in none */
};

/* Initialise with {0}; release with list_tree_free(). */
struct list_tree {
    size_t *order; /* results, as they stand if all groups are open */
    size_t count, order_capacity;
    struct list_group *groups;
    size_t group_count, group_capacity;
    struct list_row *rows;
    size_t row_count, row_capacity;
    size_t *places; /* by key: group + 1, while it is built */
    size_t place_capacity;
};

void list_tree_free(struct list_tree *tree);

/* The results without groups. */
void list_tree_plain(struct list_tree *tree, const size_t *results, size_t count);

/* Puts results into groups by keys[result] < key_count. Then say of each of tree->groups what it
 * ranks and whether it is open, and call list_tree_rows(). */
void list_tree_group(struct list_tree *tree, const size_t *results, size_t count,
                     const size_t *keys, size_t key_count);
/* Groups of the same rank keep the order of their first results. */
void list_tree_rows(struct list_tree *tree);

/* The row of a result, or of its group where that is folded; row_count: it is not shown. */
size_t list_tree_find(const struct list_tree *tree, size_t result);

#endif
