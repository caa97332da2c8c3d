#include "tui/views/occupancy_words.h"

/* "registers 40 -> 32: 75 % -> 100 %, 61.4 to 81.9 us, by __launch_bounds__(256, 8)" */
void occupancy_tell_change(const struct occupancy_view *view, const struct what_if_change *change,
                           struct strbuf *out)
{
    const struct what_if *what = &view->what;
    struct what_if then = *what;
    struct what_if_time time;
    struct strbuf bounds = {0};
    for (size_t i = 0; i < change->inputs; i++) {
        then.now[change->input[i]] = change->value[i];
        strbuf_addf(out, "%s%s ", i ? " and " : "", what_if_word(change->input[i]));
        what_if_write(change->input[i], what->now[change->input[i]], out);
        strbuf_adds(out, " -> ");
        what_if_write(change->input[i], change->value[i], out);
    }
    strbuf_addf(out, ": %.4g %% -> %.4g %%", what_if_outcome(what).percent, change->percent);
    if (!what_if_time(&then, &view->measured, &time)) {
        strbuf_adds(out, ", ");
        what_if_time_add(out, &time.time);
    }
    what_if_bounds(&then, &bounds);
    strbuf_addf(out, "%s%s", bounds.length ? ", by " : "", bounds.data);
    strbuf_free(&bounds);
}

void occupancy_tell_expected(const struct occupancy_view *view, struct strbuf *out)
{
    struct what_if_time time;
    if (!what_if_is_launch(&view->what) && !what_if_time(&view->what, &view->measured, &time))
        what_if_time_tell(out, &time);
}

void occupancy_tell_grounds(const struct occupancy_view *view, bool brief, struct strbuf *out)
{
    struct what_if_time time;
    if (what_if_is_launch(&view->what) && !view->change_count)
        return;
    const char *none = what_if_time(&view->what, &view->measured, &time);
    if (none)
        strbuf_addf(out, "No time is expected: %s.", none);
    else
        what_if_time_note(out, &time, brief);
}

static void add_inputs(const struct what_if *what, struct strbuf *out)
{
    const char *between = "What if: ";
    for (int i = 0; i < WHAT_IF_INPUTS; i++) {
        if (what->now[i] == what->launch[i])
            continue;
        strbuf_addf(out, "%s%s ", between, what_if_word((enum what_if_input)i));
        what_if_write((enum what_if_input)i, what->launch[i], out);
        strbuf_adds(out, " -> ");
        what_if_write((enum what_if_input)i, what->now[i], out);
        between = ", ";
    }
    if (!what_if_is_launch(what))
        strbuf_addf(out, ": occupancy %.4g %% -> %.4g %%.\n", what_if_outcome_launch(what).percent,
                    what_if_outcome(what).percent);
}

static void end_line(struct strbuf *out)
{
    if (out->length && out->data[out->length - 1] != '\n')
        strbuf_addc(out, '\n');
}

void occupancy_tell_all(const struct occupancy_view *view, struct strbuf *out)
{
    strbuf_adds(out, "");
    add_inputs(&view->what, out);
    const size_t before = out->length;
    what_if_bounds(&view->what, out);
    if (out->length > before)
        strbuf_adds(out, " makes the compiler keep to these registers.\n");
    occupancy_tell_expected(view, out);
    end_line(out);
    for (size_t i = 0; i < view->change_count; i++) {
        strbuf_adds(out, "This raises the occupancy: ");
        occupancy_tell_change(view, &view->changes[i], out);
        strbuf_adds(out, ".\n");
    }
    occupancy_tell_grounds(view, false, out);
    end_line(out);
}
