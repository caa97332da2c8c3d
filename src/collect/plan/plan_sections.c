#include "collect/plan/plan_sections.h"

#include <stdlib.h>
#include <string.h>

#include "collect/plan/plan_internal.h"
#include "report/base/embedded.h"
#include "report/base/folder_files.h"
#include "report/base/mem.h"

/* What stands around a word in the file of a section that is called so, is in the set, or defines
 * the metric. */
struct around {
    const char *before, *behind;
};
static const struct around identifier = {"\nIdentifier: \"", "\"\n"},
                           set = {"\nSets { Identifier: \"", "\" }\n"},
                           definition = {"        Name: \"", "\"\n        Expression: "};

static bool says(const struct embedded_file *file, const struct around *around, const char *word)
{
    char *text = mem_printf("%s%s%s", around->before, word, around->behind);
    const bool there = embedded_behind(file, text);
    free(text);
    return there;
}

static bool any_says(const struct around *around, const char *word)
{
    for (size_t i = 0; i < embedded_count; i++)
        if (folder_file_ends(embedded_files[i].name, ".section") &&
            says(&embedded_files[i], around, word))
            return true;
    return false;
}

/* Whether some section says the word. A word with a quotation mark could be more than a name. */
static bool is_known(const struct around *around, const char *word)
{
    return !strchr(word, '"') && any_says(around, word);
}

static bool can_choose(const struct plan_request *request)
{
    for (size_t i = 0; i < request->set_count; i++)
        if (!is_known(&set, request->sets[i]))
            return false;
    for (size_t i = 0; i < request->section_count; i++)
        if (!is_known(&identifier, request->sections[i]))
            return false;
    for (size_t i = 0; i < request->metric_count; i++)
        if (strchr(request->metrics[i], ':') || any_says(&definition, request->metrics[i]))
            return false;
    return true;
}

static bool is_wanted(const void *context, const struct embedded_file *file)
{
    const struct plan_request *request = context;
    bool wanted = !request->set_count && !request->section_count && !request->metric_count &&
                  says(file, &set, PLAN_DEFAULT_SET);
    for (size_t i = 0; i < request->set_count && !wanted; i++)
        wanted = says(file, &set, request->sets[i]);
    for (size_t i = 0; i < request->section_count && !wanted; i++)
        wanted = says(file, &identifier, request->sections[i]);
    return wanted;
}

bool plan_sections_load(struct section_library *library, const struct plan_request *request)
{
    if (!can_choose(request))
        return false;
    section_library_init_some(library, is_wanted, request);
    return true;
}
