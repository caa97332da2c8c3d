#include "collect/inject/samples/inside.h"

#include <stdlib.h>

void inside_values_free(struct inside_values *values)
{
    inside_values_drop_counts(values);
    inside_values_drop_samples(values);
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
