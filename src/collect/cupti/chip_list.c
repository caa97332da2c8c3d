#include "collect/cupti/chip_list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"

/* Compute capabilities from the CUDA C++ Programming Guide, by the GPUs that have the chips. The
 * first prefix that fits decides. */
static const struct {
    const char *prefix;
    unsigned arch;
} archs[] = {
    {"GV11B", 72},  {"GV1", 70},    {"TU1", 75},    {"GA100", 80},  {"GA10B", 87},
    {"GA1", 86},    {"AD1", 89},    {"GH1", 90},    {"GB100", 100}, {"GB102", 100},
    {"GB110", 103}, {"GB112", 103}, {"GB10B", 110}, {"GB20B", 121}, {"GB2", 120},
};

unsigned chip_arch(const char *chip)
{
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
        if (strncmp(chip, archs[i].prefix, strlen(archs[i].prefix)) == 0)
            return archs[i].arch;
    return 0;
}

static void add_name(void *context, const char *name)
{
    struct strbuf *names = context;
    strbuf_addf(names, "%s%s", names->length ? ", " : "", name);
}

char *chip_names(struct cupti_library *library)
{
    struct strbuf names = {0};
    strbuf_adds(&names, "");
    cupti_library_each_chip(library, add_name, &names);
    return strbuf_detach(&names);
}

struct search {
    const char *word, *found;
    struct nearest nearest;
};

static void compare(void *context, const char *name)
{
    struct search *search = context;
    if (strcasecmp(name, search->word) == 0)
        search->found = name;
    nearest_offer(&search->nearest, name);
}

char *chip_named(struct cupti_library *library, const char *word, struct error *error)
{
    char *upper = mem_strdup(word), *found = NULL;
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    struct search search = {.word = word, .nearest = {.wanted = upper}};
    cupti_library_each_chip(library, compare, &search);
    if (search.found) {
        found = mem_strdup(search.found);
    } else {
        char *all = chip_names(library);
        error_set(error, "--chips: CUPTI has no chip \"%s\"%s%s%s (it has %s)", word,
                  search.nearest.best ? "; nearest is \"" : "",
                  search.nearest.best ? search.nearest.best : "", search.nearest.best ? "\"" : "",
                  all);
        free(all);
    }
    free(upper);
    return found;
}
