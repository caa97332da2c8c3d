#include "typing.h"

#include <curses.h>
#include <string.h>

bool typing_is_backspace(int key)
{
    return key == KEY_BACKSPACE || key == 127 || key == 8;
}

bool typing_key(char *text, size_t longest, int key)
{
    size_t length = strlen(text);
    if (typing_is_backspace(key)) {
        /* The bytes of one character. */
        while (length && (text[length - 1] & 0xc0) == 0x80)
            length--;
        if (length)
            length--;
        text[length] = '\0';
        return true;
    }
    if (key < ' ' || key >= 256 || length >= longest)
        return false;
    text[length] = (char)key;
    text[length + 1] = '\0';
    return key < 0x80 || (key & 0xc0) == 0x80;
}

bool typing_is_enter(int key)
{
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}
