#include "tui/widgets/result_title.h"

#include <stdlib.h>

#include "report/base/safe_text.h"
#include "report/names/demangle.h"
#include "tui/term/screen.h"

void result_title_draw(const struct result *result, const char *facts, int row)
{
    struct strbuf left = {0};
    char *name = safe_text(demangle_brief(result->name));
    int columns = screen_columns(), width = (int)safe_text_width(facts);
    int room = columns - width - 4;
    strbuf_addf(&left, "%zu %s", result->id, name);
    screen_text(row, 1, 2, ROLE_TITLE, screen_glyphs()->back);
    screen_text(row, 3, room > 24 ? room - 2 : columns - 4, ROLE_TITLE, left.data);
    if (room > 24)
        screen_text(row, columns - width - 1, width, ROLE_NORMAL, facts);
    strbuf_free(&left);
    free(name);
}
