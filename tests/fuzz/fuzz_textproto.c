/* A section file, and what is done with a section after it. */
#include <stdlib.h>

#include "report.pb-c.h"
#include "report/base/textproto.h"
#include "report/section/section_scope.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct error error;
    Rep__ProfilerSection *section = (Rep__ProfilerSection *)textproto_parse(
        &rep__profiler_section__descriptor, "fuzz.section", (const char *)bytes, length, &error);
    if (!section)
        return 0;
    struct section_scope scope = {90, REP__COLLECTION_SCOPE__CollectionScope_Launch, 580};
    section_has_cells(section, &scope);
    section_filter_passes(section->filter, &scope);
    /* What was read can be written and read again. */
    size_t size = rep__profiler_section__get_packed_size(section);
    uint8_t *packed = malloc(size + 1);
    if (rep__profiler_section__pack(section, packed) != size)
        abort();
    Rep__ProfilerSection *again = rep__profiler_section__unpack(NULL, size, packed);
    if (!again)
        abort();
    rep__profiler_section__free_unpacked(again, NULL);
    rep__profiler_section__free_unpacked(section, NULL);
    free(packed);
    return 0;
}
