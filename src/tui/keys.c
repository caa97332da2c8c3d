#include "keys.h"

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

static const struct {
    const char *name;
    int codes[3];
} names[] = {
    {"Down", {KEY_DOWN}},   {"Up", {KEY_UP}},      {"Left", {KEY_LEFT, KEY_BACKSPACE}},
    {"Right", {KEY_RIGHT}}, {"PgDn", {KEY_NPAGE}}, {"PgUp", {KEY_PPAGE}},
    {"Home", {KEY_HOME}},   {"End", {KEY_END}},    {"Enter", {'\r', '\n', KEY_ENTER}},
    {"Esc", {27}},          {"Tab", {'\t'}},       {"BTab", {KEY_BTAB}},
    {"Space", {' '}},       {"F4", {KEY_F(4)}},
};

static bool means(const char *word, size_t length, int key, int *digit)
{
    if (length == 3 && strncmp(word, "1-9", 3) == 0) {
        *digit = key - '0';
        return key >= '1' && key <= '9';
    }
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
