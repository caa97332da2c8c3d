/* What man/rooftop-sections.5 and man/rooftop-themes.5 say, against what reads such files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report.pb-c.h"
#include "report/base/embedded.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/textproto.h"
#include "tui/term/theme.h"

static char *page_of(const char *path)
{
    size_t length;
    struct error error;
    char *page = file_bytes(path, &length, &error);
    if (!page)
        fail_msg("%s (run in the root of the repository)", error.text);
    return page;
}

/* The first example behind a heading; the caller frees it. */
static char *example_of(const char *page, const char *heading)
{
    static const char begin[] = "\n.Bd -literal -offset indent\n";
    const char *part = strstr(page, heading);
    assert_non_null(part);
    const char *start = strstr(part, begin) + sizeof begin - 1;
    return mem_strndup(start, (size_t)(strstr(start, "\n.Ed") - start) + 1);
}

/* Whether a line of the page with one of the macros that name things has the word. */
static bool names(const char *page, const char *word)
{
    size_t length = strlen(word);
    for (const char *line = page; line; line = strchr(line + 1, '\n')) {
        const char *end = line + 1 + strcspn(line + 1, "\n");
        bool is_macro = strncmp(line, "\n.It Cm ", 8) == 0 || strncmp(line, "\n.Cm ", 5) == 0;
        /* An item may go on in the next line. */
        if (is_macro && end[-1] == '\\')
            end += 1 + strcspn(end + 1, "\n");
        for (const char *at = line; is_macro && (at = strstr(at + 1, word)) && at < end;)
            if (strchr(" \n", at[-1]) && strchr(" \n", at[length]))
                return true;
    }
    return false;
}

struct messages {
    const ProtobufCMessageDescriptor *seen[80];
    size_t count;
};

/* Fields of the message and of all messages inside of it. */
static void has_fields_of(const char *page, const ProtobufCMessageDescriptor *message,
                          struct messages *seen)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->seen[i] == message)
            return;
    assert_true(seen->count < COUNT(seen->seen));
    seen->seen[seen->count++] = message;
    for (unsigned i = 0; i < message->n_fields; i++) {
        /* The one field whose name in files is another one (textproto.c). */
        const char *name = message->fields[i].name;
        if (!names(page, strcmp(name, "AxisBase") == 0 ? "Base" : name))
            fail_msg("man/rooftop-sections.5 lacks %s of %s", name, message->short_name);
        if (message->fields[i].type == PROTOBUF_C_TYPE_MESSAGE)
            has_fields_of(page, message->fields[i].descriptor, seen);
    }
}

/* What has an effect and what has none: the page names each field. */
static void the_page_of_sections_has_their_fields(void **state)
{
    (void)state;
    struct messages seen = {.count = 0};
    char *page = page_of("man/rooftop-sections.5");
    has_fields_of(page, &rep__profiler_section__descriptor, &seen);
    assert_true(seen.count > 40);
    free(page);
}

/* Of a message and those inside of it, some levels deep: containers hold items again. */
static bool has_field(const ProtobufCMessageDescriptor *message, const char *name, int levels)
{
    if (protobuf_c_message_descriptor_get_field_by_name(message, name))
        return true;
    for (unsigned i = 0; levels && i < message->n_fields; i++)
        if (message->fields[i].type == PROTOBUF_C_TYPE_MESSAGE &&
            has_field(message->fields[i].descriptor, name, levels - 1))
            return true;
    return false;
}

static void the_page_of_sections_has_no_other_fields(void **state)
{
    (void)state;
    char *page = page_of("man/rooftop-sections.5");
    for (char *line = page; (line = strstr(line, "\n.It Cm "));) {
        line += strlen("\n.It Cm ");
        char *item = mem_strndup(line, strcspn(line, "\n"));
        for (char *rest = NULL, *word = strtok_r(item, " ,\\", &rest); word;
             word = strtok_r(NULL, " ,\\", &rest))
            if (!has_field(&rep__profiler_section__descriptor, word, 6))
                fail_msg("no field is called %s, as man/rooftop-sections.5 has it", word);
        free(item);
    }
    free(page);
}

static void its_example_is_a_section(void **state)
{
    (void)state;
    char *page = page_of("man/rooftop-sections.5"), *text = example_of(page, "smallest section");
    struct error error;
    ProtobufCMessage *section =
        textproto_parse(&rep__profiler_section__descriptor, "example", text, strlen(text), &error);
    if (!section)
        fail_msg("%s", error.text);
    protobuf_c_message_free_unpacked(section, NULL);
    free(text);
    free(page);
}

static void the_page_of_themes_has_roles_styles_and_names(void **state)
{
    (void)state;
    char *page = page_of("man/rooftop-themes.5");
#define IN_PAGE(role, name)                                                                        \
    if (!names(page, name))                                                                        \
        fail_msg("man/rooftop-themes.5 lacks the role %s", name);
    THEME_ROLES(IN_PAGE)
#undef IN_PAGE
    struct strbuf built_in = {0};
    for (size_t i = 0; i < embedded_count; i++)
        if (strncmp(embedded_files[i].name, "themes/", 7) == 0)
            strbuf_addf(&built_in, "%s%.*s", built_in.length ? ", " : ": ",
                        (int)strcspn(embedded_files[i].name + 7, "."), embedded_files[i].name + 7);
    if (!strstr(page, built_in.data))
        fail_msg("man/rooftop-themes.5 lacks \"%s\"", built_in.data);
    strbuf_free(&built_in);
    free(page);
}

/* Each word that the page has as a role or a style is one: a theme with it is read. */
static void the_page_of_themes_has_nothing_else(void **state)
{
    (void)state;
    char *page = page_of("man/rooftop-themes.5"), *styles = strstr(page, ".Sh STYLES");
    for (char *line = page; (line = strstr(line, "\n.It Cm "));) {
        line += strlen("\n.It Cm ");
        char *item = mem_strndup(line, strcspn(line, "\n"));
        for (char *rest = NULL, *word = strtok_r(item, " ,", &rest); word;
             word = strtok_r(NULL, " ,", &rest)) {
            struct theme theme;
            struct error error;
            char *text = line < styles ? mem_printf("roles: {%s: {}}", word)
                                       : mem_printf("roles: {title: {%s: %s}}", word,
                                                    word[1] == 'g' ? "0" : "true");
            if (!theme_parse(&theme, "man/rooftop-themes.5", text, strlen(text), &error))
                fail_msg("%s", error.text);
            free(text);
        }
        free(item);
    }
    struct theme theme;
    struct error error;
    char *example = example_of(page, ".Sh EXAMPLES");
    if (!theme_parse(&theme, "example", example, strlen(example), &error))
        fail_msg("%s", error.text);
    assert_int_equal(theme.styles[ROLE_HOT].fg, 203);
    assert_true(theme.styles[ROLE_SELECTION].reverse);
    free(example);
    free(page);
}

/* The chips of the table of counters, in its order. */
static const char *const chips[] = {"GV100", "TU102", "GA100", "GA102",
                                    "AD102", "GH100", "GB100", "GB202"};

/* Writes the cell of a chip: the number of counters of the request in tests/data/schedules.txt,
 * which CUPTI's lists are compared with. Returns whether there are any: with none, one metric times
 * the kernels. */
static bool counters_of(const char *schedules, const char *chip, const char *request, char *cell,
                        size_t size)
{
    char *head = mem_printf("\n%s %s ", chip, request);
    const char *line = strstr(schedules, head);
    assert_non_null(line);
    line += strlen(head);
    free(head);
    char *end;
    unsigned long counters = strtoul(line, &end, 10);
    (void)strtoul(end, &end, 10);
    if (counters > 1)
        snprintf(cell, size, "%lu%s", counters, *end == ' ' ? "*" : "");
    else
        snprintf(cell, size, "-");
    return counters > 1;
}

/* Returns whether the table must have the row and has it. A long name has a line of its own. */
static bool has_row(const char *page, const char *schedules, const char *request)
{
    enum { NAME = 26 };
    bool any = false, is_long = strlen(request) > NAME;
    struct strbuf row = {0};
    strbuf_addf(&row, "\n%s%s%*s", request, is_long ? "\n" : "",
                is_long ? NAME : NAME - (int)strlen(request), "");
    for (size_t i = 0; i < COUNT(chips); i++) {
        char cell[32];
        any |= counters_of(schedules, chips[i], request, cell, sizeof cell);
        strbuf_addf(&row, "%6s", cell);
    }
    strbuf_addc(&row, '\n');
    if (any && !strstr(page, row.data))
        fail_msg("man/rooftop-sections.5 lacks:%s", row.data);
    strbuf_free(&row);
    return any;
}

static void the_page_of_sections_says_what_is_collected_on_which_chip(void **state)
{
    (void)state;
    char *page = page_of("man/rooftop-sections.5"),
         *schedules = page_of("tests/data/schedules.txt");
    size_t rows = 0;
    for (const char *line = strstr(schedules, "\nGH100 "); line; line = strstr(line, "\nGH100 ")) {
        line += strlen("\nGH100 ");
        char *request = mem_strndup(line, strcspn(line, " "));
        rows += has_row(page, schedules, request);
        free(request);
    }
    assert_true(rows > 20);
    char *table = strstr(page, ".Sh WHAT IS COLLECTED ON WHICH GPU");
    assert_non_null(table);
    for (size_t i = 0; i < COUNT(chips); i++)
        assert_non_null(strstr(table, chips[i]));
    free(schedules);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_of_sections_has_their_fields),
        cmocka_unit_test(the_page_of_sections_has_no_other_fields),
        cmocka_unit_test(its_example_is_a_section),
        cmocka_unit_test(the_page_of_sections_says_what_is_collected_on_which_chip),
        cmocka_unit_test(the_page_of_themes_has_roles_styles_and_names),
        cmocka_unit_test(the_page_of_themes_has_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
