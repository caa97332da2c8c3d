# What leaves the screen: files and the clipboard.
report=$work/sample.ncu-rep

exports=$work/exports
mkdir "$exports"
# export FILE [COMMAND...]: the same by the pages of the command line must be the same.
written() { press : text:export Space "text:$exports/$1" Enter; sees "written: "; }
same_page()
{
    local file=$1
    shift
    env -i "${base[@]}" LC_ALL=C.UTF-8 "$rooftop" "$@" "$report" >"$exports/page" 2>"$exports/errors"
    cmp -s "$exports/page" "$exports/$file" || { wrong "$file is not the page"; detail=$(diff "$exports/page" "$exports/$file"); }
}

check "the list: what is shown, in its order"
show 120x24 --apply-rules no "$report"
sees Kernel
press : text:filter Space text:t Enter : text:sort-by Space text:kernel Enter
written list.csv
written list.json
written list.txt
written list.md
grep -q '^"id","report","kernel","grid","block","duration_ns"' "$exports/list.csv" || wrong "no header"
[ "$(grep -c . "$exports/list.csv")" = "$(grep -c '"id"' "$exports/list.json" | awk '{ print $1 + 1 }')" ] || wrong "CSV and JSON differ"
shown=$(capture | grep -c -E '^(▸| ) +[0-9]+ ')
[ "$(grep -c . "$exports/list.txt")" = $((shown + 1)) ] || wrong "other rows than shown"
[ "$(cut -f3 "$exports/list.txt" | tail -n +2)" = "$(cut -f3 "$exports/list.txt" | tail -n +2 | LC_ALL=C sort)" ] ||
    wrong "another order"
grep -q '^| --- ' "$exports/list.md" || wrong "no table"
done_check

check "details: the page of that result"
show 120x24 --apply-rules no "$report"
sees Kernel
press j Enter
sees "‹ 1 "
for form in csv json md txt; do written details.$form; done
same_page details.csv --page details --print-details all --apply-rules no --csv -s 1 -c 1
same_page details.json --page details --print-details all --apply-rules no --json -s 1 -c 1
same_page details.md --page details --print-details all --apply-rules no --markdown -s 1 -c 1
same_page details.txt --page details --print-details all --apply-rules no -s 1 -c 1
done_check

check "a file that is there stays, a name without a form is refused, a folder that is missing is told"
press : text:export Space "text:$exports/details.csv" Enter
sees "File exists"
press : text:export Space text:/tmp/x Enter
sees "does not say in which form"
press : text:export Space "text:$exports/none/x.csv" Enter
sees "No such file"
press : text:export Enter
sees "export needs a file's name"
press o : text:export Space "text:$exports/output.csv" Enter
sees "is text"
[ ! -e "$exports/output.csv" ] || wrong "an empty file is left"
done_check

copied() { mux show-buffer; }
has_copied() { copied 2>/dev/null | grep -qF -- "$1"; }
check "y copies the row, with the whole name"
mux delete-buffer 2>/dev/null
show 80x24 --apply-rules no "$report"
sees Kernel
press y
sees "sent to the terminal's clipboard"
wait_until "it is there" has_copied "vec_add(const float *, const float *, float *, int)	64x1x1"
[ "$(copied | grep -c .)" = 1 ] || wrong "more than the row"
done_check
check "y copies the section, Y the pane"
press Enter y
wait_until "the section is there" has_copied "SM Frequency"
! has_copied "Launch Statistics" || wrong "more than the section"
press Y
wait_until "the pane is there" has_copied "Launch Statistics"
[ "$(copied | sed 's/ *$//')" = "$(capture | sed -n 2,22p)" ] ||
    { wrong "not what the pane shows"; detail=$(diff <(copied) <(capture)); }
press O y
sees "there is nothing to copy"
done_check
check "a console without a clipboard gets no sequence"
show 80x24 TERM=linux --apply-rules no "$report"
sees Kernel
press y
sees "has no clipboard"
done_check
