/* The table of keys by view in src/tui/README.md: each key with more than one meaning stands in it,
 * with all of them, so that nobody gives a key one more without seeing the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/error.h"
#include "report/base/file_bytes.h"
#include "report/base/strbuf.h"
#include "tui/widgets/keys.h"

static const struct {
    int view;
    const char *name;
} names[] = {
    {VIEW_LIST, "list"},
    {VIEW_DETAILS, "details"},
    {VIEW_OUTPUT, "output"},
    {VIEW_SUMMARY, "summary"},
    {VIEW_RULES, "rules"},
    {VIEW_SOURCE, "source"},
    {VIEW_TIMELINE, "timeline"},
    {VIEW_NVTX, "NVTX"},
    {VIEW_LAUNCH, "launch"},
    {VIEW_SESSION, "session"},
    {VIEW_LOG, "log"},
    {VIEW_RAW, "raw"},
    {VIEW_METRIC, "metric"},
    {VIEW_OCCUPANCY, "occupancy"},
    {VIEW_COLUMNS, "columns"},
    {VIEW_HOT, "hot spots"},
    {VIEW_DIAGNOSIS, "diagnosis"},
    {VIEW_RANKS, "ranks"},
    {VIEW_PANED, "several panes"},
    {VIEW_NUMBER, "on a number"},
    {VIEW_ROOFLINE, "roofline"},
    {VIEW_ZOOMED, "zoomed roofline"},
    {VIEW_RUN, "results of a run"},
};

static void add_names(struct strbuf *out, int views, const char *before)
{
    for (size_t i = 0; i < COUNT(names); i++)
        if (names[i].view & views) {
            strbuf_addf(out, "%s%s", before, names[i].name);
            before = ", ";
        }
}

static void add_views(struct strbuf *out, int views)
{
    int left_out = VIEW_ANY & ~views;
    if (!left_out)
        strbuf_adds(out, "everywhere");
    else if ((views & VIEW_ANY) && __builtin_popcount((unsigned)left_out) < 4)
        add_names(out, left_out, "all but ");
    else
        add_names(out, views, "");
}

static bool has_key(const struct key_row *row, const char *key, size_t length)
{
    for (const char *at = row->keys; *at;) {
        size_t size = strcspn(at, " ");
        if (size == length && strncmp(at, key, length) == 0)
            return true;
        at += size + (at[size] == ' ');
    }
    return false;
}

/* "| `s` | list: sort; source: beside |"; nothing for a key with one meaning. */
static void add_row(struct strbuf *out, const char *key, size_t length)
{
    struct strbuf row = {0};
    size_t meanings = 0;
    strbuf_addf(&row, "| `%.*s` | ", (int)length, key);
    for (size_t i = 0; i < key_row_count; i++) {
        if (!has_key(&key_rows[i], key, length))
            continue;
        strbuf_adds(&row, meanings++ ? "; " : "");
        add_views(&row, key_rows[i].views);
        strbuf_adds(&row, ": ");
        keys_name(&row, &key_rows[i]);
    }
    if (meanings > 1)
        strbuf_addf(out, "%s |\n", row.data);
    strbuf_free(&row);
}

static bool was_before(size_t row, const char *key, size_t length)
{
    for (size_t i = 0; i < row; i++)
        if (has_key(&key_rows[i], key, length))
            return true;
    return false;
}

static void the_readme_has_all_meanings(void **state)
{
    (void)state;
    struct error error;
    struct strbuf table = {0};
    size_t length;
    strbuf_adds(&table, "| key | what it does, by view |\n|---|---|\n");
    for (size_t i = 0; i < key_row_count; i++)
        for (const char *at = key_rows[i].keys; *at;) {
            size_t size = strcspn(at, " ");
            if ((*at != ':' || size == 1) && !was_before(i, at, size))
                add_row(&table, at, size);
            at += size + (at[size] == ' ');
        }
    char *readme = file_bytes("src/tui/README.md", &length, &error);
    assert_non_null(readme);
    if (!strstr(readme, table.data)) {
        fprintf(stderr, "src/tui/README.md lacks this table:\n\n%s\n", table.data);
        fail();
    }
    free(readme);
    strbuf_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_readme_has_all_meanings)};
    return cmocka_run_group_tests_name("key_table", tests, NULL, NULL);
}
