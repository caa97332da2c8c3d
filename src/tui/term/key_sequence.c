/* How it works: an Esc opens a sequence. A byte that cannot continue it (goes_on()) shows that the
 * bytes so far were keys of their own. When the sequence is whole (is_whole()), it is looked up in
 * the table without its introducer. Keys wait in a small queue, because one byte can make
 * several. Between the marks of a paste all bytes are text. */
#include "tui/term/key_sequence.h"

#include <curses.h>
#include <string.h>

enum { ESC = 27, MOUSE_BYTES = 3 /* button, column, row */ };

/* Keys by what follows the introducer, for xterm, VT220, rxvt and the Linux console. */
static const struct {
    const char *bytes;
    int key;
} sequences[] = {
    {"A", KEY_UP},     {"B", KEY_DOWN},    {"C", KEY_RIGHT},   {"D", KEY_LEFT},
    {"H", KEY_HOME},   {"F", KEY_END},     {"Z", KEY_BTAB},    {"M", KEY_ENTER},
    {"1~", KEY_HOME},  {"4~", KEY_END},    {"7~", KEY_HOME},   {"8~", KEY_END},
    {"5~", KEY_PPAGE}, {"6~", KEY_NPAGE},  {"3~", KEY_DC},     {"P", KEY_F(1)},
    {"Q", KEY_F(2)},   {"R", KEY_F(3)},    {"S", KEY_F(4)},    {"[A", KEY_F(1)},
    {"[B", KEY_F(2)},  {"[C", KEY_F(3)},   {"[D", KEY_F(4)},   {"[E", KEY_F(5)},
    {"11~", KEY_F(1)}, {"12~", KEY_F(2)},  {"13~", KEY_F(3)},  {"14~", KEY_F(4)},
    {"15~", KEY_F(5)}, {"17~", KEY_F(6)},  {"18~", KEY_F(7)},  {"19~", KEY_F(8)},
    {"20~", KEY_F(9)}, {"21~", KEY_F(10)}, {"23~", KEY_F(11)}, {"24~", KEY_F(12)},
};

static void give(struct key_sequence *s, int key)
{
    if (s->count < sizeof s->keys / sizeof *s->keys)
        s->keys[s->count++] = key;
}

/* An introducer alone was typed by hand: Esc, and the character behind it. */
void key_sequence_end(struct key_sequence *s)
{
    if (s->pasted.is_open) {
        pasted_text_end(&s->pasted);
        give(s, KEY_PASTED);
    }
    if (s->is_open && s->length <= 1) {
        give(s, ESC);
        if (s->length)
            give(s, s->bytes[0]);
    }
    s->is_open = false;
    s->length = 0;
}

/* Returns whether the sequence is complete. "ESC [ M" is followed by bytes of any value, "ESC [ ["
 * of the Linux console by a letter, and rxvt ends some with '$'. */
static bool is_whole(const struct key_sequence *s, int last)
{
    if (s->length > 1 && memcmp(s->bytes, "[M", 2) == 0)
        return s->length == 2 + MOUSE_BYTES;
    if (s->length == 2 && last == '[')
        return false;
    return s->length > 1 && ((last >= '@' && last <= '~') || last == '$');
}

static bool goes_on(const struct key_sequence *s, int code)
{
    if (!s->length)
        return code == '[' || code == 'O';
    bool mouse = s->length > 1 && memcmp(s->bytes, "[M", 2) == 0;
    return mouse ? code < 256 : code >= ' ' && code <= '~';
}

static void close_sequence(struct key_sequence *s)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        if (strlen(sequences[i].bytes) == s->length - 1 &&
            memcmp(sequences[i].bytes, s->bytes + 1, s->length - 1) == 0)
            give(s, sequences[i].key);
    const size_t mark = strlen(pasted_text_mark);
    if (s->length == mark && memcmp(s->bytes, pasted_text_mark, mark) == 0)
        pasted_text_begin(&s->pasted);
    s->is_open = false;
    s->length = 0;
}

/* A window may get another size at any time. */
static void add_pasted(struct key_sequence *s, int code)
{
    if (code == KEY_RESIZE) {
        give(s, code);
        return;
    }
    pasted_text_add(&s->pasted, code);
    if (!s->pasted.is_open)
        give(s, KEY_PASTED);
}

void key_sequence_add(struct key_sequence *s, int code, int64_t now)
{
    if (s->is_open && !goes_on(s, code))
        key_sequence_end(s);
    s->since = now;
    if (s->pasted.is_open) {
        add_pasted(s, code);
        return;
    }
    if (!s->is_open) {
        s->is_open = code == ESC;
        if (code != ESC)
            give(s, code);
        return;
    }
    if (s->length < sizeof s->bytes)
        s->bytes[s->length] = (char)code;
    s->length++;
    if (is_whole(s, code))
        close_sequence(s);
}

int key_sequence_wait(const struct key_sequence *s, int64_t now)
{
    const int64_t longest = s->pasted.is_open ? PASTE_MS : KEY_SEQUENCE_MS;
    int64_t left = s->length || s->pasted.is_open ? s->since + longest - now : 0;
    return !s->is_open && !s->pasted.is_open ? -1 : left > 0 ? (int)left : 0;
}

int key_sequence_next(struct key_sequence *s)
{
    if (!s->count)
        return -1;
    int key = s->keys[0];
    memmove(s->keys, s->keys + 1, --s->count * sizeof *s->keys);
    return key;
}
