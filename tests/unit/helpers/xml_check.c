#include "xml_check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

struct reader {
    const char *start, *at;
    xml_use *use;
    void *context;
};

static void wrong(const struct reader *r, const char *what)
{
    fail_msg("XML: %s at byte %zu: %.60s", what, (size_t)(r->at - r->start), r->at);
}

const char *xml_attribute(const struct xml_element *element, const char *name)
{
    for (size_t i = 0; i < element->count; i++)
        if (strcmp(element->attributes[i].name, name) == 0)
            return element->attributes[i].value;
    return NULL;
}

static bool starts(const struct reader *r, const char *text)
{
    return strncmp(r->at, text, strlen(text)) == 0;
}

/* One character of a text or value, an entity resolved. */
static void read_character(struct reader *r, struct strbuf *out)
{
    static const struct {
        const char *entity;
        char character;
    } entities[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < COUNT(entities); i++)
        if (starts(r, entities[i].entity)) {
            strbuf_addc(out, entities[i].character);
            r->at += strlen(entities[i].entity);
            return;
        }
    if (*r->at == '&')
        wrong(r, "a bare ampersand");
    long c;
    size_t length = safe_text_decode(r->at, strlen(r->at), &c);
    if (c < 0 || (c < ' ' && c != '\n' && c != '\t') || c == 0xfffe || c == 0xffff)
        wrong(r, "a character that XML does not have");
    strbuf_add(out, r->at, length);
    r->at += length;
}

static void read_name(struct reader *r, char *name, size_t size)
{
    size_t length = 0;
    while (isalnum((unsigned char)r->at[length]) ||
           (length && strchr(":-_.", r->at[length]) && r->at[length]))
        length++;
    if (!length || length >= size || isdigit((unsigned char)*r->at))
        wrong(r, "no name");
    memcpy(name, r->at, length);
    name[length] = '\0';
    r->at += length;
}

static void read_attribute(struct reader *r, struct xml_element *element)
{
    struct strbuf value = {0};
    char name[32];
    read_name(r, name, sizeof name);
    if (xml_attribute(element, name))
        wrong(r, "an attribute twice");
    if (!starts(r, "=\""))
        wrong(r, "an attribute without a value in quotes");
    r->at += 2;
    strbuf_adds(&value, "");
    while (*r->at != '"') {
        if (!*r->at || *r->at == '<')
            wrong(r, "a value that does not end");
        read_character(r, &value);
    }
    r->at++;
    assert_true(element->count < XML_MOST_ATTRIBUTES);
    strcpy(element->attributes[element->count].name, name);
    snprintf(element->attributes[element->count].value,
             sizeof element->attributes[element->count].value, "%s", value.data);
    element->count++;
    strbuf_free(&value);
}

/* false: the element has no content. */
static bool read_start(struct reader *r, struct xml_element *element)
{
    *element = (struct xml_element){.count = 0};
    r->at++;
    read_name(r, element->name, sizeof element->name);
    while (isspace((unsigned char)*r->at)) {
        r->at += strspn(r->at, " \n\t");
        if (*r->at != '/' && *r->at != '>')
            read_attribute(r, element);
    }
    bool empty = *r->at == '/';
    r->at += empty;
    if (*r->at != '>')
        wrong(r, "a tag that does not end");
    r->at++;
    return !empty;
}

static void read_end(struct reader *r, const char *open)
{
    char name[32];
    r->at += 2;
    read_name(r, name, sizeof name);
    if (strcmp(name, open) != 0)
        wrong(r, "another element ends");
    if (*r->at != '>')
        wrong(r, "a tag that does not end");
    r->at++;
}

static void read_element(struct reader *r, int depth)
{
    struct xml_element element;
    struct strbuf text = {0};
    assert_true(depth < 32);
    strbuf_adds(&text, "");
    bool content = read_start(r, &element);
    while (content && *r->at && *r->at != '<')
        read_character(r, &text);
    if (r->use)
        r->use(r->context, &element, text.data);
    while (content && !starts(r, "</")) {
        if (!*r->at)
            wrong(r, "an element that does not end");
        if (*r->at == '<')
            read_element(r, depth + 1);
        else
            read_character(r, &text);
    }
    if (content)
        read_end(r, element.name);
    strbuf_free(&text);
}

void xml_check(const char *bytes, xml_use *use, void *context)
{
    static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    struct reader r = {bytes, bytes, use, context};
    if (!starts(&r, declaration))
        wrong(&r, "no declaration");
    r.at += sizeof declaration - 1;
    r.at += strspn(r.at, " \n\t");
    if (*r.at != '<')
        wrong(&r, "no element");
    read_element(&r, 0);
    r.at += strspn(r.at, " \n\t");
    if (*r.at)
        wrong(&r, "something behind the root");
}
