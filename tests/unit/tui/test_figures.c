#include "tui/figures/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn.h"
#include "figures_sample.h"
#include "report/base/mem.h"
#include "report/content/section_figures.h"
#include "report/section/section_scope.h"
#include "tui/figures/bar_figure.h"
#include "tui/figures/memory_figure.h"
#include "tui/term/short_number.h"

/* All that the section's bodies show. */
struct shown {
    struct section_view *view;
    struct figures_style style;
};

static void draw_section(void *context, struct painter *p)
{
    const struct shown *shown = context;
    for (size_t i = 0; i < shown->view->block_count; i++)
        if (!figures_replace(shown->view, &shown->view->blocks[i]))
            figures_draw_bars(shown->view, &shown->view->blocks[i], &shown->style, p);
    figures_draw(shown->view, 0, SIZE_MAX, &shown->style, p);
}

struct sample {
    struct build build;
    struct report *report;
    struct result *result;
};

static int open_sample(void **state)
{
    static struct sample sample;
    use_locale("C.UTF-8");
    build_figures(&sample.build);
    sample.report = build_open(&sample.build);
    sample.result = report_result(sample.report, 0, NULL);
    assert_non_null(sample.result);
    *state = &sample;
    return 0;
}

static int close_sample(void **state)
{
    struct sample *sample = *state;
    report_close(sample->report);
    build_free(&sample->build);
    return 0;
}

static struct shown show(const struct result *result, const char *identifier)
{
    for (size_t i = 0; i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, identifier) == 0)
            return (struct shown){
                section_view_new(result, result->sections[i], (struct view_style){0}),
                {.indent = 3}};
    fail_msg("no section %s", identifier);
    return (struct shown){0};
}

static void figure_is(struct sample *sample, const char *identifier, enum glyph_level level,
                      int width, const char *expected)
{
    struct shown shown = show(sample->result, identifier);
    drawn_is(draw_section, &shown, level, width, expected);
    section_view_free(shown.view);
}

static void figure_says(struct sample *sample, const char *identifier, int width, bool whole,
                        const char *wanted)
{
    struct shown shown = show(sample->result, identifier);
    shown.style.whole = whole;
    char *text = drawn(draw_section, &shown, GLYPHS_FULL, width);
    if (!strstr(text, wanted))
        fail_msg("no \"%s\" in:\n%s", wanted, text);
    free(text);
    section_view_free(shown.view);
}

static void states_are_sorted_with_their_shares(void **state)
{
    figure_is(*state, "FigStates", GLYPHS_ASCII, 80,
              "   Warp state        cycles per issue   of 199.6   0               50\n"
              "   MIO Throttle                 86.20     43.2 %   ############################\n"
              "   Long Scoreboard              31.90     16.0 %   ##########-\n"
              "   Barrier                      31.60     15.8 %   ##########-\n"
              "   Short Scoreboard             20.70     10.4 %   ######=\n"
              "   Selected *                    1.00      0.5 %   -\n"
              "   Drain                         0.00      0.0 %\n"
              "   Membar                         n/a\n"
              "     * an instruction was issued: no stall\n");
}

static void a_narrow_graph_drops_axis_and_shares(void **state)
{
    figure_is(*state, "FigStates", GLYPHS_ASCII, 44,
              "   Warp state\n"
              "   MIO Throttle      86.20   ##############\n"
              "   Long Scoreboard   31.90   #####-\n"
              "   Barrier           31.60   #####\n"
              "   Short Scoreboard  20.70   ###-\n"
              "   Selected *         1.00   -\n"
              "   Drain              0.00\n"
              "   Membar              n/a\n"
              "     * an instruction was issued: no stall\n");
}

/* Longer baselines go on behind the bar, shorter ones are marks in it. */
static void draw_baselines(void *context, struct painter *p)
{
    static const struct bar bars[] = {{.label = "one",
                                       .value = "10",
                                       .number = 10,
                                       .share = NAN,
                                       .baseline = 20,
                                       .role = ROLE_GOOD},
                                      {.label = "two",
                                       .value = "20",
                                       .number = 20,
                                       .share = NAN,
                                       .baseline = 5,
                                       .role = ROLE_GOOD},
                                      {.label = "three",
                                       .value = "n/a",
                                       .number = NAN,
                                       .share = NAN,
                                       .baseline = 8,
                                       .role = ROLE_GOOD},
                                      {.label = "four",
                                       .value = "8",
                                       .number = 8,
                                       .share = NAN,
                                       .baseline = NAN,
                                       .role = ROLE_GOOD}};
    bar_figure_draw(context ? context
                            : &(struct bar_figure){.baseline = "other", .bars = bars, .count = 4},
                    0, p);
}

static void baselines_stand_beside_the_bars(void **state)
{
    (void)state;
    drawn_is(draw_baselines, NULL, GLYPHS_ASCII, 40,
             "             0            10\n"
             "one     10   #############~~~~~~~~~~~~~\n"
             "two     20   #######|##################\n"
             "three  n/a\n"
             "four     8   ##########-\n"
             "~ | baseline: other\n");
}

/* The same result again with greater numbers: what it is compared with. */
static struct result *open_before(struct sample *sample, struct report **report)
{
    *report = build_open(&sample->build);
    struct result *result = report_result(*report, 0, NULL);
    for (size_t i = 0; i < result->metric_count; i++) {
        Rep__ProfileMetricValue *value = result->metrics[i]->metricvalue;
        if (value && value->has_doublevalue)
            value->doublevalue *= 1.5;
        else if (value && value->has_uint64value)
            value->uint64value *= 4;
    }
    return result;
}

static void compared_is(struct sample *sample, const char *identifier, int width,
                        const char *expected)
{
    struct report *report;
    struct result *before = open_before(sample, &report);
    struct shown shown = show(sample->result, identifier);
    struct shown other = show(before, identifier);
    shown.style.baseline = before;
    shown.style.baseline_name = "before";
    shown.style.before = other.view;
    use_locale("C");
    drawn_is(draw_section, &shown, GLYPHS_ASCII, width, expected);
    use_locale("C.UTF-8");
    drawn_at_widths(draw_section, &shown, 7);
    section_view_free(shown.view);
    section_view_free(other.view);
    report_close(report);
}

static void figures_show_their_changes(void **state)
{
    compared_is(*state, "FigStates", 80,
                "   Warp state        cycles per issue                  of 199.6\n"
                "   MIO Throttle                 86.20 -33.3 % better     43.2 %   ########=~~~~\n"
                "   Long Scoreboard              31.90 -33.3 % better     16.0 %   ###-~\n"
                "   Barrier                      31.60 -33.3 % better     15.8 %   ###-~\n"
                "   Short Scoreboard             20.70 -33.3 % better     10.4 %   ##~\n"
                "   Selected *                    1.00        -33.3 %      0.5 %   -\n"
                "   Drain                         0.00              =      0.0 %\n"
                "   Membar                         n/a\n"
                "   ~ | baseline: before\n"
                "     * an instruction was issued: no stall\n");
}

static void rooflines_show_both_points(void **state)
{
    compared_is(*state, "FigRoofline", 80,
                "   Roofs\n"
                "    FLOP/s\n"
                "      100T +                    .....:............................ 60.90 TFLOP/s\n"
                "           |              ...'''     :  ...'''\n"
                "           |         ...'''        ..:'''\n"
                "       10T +  ....'''        ...' DRAM 4.80 TB/s  2b                  1a\n"
                "           |' L1 33 TB/s..'''        :\n"
                "           |     ...'''              :\n"
                "        1T +..'''                    :\n"
                "           |                         :\n"
                "      100G +        memory bound     :           compute bound\n"
                "           ++---------------+----------------+----------------+-----------------\n"
                "           0.1              1                10              100       FLOP/byte\n"
                "    1 DRAM: 5.20 TFLOP/s of 60.90 TFLOP/s at 260 FLOP/byte, right of the ridge\n"
                "    at 12.69: 8.54 % of the roof of FLOP/s; neither roof is the limit\n"
                "    2 L1: 5.20 TFLOP/s of 60.90 TFLOP/s at 18.57 FLOP/byte, right of the ridge\n"
                "    at 1.85: 8.54 % of the roof of FLOP/s; neither roof is the limit\n"
                "    a baseline DRAM: 7.80 TFLOP/s of 91.35 TFLOP/s at 260 FLOP/byte, right of\n"
                "    the ridge at 12.69: 8.54 % of the roof of FLOP/s; neither roof is the limit\n"
                "    b baseline L1: 7.80 TFLOP/s of 91.35 TFLOP/s at 18.57 FLOP/byte, right of\n"
                "    the ridge at 1.85: 8.54 % of the roof of FLOP/s; neither roof is the limit\n"
                "   Idle\n"
                "    FLOP/s\n"
                "      100T +                                  .................... 60.90 TFLOP/s\n"
                "           |                       .....''''''\n"
                "           |            .....''''''\n"
                "       10T +......' DRAM 4.80 TB/s\n"
                "           |'\n"
                "           |\n"
                "        1T +\n"
                "           |\n"
                "      100G +                        memory bound   compute bound\n"
                "           ++---------+------------+---------+----------+-----------------------\n"
                "            1         2            5         10         20             FLOP/byte\n"
                "    DRAM: none of these operations was executed, no point\n");
}

static void memory_shows_its_changes(void **state)
{
    compared_is(*state, "FigMemory", 80,
                "   Kernel\n"
                "     Kernel > Global                       4.19M inst    -33.3 %\n"
                "     Kernel > Shared                       46.1M inst    -33.3 %   16 %  #.....\n"
                "   L1/TEX Cache  hit rate 2.26 % (was 3.39)\n"
                "     L1/TEX Cache > Global              4.19M request    -33.3 %   25 %  #=....\n"
                "     Global > L1/TEX Cache              32.8K request    -33.3 %   <1 %  -.....\n"
                "   L2 Cache  hit rate 96.99 % (was 145.5)\n"
                "     L2 Cache > L1/TEX Cache                   529 MB    -33.3 %   66 %  ####~~\n"
                "   Memories\n"
                "     Device Memory > L2 Cache                 8.39 MB    -33.3 %   83 %  #####~\n"
                "   Other links\n"
                "     Kernel > IMC (immediate constants) 32.8K request    -33.3 %\n"
                "   Device Memory: port peak 83 % (was 124.5)\n"
                "   IMC (immediate constants): hit rate 91.3 % (was 136.9)\n"
                "   Without traffic: Kernel > Local, L1/TEX Cache > L2 Cache, L2 Cache > Device\n"
                "   Memory\n"
                "   Not collected: Texture, Surface, Load Global Store Shared, DSMEM, TMA, L1/TEX\n"
                "   Cache > Local, Local > L1/TEX Cache, Shared Memory, TMA (store), TMA\n"
                "   (reduction), SM, DSMEM (remote), System Memory, Peer Memory, L2 Compression,\n"
                "   L2 Cache (fabric), LRC, GPC, IDC (indexed constants), ICC (instructions), GCC\n"
                "   Device\n"
                "                Sectors             Bytes\n"
                "     Access    [sector]   % Peak     [MB]\n"
                "     Load       262,264       83     8.39\n"
                "       change   -33.3 %  -33.3 %  -33.3 %\n"
                "     Total      262,264       83     8.39\n"
                "       change   -33.3 %  -33.3 %  -33.3 %\n"
                "     without values: Throughput\n"
                "     all 0: Store\n");
}

static void memory_shows_its_changes_side_by_side(void **state)
{
    compared_is(*state, "FigMemory", 120,
                "             instructions               requests                        bytes     "
                "                  bytes\n"
                "   +------+                +-------+                +-------------+               "
                " +----------+                +------+\n"
                "   |Kernel|-- 4.19M -33% ->|Global |<= 4.19M -33% ==|L1/TEX Cache |<## 529M -33% "
                "##|L2 Cache  |       n/a      |System|\n"
                "   |      |                |       |-- 32.8K -33% ->|hit 2.26 %   |        0      "
                " |hit 97 %  |       n/a      |      |\n"
                "   |      |        0       |Local  |       n/a      |port n/a     |               "
                " |port n/a  |                |      |\n"
                "   |      |                |       |       n/a      |             |               "
                " |          |<# 8.39M -33% ##|Device|\n"
                "   |      |       n/a      |Texture|       n/a      |             |               "
                " |          |        0       |83 %  |\n"
                "   |      |       n/a      |Surface|       n/a      |             |               "
                " |          |                |      |\n"
                "   |      |                |       |       n/a      |             |               "
                " |          |       n/a      |Peer  |\n"
                "   |      |                |       |                +-------------+               "
                " |          |       n/a      |      |\n"
                "   |      |                |       |                +-------------+               "
                " |          |                |      |\n"
                "   |      |-- 46.1M -33% ->|Shared |       n/a      |Shared Memory|       n/a     "
                " |          |                |      |\n"
                "   |      |                |       |       n/a      |port n/a     |               "
                " |          |                |      |\n"
                "   +------+                +-------+                +-------------+               "
                " +----------+                +------+\n"
                "   --- below 20  === 20  ### 60  ### from 80 % of the peak\n"
                "   Other links\n"
                "     Kernel > IMC (immediate constants) 32.8K request    -33.3 %\n"
                "   IMC (immediate constants): hit rate 91.3 % (was 136.9)\n"
                "   Not collected: TMA, TMA (store), TMA (reduction), SM, DSMEM (remote), L2 "
                "Compression, L2 Cache (fabric), LRC, GPC,\n"
                "   IDC (indexed constants), ICC (instructions), GCC\n"
                "   Device\n"
                "                Sectors             Bytes\n"
                "     Access    [sector]   % Peak     [MB]\n"
                "     Load       262,264       83     8.39\n"
                "       change   -33.3 %  -33.3 %  -33.3 %\n"
                "     Total      262,264       83     8.39\n"
                "       change   -33.3 %  -33.3 %  -33.3 %\n"
                "     without values: Throughput\n"
                "     all 0: Store\n");
}

static void curves_show_both_places(void **state)
{
    compared_is(
        *state, "FigCurves", 100,
        "   One\n"
        "   Warps\n"
        "          |..:''''..           |     ..'''o'..                 ..'''':..                 "
        "..''''...\n"
        "       50 +'        '.             .'         :.             :'        '..             :' "
        "       '..\n"
        "          |           ':       | :'             :.         :'             :.         :'   "
        "         '\n"
        "          |             '.     .:                 :.     .:                '..     :'\n"
        "          |              '.  ..*                   '.  .:                    '.  .:\n"
        "        0 +                ':'                      '':'                      ':.'\n"
        "          "
        "+------+--------+--------+--------+-------+--------+--------+--------+--------------------"
        "\n"
        "                100      200      300      400     500      600      700      800         "
        "Block Size\n"
        "   * Block Size 256: Warps 19 (baseline o 384)\n"
        "   Two\n"
        "   Warps\n"
        "          |..:''''..           |     ..'''o'..                 ..'''':..                 "
        "..''''...\n"
        "       50 +'        '.             .'         :.             :'        '..             :' "
        "       '..\n"
        "          |           ':       | :'             :.         :'             :.         :'   "
        "         '\n"
        "          |             '.     .:                 :.     .:                '..     :'\n"
        "          |              '.  ..*                   '.  .:                    '.  .:\n"
        "        0 +                ':'                      '':'                      ':.'\n"
        "          "
        "+------+--------+--------+--------+-------+--------+--------+--------+--------------------"
        "\n"
        "                100      200      300      400     500      600      700      800         "
        "Block Size\n"
        "   * Block Size 256: Warps 19 (baseline o 384)\n"
        "   Aside: 1 more (e)\n");
}

static void tables_show_their_changes(void **state)
{
    compared_is(*state, "FigRest", 80,
                "   Mix\n"
                "     Instance  Executed       share   0             100           200\n"
                "     3              297 =    11.6 %   #########################################\n"
                "     12             297 =    11.6 %   #########################################\n"
                "     11             293 =    11.5 %   ########################################-\n"
                "     2              292 =    11.4 %   ########################################-\n"
                "     4              266 =    10.4 %   ####################################=\n"
                "     10             253 =     9.9 %   ###################################\n"
                "     1              252 =     9.9 %   ##################################=\n"
                "     5              202 =     7.9 %   ############################\n"
                "     9              183 =     7.2 %   #########################-\n"
                "     6              114 =     4.5 %   ###############=\n"
                "     2 more (e)\n"
                "   Spread\n"
                "     Value          Count       share   0                   10\n"
                "     0 - 12.25          4 =    10.0 %   #######=\n"
                "     12.25 - 24.50      8 =    20.0 %   ###############=\n"
                "     24.50 - 36.75      8 =    20.0 %   ###############=\n"
                "     36.75 - 49        20 =    50.0 %   #######################################\n"
                "   Places\n"
                "                      Share\n"
                "     Address   Value    [%]\n"
                "     0x3          49   3.76\n"
                "     0xc          49   3.76\n"
                "     0x15         49   3.76\n"
                "     0x1d         49   3.76\n"
                "     0x1e         49   3.76\n"
                "   Units\n"
                "                           Mean of\n"
                "     Metric Name      Sum      all\n"
                "     Count             12        3\n"
                "       change     -33.3 %  -33.3 %\n");
}

static void a_roofline_has_axes_roofs_points_and_distances(void **state)
{
    figure_is(*state, "FigRoofline", GLYPHS_ASCII, 80,
              "   Roofs\n"
              "    FLOP/s\n"
              "      100T +                    .....:............................ 60.90 TFLOP/s\n"
              "           |              ...'''     :  ...'''\n"
              "           |         ...'''        ..:'''\n"
              "       10T +  ....'''        ...' DRAM 4.80 TB/s  2                   1\n"
              "           |' L1 33 TB/s..'''        :\n"
              "           |     ...'''              :\n"
              "        1T +..'''                    :\n"
              "           |                         :\n"
              "      100G +        memory bound     :           compute bound\n"
              "           ++---------------+----------------+----------------+-----------------\n"
              "           0.1              1                10              100       FLOP/byte\n"
              "    1 DRAM: 5.20 TFLOP/s of 60.90 TFLOP/s at 260 FLOP/byte, right of the ridge\n"
              "    at 12.69: 8.54 % of the roof of FLOP/s; neither roof is the limit\n"
              "    2 L1: 5.20 TFLOP/s of 60.90 TFLOP/s at 18.57 FLOP/byte, right of the ridge\n"
              "    at 1.85: 8.54 % of the roof of FLOP/s; neither roof is the limit\n"
              "   Idle\n"
              "    FLOP/s\n"
              "      100T +                                  .................... 60.90 TFLOP/s\n"
              "           |                       .....''''''\n"
              "           |            .....''''''\n"
              "       10T +......' DRAM 4.80 TB/s\n"
              "           |'\n"
              "           |\n"
              "        1T +\n"
              "           |\n"
              "      100G +                        memory bound   compute bound\n"
              "           ++---------+------------+---------+----------+-----------------------\n"
              "            1         2            5         10         20             FLOP/byte\n"
              "    DRAM: none of these operations was executed, no point\n");
    figure_says(*state, "FigRoofline", 80, false, "\u2776 DRAM: 5.20 TFLOP/s of 60.90 TFLOP/s");
    figure_says(*state, "FigRoofline", 200, false, "L1 33 TB/s");
    figure_says(*state, "FigRoofline", 80, true, "Roofs: DRAM 4.80 TB/s, 60.90");
}

static void the_memory_chart_stands_side_by_side_or_stacked(void **state)
{
    figure_is(
        *state, "FigMemory", GLYPHS_ASCII, 110,
        "           instructions            requests                      bytes              "
        "      bytes\n"
        "   +------+             +-------+             +-------------+             "
        "+----------+             +------+\n"
        "   |Kernel|--- 4.19M -->|Global |< 4.19M 25% =|L1/TEX Cache |<# 529M 66% #|L2 Cache  "
        "|     n/a     |System|\n"
        "   |      |             |       |- 32.8K <1% >|hit 2.26 %   |      0      |hit 97 %  "
        "|     n/a     |      |\n"
        "   |      |      0      |Local  |     n/a     |port n/a     |             |port n/a  "
        "|             |      |\n"
        "   |      |             |       |     n/a     |             |             |          "
        "|< 8.39M 83% #|Device|\n"
        "   |      |     n/a     |Texture|     n/a     |             |             |          "
        "|      0      |83 %  |\n"
        "   |      |     n/a     |Surface|     n/a     |             |             |          "
        "|             |      |\n"
        "   |      |             |       |     n/a     |             |             |          "
        "|     n/a     |Peer  |\n"
        "   |      |             |       |             +-------------+             |          "
        "|     n/a     |      |\n"
        "   |      |             |       |             +-------------+             |          "
        "|             |      |\n"
        "   |      |- 46.1M 16% >|Shared |     n/a     |Shared Memory|     n/a     |          "
        "|             |      |\n"
        "   |      |             |       |     n/a     |port n/a     |             |          "
        "|             |      |\n"
        "   +------+             +-------+             +-------------+             "
        "+----------+             +------+\n"
        "   --- below 20  === 20  ### 60  ### from 80 % of the peak\n"
        "   Other links\n"
        "     Kernel > IMC (immediate constants) 32.8K request\n"
        "   IMC (immediate constants): hit rate 91.3 %\n"
        "   Not collected: TMA, TMA (store), TMA (reduction), SM, DSMEM (remote), L2 "
        "Compression, L2 Cache (fabric),\n"
        "   LRC, GPC, IDC (indexed constants), ICC (instructions), GCC\n"
        "   Device\n"
        "              Sectors     %  Bytes\n"
        "     Access  [sector]  Peak   [MB]\n"
        "     Load     262,264    83   8.39\n"
        "     Total    262,264    83   8.39\n"
        "     without values: Throughput\n"
        "     all 0: Store\n");
    figure_says(*state, "FigMemory", 107, false, "\u25c2 529M 66% \u25ac\u2502");
    figure_says(*state, "FigMemory", 106, false, "\u25ac529M 66%\u25ac");
    figure_says(*state, "FigMemory", 77, false, "\u25c2\u25ac529M\u25ac\u2502");
    figure_says(*state, "FigMemory", 76, false, "     L2 Cache \u25b8 L1/TEX Cache ");
}

static void the_memory_chart_fits_into_80_columns(void **state)
{
    figure_is(*state, "FigMemory", GLYPHS_ASCII, 80,
              "            inst           requests          bytes            bytes\n"
              "   +------+       +-------+       +--------+       +--------+       +------+\n"
              "   |Kernel|-4.19M>|Global |<4.19M=|L1/TEX  |<#529M#|L2      |  n/a  |System|\n"
              "   |      |       |       |-32.8K>|2.26 %  |   0   |hit 97 %|  n/a  |      |\n"
              "   |      |   0   |Local  |  n/a  |port n/a|       |port n/a|       |      |\n"
              "   |      |       |       |  n/a  |        |       |        |<8.39M#|Device|\n"
              "   |      |  n/a  |Texture|  n/a  |        |       |        |   0   |83 %  |\n"
              "   |      |  n/a  |Surface|  n/a  |        |       |        |       |      |\n"
              "   |      |       |       |  n/a  |        |       |        |  n/a  |Peer  |\n"
              "   |      |       |       |       +--------+       |        |  n/a  |      |\n"
              "   |      |       |       |       +--------+       |        |       |      |\n"
              "   |      |-46.1M>|Shared |  n/a  |Shared  |  n/a  |        |       |      |\n"
              "   |      |       |       |  n/a  |port n/a|       |        |       |      |\n"
              "   +------+       +-------+       +--------+       +--------+       +------+\n"
              "   --- below 20  === 20  ### 60  ### from 80 % of the peak\n"
              "   Nearest to their peak: Device Memory > L2 Cache 83 %, L2 Cache > L1/TEX Cache\n"
              "   66 %, L1/TEX Cache > Global 25 %\n"
              "   Other links\n"
              "     Kernel > IMC (immediate constants) 32.8K request\n"
              "   IMC (immediate constants): hit rate 91.3 %\n"
              "   Not collected: TMA, TMA (store), TMA (reduction), SM, DSMEM (remote), L2\n"
              "   Compression, L2 Cache (fabric), LRC, GPC, IDC (indexed constants), ICC\n"
              "   (instructions), GCC\n"
              "   Device\n"
              "              Sectors     %  Bytes\n"
              "     Access  [sector]  Peak   [MB]\n"
              "     Load     262,264    83   8.39\n"
              "     Total    262,264    83   8.39\n"
              "     without values: Throughput\n"
              "     all 0: Store\n");
}

/* The sample's chart with numbers of every length. */
struct numbered_map {
    struct memory_map *map, *before;
};

static void draw_numbered(void *context, struct painter *p)
{
    const struct numbered_map *m = context;
    memory_figure_draw(m->map, m->before, 3, p);
}

static struct memory_map *numbered_map(const struct result *result, double factor)
{
    static const double amounts[] = {999, 1.05e6, 1.68e10, 4, 1.23e8, 4.5e13, 99.9e3};
    static const double peaks[] = {100, 0.3, 42, NAN, 7};
    static const double rates[] = {38.83, 100, 0.00123, 99.9, 1.23e-5, 0};
    struct memory_map *map = memory_map_new(result);
    for (size_t i = 0; i < map->link_count; i++) {
        map->links[i].amount = factor * amounts[i % COUNT(amounts)];
        map->links[i].peak = peaks[i % COUNT(peaks)];
    }
    for (size_t i = 0; i < map->fact_count; i++)
        map->facts[i].value = factor * rates[i % COUNT(rates)];
    return map;
}

static void set_link(struct memory_map *map, const char *from, const char *to, double amount)
{
    ((struct memory_link *)memory_map_link(map, from, to))->amount = amount;
}

static void set_fact(struct memory_map *map, const char *node, double value)
{
    ((struct memory_fact *)memory_map_fact(map, node, "port peak %"))->value = value;
}

/* "0 to 0" says nothing. */
static void a_link_that_fell_silent_says_what_it_carried(void **state)
{
    struct sample *sample = *state;
    struct numbered_map m = {memory_map_new(sample->result), memory_map_new(sample->result)};
    set_link(m.map, "Kernel", "Shared", 0);
    set_link(m.before, "Kernel", "Shared", 46.1e6);
    set_link(m.map, "L2 Cache", "Device Memory", 0);
    set_link(m.before, "L2 Cache", "Device Memory", 0);
    use_locale("C");
    char *map = drawn(draw_numbered, &m, GLYPHS_ASCII, 120);
    char *list = drawn(draw_numbered, &m, GLYPHS_ASCII, 80);
    use_locale("C.UTF-8");
    if (!strstr(map, " 46.1M > 0 ") || strstr(map, "to 0"))
        fail_msg("not what was carried:\n%s", map);
    if (!strstr(list, "     Kernel > Shared                           0 inst  was 46.1M ") ||
        strstr(list, "Kernel > Shared,"))
        fail_msg("not what was carried:\n%s", list);
    if (!strstr(list, "L2 Cache > Device"))
        fail_msg("a link that never carried anything is not among the silent ones:\n%s", list);
    free(map);
    free(list);
    memory_map_free(m.map);
    memory_map_free(m.before);
}

static void ports_stand_in_their_units(void **state)
{
    struct sample *sample = *state;
    struct numbered_map m = {memory_map_new(sample->result), NULL};
    set_fact(m.map, "L1/TEX Cache", 92.7);
    set_fact(m.map, "L2 Cache", 18.2);
    set_fact(m.map, "Device Memory", 47);
    char *wide = drawn(draw_numbered, &m, GLYPHS_ASCII, 120);
    char *narrow = drawn(draw_numbered, &m, GLYPHS_ASCII, 80);
    char *list = drawn(draw_numbered, &m, GLYPHS_ASCII, 60);
    if (!strstr(wide, "|port 93 %    |") || !strstr(wide, "|port 18 % |") ||
        !strstr(wide, "|47 %  |"))
        fail_msg("a port is missing:\n%s", wide);
    if (!strstr(narrow, "|port 93%|") || !strstr(narrow, "|port 18%|") ||
        !strstr(narrow, "|47 %  |"))
        fail_msg("a port is missing:\n%s", narrow);
    if (!strstr(list, "hit rate 2.26 %, port peak 92.7 %") || !strstr(list, "port peak 18.2 %") ||
        !strstr(list, "Device Memory: port peak 47 %"))
        fail_msg("a port is missing:\n%s", list);
    free(wide);
    free(narrow);
    free(list);
    memory_map_free(m.map);
}

/* In letters of its own, not as the end or the start of another; a line may go on beside it. */
static bool says_number(const char *text, const char *number)
{
    size_t length = strlen(number);
    for (const char *at = text; (at = strstr(at, number)); at++)
        if ((at == text || strchr(" \n|<>-=#", at[-1]) || (unsigned char)at[-1] >= 0x80) &&
            (strchr(" \n<>-=#|%", at[length]) || (unsigned char)at[length] >= 0x80))
            return true;
    return false;
}

static void numbers_are_whole(const struct numbered_map *m, enum glyph_level level, int width)
{
    char *text = drawn(draw_numbered, (void *)m, level, width);
    for (const char *at = text; *at; at++)
        if (*at >= '0' && *at <= '9' &&
            (strncmp(at + 1, "\u2026", 3) == 0 ||
             (at[1] == '.' && !(at[2] >= '0' && at[2] <= '9') && at[2] != ' ')))
            fail_msg("a number is cut at %d columns:\n%s", width, text);
    for (size_t i = 0; i < m->map->link_count; i++) {
        struct strbuf amount = {0};
        char byte[16];
        short_number(&amount, m->map->links[i].amount);
        /* "45T", and of bytes in the lists "45 Tbyte" */
        snprintf(byte, sizeof byte, "%.*s %cB", (int)amount.length - 1, amount.data,
                 amount.data[amount.length - 1]);
        if (!says_number(text, amount.data) && !says_number(text, byte))
            fail_msg("%s -> %s: no %s at %d columns:\n%s", m->map->links[i].from,
                     m->map->links[i].to, amount.data, width, text);
        strbuf_free(&amount);
    }
    for (size_t i = 0; i < m->map->fact_count; i++) {
        char exact[32], brief[32];
        double value = m->map->facts[i].value;
        snprintf(exact, sizeof exact, "%.4g", value);
        snprintf(brief, sizeof brief, "%.3g", value);
        if (strcmp(m->map->facts[i].name, "port peak %") == 0)
            snprintf(brief, sizeof brief, value < 1 ? "<1" : "%.0f", value);
        if (value > 0 && !says_number(text, exact) && !says_number(text, brief))
            fail_msg("%s: no %s at %d columns:\n%s", m->map->facts[i].node, exact, width, text);
    }
    free(text);
}

static void no_number_of_the_memory_chart_is_cut(void **state)
{
    struct sample *sample = *state;
    struct numbered_map m = {numbered_map(sample->result, 1), NULL};
    struct memory_map *old = numbered_map(sample->result, 12.34);
    for (int compared = 0; compared < 2; compared++, m.before = old)
        for (int level = 0; level < GLYPH_LEVELS; level++) {
            use_locale(level == GLYPHS_ASCII ? "C" : "C.UTF-8");
            for (int width = 80; width <= 200; width++)
                numbers_are_whole(&m, (enum glyph_level)level, width);
        }
    use_locale("C.UTF-8");
    memory_map_free(old);
    memory_map_free(m.map);
}

static void lines_stand_side_by_side_where_there_is_room(void **state)
{
    figure_is(
        *state, "FigCurves", GLYPHS_ASCII, 110,
        "   One                                                   Two\n"
        "   Warps                                  x: Block Size  Warps                            "
        "      x: Block Size\n"
        "          |.'':.    |   .'':.        :''.        .:''.          |.'':.    |   .'':.       "
        " :''.        .:''.\n"
        "       50 +'   :.      :    :.     .'    :      :'   '.      50 +'   :.      :    :.     "
        ".'    :      :'   '.\n"
        "          |     '.  | :      :.   .'      :    :'     '         |     '.  | :      :.   "
        ".'      :    :'     '\n"
        "          |      '.  :        :  .:        :  .'                |      '.  :        :  .: "
        "       :  .'\n"
        "          |       : *          : :         '..:                 |       : *          : :  "
        "       '..:\n"
        "        0 +       ':'          ':           ':                0 +       ':'          ':   "
        "        ':\n"
        "          +-------+--------+--------+--------+-------+-         "
        "+-------+--------+--------+--------+-------+-\n"
        "                 200      400      600      800      1K                200      400      "
        "600      800      1K\n"
        "   * Block Size 256: Warps 19                            * Block Size 256: Warps 19\n"
        "   Aside: 1 more (e)\n");
    figure_says(*state, "FigCurves", 80, true, "Three");
    figure_says(*state, "FigCurves", 80, false, "Aside: 1 more (e)");
}

static void series_are_sparklines_or_charts(void **state)
{
    figure_is(*state, "FigTimes", GLYPHS_ASCII, 60,
              "   Over time\n"
              "                           58 us             mean     most\n"
              "     DRAM                  ##=-##-=#*:=#     6.07        9\n"
              "     SM / Row / Throughput ##=-##-=#*:=#     26.1       39\n");
    figure_says(*state, "FigTimes", 80, true, "SM / Row / Throughput [");
}

static void bars_bins_places_and_tables(void **state)
{
    figure_is(*state, "FigRest", GLYPHS_ASCII, 70,
              "   Mix\n"
              "     Instance  Executed     share   0          100        200\n"
              "     3              297    11.6 %   #################################\n"
              "     12             297    11.6 %   #################################\n"
              "     11             293    11.5 %   ################################=\n"
              "     2              292    11.4 %   ################################-\n"
              "     4              266    10.4 %   #############################=\n"
              "     10             253     9.9 %   ############################\n"
              "     1              252     9.9 %   ############################\n"
              "     5              202     7.9 %   ######################-\n"
              "     9              183     7.2 %   ####################-\n"
              "     6              114     4.5 %   ############=\n"
              "     2 more (e)\n"
              "   Spread\n"
              "     Value          Count     share   0               10\n"
              "     0 - 12.25          4    10.0 %   ######-\n"
              "     12.25 - 24.50      8    20.0 %   ############-\n"
              "     24.50 - 36.75      8    20.0 %   ############-\n"
              "     36.75 - 49        20    50.0 %   ###############################\n"
              "   Places\n"
              "                     Share\n"
              "     Address  Value    [%]\n"
              "     0x3         49   3.76\n"
              "     0xc         49   3.76\n"
              "     0x15        49   3.76\n"
              "     0x1d        49   3.76\n"
              "     0x1e        49   3.76\n"
              "   Units\n"
              "                       Mean\n"
              "                         of\n"
              "     Metric Name  Sum   all\n"
              "     Count         12     3\n");
}

static void what_is_missing_says_why(void **state)
{
    figure_is(*state, "FigNothing", GLYPHS_ASCII, 80,
              "   Never: nothing to show: none of its metrics is in this result\n"
              "   (never__sampled.avg, ...)\n"
              "   Bins: nothing to show: its metrics have no values\n"
              "   No roof: nothing to show: none of its metrics is in this result (absent, ...)\n");
}

static void nothing_leaves_the_pane_at_any_width(void **state)
{
    struct sample *sample = *state;
    for (size_t i = 0; i < sample->result->section_count; i++)
        for (int whole = 0; whole <= 1; whole++) {
            struct shown shown = show(sample->result, sample->result->sections[i]->identifier);
            shown.style.whole = shown.style.metric_names = whole;
            shown.style.baseline = whole ? sample->result : NULL;
            shown.style.baseline_name = "itself";
            /* The whole of it has what is shown otherwise, and more. */
            (whole ? drawn_at_all_widths : drawn_at_levels_in_turn)(draw_section, &shown);
            section_view_free(shown.view);
        }
    drawn_at_all_widths(draw_baselines, NULL);
}

#define WIDE "\344\270\255\346\226\207\344\270\255\346\226\207\344\270\255\346\226\207 \033[2J "
#define CONSTANT_ROOF(work, traffic)                                                               \
    "Rooflines { PeakWork { Constant: " work " } PeakTraffic { Constant: " traffic                 \
    " } Options { Label: '" WIDE WIDE WIDE WIDE WIDE WIDE "' } } AchievedValues { AchievedWork { " \
    "Constant: " work " } AchievedTraffic { Constant: " traffic " } } "
#define CONSTANT_CHART(roofs) "Items { RooflineChart { Label: '" WIDE "' " roofs "} } "
#define POINTS                                                                                     \
    "MetricValueList { CorrelationId { Uint64Value: 18446744073709551615 } ElementValue { "        \
    "DoubleValue: 1e300 } } MetricValueList { CorrelationId { Uint64Value: 0 } ElementValue { "    \
    "DoubleValue: -1e300 } } MetricValueList { CorrelationId { Uint64Value: 5 } ElementValue { "   \
    "DoubleValue: nan } } "

/* Numbers of all sizes, names of any length, in characters of two columns. */
static void nothing_in_a_report_breaks_a_figure(void **state)
{
    struct build build = {0};
    struct report *report = build_one(
        &build, "points one",
        "MetricResults { NameId: 0 MetricValue { DoubleValue: 1 } " POINTS
        "} MetricResults { NameId: 1 MetricValue { DoubleValue: inf } MetricValueList { "
        "ElementValue { DoubleValue: 3 } } } "
        "Sections { Identifier: 'Hostile' DisplayName: 'H' Body { " CONSTANT_CHART(
            CONSTANT_ROOF("1e300", "1e-300")) CONSTANT_CHART(CONSTANT_ROOF("-1", "0"))
            CONSTANT_CHART(CONSTANT_ROOF("1", "inf") CONSTANT_ROOF("nan", "1") CONSTANT_ROOF(
                "1e-300",
                "1e300")) "Items { LineChart { Label: "
                          "'" WIDE WIDE WIDE WIDE WIDE "' AxisX { Label: '" WIDE WIDE WIDE WIDE WIDE
                          "' } AxisY { Label: '" WIDE WIDE WIDE WIDE WIDE
                          "' } Metrics { Name: 'points' } Metrics { Name: 'one' } HighlightX { "
                          "Metrics { Name: 'one' "
                          "} } } } Items { Timeline { Metrics { Name: 'points' Label: '" WIDE WIDE
                              WIDE WIDE WIDE WIDE "' } Metrics { Name: 'one' } } } Items { "
                          "HistogramChart { Metric { Name: 'one' } } } "
                          "Items { BarChart { Label: '" WIDE
                          "' Metrics { Name: 'points' Label: '" WIDE WIDE WIDE WIDE
                          "' ShowInstances: true } Metrics { Name: 'one' ShowInstances: true } } } "
                          "Items { BarChart { Metrics { Name: 'one' Label: '" WIDE WIDE WIDE WIDE
                          "' } } } } } ");
    struct result *result = report_result(report, 0, NULL);
    (void)state;
    assert_non_null(result);
    for (int whole = 0; whole <= 1; whole++) {
        struct shown shown = show(result, "Hostile");
        shown.style.whole = whole;
        (whole ? drawn_at_all_widths : drawn_at_levels_in_turn)(draw_section, &shown);
        section_view_free(shown.view);
    }
    report_close(report);
    build_free(&build);
}

/* Digests of what the header does not tell. */
static void digests(void **state)
{
    struct sample *sample = *state;
    static const struct {
        const char *section, *digest;
    } cases[] = {
        {"FigStates", "MIO Throttle 86.2 \302\267 Long Scoreboard 31.9"},
        {"FigRoofline",
         "8.54 % of the DRAM roof \302\267 5.20 TFLOP/s of 60.90 TFLOP/s at 260 FLOP/byte"},
        {"FigMemory", "busiest: Device Memory to L2 Cache, 83 % of the peak"},
        {"FigTimes", "2 time series over 58 us"},
        {"FigRest", "Mix, Spread, Places, Units"},
        {"FigNothing", "nothing to show: none of its metrics is in this result "
                       "(never__sampled.avg, ...)"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct shown shown = show(sample->result, cases[i].section);
        assert_string_equal(section_view_digest(shown.view), cases[i].digest);
        section_view_free(shown.view);
    }
}

/* A port that is nearer to its peak than any link is told, one that is not so is not. */
static void the_busiest_may_be_a_port(void **state)
{
    static const struct {
        const char *port, *digest;
    } cases[] = {{"DoubleValue: 79.9", "busiest: port of Shared Memory, 79.9 % of the peak"},
                 {"DoubleValue: 16", "busiest: L2 Cache to L1/TEX Cache, 16.5 % of the peak"},
                 {"DoubleValue: 0", "busiest: L2 Cache to L1/TEX Cache, 16.5 % of the peak"}};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct build build = {0};
        char *metrics = mem_printf(METRIC("0", "DoubleValue: 1e6") METRIC("1", "DoubleValue: 16.5")
                                       METRIC("2", "%s"),
                                   cases[i].port);
        struct report *report = build_one(
            &build,
            "l1tex__m_xbar2l1tex_read_bytes.sum "
            "l1tex__m_xbar2l1tex_read_bytes.sum.pct_of_peak_sustained_elapsed "
            "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum.pct_of_peak_sustained_elapsed",
            metrics);
        Rep__ProfilerSection *section =
            build_section("Identifier: 'M' DisplayName: 'M' Body { DisplayName: 'B' Items { "
                          "MemoryChart { Label: 'Memory' } } }");
        struct section_view *view =
            section_view_new(report_result(report, 0, NULL), section, (struct view_style){0});
        assert_string_equal(section_view_digest(view), cases[i].digest);
        section_view_free(view);
        rep__profiler_section__free_unpacked(section, NULL);
        report_close(report);
        build_free(&build);
        free(metrics);
    }
}

/* Every section of a report, in steps, each second result against the one before; returns how many
 * were drawn. */
static size_t draw_report(const char *path)
{
    struct error error = {{0}};
    size_t drawn_count = 0;
    struct report *report = report_open(path, &error);
    if (!report) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    for (size_t i = 0; i < report_count(report); i++) {
        struct result *result = report_result(report, i, NULL);
        struct section_scope scope = section_scope_of(result);
        for (size_t j = 0; j < result->section_count; j++) {
            if (!section_applies(result->sections[j], &scope))
                continue;
            struct shown shown = {
                section_view_new(result, result->sections[j], (struct view_style){0}),
                {.indent = 3, .whole = j % 2, .metric_names = i % 4 > 1}};
            if (i % 2) {
                shown.style.baseline = report_result(report, i - 1, NULL);
                shown.style.baseline_name = "before";
                shown.style.before = section_view_new(shown.style.baseline, result->sections[j],
                                                      (struct view_style){0});
            }
            drawn_at_widths(draw_section, &shown, 37);
            section_view_free(shown.style.before);
            section_view_free(shown.view);
            drawn_count++;
        }
        if (i % 2) {
            report_drop(report, i - 1);
            report_drop(report, i);
        }
    }
    report_close(report);
    return drawn_count;
}

/* With reports: draws what they hold. */
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        use_locale("C.UTF-8");
        printf("%s: %zu sections drawn\n", argv[i], draw_report(argv[i]));
    }
    if (argc > 1)
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_sorted_with_their_shares),
        cmocka_unit_test(a_narrow_graph_drops_axis_and_shares),
        cmocka_unit_test(baselines_stand_beside_the_bars),
        cmocka_unit_test(figures_show_their_changes),
        cmocka_unit_test(rooflines_show_both_points),
        cmocka_unit_test(memory_shows_its_changes),
        cmocka_unit_test(memory_shows_its_changes_side_by_side),
        cmocka_unit_test(curves_show_both_places),
        cmocka_unit_test(tables_show_their_changes),
        cmocka_unit_test(a_roofline_has_axes_roofs_points_and_distances),
        cmocka_unit_test(the_memory_chart_stands_side_by_side_or_stacked),
        cmocka_unit_test(the_memory_chart_fits_into_80_columns),
        cmocka_unit_test(a_link_that_fell_silent_says_what_it_carried),
        cmocka_unit_test(ports_stand_in_their_units),
        cmocka_unit_test(no_number_of_the_memory_chart_is_cut),
        cmocka_unit_test(lines_stand_side_by_side_where_there_is_room),
        cmocka_unit_test(series_are_sparklines_or_charts),
        cmocka_unit_test(bars_bins_places_and_tables),
        cmocka_unit_test(what_is_missing_says_why),
        cmocka_unit_test(nothing_leaves_the_pane_at_any_width),
        cmocka_unit_test(nothing_in_a_report_breaks_a_figure),
        cmocka_unit_test(digests),
        cmocka_unit_test(the_busiest_may_be_a_port),
    };
    return cmocka_run_group_tests_name("figures", tests, open_sample, close_sample);
}
