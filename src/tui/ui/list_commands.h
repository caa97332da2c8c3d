/* list_commands: the commands about the results list. They say in the row of messages what is wrong
 * with their words. */
#ifndef ROOFTOP_TUI_UI_LIST_COMMANDS_H
#define ROOFTOP_TUI_UI_LIST_COMMANDS_H

#include "tui/term/completions.h"
#include "tui/widgets/view_host.h"

/* list_command_*() run a command with the words typed behind it. list_offer_*() list the words that
 * can stand there. */
void list_command_sort(const struct view_host *host, const char *name);
void list_command_group(const struct view_host *host, const char *name);
void list_command_columns(const struct view_host *host, const char *names);
void list_command_tag(const struct view_host *host, const char *pattern);
void list_offer_columns(const struct view_host *host, struct completions *list);
void list_offer_groupings(struct completions *list);

#endif
