#include "report/diff_pages/page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/diff_pages/diff_lines.h"
#include "report/names/demangle.h"

enum { IDS_ENOUGH = 16, NAME_LEAST = 16, NAME_ENOUGH = 32 };

/* Prints "  NAME (8, 1, 1)x(128, 1, 1), 3 launches". If the line is too long, the name is cut. */
static void print_name(FILE *out, const struct diff_group *group, enum diff_side side,
                       const char *before, bool last, size_t columns)
{
    struct strbuf line = {0}, tail = {0}, fitted = {0};
    bool matched = diff_group_matched(group);
    char *name = safe_text(columns ? demangle_brief(group->names[side]) : group->names[side]);
    strbuf_adds(&tail, "");
    diff_add_shape(&tail, group, side);
    if (matched && side == DIFF_B)
        diff_add_threads(&tail, group);
    if (last && (group->count > 1 || !matched))
        strbuf_addf(&tail, ", %zu launch%s", group->count, group->count == 1 ? "" : "es");
    if (!matched)
        strbuf_addf(&tail, " only in %c", diff_letters[side]);
    size_t room = columns > strlen(before) ? columns - strlen(before) : SIZE_MAX;
    if (!matched && (!columns || tail.length + IDS_ENOUGH + NAME_ENOUGH < room))
        diff_add_ids(&tail, group, side);
    strbuf_adds(&line, before);
    safe_text_fit_middle(&line, name,
                         room > tail.length + NAME_LEAST ? room - tail.length : NAME_LEAST);
    strbuf_adds(&line, tail.data);
    safe_text_fit(&fitted, line.data, columns ? columns : SIZE_MAX);
    fprintf(out, "%s\n", fitted.data);
    free(name);
    strbuf_free(&line);
    strbuf_free(&tail);
    strbuf_free(&fitted);
}

void page_diff_names(FILE *out, const struct diff_group *group, size_t columns)
{
    if (!diff_group_matched(group)) {
        print_name(out, group, group->names[DIFF_A] ? DIFF_A : DIFF_B, "  ", true, columns);
        return;
    }
    print_name(out, group, DIFF_A, "  ", !group->altered, columns);
    if (group->altered)
        print_name(out, group, DIFF_B, "  B: ", true, columns);
}
