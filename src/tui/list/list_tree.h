/* list_tree: the rows of the results list: results, or groups of them that fold.
 *
 * The caller gives the order of the results and, if they are grouped, the group of each. The
 * results of a group stand together in their order. A group of one is just that result's row. */
#ifndef ROOFTOP_TUI_LIST_LIST_TREE_H
#define ROOFTOP_TUI_LIST_LIST_TREE_H

#include <stdbool.h>
#include <stddef.h>

struct list_group {
    size_t key;          /* the key that the caller gave to its results */
    size_t first, count; /* its results in the tree's order */
    double rank;         /* the least comes first; NAN: last */
    bool open;
};

enum list_row_kind { LIST_ROW_RESULT, LIST_ROW_GROUP, LIST_ROW_MEMBER };

struct list_row {
    enum list_row_kind kind;
    size_t result; /* of a group, the first one */
    size_t group;  /* SIZE_MAX: none */
};

/* Initialise with {0}; release with list_tree_free(). */
struct list_tree {
    size_t *order; /* results, as they stand if all groups are open */
    size_t count, order_capacity;
    struct list_group *groups;
    size_t group_count, group_capacity;
    struct list_row *rows;
    size_t row_count, row_capacity;
    size_t *places; /* by key: index of the group + 1, while it is built */
    size_t place_capacity;
};

void list_tree_free(struct list_tree *tree);

/* Builds the tree without groups. */
void list_tree_plain(struct list_tree *tree, const size_t *results, size_t count);

/* Puts results into groups by keys[result] < key_count. Then set rank and open in each of
 * tree->groups and call list_tree_rows(). */
void list_tree_group(struct list_tree *tree, const size_t *results, size_t count,
                     const size_t *keys, size_t key_count);
/* Sorts the groups and makes the rows. Groups of the same rank keep the order of their first
 * results. */
void list_tree_rows(struct list_tree *tree);

/* Returns the row of a result, or of its group if that is folded, or row_count if it is not
 * shown. */
size_t list_tree_find(const struct list_tree *tree, size_t result);

#endif
