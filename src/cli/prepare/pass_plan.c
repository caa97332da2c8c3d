#include "cli/prepare/pass_plan.h"

#include "cli/prepare/settings.h"
#include "collect/cupti/chip_list.h"
#include "collect/plan/planned_metrics.h"

static bool count_planned(struct pass_count *count, struct cupti_library *library,
                          const struct plan *plan, const char *name)
{
    const struct section_scope scope = {.arch = chip_arch(name),
                                        .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
    struct planned_metrics planned;
    struct cupti_chip *chip = cupti_chip_open(library, name, NULL, 0, &count->error);
    bool good = chip && planned_metrics_make(&planned, plan, chip, &scope, &count->error);
    if (good) {
        count->passes = planned.passes;
        count->metrics = planned.count;
        planned_metrics_free(&planned);
    }
    if (chip)
        cupti_chip_close(chip);
    return good;
}

void pass_plan_count(struct pass_count *count, char *const *words, size_t word_count,
                     const char *chip)
{
    struct options options;
    struct section_library sections = {0};
    struct rule_library rules = {0};
    struct plan plan = {0};
    struct cupti_library *library = NULL;
    bool good = options_parse(&options, (int)word_count, (char **)(uintptr_t)words, &count->error);
    struct plan_request request = settings_request(&options);
    request.rules = options.apply_rules ? &rules : NULL;
    good = good && section_sources_load(&options.sources, &sections, &count->error) &&
           section_sources_load_rules(&options.sources, &rules, &count->error) &&
           plan_make(&plan, &sections, &request, &count->error);
    good = good && (library = cupti_library_open(&count->error)) != NULL &&
           count_planned(count, library, &plan, chip);
    if (good)
        count->error.text[0] = '\0';
    cupti_library_close(library);
    plan_free(&plan);
    rule_library_free(&rules);
    section_library_free(&sections);
    options_free(&options);
}
