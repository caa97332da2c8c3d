# Whether launches of one kernel count what ncu's do, and nothing besides:
#
#   awk -f csv.awk -f quiet.awk OURS.csv THEIRS.csv METRIC...
#
# Prints the median of all launches for each metric, ours and theirs. Exit status 0 if they differ
# by at most 3 % of theirs.

function median_of(f, title,    r, value)
{
    for (r = 1; r <= rows[f]; r++)
        csv_insert(value, r - 1, csv_number(csv_value(f, r, title)))
    return value[int((rows[f] + 1) / 2)]
}

BEGIN {
    for (f = 1; f <= 2; f++)
        if (!csv_read(f, ARGV[f]) || !rows[f]) {
            print "quiet.awk: " ARGV[f] ": no raw page with results"
            exit 2
        }
    for (i = 3; i < ARGC; i++) {
        if (!((1, ARGV[i]) in column) || !((2, ARGV[i]) in column)) {
            print "quiet.awk: " ARGV[i] ": not in both"
            exit 2
        }
        ours = median_of(1, ARGV[i])
        theirs = median_of(2, ARGV[i])
        off = ours > theirs * 1.03 || ours < theirs * 0.97
        print ARGV[i] " " ours ", ncu " theirs (off ? " OFF" : "")
        all = all || off
    }
    exit all || ARGC < 4
}
