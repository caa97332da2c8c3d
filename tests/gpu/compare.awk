# Compares a report of ours with one of ncu's, or with several of its runs, which then
# show how much ncu itself varies:
#
#   awk -f csv.awk -f compare.awk [-v OPTION=VALUE]... OURS.csv... THEIRS.csv [THEIRS.csv...]
#
#   mode=detail    every metric of every result, tab-separated (the default)
#   mode=off       the same, but only what is off
#   mode=summary   a Markdown table of the headline metrics, and the totals
#   pair=kernel    the n-th result of a kernel belongs to the n-th result of the same kernel, for
#                  programs whose launches come in no fixed order; else the n-th to the n-th
#   runs=N         the first N files are runs of ours (default 1): of measured metrics their median
#                  is judged (of an even number the lower), and what has to be equal has to be so in
#                  each of them
#   only=headline  judge the headline metrics alone
#   exact=1        two texts of one report: common columns must be the same, letter by letter
#   results=N      mode=summary shows at most N results of each kernel (default 2)
#
# Exit status: 0 if nothing is off, 1 if something is, 2 if a file cannot be read.
#
# How a metric is judged:
#   exact     the columns that name the launch, launch__*, device__attribute_*, the occupancy
#             curves, and what ncu repeats exactly in two or more runs, unless its name
#             speaks of time or of a share of something (VARIES below): must be equal
#   measured  all others: within 3 % of the range from ncu's lowest to its highest value,
#             or inside that range widened by its own width at both ends, or off by no more than
#             the absolute tolerances that the output states
#   told      profiler__*, which say how the profiler worked: shown, not judged

BEGIN {
    SHARE = 0.03
    POINTS = 0.05
    LAST_DIGIT = 0.01
    VARIES = "cycle|time|duration|throughput|per_second|pct|ratio|activ|stall|pcsamp|hit_rate"
    listing("Kernel Name|Context|Stream|Block Size|Grid Size|Device|CC", identity)
    headlines = listing("gpu__time_duration.sum|sm__throughput.avg.pct_of_peak_sustained_elapsed|" \
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed|" \
        "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed|" \
        "l1tex__throughput.avg.pct_of_peak_sustained_active|" \
        "lts__throughput.avg.pct_of_peak_sustained_elapsed|" \
        "sm__cycles_active.avg|gpc__cycles_elapsed.max|" \
        "sm__warps_active.avg.pct_of_peak_sustained_active|launch__registers_per_thread|" \
        "launch__occupancy_limit_blocks|launch__occupancy_limit_registers|" \
        "launch__occupancy_limit_shared_mem|launch__occupancy_limit_warps|" \
        "launch__occupancy_limit_barriers", headline)
    if (mode == "")
        mode = "detail"
    if (results == "")
        results = 2
    exit compare_files()
}

# list[1..n] and, for looking up, list[NAME]; returns n.
function listing(text, list,    n, i)
{
    n = split(text, list, "|")
    for (i = 1; i <= n; i++)
        list[list[i]] = i
    return n
}

function compare_files(    f)
{
    files = ARGC - 1
    n_ours = runs == "" ? 1 : runs + 0
    if (n_ours < 1 || files <= n_ours)
        return fail("name " (n_ours > 1 ? n_ours " files" : "a file") " of ours and one or more of theirs")
    for (f = 1; f <= files; f++)
        if (!csv_read(f, ARGV[f]))
            return fail("cannot read a raw page from '" ARGV[f] "'")
    print_head()
    pair_results()
    common_columns()
    compare_results()
    print_foot()
    return off > 0 || compared == 0
}

function fail(message)
{
    print "compare.awk: " message | "cat 1>&2"
    return 2
}

# ---- which results and columns belong together ----

# partner[f, r]: the row of file f that belongs to our row r, 0 if there is none.
function pair_results(    f, r, seen, at, id)
{
    for (f = 1; f <= files; f++) {
        if (rows[f] != rows[1])
            problem("", "number of results", rows[1], rows[f] " in " run_name(f))
        for (r = 1; r <= rows[f]; r++) {
            if ((f, r, 0) in cell)
                problem("", "row " r " of file " f, cell[f, r, 0], "")
            id = pair == "kernel" ? csv_value(f, r, "Kernel Name") : ""
            seen[f, id]++
            row_key[f, r] = id SUBSEP seen[f, id]
            at[f, row_key[f, r]] = r
        }
    }
    for (r = 1; r <= rows[1]; r++)
        for (f = 1; f <= files; f++)
            partner[f, r] = at[f, row_key[1, r]] + 0
}

function run_name(f)
{
    return f <= n_ours ? "our run " f : "run " (f - n_ours)
}

# shared[1..n_shared]: the columns that all files have; ours_only, theirs_only: the rest.
function common_columns(    c, f, title, missing)
{
    for (c = 1; c <= columns[1]; c++) {
        title = name[1, c]
        missing = 0
        for (f = 2; f <= files; f++)
            if (!((f, title) in column))
                missing = 1
        if (missing) {
            ours_only = ours_only " " title
            n_ours_only++
        } else if (exact || is_judged(title))
            shared[++n_shared] = title
    }
    for (c = 1; c <= columns[n_ours + 1]; c++)
        if (!((1, name[n_ours + 1, c]) in column)) {
            theirs_only = theirs_only " " name[n_ours + 1, c]
            n_theirs_only++
        }
}

# Process ids, host names and NVTX states are no metrics: their names hold a space or "ID".
function is_judged(title)
{
    if (title in identity)
        return 1
    if (only == "headline")
        return title in headline
    return title !~ / / && title != "ID"
}

# ---- comparing ----

function compare_results(    r, f, i, complete)
{
    for (r = 1; r <= rows[1]; r++) {
        kernel = csv_value(1, r, "Kernel Name")
        complete = 1
        for (f = 2; f <= files; f++)
            if (!partner[f, r]) {
                problem(r, "partner", "result " r, "none in " run_name(f))
                complete = 0
            }
        if (!complete)
            continue
        for (i = 1; i <= n_shared; i++)
            compare_metric(r, shared[i])
        if (mode == "summary" && ++shown[kernel] <= results)
            print_headline(r)
    }
}

function compare_metric(r, title,    verdict)
{
    if (!gather(r, title))
        return
    verdict = judge(title)
    if (verdict == "told")
        told++
    else {
        compared++
        if (verdict == "equal")
            equal++
        else if (verdict == "within")
            within++
        else
            off++
    }
    if (mode == "detail" || (mode == "off" && verdict == "OFF"))
        print_row(r, title, verdict)
    verdict_of[r, title] = verdict
}

# Sets what is known of one metric of one result: ours, theirs (text), low, high, mean, and the
# flags numeric (all values are numbers), repeated (their runs agree), same (ours do) and
# units_differ. False if no file has a value.
function gather(r, title,    f, text, any, first)
{
    ours = our_value(r, title)
    any = ours != ""
    numeric = csv_is_number(ours)
    repeated = 1
    units_differ = 0
    mean = 0
    first = n_ours + 1
    for (f = first; f <= files; f++) {
        text = csv_value(f, partner[f, r], title)
        any = any || text != ""
        if (unit[f, column[f, title]] != unit[1, column[1, title]])
            units_differ = 1
        if (!csv_is_number(text))
            numeric = 0
        if (f == first)
            low_text = high_text = text
        if (text != low_text || text != high_text)
            repeated = 0
        if (csv_number(text) < csv_number(low_text))
            low_text = text
        if (csv_number(text) > csv_number(high_text))
            high_text = text
        mean += csv_number(text) / (files - n_ours)
    }
    low = csv_number(low_text)
    high = csv_number(high_text)
    value = csv_number(ours)
    theirs = low_text == high_text ? low_text : low_text ".." high_text
    return any
}

# What our runs say: the median, or all of them where one is no number. Sets same.
function our_value(r, title,    f, i, text, first, sorted, all, numbers)
{
    same = numbers = 1
    first = all = csv_value(1, r, title)
    for (f = 1; f <= n_ours; f++) {
        text = csv_value(f, partner[f, r], title)
        same = same && text == first
        numbers = numbers && csv_is_number(text)
        if (f > 1)
            all = all ", " text
        for (i = f; i > 1 && csv_number(sorted[i - 1]) > csv_number(text); i--)
            sorted[i] = sorted[i - 1]
        sorted[i] = text
    }
    if (same)
        return first
    return numbers ? sorted[int((n_ours + 1) / 2)] : all
}

# Whether thousands have separators depends on the locale.
function plain(text)
{
    if (text ~ /^[0-9,]+(\.[0-9]+)?$/)
        gsub(/,/, "", text)
    return text
}

function judge(title)
{
    # The unit of these follows from what else is in the report.
    if (units_differ && !(title in identity) && title !~ /^derived__.*_pred_on_x[24]$/)
        return "OFF"
    if (exact)
        return ours == theirs || plain(ours) == plain(theirs) ? "equal" : "OFF"
    if (title ~ /^profiler__/)
        return "told"
    if (same && (ours == theirs || (numeric && value == low && low == high)))
        return "equal"
    if (!numeric || is_exact(title))
        return "OFF"
    return is_near(title) ? "within" : "OFF"
}

function is_exact(title)
{
    if ((title in identity) || title ~ /^(launch__|device__attribute_|derived__pct_occupancy_)/)
        return 1
    return files > n_ours + 1 && repeated && (title !~ VARIES || title ~ /\.peak_sustained$/)
}

function is_near(title,    width, slack)
{
    width = high - low
    slack = SHARE * size(value < low ? low : high)
    if (width > slack)
        slack = width
    if (unit[1, column[1, title]] == "%" && size(high) < 1 && POINTS > slack)
        slack = POINTS
    if ((ours low_text high_text) ~ /\./ && LAST_DIGIT > slack)
        slack = LAST_DIGIT
    slack += 1e-9 * size(high)
    return value >= low - slack && value <= high + slack
}

function size(x)
{
    return x < 0 ? -x : x
}

# In % of the mean of their runs.
function difference()
{
    if (!numeric)
        return ours == theirs ? "" : "text"
    if (size(value - mean) <= 1e-9 * size(mean))
        return "0"
    return mean == 0 ? "from 0" : sprintf("%+.2f", 100 * (value - mean) / size(mean))
}

# ---- printing ----

function problem(r, title, our_text, their_text)
{
    off++
    compared++
    if (mode == "summary")
        problems[++n_problems] = title ": ours " our_text ", theirs " their_text
    else
        print r "\t\t" title "\t\t" our_text "\t" their_text "\t\tOFF"
}

function print_head()
{
    if (mode == "summary") {
        print "| result | metric | unit | rooftop | ncu | difference, % | verdict |"
        print "| --- | --- | --- | ---: | ---: | ---: | --- |"
    } else
        print "result\tkernel\tmetric\tunit\tours\ttheirs\tdifference %\tverdict"
}

function print_row(r, title, verdict,    what)
{
    what = units_differ ? unit[1, column[1, title]] " / " unit[n_ours + 1, column[n_ours + 1, title]] \
                        : unit[1, column[1, title]]
    print r "\t" kernel "\t" title "\t" what "\t" ours "\t" theirs "\t" difference() "\t" verdict
}

function print_headline(r,    i, title, label)
{
    label = kernel
    gsub(/\|/, "\\|", label)
    label = "#" r " `" label "`"
    for (i = 1; i <= headlines; i++) {
        title = headline[i]
        if (!((r, title) in verdict_of))
            continue
        gather(r, title)
        print "| " label " | " title " | " unit[1, column[1, title]] " | " ours " | " theirs \
            " | " difference() " | " verdict_of[r, title] " |"
        label = ""
    }
}

function print_foot(    i, many)
{
    if (mode == "summary") {
        for (i in shown)
            many += shown[i] > results ? shown[i] - results : 0
        print ""
        if (many)
            print many " more results of the same kernels are not shown, but counted below.\n"
        for (i = 1; i <= n_problems; i++)
            print "OFF: " problems[i] "\n"
    } else if (!exact) {
        print "# measured metrics may differ by " 100 * SHARE " % of their range, or by the" \
            " range's own width, or by " POINTS " points where a percentage is below 1, or by " \
            LAST_DIGIT " where a value has decimals (its last printed digit)"
    }
    if (mode != "summary") {
        print "# only in ours: " n_ours_only + 0 (n_ours_only ? ":" ours_only : "")
        print "# only in theirs: " n_theirs_only + 0 (n_theirs_only ? ":" theirs_only : "")
    } else
        print "Only in ours: " n_ours_only + 0 " metrics; only in theirs: " n_theirs_only + 0 ".\n"
    print (mode == "summary" ? "" : "# ") "total: " compared + 0 " compared, " equal + 0 \
        " equal, " within + 0 " within tolerance, " off + 0 " off, " told + 0 " not judged"
}
