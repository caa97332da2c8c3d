# Rules: which there are, what they find while a program is profiled, what of that its report holds.

rules_of=$work/rules-config/rooftop/rules
mkdir -p "$rules_of" "$work/rules/below"
# rule FILE IDENTIFIER TEXT [MORE]
rule()
{
    printf 'identifier: %s\nname: Name of %s\nsection: SpeedOfLight\n%bfindings:\n  - {type: information, text: "%s"}\n' \
        "$2" "$2" "${4-}" "$3" >"$1"
}
found() { grep -cE '^    (OPT|INF|WRN|ERR) ' "$work/out"; }
# Rooftop on the report, or on another file, as somebody opens it later.
later() { plain env XDG_CONFIG_HOME="$work/none" "$rooftop" -i "$report" "$@"; }

check "--list-rules: those of the folder, parents before their children"
plain env XDG_CONFIG_HOME="$work/none" "$rooftop" --list-rules
status_is 0
sed -i '/^ /d' "$work/out" # descriptions
same "the rules" "$(awk '{ print $1 }' "$work/out" | sort | tr '\n' ' ')" \
    "$(sed -n 's/^identifier: //p' "$here"/../../rules/*.yaml | sort | tr '\n' ' ')"
[ "$(grep -c 'built in$' "$work/out")" = "$(wc -l <"$work/out")" ] || wrong "not all are built in"
late=$(awk '{ parent = $(NF - 2); if (parent != "-" && !(parent in seen)) print $1; seen[$1] }' "$work/out")
[ -z "$late" ] || wrong "before its parent: $late"
done_check

check "--list-rules: the user's own, those of section folders; what replaces what, what is broken"
rule "$rules_of/own.yaml" Own "of the user" 'description: What it is for.\n'
rule "$work/rules/sol.yaml" SOLBottleneck "of the folder"
rule "$work/rules/below/own.yaml" Own "from below" 'parent: SOLBottleneck\n'
plain env XDG_CONFIG_HOME="$work/rules-config" "$rooftop" --list-rules --section-folder "$work/rules"
status_is 0
same "the lines of Own" "$(grep -A 1 '^Own ' "$work/out" | sed 's/.* -  *//')" \
    "$rules_of/own.yaml
    What it is for."
grep -q "^SOLBottleneck  *Name of SOLBottleneck  *SpeedOfLight  *-  *$work/rules/sol.yaml, replaces the built-in one$" \
    "$work/out" || wrong "SOLBottleneck is not replaced"
printf 'identifier: Broken\nname: x\nsecton: y\n' >"$work/rules/broken.yaml"
plain env XDG_CONFIG_HOME="$work/rules-config" "$rooftop" --list-rules --section-folder-recursive "$work/rules"
status_is 1
grep -q "^Own  *Name of Own  *SpeedOfLight  *SOLBottleneck  *$work/rules/below/own.yaml, replaces $rules_of/own.yaml$" \
    "$work/out" || wrong "Own is not replaced"
err_has "$work/rules/broken.yaml:3:1: "
err_count 1 ==
rm "$work/rules/broken.yaml"
rule "$work/rules/below/own.yaml" Own "from below" 'parent: SOLBotleneck\n'
plain "$rooftop" --list-rules --section-folder-recursive "$work/rules"
status_is 1
out_has "$work/rules/below/own.yaml"
err_has 'its parent "SOLBotleneck" does not exist; nearest is "SOLBottleneck"'
plain "$rooftop" --list-rules --section-folder "$work/nowhere"
status_is 1
err_has "$work/nowhere: cannot read the folder"
done_check

check "rules: what they find is printed and stored, and shown later as our own"
run -o report --page details -- vector_add
status_is 0
number=$(found)
[ "$number" -gt 0 ] || wrong "nothing was found"
out_lacks "[report]"
cp "$work/out" "$work/printed"
later --apply-rules no
status_is 0
sections() { sed -n '/Section:/,$p' "$1"; }
same "the page later" "$(sections "$work/out")" "$(sections "$work/printed")"
later --json
is_json out
same "origins" "$(grep -o '"origin": "[a-z]*"' "$work/out" | sort | uniq -c | tr -s ' ')" " $number \"origin\": \"rooftop\""
later --apply-rules yes
same "findings of rules that ran again" "$(found)" "$number"
out_lacks "[report]"
later --csv
out_has '"Rule Name","Rule Type"'
out_lacks '"Rule Origin"'
done_check

check "broken files of users are told where nothing needs a section or rule"
mkdir -p "$work/broken/rooftop/rules" "$work/broken/rooftop/sections"
printf 'identifier: Broken\nname: x\nsecton: y\n' >"$work/broken/rooftop/rules/broken.yaml"
printf 'Identifier: "Broken"\nDisplyName: "x"\n' >"$work/broken/rooftop/sections/broken.section"
broken_are_told()
{
    status_is 0
    err_has "a section is left out: $1/broken.section:2:1: "
    err_has "a rule is left out: $2/broken.yaml:3:1: "
}
run XDG_CONFIG_HOME="$work/broken" --metrics gpu__time_duration.sum -o report -- vector_add
broken_are_told "$work/broken/rooftop/sections" "$work/broken/rooftop/rules"
mkdir "$work/broken/both"
cp "$work/broken"/rooftop/*/* "$work/broken/both"
run --metrics gpu__time_duration.sum --section-folder "$work/broken/both" -f -o report -- vector_add
broken_are_told "$work/broken/both" "$work/broken/both"
plain env XDG_CONFIG_HOME="$work/broken" "$rooftop" -i "$report"
err_has "a rule is left out: $work/broken/rooftop/rules/broken.yaml:3:1: "
done_check

check "rules that are read when a result needs them find what all rules find"
mkdir -p "$work/whole/rooftop/rules" # with a folder of the user, all rules are read
run --set full --apply-rules no -o report -- vector_add
later
many=$(found)
[ "$many" -gt 3 ] || wrong "only $many findings"
cp "$work/out" "$work/needed"
plain env XDG_CONFIG_HOME="$work/whole" "$rooftop" -i "$report"
cmp "$work/out" "$work/needed" || wrong "the pages differ"
run XDG_CONFIG_HOME="$work/whole" --set full --page details -- vector_add
sections "$work/out" >"$work/whole/out"
run --set full --page details -- vector_add
same "what is stored" "$(sections "$work/out")" "$(cat "$work/whole/out")"
same "findings that are stored" "$(found)" "$many"
done_check

check "rules: of several results each has its own"
run -o report -c 3 -- memops
status_is 0
later --apply-rules no --json
same "results with findings" "$(awk '/"id": / { seen = 0 } /"origin": / && !seen++ { n++ } END { print n }' "$work/out")" 3
done_check

check "rules: --apply-rules no stores nothing; what is found in such a report is ours all the same"
run --apply-rules no -o report --page details -- vector_add
status_is 0
same findings "$(found)" 0
later --apply-rules no
same "findings without rules" "$(found)" 0
later
same "findings with rules" "$(found)" "$number"
later --apply-rules no --csv
out_lacks '"Rule Name"'
done_check

check "rules: --rule takes one of them, with what its parents send"
run --rule AchievedOccupancy -o report --page details -- vector_add
status_is 0
same findings "$(found)" 1
out_has "occupancy"
later
same "findings later" "$(found)" 1
later --rule regex:Occupancy
same "findings of two rules" "$(found)" 2
later --rule AchievedOccupancy --apply-rules no
same "--rule turns rules on" "$(found)" 1
done_check

check "rules: --rule unknown: nearest, the program is not started"
run --rule AchievedOcupancy -o report -- vector_add
status_is 1
err_has 'no rule is called "AchievedOcupancy"; nearest is "AchievedOccupancy"; see --list-rules'
out_lacks "vector_add ok"
no_report
run --rule regex:Nothing -o report -- vector_add
status_is 1
err_has 'no rule is called "regex:Nothing"'
no_report
done_check

check "rules: one's own computes from what was measured, and adds metrics to the result"
rule "$rules_of/own.yaml" Own "took {gpu__time_duration.sum|0} ns, half of it {own__half.sum|1}" \
    'add: {own__half.sum: gpu__time_duration.sum / 2}\n'
run XDG_CONFIG_HOME="$work/rules-config" --rule Own -o report --page details -- vector_add
status_is 0
time=$(column gpu__time_duration.sum | cut -d. -f 1)
out_has "took $time ns, half of it $(awk -v t="$time" 'BEGIN { printf "%.1f", t / 2 }')"
number_is own__half.sum "$(awk -v t="$time" 'BEGIN { print t / 2 }')"
later --apply-rules no
out_has "took $time ns"
later --apply-rules yes
out_has "took $time ns"
out_lacks "[report]"
done_check

check "rules: a broken file is said and stops nothing"
printf 'identifier: Broken\nname: x\nsecton: y\n' >"$rules_of/broken.yaml"
run XDG_CONFIG_HOME="$work/rules-config" -o report -- vector_add
status_is 0
err_has "a rule is left out: $rules_of/broken.yaml:3:1: "
results_are 1
plain env XDG_CONFIG_HOME="$work/rules-config" "$rooftop" -i "$report" --rule Own
status_is 0
err_has "a rule is left out: $rules_of/broken.yaml:3:1: "
out_has "took "
plain env XDG_CONFIG_HOME="$work/rules-config" "$rooftop" -i "$report" --page raw
err_lacks broken.yaml
done_check

check "rules: they have no use on other pages of a report"
plain "$rooftop" -i "$report" --page raw --rule Own
status_is 1
err_has "chooses the findings of the pages details, diagnosis, hotspots and summary"
done_check

check "the summary page is of one report, and sums up by itself"
plain "$rooftop" diff --page summary "$here/../data/samples.ncu-rep" "$here/../data/samples.ncu-rep"
status_is 1
err_has "--page summary is for a single report"
plain "$rooftop" -i "$here/../data/samples.ncu-rep" --page summary --print-summary per-kernel
status_is 1
err_has "--print-summary has no use with --page summary"
done_check

check "rules: the summary of what was measured, and later of the report"
run --page summary -o report -- twenty
status_is 0
cp "$work/out" "$work/printed"
out_has ": 20 results, 1 kernel, "
out_has "20 of 20 launches (100%)"
later --page summary
status_is 0
ranking() { sed -n '/^Opportunities/,$p' "$1"; }
same "the page later" "$(ranking "$work/out")" "$(ranking "$work/printed")"
later --page summary --apply-rules no
out_lacks "launches (100%)"
done_check

# The summary of samples.ncu-rep, which holds no findings, as rows of a table.
ranked()
{
    plain env XDG_CONFIG_HOME="$work/none" "$rooftop" -i "$here/../data/samples.ncu-rep" --page summary --csv "$@"
    status_is 0
    sed 's/^"//; s/"$//; s/","/|/g' "$work/out" >"$work/rows"
}
check "rules: the summary ranks by duration times speedup; filters and --rule choose"
ranked
[ "$(grep -c '^[0-9]' "$work/rows")" -gt 10 ] || wrong "hardly anything is ranked"
same "the total" "$(sed -n 2p "$work/rows" | cut -d '|' -f 1-3)" "||12"
# Every sample was launched once; $11 is the saving, local ones come last.
awk -F '|' '$1 == "" { next } NR > 1 && $1 != ++n { print "rank " $1 }
    NR > 1 && ($11 - $4 * $10 / 100) ^ 2 > 1e-6 { print $1 ": saves " $11 }
    NR > 1 && $9 == kind && $11 > last { print $1 ": saves more than the one before" }
    NR > 1 { if ($9 == "global" && kind == "local") print $1 " is behind a local one"; kind = $9; last = $11 }' \
    "$work/rows" >"$work/problem"
[ ! -s "$work/problem" ] || wrong "$(head -n 1 "$work/problem")"
ranked -k histogram
same "the total of a kernel" "$(sed -n 2p "$work/rows" | cut -d '|' -f 1-3)" "||1"
same "its kernels" "$(grep '^[0-9]' "$work/rows" | cut -d '(' -f 1 | cut -d '|' -f 2 | sort -u)" histogram
ranked --rule LaunchConfiguration
same "its rules" "$(grep '^[0-9]' "$work/rows" | cut -d '|' -f 5 | sort -u)" LaunchConfiguration
ranked --apply-rules no
same "rows without rules" "$(wc -l <"$work/rows")" 2
rm -f "$work"/{rows,problem,printed}
done_check
rm -rf "$work/rules" "$work/rules-config"
