/* pasted_text: collects a text that the terminal has marked as pasted, so that its letters are no
 * keys. The text is the first line alone, since every place that takes one is a line: control
 * characters are left out, a tab is a blank. What is too long is cut behind a character. */
#ifndef ROOFTOP_TUI_TERM_PASTED_TEXT_H
#define ROOFTOP_TUI_TERM_PASTED_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { PASTED_LONGEST = 4096 };

/* Initialise with zeros. */
struct pasted_text {
    bool is_open;  /* the mark of the end has not come */
    bool is_whole; /* the line has ended; what follows is left out */
    size_t mark;   /* how many bytes of the mark of the end have come */
    size_t length;
    char text[PASTED_LONGEST + 1];
};

/* The mark of the beginning, without its Esc. */
extern const char pasted_text_mark[];

void pasted_text_begin(struct pasted_text *pasted);
/* Adds a byte. Keys of curses are left out. Closes the text at the mark of the end. */
void pasted_text_add(struct pasted_text *pasted, int code);
/* Closes the text, because the mark of the end does not come. */
void pasted_text_end(struct pasted_text *pasted);

#endif
