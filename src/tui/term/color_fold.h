/* color_fold: colours for terminals that have fewer than 256. */
#ifndef ROOFTOP_TUI_TERM_COLOR_FOLD_H
#define ROOFTOP_TUI_TERM_COLOR_FOLD_H

/* Returns the colour that stands for `color` (0 to 255, or COLOR_DEFAULT) on a terminal with
 * `count` colours: itself if the terminal has it, otherwise the one of the first eight whose hue is
 * nearest. Grays are white unless they are nearly black, so lines in gray stay visible. */
int color_fold(int color, int count);

#endif
