#include "report/filter/nvtx_pattern.h"

/* Matches the parts from *part at names[at] downwards, as far as each gap fixes the place of the
 * next one. Afterwards *part is the lowest part that was matched, at names[*low]. */
static bool run_fits(const struct nvtx_pattern *pattern, const char *const *names, size_t at,
                     size_t *part, size_t *low)
{
    for (size_t i = *part;; i--) {
        if (!pattern_name_fits(&pattern->parts[i].name, names[at]))
            return false;
        *part = i;
        *low = at;
        if (i == 0)
            return !pattern->bottom || at == 0;
        enum pattern_gap gap = pattern->parts[i - 1].gap;
        if (gap == PATTERN_GAP_ANY)
            return true;
        if (at <= (size_t)gap)
            return false;
        at -= (size_t)gap + 1;
    }
}

bool nvtx_pattern_ends_at(const struct nvtx_pattern *pattern, const char *const *names, size_t at)
{
    size_t part = pattern->count - 1, low;
    if (!run_fits(pattern, names, at, &part, &low))
        return false;
    /* Below a gap of any size, the highest place leaves most room for the parts below it. */
    while (part > 0) {
        size_t top = part - 1, place = low;
        bool found = false;
        while (!found && place-- > 0) {
            part = top;
            found = run_fits(pattern, names, place, &part, &low);
        }
        if (!found)
            return false;
    }
    return true;
}

bool nvtx_pattern_fits_at(const struct nvtx_pattern *pattern, const char *const *names,
                          size_t count, size_t at)
{
    enum pattern_gap above = pattern->parts[pattern->count - 1].gap;
    return (above == PATTERN_GAP_ANY || count - 1 - at == (size_t)above) &&
           nvtx_pattern_ends_at(pattern, names, at);
}

bool nvtx_pattern_all_open(const struct nvtx_pattern *pattern, const char *const *names,
                           size_t count)
{
    for (size_t i = 0; i < pattern->count; i++) {
        bool open = false;
        for (size_t j = 0; j < count && !open; j++)
            open = pattern_name_fits(&pattern->parts[i].name, names[j]);
        if (!open)
            return false;
    }
    return true;
}

bool nvtx_pattern_fits(const struct nvtx_pattern *pattern, const char *const *names, size_t count)
{
    if (pattern->started)
        return nvtx_pattern_all_open(pattern, names, count);
    for (size_t at = count; at-- > 0;)
        if (nvtx_pattern_fits_at(pattern, names, count, at))
            return true;
    return false;
}
