#include "tui/widgets/keys.h"

#include <curses.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const struct key_row key_rows[] = {
#define KEY_ROW(action, keys, views, bar, help) {DO_##action, keys, views, bar, help},
    KEY_TABLE(KEY_ROW)
#undef KEY_ROW
};

const size_t key_row_count = sizeof key_rows / sizeof *key_rows;

const struct key_note key_notes[] = {
    {"^C", "interrupt the program while one runs, else quit"},
    {"^Z", "suspend rooftop; the shell's command fg resumes it"},
};
const size_t key_note_count = sizeof key_notes / sizeof *key_notes;

static const struct {
    const char *name;
    int codes[3];
} names[] = {
    {"Down", {KEY_DOWN}},   {"Up", {KEY_UP}},      {"Left", {KEY_LEFT, KEY_BACKSPACE}},
    {"Right", {KEY_RIGHT}}, {"PgDn", {KEY_NPAGE}}, {"PgUp", {KEY_PPAGE}},
    {"Home", {KEY_HOME}},   {"End", {KEY_END}},    {"Enter", {'\r', '\n', KEY_ENTER}},
    {"Esc", {27}},          {"Tab", {'\t'}},       {"BTab", {KEY_BTAB}},
    {"Space", {' '}},
};

/* "F1" to "F12"; 0: none of them. */
static int function_key(const char *word, size_t length)
{
    int number = 0;
    if (length < 2 || length > 3 || *word != 'F')
        return 0;
    for (size_t i = 1; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return 0;
        number = number * 10 + word[i] - '0';
    }
    return number <= 12 ? number : 0;
}

static bool means(const char *word, size_t length, int key, int *digit)
{
    if (length == 3 && strncmp(word, "1-9", 3) == 0) {
        *digit = key - '0';
        return key >= '1' && key <= '9';
    }
    int number = function_key(word, length);
    if (number)
        return key == KEY_F(number);
    if (length == 2 && word[0] == '^')
        return key == (word[1] & 0x1f);
    if (length == 1)
        return key == (unsigned char)word[0];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && strncmp(names[i].name, word, length) == 0)
            for (size_t j = 0; j < 3; j++)
                if (names[i].codes[j] && names[i].codes[j] == key)
                    return true;
    return false;
}

enum action_id keys_action(int key, int views, int *digit)
{
    for (size_t i = 0; i < key_row_count; i++) {
        if (!(key_rows[i].views & views))
            continue;
        for (const char *word = key_rows[i].keys; *word;) {
            size_t length = strcspn(word, " ");
            if (means(word, length, key, digit))
                return key_rows[i].action;
            word += length + (word[length] == ' ');
        }
    }
    return DO_NOTHING;
}

/* Whether a row before has the same word. */
static bool is_taken(const struct key_row *row, const char *word, size_t length, int views)
{
    for (const struct key_row *other = key_rows; other < row; other++)
        for (const char *at = other->keys; (other->views & views) && *at;) {
            size_t size = strcspn(at, " ");
            if (size == length && strncmp(at, word, size) == 0)
                return true;
            at += size + (at[size] == ' ');
        }
    return false;
}

void keys_of(struct strbuf *out, const struct key_row *row, int views)
{
    const char *between = "";
    strbuf_adds(out, "");
    for (const char *word = row->keys; *word;) {
        size_t length = strcspn(word, " ");
        if (!is_taken(row, word, length, views)) {
            strbuf_adds(out, between);
            strbuf_add(out, word, length);
            between = " ";
        }
        word += length + (word[length] == ' ');
    }
}

bool keys_means(const char *word, size_t length, int key)
{
    int digit;
    return means(word, length, key, &digit);
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

int keys_code(const char *word, size_t length)
{
    int number = function_key(word, length);
    if (number)
        return KEY_F(number);
    if (length == 1)
        return *word > ' ' && *word < 0x7f ? *word : -1;
    if (length == 2 && *word == '^')
        return is_letter(word[1]) ? word[1] & 0x1f : -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length && strncmp(names[i].name, word, length) == 0)
            return names[i].codes[0];
    return -1;
}

bool keys_is_key(const char *word, size_t length)
{
    return keys_code(word, length) >= 0;
}

bool keys_word(struct strbuf *out, int key)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (keys_means(names[i].name, strlen(names[i].name), key)) {
            strbuf_adds(out, names[i].name);
            return true;
        }
    if (key > KEY_F(0) && key <= KEY_F(12))
        strbuf_addf(out, "F%d", key - KEY_F(0));
    else if (key > ' ' && key < 0x7f)
        strbuf_addc(out, (char)key);
    else if (key > 0 && key < ' ')
        strbuf_addf(out, "^%c", key + '@');
    else
        return false;
    return true;
}

static const char *const action_names[] = {
#define KEY_NAME(action, ...) #action,
    KEY_TABLE(KEY_NAME)
#undef KEY_NAME
};

static char small(char c)
{
    return c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

void keys_name(struct strbuf *out, const struct key_row *row)
{
    for (const char *c = action_names[row - key_rows]; *c; c++)
        strbuf_addc(out, small(*c));
}

/* What the user's key files may still say. */
static const struct {
    const char *old, *name;
} renamed[] = {
    {"next-pane", "next-section"},
    {"previous-pane", "previous-section"},
};

const struct key_row *keys_row(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strlen(renamed[i].old) == length && strncmp(renamed[i].old, name, length) == 0)
            return keys_row(renamed[i].name, strlen(renamed[i].name));
    for (size_t i = 0; i < key_row_count; i++) {
        size_t at = 0;
        while (at < length && action_names[i][at] && small(action_names[i][at]) == name[at])
            at++;
        if (at == length && !action_names[i][at])
            return &key_rows[i];
    }
    return NULL;
}

const struct key_row *keys_row_of(enum action_id action)
{
    return action > DO_NOTHING ? &key_rows[action - 1] : NULL;
}
