#include "tui/term/pasted_text.h"

const char pasted_text_mark[] = "[200~";

static const char end_mark[] = "\033[201~";

void pasted_text_begin(struct pasted_text *pasted)
{
    pasted->is_open = true;
    pasted->is_whole = false;
    pasted->mark = pasted->length = 0;
    pasted->text[0] = '\0';
}

/* A character of which the last bytes had no room is left out. */
static void drop_broken_end(struct pasted_text *pasted)
{
    enum { MOST_BYTES = 4 };
    const unsigned char *text = (const unsigned char *)pasted->text;
    size_t at = pasted->length, back = 0;
    while (at && back < MOST_BYTES && (text[at - 1] & 0xc0) == 0x80)
        at--, back++;
    if (!at || text[at - 1] < 0xc0)
        return;
    const size_t bytes = text[at - 1] < 0xe0 ? 2 : text[at - 1] < 0xf0 ? 3 : 4;
    if (back + 1 < bytes)
        pasted->length = at - 1;
}

void pasted_text_end(struct pasted_text *pasted)
{
    drop_broken_end(pasted);
    pasted->text[pasted->length] = '\0';
    pasted->is_open = false;
}

static void add(struct pasted_text *pasted, int code)
{
    if (code == '\r' || code == '\n')
        pasted->is_whole = true;
    if (code == '\t')
        code = ' ';
    if (pasted->is_whole || code < ' ' || code == 127 || code > 255)
        return;
    if (pasted->length < PASTED_LONGEST)
        pasted->text[pasted->length++] = (char)code;
    else
        pasted->is_whole = true;
}

void pasted_text_add(struct pasted_text *pasted, int code)
{
    if (code == end_mark[pasted->mark]) {
        if (!end_mark[++pasted->mark])
            pasted_text_end(pasted);
        return;
    }
    /* It was no mark: its bytes are text. */
    for (size_t i = 0; i < pasted->mark; i++)
        add(pasted, end_mark[i]);
    pasted->mark = code == end_mark[0];
    if (!pasted->mark)
        add(pasted, code);
}
