/* hot_spots: where the time of a whole run goes: the samples of all launches added up by source
 * line, by instruction or by function.
 *
 * The samples of a launch stand for its duration (gpu__time_duration.sum): of a launch of 1 ms with
 * 4 samples, each stands for 0.25 ms. So kernels count by their time, however often each was
 * sampled. The share is of the time of all results that are added up, those without samples
 * included, so what was not sampled is missing from the sum. A result whose duration was not
 * measured adds no time; if that is true of all of them, samples are added up as they are.
 *
 * A kernel with fewer samples than HOT_ENOUGH, of all results that are added up, is one spot, with
 * all of its time: so few do not tell where it goes. So is one without samples.
 *
 * The finding of a line or an instruction is one about what it waits for most (stall_causes.h): a
 * cause, else one that only says that it waits, else one of a rule that is not known; and of
 * several the one that promises most. Where no stall reasons were sampled, any finding that marks
 * it counts. That of a function is the cause that limits its kernel (rules/opportunities.h).
 *
 * Code without lines is listed by line as well: an instruction for itself, under its function. */
#ifndef ROOFTOP_REPORT_CONTENT_HOT_SPOTS_H
#define ROOFTOP_REPORT_CONTENT_HOT_SPOTS_H

#include "report/base/strbuf.h"
#include "report/content/hot_index.h"

enum hot_by { HOT_BY_LINE, HOT_BY_INSTRUCTION, HOT_BY_FUNCTION, HOT_BYS };
extern const char *const hot_by_names[HOT_BYS]; /* "line", "instruction", "function" */

enum { HOT_ENOUGH = 10 };

struct hot_spot {
    const struct hot_place *place; /* of a line or a function its hottest instruction */
    double weight;                 /* what the order is made of */
    double time;                   /* ns; 0: unknown */
    double share;                  /* of the time (or samples) of all results, 0 to 1 */
    double samples;                /* as counted */
    size_t launches;               /* results with samples of it, or of the kernel as a whole */
    const char *stall;             /* what most of the time waits for; NULL: unknown */
    double stall_share;            /* of this spot's time, 0 to 1 */
    const char *finding;           /* its title; NULL: none says why it waits */
    size_t result;                 /* index of the result that most of it comes from */
};

struct hot_totals {
    size_t results, sampled; /* sampled: with samples */
    size_t timed;            /* with a duration */
    double duration;         /* ns, of all results */
    double sampled_duration; /* of those with samples */
    double samples;
    size_t without_lines; /* spots by line that have no line */
};

struct hot_spots {
    enum hot_by by;
    struct hot_spot *items; /* greatest first */
    size_t count;
    struct hot_totals totals;
};

/* Adds up the results for which wants() is true (NULL: all) and that are in the index. The spots
 * point into the index; what is added to it later is not in them. */
typedef bool hot_wants(const void *context, size_t result);
void hot_spots_find(struct hot_spots *spots, const struct hot_index *index, enum hot_by by,
                    hot_wants *wants, const void *context);
void hot_spots_free(struct hot_spots *spots);

/* Appends where a spot is: "blur.cu:17", "blur+0x40", "blur". */
void hot_spot_add_place(struct strbuf *out, const struct hot_spot *spot, enum hot_by by);
/* Appends what is there: the text of the line, the opcode, or the file of the function. */
void hot_spot_add_text(struct strbuf *out, const struct hot_spot *spot, enum hot_by by);

/* Why there are no spots, and with which option they come; NULL: there are some. */
const char *hot_spots_why_none(const struct hot_totals *totals);

#endif
