/* json_expect: what a test wants of a JSON text; each fails the test otherwise, and says why. */
#ifndef JSON_EXPECT_H
#define JSON_EXPECT_H

#include "json_parse.h"

/* The whole text as one value; json_node_free() it. */
struct json_node *json_expect(const char *text);

void is(const struct json_node *page, const char *path, const char *expected);
void lacks(const struct json_node *page, const char *path);
void counts(const struct json_node *page, const char *path, size_t count);

#endif
