/* nvtx_view: the NVTX ranges of the report as a tree that folds, with the work that was launched in
 * them. */
#ifndef ROOFTOP_TUI_VIEWS_NVTX_VIEW_H
#define ROOFTOP_TUI_VIEWS_NVTX_VIEW_H

#include "report/content/nvtx_tree.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view.h"

struct nvtx_view {
    struct nvtx_tree *tree; /* NULL until it is first drawn */
    struct row_cursor cursor;
    size_t *rows; /* the visible nodes */
    size_t row_count, row_capacity;
    bool *turned;  /* by node: it was folded or unfolded by hand */
    bool all_open; /* everything was unfolded at once */
    size_t turned_capacity;
    size_t listed; /* number of nodes when the rows were listed */
};

void nvtx_view_free(struct nvtx_view *view);

/* Returns whether the view was opened and its tree is not complete. A step reads one result. */
bool nvtx_view_pending(const struct nvtx_view *view);
void nvtx_view_step(struct nvtx_view *view);

/* Adds what is new in the report. Call it before the functions below. */
void nvtx_view_update(struct nvtx_view *view, struct report *report);

/* nvtx_view_node() returns the selected node, or NULL. nvtx_view_at() returns its row. */
const struct nvtx_node *nvtx_view_node(const struct nvtx_view *view);
size_t nvtx_view_at(const struct nvtx_view *view);

bool nvtx_view_act(struct nvtx_view *view, enum action_id action, int rows);
bool nvtx_view_click(struct nvtx_view *view, int row, int rows);
bool nvtx_view_search(struct nvtx_view *view, const char *text, int step, bool here);
/* Puts the cursor into the tree and into view. Call it before drawing. */
void nvtx_view_fit(struct nvtx_view *view, int rows);
void nvtx_view_draw(const struct nvtx_view *view, int rows, const char *search);

extern const struct view_ops nvtx_view_ops;

#endif
