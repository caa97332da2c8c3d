/* name_list: texts like "a,b,c", as options and lists in reports have them. */
#ifndef ROOFTOP_NAME_LIST_H
#define ROOFTOP_NAME_LIST_H

/* The next part as a new string, *list moves behind it; NULL at the end, or if *list is NULL. Two
 * commas have an empty part between them. */
char *name_list_next(const char **list);

#endif
