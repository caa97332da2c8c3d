# shellcheck shell=bash
# RESULTS.part.md: what a run found, as Markdown. No paths and no host names.

write_record() {
    {
        echo "## $(date -u +%Y-%m-%d)"
        echo
        sed 's/^/- /' machine.txt
        echo
        echo "$PASSED passed, $FAILED failed, $SKIPPED skipped in $SECONDS s."
        [ -s timing/table.md ] && record_part "Time" timing/table.md
        [ -s windows/table.md ] && record_part "Windows" windows/table.md
        [ -s read/table.md ] && record_part "Opening" read/table.md
        [ -s placement/table.md ] && record_part "Placement" placement/table.md
        [ -s caches/all.md ] && record_part "Caches" <(for how in all several none; do cat "caches/$how.md"; echo; done)
        record_totals
        record_part "Checks" <(sed "s|$OUT/||g; s/^/    /" checks.txt)
        record_headlines
    } >RESULTS.part.md
}

record_part() { # TITLE FILE
    printf '\n### %s\n\n' "$1"
    cat "$2"
}

# One row for each sample that was compared in full.
record_totals() {
    local file name
    [ -n "$(compared_samples)" ] || return 0
    printf '\n### Against ncu, %s runs of it\n\n' "$NCU_RUNS"
    echo "| sample | compared | equal | within tolerance | off | another run of ncu, off |"
    echo "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name in $(compared_samples); do
        file=compare/$name.tsv
        awk -v name="$name" -v noise="$(off "compare/spread/$name.control.tsv")" '
            /^# total: / { total = $3 " | " $5 " | " $7 " | " $10 }
            END { print "| " name " | " (total ? total : "- | - | - | -") " | " \
                (noise == "" ? "-" : noise) " |" }' "$file"
    done
    awk '/^# only in ours: / { for (i = 6; i <= NF; i++) ours[$i] = 1 }
         /^# only in theirs: / { for (i = 6; i <= NF; i++) theirs[$i] = 1 }
         END { for (name in ours) print "ours " name; for (name in theirs) print "theirs " name }' \
        compare/*.tsv | sort >one-sided.txt
    printf '\nOnly in ours: %s\n' "$(one_sided ours)"
    printf '\nOnly in theirs: %s\n' "$(one_sided theirs)"
    printf '\nMeasured metrics%s.\n' "$(sed -n 's/^# measured metrics//p' "$file" | head -n 1)"
}

compared_samples() {
    local name
    [ -s samples.txt ] || return 0
    while read -r name _; do
        [ -s "compare/$name.tsv" ] && echo "$name"
    done <samples.txt
}

one_sided() { # SIDE
    local names
    names=$(sed -n "s/^$1 //p" one-sided.txt | tr '\n' ' ')
    echo "${names:-nothing}"
}

record_headlines() {
    local name
    for name in $(compared_samples); do
        record_part "$name" "compare/$name.md"
    done
}
