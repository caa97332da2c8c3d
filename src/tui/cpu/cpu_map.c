#include "tui/cpu/cpu_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cpu/values/cpu_values.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "tui/term/screen.h"

enum { BOX_ROWS = 6, GPU_ROWS = 8, LEFT = 1, LEAST_BOX = 24, MOST_BOX = 40 };
enum { MIDDLE = 20, GPU_MIDDLE = 26, LINES_OF_SOCKET = 3 };
/* More than two sockets: the counters do not say which of the others a socket reads from, so what
 * would be arrows are rows of its box. */
enum { ROWS_OF_MANY = 2 };

/* Where boxes stand: two beside each other, with arrows between. */
struct place {
    int box, middle; /* widths */
};

struct drawing {
    const struct cpu_run *run;
    size_t step;
    struct place place;
};

static bool has_gpu(const struct cpu_run *run)
{
    if (run->chip != CPU_CHIP_ANY)
        return run->chip == CPU_CHIP_HOPPER;
    /* A file does not say what machine it is of; C2C1 counts on Grace Hopper only. */
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit && strcmp(run->counts[i].unit->name, "c2c1") == 0 &&
            run->counts[i].total.value > 0)
            return true;
    return false;
}

static size_t sockets_of(const struct cpu_run *run)
{
    bool any = false;
    for (size_t i = 0; i < run->count; i++)
        any = any || (run->counts[i].unit && run->counts[i].unit->of_machine);
    return run->sockets ? run->sockets : any;
}

/* Whether two boxes and what is between them have no room. */
static bool is_narrow(const struct cpu_run *run, int columns)
{
    const bool gpu = sockets_of(run) == 1 && has_gpu(run);
    return columns < 2 * LEAST_BOX + (gpu ? GPU_MIDDLE : MIDDLE) + 2 * LEFT;
}

static int box_rows(size_t sockets)
{
    return BOX_ROWS + (sockets > 2 ? ROWS_OF_MANY : 0);
}

static int lines_of(size_t sockets)
{
    return LINES_OF_SOCKET + (sockets > 2 ? ROWS_OF_MANY : 0);
}

/* Whether a unit of a socket has a count: without one, all boxes are empty. */
static bool has_counts(const struct cpu_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit && run->counts[i].socket != CPU_ANY_SOCKET &&
            run->counts[i].total.state != CPU_NOT_SUPPORTED &&
            run->counts[i].total.state != CPU_NOT_PERMITTED)
            return true;
    return false;
}

int cpu_map_rows(const struct cpu_run *run, int columns)
{
    const size_t sockets = sockets_of(run);
    if (!sockets || !has_counts(run))
        return 0;
    if (is_narrow(run, columns))
        return lines_of(sockets) * (int)sockets + (sockets == 2                   ? 2
                                                   : sockets == 1 && has_gpu(run) ? 3
                                                                                  : 0);
    return sockets == 1 ? (has_gpu(run) ? GPU_ROWS : BOX_ROWS)
                        : box_rows(sockets) * (int)((sockets + 1) / 2);
}

static bool value_of(const struct drawing *d, const char *metric, int socket, double *value)
{
    const struct cpu_metric *its = cpu_catalog_metric(d->run->catalog, metric);
    const struct cpu_place place = {socket, 0};
    struct cpu_cell cell = {0};
    const bool good =
        its && cpu_value_of(d->run, its, &place, d->step, &cell) && cell.absence == CPU_PRESENT;
    *value = good ? cell.value : NAN;
    return good;
}

/* Of the socket, or of the program where its cores are not told apart by sockets. */
static double core_value(const struct drawing *d, const char *metric, int socket)
{
    double value;
    if (!value_of(d, metric, socket, &value) && sockets_of(d->run) == 1)
        value_of(d, metric, CPU_ANY_SOCKET, &value);
    return value;
}

static void add_number(struct strbuf *out, double value)
{
    if (isnan(value))
        strbuf_adds(out, "-");
    else
        strbuf_addf(out, "%.*f", value >= 100 ? 0 : value >= 10 ? 1 : 2, value);
}

static void draw(int row, int column, int width, enum role role, const char *text)
{
    if (width > 0)
        screen_text(row, column, width, role, text);
}

static enum role role_of(double percent)
{
    return percent > 60 ? ROLE_HOT : percent > 30 ? ROLE_BUSY : ROLE_GOOD;
}

static void draw_edge(const struct drawing *d, int row, int column, bool top, const char *title)
{
    const struct glyphs *g = screen_glyphs();
    struct strbuf text = {0};
    strbuf_adds(&text, g->boxes[top ? 0 : 2]);
    if (title)
        strbuf_addf(&text, " %s ", title);
    for (int i = (int)safe_text_width(text.data); i < d->place.box - 1; i++)
        strbuf_adds(&text, g->boxes[5]);
    strbuf_adds(&text, g->boxes[top ? 1 : 3]);
    draw(row, column, d->place.box, ROLE_RULE, text.data);
    strbuf_free(&text);
}

static void draw_sides(const struct drawing *d, int row, int column)
{
    draw(row, column, 1, ROLE_RULE, screen_glyphs()->boxes[4]);
    draw(row, column + d->place.box - 1, 1, ROLE_RULE, screen_glyphs()->boxes[4]);
}

static void draw_cores(const struct drawing *d, int socket, int row, int column)
{
    const double ipc = core_value(d, "instructions_per_cycle", socket),
                 stalled = core_value(d, "backend_stalled_cycles", socket);
    struct strbuf text = {0};
    double clock;
    if (!isnan(ipc))
        strbuf_addf(&text, "IPC %.2f", ipc);
    if (!isnan(stalled))
        strbuf_addf(&text, "%s%.0f %% stalled", text.length ? ", " : "", stalled);
    if (!text.length && value_of(d, "scf_frequency", socket, &clock))
        strbuf_addf(&text, "fabric  %.2f GHz", clock);
    draw(row, column + 2, d->place.box - 4, ROLE_NORMAL, strbuf_text(&text));
    strbuf_free(&text);
}

/* "memory > 7.98 < 0.15": what comes from it, and what goes to it. */
static void draw_traffic(const struct drawing *d, const char *title, const char *from,
                         const char *to, int socket, int row, int column)
{
    const struct glyphs *g = screen_glyphs();
    struct strbuf text = {0};
    double in, out;
    const bool comes = value_of(d, from, socket, &in), goes = value_of(d, to, socket, &out);
    if (comes || goes) {
        strbuf_addf(&text, "%-7s %s ", title, g->up);
        add_number(&text, in);
        strbuf_addf(&text, "  %s ", g->down);
        add_number(&text, out);
    }
    draw(row, column + 2, d->place.box - 4, ROLE_NORMAL, strbuf_text(&text));
    strbuf_free(&text);
}

static void draw_load(const struct drawing *d, int socket, int row, int column)
{
    double reads, writes;
    struct strbuf bar = {0};
    const bool reading =
        value_of(d, "local_cpu_memory_read_utilization_percentage", socket, &reads);
    const bool writing =
        value_of(d, "local_cpu_memory_write_utilization_percentage", socket, &writes);
    const double most = isnan(writes) || reads > writes ? reads : writes;
    if (!reading && !writing)
        return;
    char text[32];
    const int length =
        snprintf(text, sizeof text, "%3.0f %% of %s", most, most == reads ? "reads" : "writes");
    const int columns = d->place.box - 5 - length;
    glyphs_bar(screen_glyphs(), &bar, most / 100, columns > 0 ? (size_t)columns : 0);
    draw(row, column + 2, columns, role_of(most), strbuf_text(&bar));
    draw(row, column + d->place.box - 2 - length, length, ROLE_DIM, text);
    strbuf_free(&bar);
}

static void draw_content(const struct drawing *d, int socket, int map_row, int row, int column)
{
    if (map_row == 1)
        draw_cores(d, socket, row, column);
    else if (map_row == 2)
        draw_traffic(d, "memory", "local_cpu_memory_read_bandwidth",
                     "local_cpu_memory_write_bandwidth", socket, row, column);
    else if (map_row == 3)
        draw_load(d, socket, row, column);
    else if (map_row == 4)
        draw_traffic(d, "PCIe", "pcie_rp_write_bandwidth", "pcie_rp_read_bandwidth", socket, row,
                     column);
    else if (map_row == 5)
        draw_traffic(d, "sockets", "remote_memory_read_bandwidth", "remote_memory_write_bandwidth",
                     socket, row, column);
    else
        draw_traffic(d, "GPU", "local_gpu_memory_read_bandwidth",
                     "local_gpu_memory_write_bandwidth", socket, row, column);
}

static void draw_socket(const struct drawing *d, int socket, int map_row, int row, int column)
{
    char title[24];
    snprintf(title, sizeof title, "socket %d, GB/s", socket);
    if (map_row == 0 || map_row == box_rows(sockets_of(d->run)) - 1) {
        draw_edge(d, row, column, map_row == 0, map_row ? NULL : title);
        return;
    }
    draw_sides(d, row, column);
    draw_content(d, socket, map_row, row, column);
}

/* An arrow with its words. What was not counted has none. */
static void draw_arrow(const struct drawing *d, int row, const char *words, double value,
                       bool right)
{
    const struct glyphs *g = screen_glyphs();
    struct strbuf label = {0}, text = {0};
    const char *line = g->links[value >= 50 ? 2 : value >= 1 ? 1 : 0];
    if (isnan(value))
        return;
    strbuf_addf(&label, " %s ", words);
    add_number(&label, value);
    strbuf_addc(&label, ' ');
    const int rest = d->place.middle - 3 - (int)label.length;
    if (!right)
        strbuf_adds(&text, g->left);
    for (int i = 0; i < (rest + right) / 2; i++)
        strbuf_adds(&text, line);
    strbuf_adds(&text, label.data);
    for (int i = (rest + right) / 2; i < rest; i++)
        strbuf_adds(&text, line);
    if (right)
        strbuf_adds(&text, g->right);
    draw(row, LEFT + d->place.box + 1, d->place.middle - 2,
         value >= 50  ? ROLE_HOT
         : value >= 1 ? ROLE_BUSY
                      : ROLE_DIM,
         text.data);
    strbuf_free(&label);
    strbuf_free(&text);
}

struct arrow {
    const char *words, *metric;
    int socket;
    bool right;
};

static void draw_arrows(const struct drawing *d, const struct arrow *arrows, size_t count,
                        int map_row, int row)
{
    double value;
    if (map_row < 1 || map_row > (int)count)
        return;
    const struct arrow *arrow = &arrows[map_row - 1];
    value_of(d, arrow->metric, arrow->socket, &value);
    draw_arrow(d, row, arrow->words, value, arrow->right);
}

static const struct arrow socket_arrows[] = {
    {"1 reads", "remote_memory_read_bandwidth", 1, true},
    {"0 reads", "remote_memory_read_bandwidth", 0, false},
    {"0 writes", "remote_memory_write_bandwidth", 0, true},
    {"1 writes", "remote_memory_write_bandwidth", 1, false},
};
static const struct arrow gpu_arrows[] = {
    {"CPU writes", "local_gpu_memory_write_bandwidth", 0, true},
    {"CPU reads", "local_gpu_memory_read_bandwidth", 0, false},
    {"GPU reads ATS", "c2c0_read_bandwidth", 0, true},
    {"GPU writes ATS", "c2c0_write_bandwidth", 0, false},
    {"GPU reads", "c2c1_read_bandwidth", 0, true},
    {"GPU writes", "c2c1_write_bandwidth", 0, false},
};
enum {
    SOCKET_ARROWS = sizeof socket_arrows / sizeof *socket_arrows,
    GPU_ARROWS = sizeof gpu_arrows / sizeof *gpu_arrows
};

static void draw_gpu(const struct drawing *d, int map_row, int row)
{
    const int column = LEFT + d->place.box + d->place.middle;
    if (map_row == 0 || map_row == GPU_ROWS - 1) {
        draw_edge(d, row, column, map_row == 0, map_row ? NULL : "GPU");
        return;
    }
    draw_sides(d, row, column);
    if (map_row == 1)
        draw(row, column + 2, d->place.box - 4, ROLE_NORMAL, "NVLink-C2C, GB/s");
    draw_arrows(d, gpu_arrows, GPU_ARROWS, map_row, row);
}

static struct place place_for(int columns, bool gpu)
{
    struct place p = {.middle = gpu ? GPU_MIDDLE : MIDDLE};
    p.box = (columns - LEFT - p.middle) / 2;
    p.box = p.box < LEAST_BOX ? LEAST_BOX : p.box > MOST_BOX ? MOST_BOX : p.box;
    return p;
}

/* Two arrows beside each other, as words. */
static void draw_words(const struct drawing *d, const struct arrow *arrows, size_t count, int pair,
                       int row, int columns)
{
    struct strbuf text = {0};
    for (size_t i = 2 * (size_t)pair; i < count && i < 2 * (size_t)pair + 2; i++) {
        double value;
        if (!value_of(d, arrows[i].metric, arrows[i].socket, &value))
            continue;
        strbuf_addf(&text, "%s%s ", text.length ? ", " : "", arrows[i].words);
        add_number(&text, value);
    }
    draw(row, LEFT, columns - LEFT, ROLE_NORMAL, strbuf_text(&text));
    strbuf_free(&text);
}

static void draw_lines(struct drawing *d, int map_row, int row, int columns)
{
    const int sockets = (int)sockets_of(d->run), lines = lines_of(sockets_of(d->run)),
              socket = map_row / lines, line = map_row % lines;
    char title[32];
    d->place.box = columns;
    if (socket >= sockets) {
        const int pair = map_row - sockets * lines;
        draw_words(d, sockets == 2 ? socket_arrows : gpu_arrows,
                   sockets == 2 ? SOCKET_ARROWS : GPU_ARROWS, pair, row, columns);
        return;
    }
    snprintf(title, sizeof title, "socket %d, GB/s", socket);
    if (line == 0)
        draw(row, LEFT, columns - LEFT, ROLE_HEADING, title);
    else
        draw_content(d, socket, line == 1 ? 2 : line + 2, row, LEFT);
}

void cpu_map_draw(const struct cpu_run *run, size_t step, int map_row, int row, int columns)
{
    const size_t sockets = sockets_of(run);
    const bool gpu = sockets == 1 && has_gpu(run);
    struct drawing d = {run, step, place_for(columns, gpu)};
    const int rows = box_rows(sockets), pair = map_row / rows * 2,
              line = gpu ? map_row : map_row % rows;
    if (is_narrow(run, columns)) {
        draw_lines(&d, map_row, row, columns);
        return;
    }
    if (gpu) {
        /* The box of the socket is as high as that of the GPU. */
        if (line == GPU_ROWS - 1)
            draw_edge(&d, row, LEFT, false, NULL);
        else if (line >= BOX_ROWS - 1)
            draw_sides(&d, row, LEFT);
        else
            draw_socket(&d, 0, line, row, LEFT);
        draw_gpu(&d, line, row);
        return;
    }
    draw_socket(&d, pair, line, row, LEFT);
    if ((size_t)pair + 1 < sockets)
        draw_socket(&d, pair + 1, line, row, LEFT + d.place.box + d.place.middle);
    if (sockets == 2)
        draw_arrows(&d, socket_arrows, SOCKET_ARROWS, line, row);
}
