#include "tui/term/key_sequence.h"

#include <curses.h>
#include <string.h>

#include "build_report.h"

/* The keys of bytes that come every `pause` milliseconds are these, and no others. */
static void gives(const char *bytes, int pause, const int *expected, size_t count)
{
    struct key_sequence sequence = {0};
    int64_t now = 1000;
    size_t at = 0;
    int key;
    for (const char *c = bytes;; c++, now += pause) {
        if (key_sequence_wait(&sequence, *c ? now : INT32_MAX) == 0 && (!*c || pause))
            key_sequence_end(&sequence);
        if (*c)
            key_sequence_add(&sequence, (unsigned char)*c, now);
        while ((key = key_sequence_next(&sequence)) >= 0) {
            if (at == count || key != expected[at])
                fail_msg("ESC%s: key %zu is %d", bytes + 1, at, key);
            at++;
        }
        if (!*c)
            break;
    }
    if (at != count)
        fail_msg("ESC%s: %zu keys instead of %zu", bytes + 1, at, count);
}

static const struct {
    const char *bytes;
    int key;
} keys[] = {
    {"\033[A", KEY_UP},      {"\033OA", KEY_UP},      {"\033[B", KEY_DOWN},
    {"\033OB", KEY_DOWN},    {"\033[C", KEY_RIGHT},   {"\033OC", KEY_RIGHT},
    {"\033[D", KEY_LEFT},    {"\033OD", KEY_LEFT},    {"\033[H", KEY_HOME},
    {"\033OH", KEY_HOME},    {"\033[1~", KEY_HOME},   {"\033[7~", KEY_HOME},
    {"\033[F", KEY_END},     {"\033OF", KEY_END},     {"\033[4~", KEY_END},
    {"\033[8~", KEY_END},    {"\033[5~", KEY_PPAGE},  {"\033[6~", KEY_NPAGE},
    {"\033[Z", KEY_BTAB},    {"\033[3~", KEY_DC},     {"\033OM", KEY_ENTER},
    {"\033OP", KEY_F(1)},    {"\033OS", KEY_F(4)},    {"\033[[A", KEY_F(1)},
    {"\033[[E", KEY_F(5)},   {"\033[14~", KEY_F(4)},  {"\033[15~", KEY_F(5)},
    {"\033[21~", KEY_F(10)}, {"\033[24~", KEY_F(12)},
};

/* All at once, and with a pause before the rest. */
static void test_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++) {
        char more[16];
        gives(keys[i].bytes, 0, &keys[i].key, 1);
        snprintf(more, sizeof more, "%sx", keys[i].bytes);
        gives(more, 0, (int[]){keys[i].key, 'x'}, 2);
    }
}

static void test_pieces(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++)
        for (int wait = 25; wait < KEY_SEQUENCE_MS; wait += 300) {
            struct key_sequence sequence = {0};
            const char *c = keys[i].bytes;
            key_sequence_add(&sequence, *c++, 0);
            int64_t now = 0;
            for (; *c; c++, now += wait) {
                key_sequence_add(&sequence, *c, now);
                assert_int_equal(key_sequence_wait(&sequence, now + wait),
                                 c[1] ? KEY_SEQUENCE_MS - wait : -1);
            }
            assert_int_equal(key_sequence_next(&sequence), keys[i].key);
            assert_int_equal(key_sequence_next(&sequence), -1);
        }
}

/* Not a byte of what is no key gets through. */
static void test_unknown(void **state)
{
    static const char *const unknown[] = {
        "\033[1;5C",      "\033[1;5D",     "\033[1;2H",  "\033[6;5~",
        "\033[3;2~",      "\033[3$",       "\033[3^",    "\033[d",
        "\033Od",         "\033O5C",       "\033[2004~", "\033[201~",
        "\033[<0;12;7M",  "\033[<0;12;7m", "\033[M !\"", "\033[M\040\377\241",
        "\033[I",         "\033[O",        "\033[?1;2c", "\033[24;80R",
        "\033[27;5;106~", "\033[97;5u",    "\033[2~",    "\033[1;2;3;4;5;6;7;8;9;10;11m",
        "\033[32;1;1M",   "\033[>4;2m",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(unknown); i++) {
        char more[64];
        gives(unknown[i], 0, NULL, 0);
        snprintf(more, sizeof more, "%sq%s\033[A", unknown[i], unknown[i]);
        gives(more, 0, (int[]){'q', KEY_UP}, 2);
    }
}

/* Esc with what is no sequence behind it, and sequences that do not end. */
static void test_others(void **state)
{
    (void)state;
    gives("\033", 0, (int[]){27}, 1);
    gives("\033j", 0, (int[]){27, 'j'}, 2);
    gives("\033\033", 0, (int[]){27, 27}, 2);
    gives("\033\033[A", 0, (int[]){27, KEY_UP}, 2);
    gives("\033[", 0, (int[]){27, '['}, 2);
    gives("\033O", 0, (int[]){27, 'O'}, 2);
    gives("\033[\033OB", 0, (int[]){27, '[', KEY_DOWN}, 3);
    gives("\033[1;\033OB", 0, (int[]){KEY_DOWN}, 1);
    gives("\033[1;\rx", 0, (int[]){'\r', 'x'}, 2);
    gives("\033[1\303\244x", 0, (int[]){0303, 0244, 'x'}, 3);
    gives("\033[A", KEY_SEQUENCE_MS, (int[]){27, '[', 'A'}, 3);
    gives("\033[1", 0, NULL, 0);
    gives("q[OA~", 0, (int[]){'q', '[', 'O', 'A', '~'}, 5);
}

/* Gives the bytes as they come, and returns the next key. */
static int added(struct key_sequence *sequence, const char *bytes, size_t length, int64_t now)
{
    for (size_t i = 0; i < length; i++)
        key_sequence_add(sequence, (unsigned char)bytes[i], now);
    return key_sequence_next(sequence);
}

static const struct {
    const char *between, *text;
} pastes[] = {
    {"Quick_kernel", "Quick_kernel"},
    {"", ""},
    {"vector_add\nQ\n", "vector_add"},
    {"vector_add\rQ", "vector_add"},
    {"\nQ", ""},
    {"a\tb\003\177c\033d", "a bcd"},
    {"\033[A\033[200~q", "[A[200~q"},
    {"\033\033[20\033[2", "[20[2"},
    {"gr\303\266\303\237e", "gr\303\266\303\237e"},
};

/* Nothing of it is a key, wherever a read ends. */
static void test_pastes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(pastes); i++) {
        char bytes[128];
        const size_t length =
            (size_t)snprintf(bytes, sizeof bytes, "\033[200~%s\033[201~", pastes[i].between);
        for (size_t cut = 0; cut < length; cut++) {
            struct key_sequence sequence = {0};
            assert_int_equal(added(&sequence, bytes, cut, 0), -1);
            assert_int_equal(added(&sequence, bytes + cut, length - cut, KEY_SEQUENCE_MS - 1),
                             KEY_PASTED);
            assert_string_equal(sequence.pasted.text, pastes[i].text);
            assert_int_equal(key_sequence_next(&sequence), -1);
            assert_int_equal(key_sequence_wait(&sequence, 0), -1);
            assert_int_equal(added(&sequence, "q", 1, 0), 'q');
        }
    }
}

/* Keys are keys again after a while. */
static void test_paste_without_end(void **state)
{
    (void)state;
    struct key_sequence sequence = {0};
    assert_int_equal(added(&sequence, "\033[200~Q\033[20", 12, 100), -1);
    assert_int_equal(key_sequence_wait(&sequence, 100), PASTE_MS);
    assert_int_equal(added(&sequence, "ed", 2, 100 + PASTE_MS - 1), -1);
    assert_int_equal(key_sequence_wait(&sequence, 100 + 2 * PASTE_MS - 2), 1);
    assert_int_equal(key_sequence_wait(&sequence, 100 + 2 * PASTE_MS), 0);
    key_sequence_end(&sequence);
    assert_int_equal(key_sequence_next(&sequence), KEY_PASTED);
    assert_string_equal(sequence.pasted.text, "Q[20ed");
    assert_int_equal(added(&sequence, "q", 1, 0), 'q');
    /* The mark that comes too late is no key. */
    assert_int_equal(added(&sequence, "\033[201~", 6, 0), -1);
    assert_int_equal(added(&sequence, "\033[200~next\033[201~", 16, 0), KEY_PASTED);
    assert_string_equal(sequence.pasted.text, "next");
}

/* What has no room is left out, a character as a whole. */
static void test_huge_paste(void **state)
{
    (void)state;
    for (size_t first = 0; first < 3; first++) {
        struct key_sequence sequence = {0};
        size_t length = first;
        added(&sequence, "\033[200~", 6, 0);
        added(&sequence, "xx", first, 0);
        for (int i = 0; i < 1 << 20; i++)
            assert_int_equal(added(&sequence, "\342\202\254", 3, 0), -1);
        assert_int_equal(added(&sequence, "\033[201~", 6, 0), KEY_PASTED);
        length += (PASTED_LONGEST - first) / 3 * 3;
        assert_int_equal(strlen(sequence.pasted.text), length);
        assert_memory_equal(sequence.pasted.text + length - 3, "\342\202\254", 3);
    }
}

static void test_paste_with_keys_of_curses(void **state)
{
    (void)state;
    struct key_sequence sequence = {0};
    assert_int_equal(added(&sequence, "\033[200~a", 7, 0), -1);
    key_sequence_add(&sequence, KEY_UP, 0);
    key_sequence_add(&sequence, KEY_MOUSE, 0);
    assert_int_equal(key_sequence_next(&sequence), -1);
    key_sequence_add(&sequence, KEY_RESIZE, 0);
    assert_int_equal(key_sequence_next(&sequence), KEY_RESIZE);
    assert_int_equal(added(&sequence, "b\033[201~", 7, 0), KEY_PASTED);
    assert_string_equal(sequence.pasted.text, "ab");
}

/* What curses has made a key of already is that key. */
static void test_curses_keys(void **state)
{
    (void)state;
    struct key_sequence sequence = {0};
    const int codes[] = {KEY_UP, 27, KEY_MOUSE, 27, '[', KEY_RESIZE};
    const int expected[] = {KEY_UP, 27, KEY_MOUSE, 27, '[', KEY_RESIZE};
    size_t at = 0;
    int key;
    for (size_t i = 0; i < COUNT(codes); i++) {
        key_sequence_add(&sequence, codes[i], 0);
        while ((key = key_sequence_next(&sequence)) >= 0) {
            assert_true(at < COUNT(expected));
            assert_int_equal(key, expected[at++]);
        }
    }
    assert_int_equal(at, COUNT(expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_curses_keys),
        cmocka_unit_test(test_pastes),
        cmocka_unit_test(test_paste_without_end),
        cmocka_unit_test(test_huge_paste),
        cmocka_unit_test(test_paste_with_keys_of_curses),
    };
    return cmocka_run_group_tests_name("key_sequence", tests, NULL, NULL);
}
