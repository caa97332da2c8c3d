# Columns, groups and tags of the results list.
groups=$work/groups.ncu-rep
env -i "${base[@]}" "${gpu[@]}" timeout 30 "$rooftop" --no-tui --quiet --apply-rules no --clock-control none --cache-control none \
    -f -o "$groups" sh -c '"$0" vector_add 3; "$0" tiny 1; "$0" vector_add 2; "$0" template 4; "$0" slow 1' "$app" \
    >"$work/made" 2>&1 || { echo "screen: no report could be made:"; cat "$work/made"; exit 2; }
samples=$root/tests/data/samples.ncu-rep
plain_report=$report
report=$groups with=(--apply-rules no)

screen_check groups_80 80x24 g
then_check groups_open_80 Enter j
screen_check groups_sorted_120 120x40 g : text:sort-by Space text:duration Enter
then_check groups_open_120 '<' Enter
screen_check groups_200 200x60 : text:layout Space text:one Enter g '<' Enter
check "groups in ASCII"
show 80x24 LC_ALL=C TERM=vt100 "${with[@]}" "$report"
sees Kernel
press g Enter
golden groups_ascii
ascii_only
done_check

check "Enter folds a group and opens a result, brackets go through folded groups"
show 80x24 "${with[@]}" "$report"
sees Kernel
press g
sees "5× ▸ vec_add"
press Enter j j Enter
sees "‹ 1 "
press Escape
sees "5× ▾ vec_add"
press '<' Enter
sees "5× ▸ vec_add"
press j Enter
sees "‹ 3 "
press [
sees "‹ 5 "
press [ [ [ [
sees "‹ 0 "
done_check

# is_as_before SCREEN: nothing of what was done since then stays.
is_as_before()
{
    settle
    [ "$(capture)" = "$1" ] || { wrong "another screen than before"; detail=$(diff <(echo "$1") <(capture)); }
}

for size in 80x24 100x30 120x40; do
    check "columns are as wide as before when a group was unfolded, and when rows were grouped, $size"
    show $size "${with[@]}" "$report"
    sees Kernel
    press g
    sees "5× ▸ vec_add"
    settle
    before=$(capture)
    press Enter wait:"5× ▾" Enter wait:"5× ▸"
    is_as_before "$before"
    show $size "${with[@]}" "$samples"
    sees Kernel
    settle
    before=$(capture)
    press g wait:Sum g
    sees_not Sum
    is_as_before "$before"
    done_check
done

check "by shape, stream and device; what there is not is told"
show 120x24 "${with[@]}" "$report"
sees Kernel
press : text:group Space text:stream Enter
sees "11× ▸ stream 1"
press : text:group Space text:bogus Enter
sees 'results cannot be grouped by "bogus"; there are none, name, shape, nvtx, stream, device'
press : text:group Space text:none Enter
sees_not "11×"
done_check

check "a search opens what it finds in, and gives it back"
show 80x24 "${with[@]}" "$report"
sees Kernel
press : text:group Space text:stream Enter
sees "11× ▸"
press / text:tiny
sees "11× ▾"
press Escape
sees "11× ▸"
done_check

screen_check tags_80 80x24 t t j g '>' t
then_check tags_filtered : text:filter Space text:tagged Enter
check "what is tagged is exported and copied, U takes the tags"
press : text:export Space "text:$work/tagged.csv" Enter
sees "written: "
[ "$(tail -n +2 "$work/tagged.csv" | cut -d, -f1 | tr -d '\n')" = '"0""1""10"' ] ||
    { wrong "not the tagged results"; detail=$(cat "$work/tagged.csv"); }
press U
sees "no result is tagged: Esc drops the filter"
press : text:tag Space text:tile Enter Escape
press : text:tag Space text:tile Enter
sees "4 tagged, "
done_check

check "a baseline can be tagged; groups have neither its mark nor a change, what is in them has"
show 120x24 --apply-rules no "$groups"
sees Kernel
press j b t
sees "1 tagged"
settle
capture | grep -q '^ \*❶ .* 1 .*baseline$' || { wrong "not both marks"; detail=$(capture); }
press g
sees "4× ▸ ns::tile"
settle
capture | grep -q '^[▸ ]+ .*5× ▸ vec_add.*[a-zA-Z0-9]$' || { wrong "the group is not as without a baseline"; detail=$(capture); }
capture | grep -q 'tiny.*[%0-9✓✗=~]$' || { wrong "a result beside groups has no change"; detail=$(capture); }
press '<' Enter
sees "5× ▾ vec_add"
settle
capture | grep -q '^ \*❶ .* 1 .*baseline$' || { wrong "not both marks in a group"; detail=$(capture); }
press B
settle
lacks "± Duration"
done_check

check "an empty list says how to see more"
show 80x24 "${with[@]}" "$report"
sees Kernel
press f text:nowhere Enter
sees "no result passes the filter: Esc drops it"
show 80x24 "${with[@]}" -k nothing "$report"
sees "F shows all"
done_check

report=$samples
screen_check columns_80 80x24 C
then_check columns_chosen / text:registers Enter Space - -
then_check columns_list Escape
screen_check columns_120 120x40 : text:columns Space text:+grid,stream,process,launch__occupancy_limit_warps Enter
press : text:keep-list Enter
check "columns are kept, with what this report has not; a broken name is told and left out"
end_rooftop
keep_settings=1
grep -q "^columns: .*launch__occupancy_limit_warps" "$work/home/.config/rooftop/config.yaml" || wrong "not written"
echo "columns: number,bogus,kernel,some__metric.sum,registers" >"$work/home/.config/rooftop/config.yaml"
show 160x24 "${with[@]}" "$report"
sees 'no column is called "bogus"'
sees Regs
lacks some__
[[ $(capture | sed -n 3p) != *Duration* ]] || wrong "there is another column"
press : text:columns Space text:+duration Enter
sees Duration
press : text:keep-list Enter
end_rooftop
grep -q "^columns: 'number,kernel,some__metric.sum,registers,duration'" "$work/home/.config/rooftop/config.yaml" ||
    { wrong "not kept"; detail=$(cat "$work/home/.config/rooftop/config.yaml"); }
keep_settings=
done_check
check "columns that are none are told with the nearest; the last word is completed"
show 120x24 "${with[@]}" "$report"
sees Kernel
press : text:columns Space text:kernel,regsters Enter
sees 'no column or metric of this report is called "regsters"; nearest is "registers"'
press : text:columns Space text:kernel,launch__occupancy_limit_w Tab Enter
sees launch__occupancy
lacks Duration
press : text:columns Space text:usual Enter
sees Duration
done_check
check "a metric is sorted by"
press : text:sort-by Space text:-registers Enter
# Those with 16 registers, as the report has them.
first_rows() { [ "$(capture | sed -n 3,5p | awk '{ sub(/^▸/, ""); printf "%s ", $1 }')" = "$1" ]; }
wait_until "the ones with the fewest are first" first_rows "0 5 6 "
press S
wait_until "the others are first" first_rows "2 3 4 "
done_check
report=$plain_report with=()
