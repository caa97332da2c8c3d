#include "tui/widgets/form.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/widgets/line_edit.h"

enum { LONGEST_TEXT = 8000 };

void form_free(struct form *form)
{
    for (size_t i = 0; i < form->count; i++) {
        struct form_field *field = &form->fields[i];
        for (size_t j = 0; j < field->count; j++)
            free(field->words[j]);
        for (size_t j = 0; field->helps && j < field->count; j++)
            free(field->helps[j]);
        free(field->helps);
        free(field->words);
        free(field->ticks);
        free(field->error);
        free(field->text);
    }
    free(form->fields);
    *form = (struct form){0};
}

void form_add_word(struct form_field *field, const char *word)
{
    mem_grow(&field->words, field->count, &field->capacity, sizeof *field->words);
    field->words[field->count++] = mem_strdup(word);
    field->ticks = mem_realloc(field->ticks, field->count * sizeof *field->ticks);
    field->ticks[field->count - 1] = false;
}

size_t form_word(const struct form_field *field, const char *word)
{
    size_t i = 0;
    while (i < field->count && strcmp(field->words[i], word) != 0)
        i++;
    return i;
}

void form_set_text(struct form_field *field, const char *text)
{
    const size_t length = strlen(text);
    char *owned = mem_alloc((length > LONGEST_TEXT ? length : LONGEST_TEXT) + 1);
    memcpy(owned, text, length + 1);
    free(field->text);
    field->text = owned;
    field->cursor = length;
}

const char *form_text(const struct form_field *field)
{
    return field->text ? field->text : "";
}

void form_set_error(struct form_field *field, const char *error)
{
    free(field->error);
    field->error = error ? safe_text(error) : NULL;
}

struct form_field *form_go_to_error(struct form *form)
{
    for (size_t i = 0; i < form->count; i++)
        if (form->fields[i].error) {
            form->focus = i;
            return &form->fields[i];
        }
    return NULL;
}

static enum form_reply go(struct form *form, int step)
{
    form->focus = (form->focus + form->count + (size_t)(step + (int)form->count)) % form->count;
    return FORM_MOVED;
}

/* --- a choice ----------------------------------------------------------------------------------
 */

static enum form_reply choose(struct form_field *field, int key)
{
    const int step = key == KEY_LEFT ? -1 : key == KEY_RIGHT || key == ' ' ? 1 : 0;
    if (!step || !field->count)
        return FORM_NOTHING;
    field->at = (field->at + field->count + (size_t)(step + (int)field->count)) % field->count;
    return FORM_CHANGED;
}

/* --- check boxes -------------------------------------------------------------------------------
 */

/* false: the key leaves the field. */
static bool move_check(struct form_field *field, int step)
{
    if ((step < 0 && field->at < (size_t)-step) || (step > 0 && field->at + step >= field->count))
        return false;
    field->at += (size_t)step;
    return true;
}

static enum form_reply check(struct form *form, struct form_field *field, int key)
{
    const int column = field->in_a_column ? (int)field->in_a_column : 1;
    if (key == KEY_UP || key == KEY_DOWN)
        return move_check(field, key == KEY_UP ? -1 : 1) ? FORM_MOVED
                                                         : go(form, key == KEY_UP ? -1 : 1);
    if (key == KEY_LEFT || key == KEY_RIGHT)
        return move_check(field, key == KEY_LEFT ? -column : column) ? FORM_MOVED : FORM_NOTHING;
    if (key != ' ' || field->at >= field->count)
        return FORM_NOTHING;
    field->ticks[field->at] = !field->ticks[field->at];
    return FORM_CHANGED;
}

/* --- a text ------------------------------------------------------------------------------------
 */

static enum form_reply type(struct form_field *field, int key)
{
    static const enum form_reply replies[] = {
        [LINE_NOTHING] = FORM_NOTHING, [LINE_MOVED] = FORM_MOVED, [LINE_CHANGED] = FORM_CHANGED};
    if (!field->text)
        form_set_text(field, "");
    return replies[line_key(field->text, LONGEST_TEXT, &field->cursor, key)];
}

enum form_reply form_key(struct form *form, int key)
{
    struct form_field *field = &form->fields[form->focus];
    if (key == 27)
        return FORM_CANCEL;
    if (line_is_enter(key))
        return FORM_RUN;
    if (key == '\t' || key == KEY_BTAB)
        return go(form, key == '\t' ? 1 : -1);
    if (field->kind == FORM_CHECKS)
        return check(form, field, key);
    if (key == KEY_UP || key == KEY_DOWN)
        return go(form, key == KEY_UP ? -1 : 1);
    return field->kind == FORM_CHOICE ? choose(field, key) : type(field, key);
}

bool form_takes_text(const struct form *form)
{
    const enum form_kind kind = form->fields[form->focus].kind;
    return kind == FORM_TEXT || kind == FORM_NUMBER;
}
