#include "report/base/terminal_kind.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
#define XTERM {"xterm-256color", "xterm"}
#define SCREEN {"screen-256color", "screen"}
/* clang-format on */

static const struct terminal_kind kinds[] = {
    {"xterm", XTERM, true},
    {"tmux", {"tmux-256color", "screen-256color", "screen"}, true},
    {"screen", SCREEN, true},
    {"dvtm", SCREEN, true},
    {"rxvt", {"rxvt-unicode-256color", "rxvt", "xterm-256color"}, true},
    {"linux", {"linux"}, false},
    {"alacritty", XTERM, true},
    {"contour", XTERM, true},
    {"domterm", XTERM, true},
    {"foot", XTERM, true},
    {"ghostty", XTERM, true},
    {"gnome", XTERM, true},
    {"havoc", XTERM, true},
    {"iterm", XTERM, true},
    {"iterm2", XTERM, true},
    {"kitty", XTERM, true},
    {"konsole", XTERM, true},
    {"mintty", XTERM, true},
    {"mlterm", XTERM, true},
    {"ms-terminal", XTERM, true},
    {"nsterm", XTERM, true},
    {"putty", XTERM, true},
    {"rio", XTERM, true},
    {"st", XTERM, true},
    {"stterm", XTERM, true},
    {"terminator", XTERM, true},
    {"terminology", XTERM, true},
    {"vte", XTERM, true},
    {"wezterm", XTERM, true},
    {"xfce", XTERM, true},
    {"zutty", XTERM, true},
};

const struct terminal_kind *terminal_kind_of(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i].family);
        if (strncmp(name, kinds[i].family, length) == 0 &&
            (!name[length] || strchr("-+._", name[length])))
            return &kinds[i];
    }
    return NULL;
}

const char *terminal_kind_entry(const char *name, bool (*is_known)(void *context, const char *name),
                                void *context)
{
    const struct terminal_kind *kind = terminal_kind_of(name);
    if (is_known(context, name))
        return name;
    for (size_t i = 0; kind && i < TERMINAL_STAND_INS && kind->stand_ins[i]; i++)
        if (is_known(context, kind->stand_ins[i]))
            return kind->stand_ins[i];
    return NULL;
}
