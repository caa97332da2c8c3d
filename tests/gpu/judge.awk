# Judges what compare.awk found, less what cannot be equal for a reason that is known:
#
#   awk -f judge.awk -v without=links|elapsed DETAIL.tsv
#
#   links     of each kernel's first launch all but what the program itself sends over the links: ncu
#             has not run it before, so that addresses of the other GPU's memory are still
#             to be translated; and the fastest and slowest link, as data takes other links each time
#   elapsed   what is a time, or a share of one: between the calls of a range the GPU waits for the
#             processor, and how long is the profiler's doing
#
# What the program sends (nvlrx__bytes_data_user.sum, nvltx__...) is judged in all launches, to 1 %.
# Prints the rows that are off, and how many were judged and left out. Exit status: 0 if nothing is
# off and something was judged.

BEGIN {
    FS = "\t"
    SHARE = 1
}

/^#/ || $1 == "result" { next }

!($2 in first) { first[$2] = $1 }

without == "links" && $3 ~ /^nvl[rt]x__bytes_data_user\.sum$/ {
    judge($7 == "" || $7 > SHARE || $7 < -SHARE)
    sent++
    next
}

{
    if ($8 == "told")
        next
    if (without == "links" && first[$2] == $1 && $3 ~ /^(nvl|gpu__)/)
        left_out["of first launches"]++
    else if (without == "links" && $3 ~ /^nvl.*\.(max|min)(\.|$)/)
        left_out["of single links"]++
    else if (without == "elapsed" && $3 ~ /elapsed|time_duration/)
        left_out["with the time between calls"]++
    else
        judge($8 == "OFF")
}

function judge(wrong)
{
    judged++
    if (wrong) {
        off++
        print
    }
}

END {
    for (what in left_out)
        text = text ", " left_out[what] " " what
    printf "# total: %d judged, %d off; left out: %s\n", judged, off, text ? substr(text, 3) : "nothing"
    exit off > 0 || !judged || (without == "links" && !sent)
}
