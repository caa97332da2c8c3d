#include "tui/term/clipboard.h"

#include <string.h>

static void add_base64(struct strbuf *out, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        unsigned left = (unsigned)(length - i), three = (unsigned)bytes[i] << 16;
        three |= left > 1 ? (unsigned)bytes[i + 1] << 8 : 0;
        three |= left > 2 ? bytes[i + 2] : 0;
        for (unsigned digit = 0; digit < 4; digit++)
            strbuf_addc(out, digit <= left ? digits[three >> (18 - 6 * digit) & 63] : '=');
    }
}

bool clipboard_sequence(struct strbuf *out, const char *term, const char *text, size_t length,
                        struct error *error)
{
    static const char *const without[] = {"linux", "vt", "dumb", "ansi", "cons"};
    for (size_t i = 0; i < sizeof without / sizeof *without; i++)
        if (strncmp(term, without[i], strlen(without[i])) == 0)
            return error_set(error, "this terminal has no clipboard; :export writes a file");
    if (length > CLIPBOARD_MOST)
        return error_set(error, "%zu bytes are too many for the clipboard; :export writes a file",
                         length);
    strbuf_adds(out, "\033]52;c;");
    add_base64(out, (const unsigned char *)text, length);
    strbuf_adds(out, "\a");
    return true;
}
