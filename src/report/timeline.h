/* timeline: the time series of a result: what was sampled while it ran, of all its sections.
 *
 * Rows are those of the sections' timelines, in groups. Each pass of the sampler has a time base of
 * its own: times are relative to the start of the pass's workload, or where the report does not
 * tell it to the pass's first sample. Series of different passes may have different intervals.
 * Texts are as the file has them: make them safe for a terminal. */
#ifndef ROOFTOP_TIMELINE_H
#define ROOFTOP_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"
#include "series.h"

/* Of the samples while the workload ran, or of all where the report does not tell when that was; of
 * one that is shorter than an interval that of the sample it lies in. NAN: there is none. */
struct timeline_numbers {
    double minimum, mean, maximum;
};

/* One metric over time; x of its points: ns. */
struct timeline_course {
    char *label, *metric;
    char unit[48];
    struct series series; /* in the order of time; at least one point */
    double interval;      /* between two samples; 0: there is one */
    struct timeline_numbers numbers;
    size_t pass;
};

struct timeline_row {
    char *label;
    const char *description; /* the section's; "" if none */
    size_t group;
    size_t first, count; /* of the courses; several are stacked */
    /* Of the sum, at the samples of the first course. */
    struct timeline_numbers numbers;
    double least, most; /* of all samples */
};

struct timeline_group {
    char *label; /* of the section and the group; "" if it has none */
    bool open;   /* as the section has it */
};

struct timeline {
    struct timeline_course *courses;
    struct timeline_row *rows;
    struct timeline_group *groups;
    size_t course_count, row_count, group_count;
    double start, end; /* of all samples; the last one lasts for its interval, too */
    double work_end;   /* where the workload ended, which began at 0; NAN: not told */
    size_t passes;     /* that samples are of */
    size_t left_out;   /* metrics with more samples than are looked at */
    bool has_sections; /* some have timelines, of which there may be no samples */

    /* private */
    size_t course_capacity, row_capacity, group_capacity, looked;
};

/* Of these sections; timeline_free() it. */
struct timeline *timeline_new(const struct result *result,
                              const Rep__ProfilerSection *const *sections, size_t count);
void timeline_free(struct timeline *timeline);

/* The mean of a course from one time to another, or if no sample lies between them the last one
 * before, while its interval lasts. NAN: nothing was sampled then. */
double timeline_mean(const struct timeline_course *course, double from, double to);
/* The sum of a row's courses; those without a sample then count for nothing. NAN: all are. */
double timeline_row_mean(const struct timeline *timeline, const struct timeline_row *row,
                         double from, double to);

/* The shortest interval of all courses; 0: none has one. */
double timeline_step(const struct timeline *timeline);

/* The mean that a row of the timeline, or a course of it (NULL: the row), has in that of another
 * result. NAN: that has none of this name and unit. */
double timeline_mean_before(const struct timeline *before, const struct timeline *timeline,
                            const struct timeline_row *row, const struct timeline_course *course);

#endif
