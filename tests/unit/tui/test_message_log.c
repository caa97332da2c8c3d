/* The log: what is unread, what repeats, what is dropped. */
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "tui/widgets/message_log.h"

enum { NOON = 1700049600 }; /* 12:00:00 UTC */

static void unread_until_read(void **state)
{
    (void)state;
    struct message_log log = {0};
    message_log_add(&log, LOG_NOTE, "began", NOON);
    assert_int_equal(log.unread, 0);
    message_log_add(&log, LOG_WARNING, "slow", NOON);
    message_log_add(&log, LOG_WARNING, "slow", NOON + 1);
    message_log_add(&log, LOG_ERROR, "slow", NOON + 2);
    assert_int_equal(log.count, 3);
    assert_int_equal(log.entries[1].times, 2);
    assert_int_equal(log.unread, 2);
    message_log_read(&log);
    assert_int_equal(log.unread, 0);
    message_log_add(&log, LOG_DETAIL, "x", NOON);
    assert_int_equal(log.unread, 0);
    assert_int_equal(log.version, 5);
    message_log_free(&log);
}

static void printed_with_time_and_severity(void **state)
{
    (void)state;
    struct message_log log = {0};
    char *text;
    size_t length;
    message_log_add(&log, LOG_NOTE, "began", NOON);
    message_log_add(&log, LOG_ERROR, "bad \033]0;x\007", NOON + 61);
    message_log_add(&log, LOG_ERROR, "bad \033]0;x\007", NOON + 62);
    struct fact_list list = message_log_facts(&log);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.facts[0].name, "12:00:00 note");
    assert_string_equal(list.facts[1].name, "12:01:02 error");
    assert_int_equal(list.facts[0].weight, FACT_PLAIN);
    assert_int_equal(list.facts[1].weight, FACT_ERROR);
    fact_list_free(&list);
    FILE *out = open_memstream(&text, &length);
    message_log_print(&log, out);
    fclose(out);
    assert_string_equal(text, "2023-11-15 12:00:00 note: began\n"
                              "2023-11-15 12:01:02 error: bad ?]0;x? (2 times)\n");
    free(text);
    message_log_free(&log);
}

static void the_oldest_go(void **state)
{
    (void)state;
    struct message_log log = {0};
    message_log_add(&log, LOG_WARNING, "kept", NOON)->again = true;
    for (int i = 0; i < 3 * LOG_MOST; i++) {
        char *text = mem_printf("message %d", i);
        message_log_add(&log, i % 3 ? LOG_DETAIL : LOG_NOTE, text, NOON);
        free(text);
    }
    size_t notes = 0;
    for (size_t i = 0; i < log.count; i++)
        notes += log.entries[i].kind == LOG_NOTE;
    assert_true(log.count <= LOG_MOST && log.count > LOG_MOST / 2);
    assert_string_equal(log.entries[0].text, "kept");
    /* Of 5000 notes nearly all, of 10000 details hardly any. */
    assert_true(notes > LOG_MOST * 8 / 10);
    assert_string_equal(log.entries[log.count - 1].text, "message 14999");
    message_log_free(&log);
}

static void the_cause_is_the_first_error_of_the_last_run(void **state)
{
    (void)state;
    struct message_log log = {0};
    assert_null(message_log_complaints(&log).cause);
    message_log_add(&log, LOG_ERROR, "of a file", NOON);
    message_log_add(&log, LOG_NOTE, "began", NOON)->begins = true;
    assert_null(message_log_complaints(&log).cause);
    message_log_add(&log, LOG_WARNING, "clocks", NOON);
    struct log_complaints said = message_log_complaints(&log);
    assert_string_equal(said.cause->text, "clocks");
    assert_ptr_equal(said.cause, said.last);
    message_log_add(&log, LOG_WARNING, "links", NOON);
    assert_string_equal(message_log_complaints(&log).cause->text, "clocks");
    message_log_add(&log, LOG_ERROR, "unknown metric", NOON);
    message_log_add(&log, LOG_ERROR, "later", NOON);
    message_log_add(&log, LOG_WARNING, "1 of 1", NOON);
    message_log_add(&log, LOG_NOTE, "ended", NOON);
    said = message_log_complaints(&log);
    assert_string_equal(said.cause->text, "unknown metric");
    assert_string_equal(said.last->text, "1 of 1");
    message_log_add(&log, LOG_NOTE, "began", NOON)->begins = true;
    assert_null(message_log_complaints(&log).last);
    message_log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unread_until_read),
        cmocka_unit_test(printed_with_time_and_severity),
        cmocka_unit_test(the_oldest_go),
        cmocka_unit_test(the_cause_is_the_first_error_of_the_last_run),
    };
    setenv("TZ", "UTC", 1);
    use_locale("C");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
