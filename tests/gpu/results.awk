# What a raw page holds: awk -f csv.awk -f results.awk [-v show=launches] FILE.csv
# Prints the number of results that were measured (a time that is asked for is there), or with
# show=launches one line for each of them: kernel, grid, block. A file that is not there or holds no
# raw page has no results.

BEGIN {
    csv_read(1, ARGV[1])
    for (r = 1; r <= rows[1]; r++) {
        if ((1, "gpu__time_duration.sum") in column &&
            csv_value(1, r, "gpu__time_duration.sum") !~ /^[0-9]/)
            continue
        measured++
        if (show == "launches")
            print csv_value(1, r, "Kernel Name") "\t" csv_value(1, r, "Grid Size") "\t" \
                csv_value(1, r, "Block Size")
    }
    if (show != "launches")
        print measured + 0
    exit 0
}
