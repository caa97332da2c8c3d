#include "collect/inject/samples/inside.h"

#include <stdlib.h>

void inside_values_free(struct inside_values *values)
{
    inside_values_drop_counts(values);
    inside_values_drop_samples(values);
    inside_values_drop_times(values);
}

void inside_values_drop_times(struct inside_values *values)
{
    for (size_t i = 0; i < values->time_count; i++)
        time_sample_list_free(&values->times[i]);
    free(values->times);
    free(values->time_messages);
    values->times = NULL;
    values->time_messages = NULL;
    values->time_count = 0;
}

void inside_values_drop_counts(struct inside_values *values)
{
    if (values->counts)
        instruction_counts_free(values->counts);
    free(values->counts);
    values->counts = NULL;
}

void inside_values_drop_samples(struct inside_values *values)
{
    if (values->samples)
        warp_sample_list_free(values->samples);
    free(values->samples);
    values->samples = NULL;
}
