/* regex: Perl's regular expressions, from untrusted users, by libpcre2.
 *
 * An expression is found anywhere in a text. Texts are UTF-8; bytes that are not fit nothing. Each
 * match has a limit of steps and of memory. An expression that reaches it ("(a+)+$") fits nothing
 * from there on, and a complaint is kept for whoever asks for it.
 *
 * The injection library contains this file: it prints nothing, never ends the process, and an
 * allocation may fail. Expressions may be used from several threads. */
#ifndef ROOFTOP_REPORT_BASE_REGEX_H
#define ROOFTOP_REPORT_BASE_REGEX_H

#include <stdbool.h>

struct regex;

enum {
    REGEX_FAULT = 192,    /* enough bytes for what is wrong with an expression */
    REGEX_COMPLAINT = 512 /* enough bytes for a complaint */
};

/* Compiles the text. Returns NULL if it is no regular expression, is too large, or without memory;
 * `fault` then is a text like "missing closing parenthesis at character 3", where characters count
 * from 1. fault: may be NULL. */
struct regex *regex_new(const char *text, char fault[REGEX_FAULT]);
void regex_free(struct regex *regex);

/* Makes the expression several times as fast, where the system allows code that is made while a
 * program runs. Worth it for 10,000 texts; not for the injection library. */
void regex_hasten(struct regex *regex);

/* Returns whether the expression is found in the text. */
bool regex_found(const struct regex *regex, const char *text);

/* Takes the complaint about an expression that took too long, as one sentence for the user. Returns
 * false if there is none. Of several, the first is kept. */
bool regex_take_complaint(char out[REGEX_COMPLAINT]);

#endif
