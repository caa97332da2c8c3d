/* Texts as options take them; words of a command line come back the same when they are written and
 * read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/shell_words.h"
#include "report/base/mem.h"
#include "report/base/number_list.h"
#include "report/filter/launch_series.h"
#include "report/filter/process_filter.h"
#include "report/names/kernel_id.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void take_filters(const char *text)
{
    struct kernel_id id = {0};
    struct process_filter processes = {0};
    struct error error;
    if (kernel_id_set(&id, text, &error)) {
        kernel_id_fits_place(&id, 1, NULL);
        kernel_id_fits_invocation(&id, 12);
    }
    kernel_id_free(&id);
    if (process_filter_add(&processes, text, &error))
        process_filter_judge(&processes, "/bin/app", text);
    process_filter_free(&processes);
}

static void take_numbers(const char *text)
{
    struct number_list numbers = {0};
    struct launch_series series = {0};
    struct error error;
    if (number_list_add(&numbers, text, &error) &&
        !number_list_has(&numbers, number_list_first(&numbers)))
        abort();
    number_list_free(&numbers);
    if (launch_series_add(&series, text, &error) && !launch_series_given(&series))
        abort();
    launch_series_free(&series);
}

static void take_words(const char *text)
{
    struct word_list words = {0}, again = {0};
    struct strbuf line = {0};
    struct error error;
    strbuf_adds(&line, "");
    if (shell_words_split(&words, text, &error)) {
        for (size_t i = 0; i < words.count; i++) {
            strbuf_adds(&line, i ? " " : "");
            shell_word_add(&line, words.words[i]);
        }
        if (!shell_words_split(&again, line.data, &error) || again.count != words.count)
            abort();
        for (size_t i = 0; i < words.count; i++)
            if (strcmp(words.words[i], again.words[i]) != 0)
                abort();
    }
    word_list_free(&words);
    word_list_free(&again);
    strbuf_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = mem_strndup((const char *)bytes, length);
    take_filters(text);
    take_numbers(text);
    take_words(text);
    free(text);
    return 0;
}
