#include "report/content/warp_states.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

#define STATE_BEGIN "smsp__average_warps_issue_stalled_"
#define STATE_END "_per_issue_active.ratio"
#define WHOLE "smsp__average_warp_latency_per_inst_issued.ratio"

static bool is_state(const char *metric)
{
    size_t length = metric ? strlen(metric) : 0, end = strlen(STATE_END);
    return length > end && strncmp(metric, STATE_BEGIN, strlen(STATE_BEGIN)) == 0 &&
           strcmp(metric + length - end, STATE_END) == 0;
}

static int compare(const void *a, const void *b)
{
    const struct warp_state *x = a, *y = b;
    if (isnan(x->cycles) || isnan(y->cycles) || x->cycles == y->cycles)
        return isnan(x->cycles) - isnan(y->cycles);
    return x->cycles < y->cycles ? 1 : -1;
}

/* Makes "Long Scoreboard" of "Stall Long Scoreboard". */
static char *label_of(const char *label)
{
    static const char stall[] = "Stall ";
    bool has = strncmp(label, stall, strlen(stall)) == 0 && label[strlen(stall)];
    return mem_strdup(has ? label + strlen(stall) : label);
}

struct warp_states *warp_states_new(const struct view_block *block, const struct result *result,
                                    const struct result *baseline)
{
    for (size_t i = 0; i < block->count; i++)
        if (!is_state(block->cells[i].metric))
            return NULL;
    if (!block->count)
        return NULL;
    struct warp_states *states = mem_alloc(sizeof *states);
    states->states = mem_alloc(block->count * sizeof *states->states);
    states->count = block->count;
    if (!result_number(result, WHOLE, &states->whole) || !(states->whole > 0))
        states->whole = NAN;
    for (size_t i = 0; i < block->count; i++) {
        const struct view_cell *cell = &block->cells[i];
        struct warp_state *state = &states->states[i];
        *state = (struct warp_state){
            .label = label_of(cell->label),
            .metric = cell->metric,
            .cycles = cell->number,
            .share = 100 * cell->number / states->whole,
            .baseline = NAN,
            .selected = strcmp(cell->metric, STATE_BEGIN "selected" STATE_END) == 0};
        if (baseline && !result_number(baseline, cell->metric, &state->baseline))
            state->baseline = NAN;
    }
    qsort(states->states, states->count, sizeof *states->states, compare);
    return states;
}

void warp_states_free(struct warp_states *states)
{
    if (!states)
        return;
    for (size_t i = 0; i < states->count; i++)
        free(states->states[i].label);
    free(states->states);
    free(states);
}
