# What a raw page holds: awk -f csv.awk -f results.awk [-v show=launches] FILE.csv
# Prints the number of results, or with show=launches one line for each: kernel, grid, block.
# A file that is not there or holds no raw page has no results.

BEGIN {
    csv_read(1, ARGV[1])
    if (show == "launches")
        for (r = 1; r <= rows[1]; r++)
            print csv_value(1, r, "Kernel Name") "\t" csv_value(1, r, "Grid Size") "\t" \
                csv_value(1, r, "Block Size")
    else
        print rows[1]
    exit 0
}
