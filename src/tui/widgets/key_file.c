#include "tui/widgets/key_file.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/user_path.h"

/* A file that is no key file at all fills no log. */
enum { PROBLEMS_MOST = 50 };

/* rest: what stands behind the word. */
static bool fail(struct key_file *keys, struct error *error, const char *file, size_t line,
                 const char *what, const char *word, const char *rest)
{
    struct error problem;
    error_set(&problem, "%s:%zu: %s \"%s\"%s", file, line, what, word, rest);
    if (!keys->broken++)
        *error = problem;
    if (keys->problem_count < PROBLEMS_MOST) {
        mem_grow(&keys->problems, keys->problem_count, &keys->problem_capacity,
                 sizeof *keys->problems);
        keys->problems[keys->problem_count++] = mem_strdup(problem.text);
    }
    return false;
}

static bool fail_action(struct key_file *keys, struct error *error, const char *file, size_t line,
                        const char *word)
{
    struct nearest nearest = {.wanted = word};
    char **names = mem_alloc(key_row_count * sizeof *names);
    for (size_t i = 0; i < key_row_count; i++) {
        struct strbuf name = {0};
        keys_name(&name, &key_rows[i]);
        names[i] = strbuf_detach(&name);
        nearest_offer(&nearest, names[i]);
    }
    char *rest = nearest.best ? mem_printf("; nearest is \"%s\"", nearest.best) : mem_strdup("");
    fail(keys, error, file, line, "no action is called", word, rest);
    free(rest);
    for (size_t i = 0; i < key_row_count; i++)
        free(names[i]);
    free(names);
    return false;
}

/* The next word and the length that it has. */
static const char *next_word(const char **text, size_t *length)
{
    *text += strspn(*text, " \t");
    const char *word = *text;
    *length = strcspn(word, " \t");
    *text += *length;
    return word;
}

static void add(struct key_file *keys, const char *key, size_t length, const char *command,
                const struct key_row *row)
{
    mem_grow(&keys->bindings, keys->count, &keys->capacity, sizeof *keys->bindings);
    keys->bindings[keys->count++] =
        (struct key_binding){mem_strndup(key, length), mem_strdup(command), row};
}

/* NULL: it can be bound. */
static const char *wrong_with(const char *key, size_t length)
{
    if (!keys_is_key(key, length))
        return "no key is called";
    if (length == 2 && *key == '^' && strchr("CcZz", key[1]))
        return "the terminal ends or stops programs with";
    return NULL;
}

static bool parse_line(struct key_file *keys, const char *file, size_t number, const char *line,
                       struct error *error)
{
    size_t length, key_length, name_length;
    const char *verb = next_word(&line, &length);
    if (!length || *verb == '#')
        return true;
    if (length != 4 || strncmp(verb, "bind", 4) != 0)
        return fail(keys, error, file, number, "a line is \"bind KEY COMMAND\", not", verb, "");
    const char *key = next_word(&line, &key_length);
    const char *command = next_word(&line, &name_length);
    const char *wrong = wrong_with(key, key_length);
    if (wrong) {
        char *word = mem_strndup(key, key_length);
        fail(keys, error, file, number, wrong, word, "");
        free(word);
        return false;
    }
    const struct key_row *row = keys_row(command, name_length);
    if (!row && !(name_length == 7 && strncmp(command, "nothing", 7) == 0)) {
        char *word = mem_strndup(command, name_length);
        fail_action(keys, error, file, number, word);
        free(word);
        return false;
    }
    add(keys, key, key_length, command, row);
    return true;
}

bool key_file_parse(struct key_file *keys, const char *file, const char *text, struct error *error)
{
    for (size_t number = 1; *text; number++) {
        size_t length = strcspn(text, "\n"), end = length;
        while (end && strchr(" \t\r", text[end - 1]))
            end--;
        char *line = mem_strndup(text, end);
        parse_line(keys, file, number, line, error);
        free(line);
        text += length + (text[length] == '\n');
    }
    return !keys->broken;
}

bool key_file_load(struct key_file *keys, struct error *error)
{
    size_t length;
    char *path = user_folder("keys");
    char *text = path ? file_bytes(path, &length, error) : NULL;
    bool good = text ? key_file_parse(keys, path, text, error) : !path;
    free(text);
    free(path);
    return good;
}

void key_file_free(struct key_file *keys)
{
    for (size_t i = 0; i < keys->count; i++) {
        free(keys->bindings[i].key);
        free(keys->bindings[i].command);
    }
    for (size_t i = 0; i < keys->problem_count; i++)
        free(keys->problems[i]);
    free(keys->problems);
    free(keys->bindings);
    *keys = (struct key_file){0};
}

static bool works(const struct key_binding *binding, int views)
{
    return !binding->row || (binding->row->views & views);
}

const struct key_binding *key_file_find(const struct key_file *keys, int key, int views)
{
    for (size_t i = keys->count; i-- > 0;) {
        const struct key_binding *binding = &keys->bindings[i];
        if (works(binding, views) && keys_means(binding->key, strlen(binding->key), key))
            return binding;
    }
    return NULL;
}

/* The binding of a word, whatever key of it is pressed. */
static const struct key_binding *find_word(const struct key_file *keys, const char *word,
                                           size_t length, int views)
{
    for (size_t i = keys->count; i-- > 0;)
        if (works(&keys->bindings[i], views) && strlen(keys->bindings[i].key) == length &&
            strncmp(keys->bindings[i].key, word, length) == 0)
            return &keys->bindings[i];
    return NULL;
}

static void add_word(struct strbuf *out, const char *word, size_t length)
{
    if (out->length)
        strbuf_addc(out, ' ');
    strbuf_add(out, word, length);
}

void key_file_keys_of(struct strbuf *out, const struct key_file *keys, const struct key_row *row,
                      int views)
{
    struct strbuf usual = {0};
    strbuf_adds(out, "");
    keys_of(&usual, row, views);
    for (size_t i = 0; i < keys->count; i++) {
        const struct key_binding *binding = &keys->bindings[i];
        /* With words behind it it is something else than the row says. */
        bool whole = !strchr(binding->command, ' ') || *row->keys == ':';
        if (binding->row == row && whole &&
            find_word(keys, binding->key, strlen(binding->key), views) == binding)
            add_word(out, binding->key, strlen(binding->key));
    }
    for (const char *word = usual.data; *word;) {
        size_t length = strcspn(word, " ");
        if (!find_word(keys, word, length, views))
            add_word(out, word, length);
        word += length + (word[length] == ' ');
    }
    strbuf_free(&usual);
}
