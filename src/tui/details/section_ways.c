#include "tui/details/section_ways.h"

#include <string.h>

#include "tui/widgets/keys.h"

static const struct {
    const char *section;
    enum action_id action;
    const char *what;
} ways[] = {
    {"SourceCounters", DO_SOURCE, "code"},          {"WarpStateStats", DO_SOURCE, "code"},
    {"InstructionStats", DO_SOURCE, "code"},        {"PmSampling", DO_TIMELINE, "time"},
    {"PmSampling_WarpStates", DO_TIMELINE, "time"}, {"Occupancy", DO_OCCUPANCY, "what if"},
    {"LaunchStats", DO_LAUNCH, "launch"},
};

size_t section_ways_add(struct strbuf *out, const char *identifier)
{
    strbuf_adds(out, "");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].section, identifier) != 0)
            continue;
        const char *keys = keys_row_of(ways[i].action)->keys;
        size_t length = strcspn(keys, " ");
        strbuf_addf(out, "%.*s %s", (int)length, keys, ways[i].what);
        return length;
    }
    return 0;
}
