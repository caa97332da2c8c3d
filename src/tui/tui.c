#include "tui.h"
int tui_show(struct report *report, struct options *options){(void)report;(void)options;return 0;}
int tui_profile(struct options *options){(void)options;return 0;}
