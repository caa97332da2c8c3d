#include "json_expect.h"

#include <string.h>

#include "build_report.h"

struct json_node *json_expect(const char *text)
{
    char problem[128];
    struct json_node *page = json_parse(text, strlen(text), problem);
    if (!page)
        fail_msg("%s\n%s", problem, text);
    return page;
}

void is(const struct json_node *page, const char *path, const char *expected)
{
    const char *text = json_text_at(page, path);
    if (!text || strcmp(text, expected) != 0)
        fail_msg("%s: %s, not %s", path, text ? text : "(none)", expected);
}

void lacks(const struct json_node *page, const char *path)
{
    if (json_at(page, path))
        fail_msg("%s is there", path);
}

void counts(const struct json_node *page, const char *path, size_t count)
{
    const struct json_node *node = json_at(page, path);
    if (!node || node->count != count)
        fail_msg("%s: %zu, not %zu", path, node ? node->count : 0, count);
}
