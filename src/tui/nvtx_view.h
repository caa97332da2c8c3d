/* nvtx_view: the NVTX ranges of the report as a tree that folds, with what was launched in them. */
#ifndef ROOFTOP_NVTX_VIEW_H
#define ROOFTOP_NVTX_VIEW_H

#include "keys.h"
#include "nvtx_tree.h"
#include "row_cursor.h"

struct nvtx_view {
    struct nvtx_tree *tree; /* NULL until it is first drawn */
    struct row_cursor cursor;
    size_t *rows; /* nodes that are seen */
    size_t row_count, row_capacity;
    bool *turned;  /* for each node: whether it is not open or folded as its kind is at first */
    bool all_open; /* all were unfolded at once */
    size_t turned_capacity;
    size_t listed; /* nodes of the tree when the rows were listed */
};

void nvtx_view_free(struct nvtx_view *view);

/* Whether the view was opened and is not complete; a step looks at one result. */
bool nvtx_view_pending(const struct nvtx_view *view);
void nvtx_view_step(struct nvtx_view *view);

/* Lists what came since. Before all of the following. */
void nvtx_view_update(struct nvtx_view *view, struct report *report);

/* The selected node; NULL: there is none. */
const struct nvtx_node *nvtx_view_node(const struct nvtx_view *view);
size_t nvtx_view_at(const struct nvtx_view *view);

bool nvtx_view_act(struct nvtx_view *view, enum action_id action, int rows);
bool nvtx_view_click(struct nvtx_view *view, int row, int rows);
bool nvtx_view_search(struct nvtx_view *view, const char *text, int step, bool here);
void nvtx_view_draw(struct nvtx_view *view, int rows, const char *search);

#endif
