/* hot_index: the warp samples of all results of a report, by instruction.
 *
 * Results are added one by one, in any order, and may be dropped afterwards: of each the index
 * keeps its duration, its samples (instruction, stall reason, number) and the findings that mark
 * its code. hot_spots.h adds the samples up, for all results or for some of them, without decoding
 * anything again.
 *
 * An instruction is known by its function's name and code and by its offset, so launches, processes
 * and reports that ran the same code count together. Code that is not in the report counts under
 * the result's name, by address where the start of the function is unknown, too.
 *
 * Samples are those of "smsp__pcsamp_warps_issue_stalled_*" (with and without an issued
 * instruction), or of "smsp__pcsamp_sample_count" where a report has no reasons. */
#ifndef ROOFTOP_REPORT_CONTENT_HOT_INDEX_H
#define ROOFTOP_REPORT_CONTENT_HOT_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/arena.h"
#include "report/base/name_index.h"
#include "report/file/result.h"
#include "report/rules/rule_library.h"
#include "report/rules/rule_source.h"

enum { HOT_MOST_STALLS = 48, HOT_NONE = UINT32_MAX };

/* An instruction that had samples, or a kernel as a whole. Texts live as long as the index. */
struct hot_place {
    bool whole;           /* a kernel: no file, no opcode, offset 0 */
    const char *function; /* mangled; of code that is not in the report the result's name */
    const char *shown;    /* the function's name for people, without parameters */
    const char *file;     /* NULL: it has no line */
    unsigned line;
    const char *text;   /* of the line, without blanks around it; "": unknown */
    const char *opcode; /* "LDG"; NULL: unknown */
    uint64_t offset;    /* bytes from the start of the function; if that is unknown, the address */
    uint32_t line_key;  /* instructions of one line share it, and so do those of one function; */
    uint32_t function_key; /* an instruction without a line has a line key of its own */
};

/* Samples of an instruction in a result. */
struct hot_sample {
    uint32_t place;
    uint16_t stall; /* number of the reason */
    float count;
};

/* What a finding is about: an instruction (place), a line, a whole function, or the lines of a
 * function that use something (stall_causes.h). */
enum hot_of { HOT_OF_INSTRUCTION, HOT_OF_LINE, HOT_OF_FUNCTION, HOT_OF_USES };
struct hot_mark {
    enum hot_of of;
    uint32_t key;      /* place, line key or function key */
    unsigned uses;     /* of HOT_OF_USES */
    const char *rule;  /* its identifier */
    const char *title; /* of the finding */
    double speedup;    /* that it estimates, percent; 0: none */
};

struct hot_result {
    bool added;
    uint32_t kernel; /* its number in `kernels` */
    uint32_t whole;  /* the place that its kernel is as a whole */
    double duration; /* ns; 0: not measured */
    double samples;  /* all of them */
    size_t first, count, first_mark, mark_count;
};

struct hot_index {
    struct report *report;
    const struct rule_library *rules;
    struct rule_source *source;
    struct arena arena;
    struct name_index keys, line_keys, function_keys, words;
    struct name_index kernels; /* mangled names of results */
    struct hot_place **places; /* by number of `keys`; they stay where they are */
    size_t place_capacity;
    struct hot_sample *samples;
    size_t sample_count, sample_capacity;
    struct hot_mark *marks;
    size_t mark_count, mark_capacity;
    struct hot_result *results; /* by index in the report */
    size_t result_count, result_capacity;
    char stalls[HOT_MOST_STALLS][48]; /* "long scoreboard" */
    size_t stall_count;
};

/* Report and rules must outlive the index. rules: say which findings explain others; NULL: none
 * does. */
struct hot_index *hot_index_new(struct report *report, const struct rule_library *rules);
void hot_index_free(struct hot_index *index); /* NULL is allowed */

/* Adds a decoded result, with the findings in it; a second time it is ignored. */
void hot_index_add(struct hot_index *index, const struct result *result);
/* Notes that a result cannot be decoded. */
void hot_index_skip(struct hot_index *index, size_t result);
/* Returns whether the result was added or skipped. */
bool hot_index_has(const struct hot_index *index, size_t result);

#endif
