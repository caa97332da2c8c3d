#include "tui/source/source_title.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"

/* Words that only stand before the telling ones come first. */
static const struct {
    const char *words, *brief;
} words[] = {
    {"Warp Stall Sampling (Not-issued Samples)", "Not issued"},
    {"Warp Stall Sampling (All Samples)", "All samples"},
    {" (Not Issued)", " n/i"},
    {"Theoretical ", ""},
    {"Explicit ", ""},
    {"Policy Evict ", ""},
    {"Evict Policies", "policies"},
    {"Conflicts Shared N-Way", "N-way sh"},
    {"Tag Requests", "tags"},
    {"Thread Instructions Executed", "thr inst"},
    {"Instructions", "inst"},
    {"Predicated-On", "prd"},
    {"Avg. prd Threads", "Avg. prd"},
    {"Derivative Avg.", "Der"},
    {"Avg.", "Avg"},
    {"Threads", "thr"},
    {"Unexecuted", "unex"},
    {"Executed", "exec"},
    {"Divergent", "Div"},
    {"Operation", "op"},
    {"Address", "Addr"},
    {"Wavefronts", "wf"},
    {"Global", "gl"},
    {"Local", "loc"},
    {"Shared", "sh"},
    {"Excessive", "exc"},
    {"Sectors gl ", "gl "},
    {"Sectors loc ", "loc "},
    {"Sectors", "sect"},
    {"Normal ", ""},
    {"Ideal", "idl"},
    {"branch_resolving", "branch"},
    {"not_selected", "not_sel"},
};

void source_title(struct strbuf *out, const char *label)
{
    size_t begin = out->length;
    char *safe = safe_text(label);
    strbuf_adds(out, safe);
    free(safe);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (safe_text_width(out->data + begin) <= SOURCE_TITLE)
            break;
        const char *at = strstr(out->data + begin, words[i].words);
        if (!at)
            continue;
        struct strbuf text = {0};
        strbuf_add(&text, out->data, (size_t)(at - out->data));
        strbuf_adds(&text, words[i].brief);
        strbuf_adds(&text, at + strlen(words[i].words));
        strbuf_free(out);
        *out = text;
    }
    /* Metrics keep the case of their names. Labels begin with a capital. */
    if (isupper((unsigned char)label[0]))
        out->data[begin] = (char)toupper((unsigned char)out->data[begin]);
}
