/* --explain knows every word that stands on the screen: the words are taken from the data. */
#include "cli/commands/explain.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/content/label_meaning.h"
#include "report/page_parts/hot_cells.h"
#include "report/page_parts/rank_cells.h"
#include "tui/list/list_column.h"

static size_t unknown_words, known_words;
static struct built_in_labels labels;

/* Appends what is said of the word to `out`; NULL: it is only looked at. */
static bool is_explained(const char *word, struct strbuf *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    bool found = explain_word(word, &labels.list, stream, 100);
    fclose(stream);
    found = found && strchr(text, '\n') && strchr(text, '\n')[1];
    if (out)
        strbuf_adds(out, text);
    free(text);
    return found;
}

static void expect_word(const char *word, const char *where)
{
    bool found = is_explained(word, NULL);
    if (!found)
        print_error("\"%s\" of %s is not explained\n", word, where);
    unknown_words += !found;
    known_words += found;
}

/* The words of one test: labels are in many sections. */
struct seen {
    char **words;
    size_t count, capacity, kinds[LABEL_FINDING + 1];
};
static struct seen seen;

static bool is_new(const char *word)
{
    for (size_t i = 0; i < seen.count; i++)
        if (strcmp(seen.words[i], word) == 0)
            return false;
    mem_grow(&seen.words, seen.count, &seen.capacity, sizeof *seen.words);
    seen.words[seen.count++] = mem_strdup(word);
    return true;
}

static int forget(void **state)
{
    (void)state;
    for (size_t i = 0; i < seen.count; i++)
        free(seen.words[i]);
    free(seen.words);
    seen = (struct seen){0};
    unknown_words = known_words = 0;
    return 0;
}

/* "long_scoreboard" of "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued" */
static void expect_stall(const char *metric)
{
    static const char *const tails[] = {"_not_issued", "_per_issue_active"};
    const char *at = metric ? strstr(metric, "issue_stalled_") : NULL;
    if (!at)
        return;
    at += strlen("issue_stalled_");
    char *code = mem_strndup(at, strcspn(at, "."));
    for (size_t i = 0; i < COUNT(tails); i++) {
        char *tail = strstr(code, tails[i]);
        if (tail)
            *tail = '\0';
    }
    if (is_new(code))
        expect_word(code, "a stall");
    free(code);
}

static void expect_label(const struct label_meaning *meaning)
{
    seen.kinds[meaning->kind]++;
    expect_stall(meaning->metric);
    if (is_new(meaning->label))
        expect_word(meaning->label, meaning->in);
}

static void labels_of_sections_rules_and_stalls_are_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < labels.list.count; i++)
        expect_label(&labels.list.items[i]);
    assert_int_equal(unknown_words, 0);
    assert_true(known_words > 1000);
    for (size_t i = 0; i < COUNT(seen.kinds); i++)
        assert_true(seen.kinds[i] > 20);
}

/* What stands in quotes behind `key`, anywhere in these files; or without quotes, up to the end of
 * the line, where `key` begins it. */
static void expect_words(const char *files, const char *key)
{
    glob_t found;
    const bool quoted = key[strlen(key) - 1] == '"';
    assert_int_equal(glob(files, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "r");
        char line[4096];
        assert_non_null(file);
        while (fgets(line, sizeof line, file)) {
            char *word = line, *end;
            while ((word = strstr(word, key)) && (quoted || word == line)) {
                word += strlen(key);
                end = word + strcspn(word, quoted ? "\"" : "\n");
                *end = '\0';
                if (is_new(word))
                    expect_word(word, found.gl_pathv[i]);
                word = end + 1;
            }
        }
        fclose(file);
    }
    globfree(&found);
}

/* Read as plain lines, so that a label is not overlooked in the same way when it is listed. */
static void words_in_the_files_are_explained(void **state)
{
    (void)state;
    expect_words("sections/*.section", "Label: \"");
    expect_words("sections/*.section", "DisplayName: \"");
    expect_words("rules/*.yaml", "name: ");
    expect_words("rules/*.yaml", "  - called: ");
    expect_words("rules/*.yaml", "identifier: ");
    assert_int_equal(unknown_words, 0);
    assert_true(known_words > 500);
}

static void titles_of_columns_are_explained(void **state)
{
    (void)state;
    for (int i = 0; i < LIST_FIELDS; i++)
        expect_word(list_fields[i].title, "the list");
    for (int i = 0; i < HOT_BYS; i++)
        for (int j = 0; j < HOT_COLUMNS; j++)
            expect_word(hot_columns[i][j], "the hot spots");
    for (int i = 0; i < RANK_COLUMNS; i++)
        expect_word(rank_columns[i], "the ranks");
    for (int i = 0; i < RANK_KERNEL_COLUMNS; i++)
        expect_word(rank_kernel_columns[i], "the kernels of ranks");
    assert_int_equal(unknown_words, 0);
}

static void expect_text(const char *word, const char *text)
{
    struct strbuf out = {0};
    if (!is_explained(word, &out) || !strstr(out.data, text))
        fail_msg("\"%s\" lacks \"%s\": %s", word, text, out.data);
    strbuf_free(&out);
}

static void a_word_is_told_with_what_it_stands_for(void **state)
{
    (void)state;
    expect_text("stall_long_sb (Not Issued)",
                "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued (metric)");
    expect_text("high pipe utilization", "High Pipe Utilization (rule HighPipeUtilization)");
    expect_text("HighPipeUtilization", "High Pipe Utilization (rule HighPipeUtilization)");
    expect_text("Limited by", "(column limit of the list)");
    expect_text("Pipe Utilization (% of active cycles)",
                "(in the section Compute Workload Analysis)");
    /* What is computed in a title may be any words. */
    expect_text("L1TEX Global Load Access Pattern", "(finding of the rule ");
    assert_false(is_explained("Pipe Utilisation of the moon", NULL));
    assert_false(is_explained("Access Patterns", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(labels_of_sections_rules_and_stalls_are_explained, forget),
        cmocka_unit_test_teardown(words_in_the_files_are_explained, forget),
        cmocka_unit_test_teardown(titles_of_columns_are_explained, forget),
        cmocka_unit_test_teardown(a_word_is_told_with_what_it_stands_for, forget),
    };
    built_in_labels_init(&labels);
    int failed = cmocka_run_group_tests_name("explain", tests, NULL, NULL);
    built_in_labels_free(&labels);
    return failed;
}
