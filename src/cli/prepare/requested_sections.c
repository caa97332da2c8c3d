#include "cli/prepare/requested_sections.h"

#include "cli/open/load_sections.h"
#include "cli/prepare/settings.h"
#include "collect/plan/plan_sections.h"

bool load_requested_sections(struct section_library *library, const struct options *options,
                             FILE *messages, struct error *error)
{
    const struct plan_request request = settings_request(options);
    return (!options->sources.count && !section_library_has_user() &&
            plan_sections_load(library, &request)) ||
           load_sections(library, options, messages, error);
}
