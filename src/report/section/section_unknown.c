#include "report/section/section_unknown.h"

#include <string.h>

#include "report/base/nearest.h"

static bool say(const struct nearest *nearest, const char *what, const char *list,
                struct error *error)
{
    return error_set(error, "no %s is called \"%s\"%s%s%s; see %s", what, nearest->wanted,
                     nearest->best ? "; nearest is \"" : "", nearest->best ? nearest->best : "",
                     nearest->best ? "\"" : "", list);
}

/* Sections of later versions of ncu. */
static const struct {
    const char *name, *instead;
} lacking[] = {
    {"Tile", "it is about kernels of CUDA Tile, of which the other sections tell what they tell of "
             "all kernels; leave it out"},
};

bool section_unknown(const struct section_library *library, const char *name, struct error *error)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        if (strcmp(lacking[i].name, name) == 0)
            return error_set(error, "rooftop has no section %s: %s", name, lacking[i].instead);
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; i < library->count; i++)
        if (library->sections[i].message)
            nearest_offer(&nearest, library->sections[i].message->identifier);
    return say(&nearest, "section", "--list-sections", error);
}

static void offer(void *nearest, const char *set)
{
    nearest_offer(nearest, set);
}

bool section_set_unknown(const struct section_library *library, const char *set,
                         struct error *error)
{
    struct nearest nearest = {.wanted = set};
    section_sets(library, offer, &nearest);
    return say(&nearest, "section set", "--list-sets", error);
}
