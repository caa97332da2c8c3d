# What device memory read and wrote in each launch of `cached`, here and in ncu:
#
#   awk -f csv.awk -f caches.awk -v runs=N [-v left=1] OURS.csv... THEIRS.csv...
#
# The first N raw pages are ours. Prints a row of a table for each launch: the median of ours, and
# the least and the most of theirs, in KiB. Exit status 0 if in every launch ours lies in their
# range or beside it by at most 3 % of all that they moved and 64 KiB. With left=1 the caches were
# left alone: only what is read is judged, and that only for being more, since what a profiler
# touches meanwhile takes the place of the program's.

function median_of(title, r,    f, value)
{
    for (f = 1; f <= runs; f++)
        csv_insert(value, f - 1, csv_number(csv_value(f, r, title)))
    return value[int((runs + 1) / 2)]
}

function range_of(title, r,    f, value)
{
    for (f = runs + 1; f <= files; f++) {
        value = csv_number(csv_value(f, r, title))
        if (f == runs + 1 || value < low)
            low = value
        if (f == runs + 1 || value > high)
            high = value
    }
}

function kib(bytes)
{
    return sprintf("%.0f", bytes / 1024)
}

BEGIN {
    READ = "dram__bytes_read.sum"
    WRITTEN = "dram__bytes_write.sum"
    files = ARGC - 1
    for (f = 1; f <= files; f++)
        if (!csv_read(f, ARGV[f]) || rows[f] != rows[1] || !((f, READ) in column) ||
            !((f, WRITTEN) in column)) {
            print "caches.awk: " ARGV[f] ": no raw page, or of other launches or metrics"
            exit 2
        }
    if (runs < 1 || runs >= files) {
        print "caches.awk: pages of both are wanted"
        exit 2
    }
    for (r = 1; r <= rows[1]; r++) {
        split(csv_value(1, r, "Kernel Name"), name, "(")
        split(csv_value(1, r, "Grid Size"), blocks, /[(,]/)
        ours_read = median_of(READ, r)
        ours = median_of(WRITTEN, r)
        range_of(WRITTEN, r)
        written = kib(low) " to " kib(high)
        least = low
        most = high
        range_of(READ, r)
        slack = 0.03 * (high + most) + 65536
        bad = ours_read > high + slack || !left && (ours_read < low - slack ||
            ours < least - slack || ours > most + slack)
        off += bad
        printf "| %s | %d | %s | %s to %s | %s | %s |%s\n", name[1], blocks[2] / 16, kib(ours_read),
            kib(low), kib(high), kib(ours), written, bad ? " OFF |" : " |"
    }
    exit off > 0 || !rows[1]
}
