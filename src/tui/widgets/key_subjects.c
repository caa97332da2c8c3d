#include "tui/widgets/key_subjects.h"

const struct key_subject key_subjects[] = {
    {"This result",
     {DO_OPEN, DO_GO, DO_DIAGNOSIS, DO_SOURCE, DO_OCCUPANCY, DO_TIMELINE, DO_LAUNCH, DO_RAW,
      DO_METRIC, DO_EXPLAIN, DO_CAUSE, DO_NEXT_RESULT, DO_PREVIOUS_RESULT}},
    {"All results",
     {DO_SUMMARY, DO_HOT_SPOTS, DO_RANKS, DO_NVTX, DO_SESSION, DO_RULES, DO_OUTPUT, DO_LOG}},
    {"Compare", {DO_BASELINE, DO_DROP_BASELINES, DO_CHANGES, DO_POINTS}},
    {"Find and order",
     {DO_SEARCH, DO_FILTER, DO_LAUNCHES, DO_SORT, DO_REVERSE, DO_SORT_BY, DO_SORT_SPOTS,
      DO_REVERSE_SPOTS, DO_SPOTS_BY, DO_GROUP, DO_COLUMNS, DO_KEEP_LIST, DO_SOURCE_COLUMNS, DO_TAG,
      DO_UNTAG}},
    {"Show here", {DO_GO_TO_SECTION, DO_LONG,           DO_METRICS,        DO_DESCRIPTION,
                   DO_ALL,           DO_ONLY,           DO_UNFOLD_ALL,     DO_NEXT_NUMBER,
                   DO_ROOFLINE_IN,   DO_ROOFLINE_LARGE, DO_ROOFLINE_ALONE, DO_MEMORY_CHART,
                   DO_NEXT_HOT,      DO_BESIDE,         DO_SASS,           DO_PTX,
                   DO_CUDA,          DO_NEXT_HEAT,      DO_OTHER_COLUMNS,  DO_NEXT_FUNCTION,
                   DO_NEXT_FILE,     DO_CLOSER,         DO_WIDER,          DO_WHOLE,
                   DO_RANGE_FILTER,  DO_TWICE,          DO_AS_LAUNCHED,    DO_UNITS}},
    {"Take along", {DO_COPY, DO_COPY_PANE, DO_EXPORT, DO_SAVE}},
    {"Measure", {DO_EDIT, DO_BUILD, DO_RERUN, DO_SECTIONS}},
    {"Screen",
     {DO_ZOOM, DO_NEXT_LAYOUT, DO_LAYOUT, DO_THEME, DO_GLYPHS, DO_MOUSE, DO_SHELL, DO_COMMAND,
      DO_HELP, DO_BACK, DO_QUIT}},
};
const size_t key_subject_count = sizeof key_subjects / sizeof *key_subjects;

const struct key_subject *key_subject_of(enum action_id action)
{
    for (size_t i = 0; i < key_subject_count; i++)
        for (size_t j = 0; j < SUBJECT_MOST && key_subjects[i].actions[j]; j++)
            if (key_subjects[i].actions[j] == action)
                return &key_subjects[i];
    return NULL;
}
