# Mean of gpu__time_duration.sum over the results of a raw page, 0 if there is none:
#   awk -f csv.awk -f mean_time.awk FILE.csv

BEGIN {
    csv_read(1, ARGV[1])
    for (r = 1; r <= rows[1]; r++) {
        time = csv_value(1, r, "gpu__time_duration.sum")
        gsub(/,/, "", time)
        sum += time
    }
    print rows[1] ? sum / rows[1] : 0
    exit 0
}
