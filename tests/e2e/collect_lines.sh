# shellcheck shell=bash
# Command lines as people publish them, run as `ncu`: none is refused but those that the manual names, with the word that it
# names. Programs are played by fakeapp, reports by the bundled one.
lines=$here/../data/command_lines.txt
mkdir -p "$work/named"
ln -sf "$rooftop" "$work/named/ncu"

# What the manual says is refused: the items of its list.
refused_words()
{
    sed -n '/^\.Ss Lines of ncu that are refused/,/^\.El/s/^\.It Li //p' "$here/../../man/rooftop.1.in"
}

# is_ncu WORD
is_ncu() { case ${1##*/} in ncu | nv-nsight-cu-cli) ;; *) return 1 ;; esac; }

# line_words LINE: its words behind the name of ncu, in $words.
line_words()
{
    eval "words=($1)"
    while [ ${#words[@]} -gt 0 ] && ! is_ncu "${words[0]}"; do
        words=("${words[@]:1}")
    done
    words=("${words[@]:1}")
}

# Reports that the line reads: the bundled one under their names.
line_reports()
{
    local i
    for ((i = 1; i < ${#words[@]}; i++)); do
        case ${words[i - 1]} in
        -i | --import) mkdir -p "$(dirname "$work/lines/${words[i]}")" && cp "$here/../data/samples.ncu-rep" "$work/lines/${words[i]}" ;;
        esac
    done
}

# The report that the line writes; nothing if it writes none.
line_export()
{
    local i
    for ((i = 0; i < ${#words[@]}; i++)); do
        case ${words[i]} in
        -o | --export) echo "${words[i + 1]}" ;;
        --export=*) echo "${words[i]#*=}" ;;
        esac
    done
}

# run_line PROGRAM_WORDS LINE
run_line()
{
    local program=()
    rm -rf "$work/lines" && mkdir -p "$work/lines/results" "$work/lines/out"
    PWD=$work/lines line_words "$2"
    if [ "$1" -gt 0 ]; then
        words=("${words[@]:0:${#words[@]}-$1}")
        program=("$app" vector_add)
    fi
    words=("${words[@]/#\/tmp\//"$work/lines/"}")
    line_reports
    variables=()
    case $2 in *'%q{'*) variables=(OMPI_COMM_WORLD_RANK=3) ;; esac
    plain sh -c 'cd lines && exec "$@"' sh "$work/named/ncu" "${words[@]}" "${program[@]}" </dev/null
}

# Whether neither the program nor the report has a kernel that the line asks for.
no_kernel() { said err "passed the filters" || said err "no result passes the filters"; }

# What a line that is not refused must do.
judge_line()
{
    local written count
    status_is 0
    err_lacks "==ERROR=="
    [ "$1" = 0 ] || cat "$work/out" "$work"/lines/*.csv "$work"/lines/*.log 2>/dev/null | grep -q "vector_add ok" ||
        wrong "the program did not run"
    case $2 in
    *--csv*-o\ * | *-o\ *--csv*) ;;
    *"--page source"*) grep -q "histogram" "$work/out" || wrong "no source page" ;;
    *--csv*) cat "$work/out" "$work"/lines/*.csv 2>/dev/null | grep -q '^"ID"' || no_kernel || wrong "no table" ;;
    esac
    no_kernel && return
    written=$(line_export)
    [ -n "$written" ] || return
    count=$(find "$work/lines" "$work/lines/$(dirname "$written")" -maxdepth 1 -name '*.ncu-rep' 2>/dev/null | wc -l)
    [ "$count" -gt 0 ] || wrong "no report was written"
}

refused=0 all=0
check "published command lines: nothing is refused but what the manual names"
while IFS=$'\t' read -r from count line; do
    case $from in "" | "#"*) continue ;; esac
    all=$((all + 1))
    why=
    run_line "$count" "$line"
    if [ "$status" != 0 ]; then
        word=$(refused_words | while read -r w; do case " $line" in *" ${w%% REPORT*}"*) echo "$w" ;; esac; done | head -n 1)
        if [ -n "$word" ]; then
            refused=$((refused + 1))
            err_has "==ERROR=="
            said err "${word%% *}" || said err "${word##* }" || wrong "the message does not name $word"
        else
            wrong "refused"
        fi
    else
        judge_line "$count" "$line"
    fi
    [ -z "$why" ] || bad="${bad:-}
  $line: $why: $(head -n 1 "$work/err" | cut -c 1-150)"
done <"$lines"
why=${bad:-}
[ "$all" -ge 100 ] || wrong "only $all lines"
same "refused lines, as many as the manual has words" "$refused" "$(refused_words | wc -l)"
rm -rf "$work/lines"
done_check

# Two public parsers read what is printed while the program runs; those that read a table are in tests/python/test_parsers.py.
check "as ncu: the table follows the line that a process has gone (as R3D9477/vscLazyTemplate_Cpp reads it)"
few="--clock-control none --cache-control none --metrics launch__grid_size"
# shellcheck disable=SC2086
plain "$work/named/ncu" $few --csv "$app" many 3
status_is 0
sed '1,/==PROF== Disconnected/d; /==WARNING==/d' "$work/out" >"$work/table"
same "its header" "$(head -c 5 "$work/table")" '"ID",'
same "grids" "$(awk -F'","' 'NR > 1 && /launch__grid_size/ {n++} END {print n}' "$work/table")" \
    "$(grep -c launch__grid_size "$work/out")"
[ "$(grep -c launch__grid_size "$work/table")" -ge 3 ] || wrong "few rows"
done_check

check "as ncu: what the program prints lies between the lines about its process (as a study of sparse kernels reads it)"
# shellcheck disable=SC2086
plain "$work/named/ncu" $few -o report "$app" vector_add
inside=$(sed -n '/^==PROF== Connected to process [0-9]* (.*fakeapp)$/,/^==PROF== Disconnected from process [0-9]*$/p' "$work/out")
same "the lines between" "$(grep -v ==PROF== <<<"$inside")" "vector_add ok"
same "the process" "$(grep -oE 'process [0-9]+' <<<"$inside" | uniq | wc -l)" 1
# shellcheck disable=SC2086
plain "$work/named/ncu" $few --quiet -f -o report "$app" vector_add
out_lacks "==PROF=="
# shellcheck disable=SC2086
run $few -f -o report -- vector_add
out_lacks "==PROF=="
done_check

check "as ncu: with a report, --csv alone prints no table"
# shellcheck disable=SC2086
for page in "" "--page raw"; do
    plain "$work/named/ncu" $few --csv $page -f -o report "$app" vector_add
    status_is 0
    [ -n "$page" ] || out_lacks '"ID"'
    [ -z "$page" ] || out_has '"ID"'
done
# shellcheck disable=SC2086
run $few --csv -f -o report -- vector_add
out_has '"ID"'
done_check

# Each of these ways is one by which public scripts take the version.
check "as ncu: --version has the line that scripts read"
plain "$work/named/ncu" --version
status_is 0
same "lines" "$(wc -l <"$work/out")" 3
for line in "$(tail -n 1 "$work/out")" "$(sed -n 3p "$work/out")" "$(grep -i version "$work/out")"; do
    [[ $line =~ ^Version\ [0-9]+\.[0-9]+\.[0-9]+\.[0-9]+\ \(build\ [0-9]+\)\ \(rooftop\  ]] || wrong "the line is $line"
done
same "the first number with points" "$(grep -oE '[0-9]+\.[0-9]+\.[0-9]+' "$work/out" | head -n 1)" \
    "$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$here/../../python/rooftop_report/_objects.py")"
out_lacks "opyright"
ncu_line=$(tail -n 1 "$work/out")
plain "$rooftop" --version
status_is 0
same "lines of rooftop" "$(wc -l <"$work/out")" 1
[[ $(<"$work/out") =~ ^rooftop\ ([0-9.]+)\ \((commit\ [0-9a-f]{12}(\ with\ changes)?,\ )?CUPTI\ [0-9]{6}\)$ ]] || wrong "it says $(<"$work/out")"
[[ $ncu_line == *"(rooftop ${BASH_REMATCH[1]}, "* ]] || wrong "ncu has another version of rooftop: $ncu_line"
done_check
