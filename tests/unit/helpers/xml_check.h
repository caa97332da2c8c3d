/* xml_check: a strict look at XML, for tests: one root, tags that nest, attributes in quotes and
 * each only once, entities that are known, valid UTF-8, no character that XML 1.0 does not have. */
#ifndef XML_CHECK_H
#define XML_CHECK_H

#include <stdbool.h>
#include <stddef.h>

enum { XML_MOST_ATTRIBUTES = 16 };

struct xml_element {
    char name[32];
    size_t count;
    struct {
        char name[32], value[1024]; /* entities resolved; cut */
    } attributes[XML_MOST_ATTRIBUTES];
};

/* NULL: it has none of that name. */
const char *xml_attribute(const struct xml_element *element, const char *name);

/* Calls use (if not NULL) for each element when it begins; text: what stands in it up to the next
 * tag, entities resolved. Fails the test, with the place, if anything is wrong. */
typedef void xml_use(void *context, const struct xml_element *element, const char *text);
void xml_check(const char *bytes, xml_use *use, void *context);

#endif
