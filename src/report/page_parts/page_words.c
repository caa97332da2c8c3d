#include "report/page_parts/page_words.h"

void page_add_metric(struct strbuf *text, const char *label, const char *metric,
                     enum metric_naming naming)
{
    strbuf_adds(text, naming == METRIC_NAME ? metric : label);
    if (naming == METRIC_LABEL_NAME)
        strbuf_addf(text, " (%s)", metric);
}

const char page_clock_warning[] =
    "the GPU clocks were not fixed while this was measured: times may vary from run to run.";
