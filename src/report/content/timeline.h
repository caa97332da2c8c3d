/* timeline: the time series of a result: everything that was sampled while it ran, of all its
 * sections.
 *
 * Rows are those of the sections' timelines, in groups. Each pass of the sampler has its own
 * time base. Times count from the start of the pass's workload, or from the pass's first sample
 * if the report does not say when the workload began. Courses of different passes can have
 * different intervals. Texts are those of the file: make them safe for a terminal. */
#ifndef ROOFTOP_REPORT_CONTENT_TIMELINE_H
#define ROOFTOP_REPORT_CONTENT_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/file/result.h"
#include "report/metric/metric_points.h"

/* Numbers of the samples while the workload ran, or of all samples if the report does not say
 * when that was. The sample that the workload begins in is one of them. NAN: there is none. */
struct timeline_numbers {
    double minimum, mean, maximum;
};

/* One metric over time. The x of its points is in ns. */
struct timeline_course {
    char *label, *metric;
    char unit[48];
    struct metric_points points; /* in the order of time; at least one point */
    double interval;             /* between two samples; 0: there is one */
    struct timeline_numbers numbers;
    size_t pass;
};

struct timeline_row {
    char *label;
    const char *description; /* the section's; "" if none */
    size_t group;
    size_t first, count; /* its courses; several are stacked */
    /* Of the sum of its courses, at the samples of the first course. */
    struct timeline_numbers numbers;
    double least, most; /* of all samples */
};

struct timeline_group {
    char *label; /* label of the section and of the group; "" if it has none */
    bool open;   /* as the section says */
};

struct timeline {
    struct timeline_course *courses;
    struct timeline_row *rows;
    struct timeline_group *groups;
    size_t course_count, row_count, group_count;
    double start, end; /* of all samples; the last one lasts for its interval, too */
    double work_end;   /* end of the workload, which began at 0; NAN: not known */
    size_t passes;     /* passes that have samples */
    size_t left_out;   /* metrics that have too many samples to look at */
    bool has_sections; /* some sections have timelines, maybe without samples */

    /* private */
    size_t course_capacity, row_capacity, group_capacity, looked;
};

/* Makes the timeline of these sections. The caller releases it with timeline_free(). */
struct timeline *timeline_new(const struct result *result,
                              const Rep__ProfilerSection *const *sections, size_t count);
void timeline_free(struct timeline *timeline);

/* The mean of a course between two times. If no sample lies between them, the last sample before
 * them counts as long as its interval lasts. NAN: nothing was sampled then. */
double timeline_mean(const struct timeline_course *course, double from, double to);
/* The sum of the courses of a row. A course without a sample between the times counts as 0. NAN:
 * no course has one. */
double timeline_row_mean(const struct timeline *timeline, const struct timeline_row *row,
                         double from, double to);

/* The shortest interval of all courses; 0: none has one. */
double timeline_step(const struct timeline *timeline);

/* The mean of the same row, or of the same course (NULL: the row), in the timeline of another
 * result. NAN: the other result has none of this name and unit. */
double timeline_mean_before(const struct timeline *before, const struct timeline *timeline,
                            const struct timeline_row *row, const struct timeline_course *course);

#endif
