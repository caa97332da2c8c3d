/* The label of a roof may name its memory ("DRAM"), its arithmetic ("Single Precision"), or both:
 * "DRAM (Src:fp16)". What stands in brackets belongs to the memory ("L1 (Global/Local)") unless
 * roofs share the slope and differ in their tops. If it is not known whose traffic a roof counts,
 * the label names the slope where it is the only one of its kind, and the top otherwise. */
#include "tui/figures/roofline_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

char *roofline_name(const char *label)
{
    static const char *const common[] = {" Achieved Value", " Roofline"};
    char *name = safe_text(label);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        char *at = strstr(name, common[i]);
        if (at && (at > name || at[strlen(common[i])]))
            memmove(at, at + strlen(common[i]), strlen(at + strlen(common[i])) + 1);
    }
    return name;
}

double roofline_number(const struct body_row *row, int column)
{
    return row->cells[column].has_number ? row->cells[column].number : NAN;
}

bool roofline_has_place(double number)
{
    return number > 0 && isfinite(number);
}

/* Returns whether a roof among the first `count` rows, but not this one, has the same value. */
static bool has_twin(const struct body_table *table, size_t roof, int column, size_t count)
{
    double own = roofline_number(&table->rows[roof], column);
    for (size_t i = 0; i < count; i++)
        if (i != roof && table->rows[i].part == BODY_ROOF &&
            fabs(roofline_number(&table->rows[i], column) - own) <= fabs(own) * 1e-6)
            return true;
    return false;
}

bool roofline_is_first(const struct body_table *table, size_t roof, int column)
{
    return !has_twin(table, roof, column, roof);
}

struct names {
    char *slope, *top; /* owned */
};

/* Returns the text in brackets at the end of a label. */
static char *bracketed(const char *name)
{
    const char *open = strchr(name, '('), *close = open ? strrchr(open, ')') : NULL;
    return close ? mem_printf("%.*s", (int)(close - open - 1), open + 1) : mem_strdup("");
}

static struct names names_of(const struct body_table *table, size_t roof)
{
    const struct body_row *row = &table->rows[roof];
    char *name = roofline_name(row->label);
    bool shared = has_twin(table, roof, ROOF_TRAFFIC, table->row_count);
    const char *memory = row->memory;
    bool begins = memory && strncmp(name, memory, strlen(memory)) == 0;
    bool has_slope = roofline_has_place(roofline_number(row, ROOF_TRAFFIC));
    if (has_slope && !shared && (begins || !memory))
        return (struct names){name, mem_strdup("")};
    struct names names = {mem_strdup(memory ? memory : "memory"), name};
    if (begins) {
        names.top = bracketed(name);
        free(name);
    }
    return names;
}

char *roofline_memory(const struct body_table *table, size_t roof)
{
    struct names names = names_of(table, roof);
    free(names.top);
    return names.slope;
}

char *roofline_precision(const struct body_table *table, size_t roof)
{
    struct names names = names_of(table, roof);
    free(names.slope);
    return names.top;
}

void roofline_add_cell(struct strbuf *out, const struct body_row *row, int column)
{
    strbuf_adds(out, "");
    const struct body_cell *cell = &row->cells[column];
    char *unit = safe_text(cell->unit);
    strbuf_addf(out, "%s%s%s", cell->text ? cell->text : "n/a", *unit ? " " : "", unit);
    free(unit);
}

char *roofline_unit(const struct body_table *table, int column)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].cells[column].text) {
            const char *unit = table->rows[i].cells[column].unit;
            const char *operations = strstr(unit, "FLOP");
            return safe_text(operations           ? operations
                             : strstr(unit, "OP") ? strstr(unit, "OP")
                                                  : unit);
        }
    return mem_strdup("");
}
