# Several reports as one list.

two=("$work/first.ncu-rep" "$work/second-with-a-long-name.ncu-rep")
cp "$report" "${two[0]}"
cp "$report" "${two[1]}"

# And, after them, the one that every check opens.
with=("${two[@]}")
screen_check reports_list_80 80x24
screen_check reports_list_120 120x40
screen_check reports_list_200 200x60
screen_check reports_sorted 120x40 s S
screen_check reports_details_80 80x24 '>' Enter
screen_check reports_details_120 120x40 j j j j j j j Enter
with=()

check "] goes on into the next report"
show 80x24 "${two[@]}"
sees "2 reports"
press j j j j j Enter
sees "rooftop  first.ncu-rep"
press ']'
sees "rooftop  second-with-a-long-name.ncu-rep"
sees "‹ 0 vec_add"
done_check

samples=$root/tests/data/samples.ncu-rep
mkdir "$work/ranks"
for rank in 0 1 2 10; do
    cp "$samples" "$work/ranks/rank$rank.ncu-rep"
done

check "ranks of a folder, in their order"
show 80x24 -i "$work/ranks"
sees "4 reports"
press s
settle
[ "$(capture | sed -n 's/.* \(rank [0-9]*\) @.*/\1/p' | uniq | head -n 2 | paste -sd,)" = "rank 0,rank 1" ] ||
    { wrong "not in order of ranks"; detail=$(capture); }
press S '<'
settle
capture | grep '@ vm' | head -n 1 | grep -q 'rank 10 @' || { wrong "rank 10 is not the last"; detail=$(capture); }
press Enter
sees "rooftop  rank10.ncu-rep  rank 10 @"
press Escape q
ends 0
done_check

check "what is no report among several: the others are shown, and it is said"
printf 'no report\n' >"$work/other.ncu-rep"
show 100x24 "${two[0]}" "$work/other.ncu-rep"
sees "other.ncu-rep: not an .ncu-rep report"
sees vec_add
lacks Report
press q
ends 1
says "warning: $work/other.ncu-rep: not an .ncu-rep report"
done_check

check "a folder without reports"
mkdir "$work/none"
show 100x24 -i "$work/none"
ends 1
says "$work/none: no .ncu-rep file in this folder"
done_check

check "a report that is cut short before its first result: not its program is blamed for having none"
head -c 100000 "$samples" >"$work/short.ncu-rep"
show 80x24 "$work/short.ncu-rep"
sees "short.ncu-rep is damaged before its first result: a"
wait_until "all of it can be read" eval "capture | tr -s ' \n' ' ' | grep -qF 'first result: a result is cut short at byte 47839 '"
lacks "launched no kernel"
press q
ends 1
done_check

# Through a stand-in for ssh, which is a shell in another folder and counts what it is asked for.
check "reports of other machines are fetched once, and again when they have changed"
mkdir -p "$work/ssh" "$work/there/a folder"
cat >"$work/ssh/ssh" <<SCRIPT
#!/bin/sh
[ "\$1" = -- ] && [ \$# = 3 ] || exit 9
[ "\$2" != gone ] || exit 255
echo "\$2" >>"$work/asked"
case \$3 in cat*) echo "\$2" >>"$work/fetched" ;; esac
cd "$work/there" && exec sh -c "\$3"
SCRIPT
chmod +x "$work/ssh/ssh"
cp "$sample" "$work/there/one.ncu-rep"
cp "$sample" "$work/there/a folder/it's.ncu-rep"
: >"$work/fetched"
far() { env -i "${base[@]}" PATH="$work/ssh:$PATH" LC_ALL=C.UTF-8 "$rooftop" --page raw --csv "$@" >"$work/far" 2>&1; }
near=$(env -i "${base[@]}" LC_ALL=C.UTF-8 "$rooftop" --page raw --csv "$sample" | wc -l)
far node:one.ncu-rep || wrong "$(cat "$work/far")"
[ "$(wc -l <"$work/far")" = "$near" ] || wrong "another report came"
far node:one.ncu-rep node2:one.ncu-rep "node:~/a folder/it's.ncu-rep" || wrong "several: $(head -n 3 "$work/far")"
far 'node:a folder/*.ncu-rep' 'node:on?.ncu-rep' || wrong "patterns: $(head -n 3 "$work/far")"
[ "$(sort "$work/fetched" | uniq -c | tr -s ' \n' ' ')" = " 2 node 1 node2 " ] || wrong "fetched: $(cat "$work/fetched")"
cp "$root/tests/data/samples.ncu-rep" "$work/there/one.ncu-rep"
far node:one.ncu-rep || wrong "changed: $(head -n 3 "$work/far")"
[ "$(wc -l <"$work/far")" != "$near" ] || wrong "the old report is shown"
far node:none.ncu-rep && wrong "nothing was found, and the status is 0"
grep -q 'node:none.ncu-rep: there is no such report on node' "$work/far" || wrong "$(cat "$work/far")"
far gone:one.ncu-rep && wrong "ssh failed, and the status is 0"
grep -q 'gone: ssh failed' "$work/far" || wrong "$(cat "$work/far")"
# Brackets as scp has them; two paths that differ only in what stands for a slash in the cache.
: >"$work/asked"
far '[fe80::1]:one.ncu-rep' || wrong "an address: $(head -n 3 "$work/far")"
far 'me@[fe80::1]:one.ncu-rep' || wrong "an address of a user: $(head -n 3 "$work/far")"
[ "$(sort -u "$work/asked" | tr '\n' ' ')" = "fe80::1 me@fe80::1 " ] || wrong "asked: $(cat "$work/asked")"
mkdir -p "$work/there/a"
cp "$sample" "$work/there/a/b.ncu-rep"
cp "$root/tests/data/samples.ncu-rep" "$work/there/a%b.ncu-rep"
far 'node:a/b.ncu-rep' 'node:a%b.ncu-rep' || wrong "two: $(head -n 3 "$work/far")"
[ "$(find "$work/home/.cache/rooftop/remote" -name '*node:a%*b.ncu-rep' | wc -l)" = 2 ] || wrong "two reports have one place"
cp "$sample" "$work/here:one.ncu-rep"
(cd "$work" && far here:one.ncu-rep) || wrong "a file of this name: $(head -n 3 "$work/far")"
touch "$work/there/x"
far "node:one.ncu-rep';touch hurt;'.ncu-rep"
[ ! -e "$work/there/hurt" ] || wrong "a name is run as a command"
done_check

# Packed by other programs than the ones that unpack them.
check "packed reports are read as what is in them: from here, from a folder, by a pattern and from another machine"
packed=$work/there/packed
mkdir -p "$packed"
zstd -q -19 -c "$sample" >"$packed/a.ncu-repz"
gzip -c "$sample" >"$packed/b.ncu-rep.gz"
python3 -c 'import sys, zipfile
zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED).write(sys.argv[2], "x")' "$packed/c.ncu-rep.zip" "$sample"
zstd -q -c "$sample" >"$packed/d.bin"
far "$sample"
grep -v '^rooftop:' "$work/far" >"$work/near"
[ "$(wc -l <"$work/near")" = "$near" ] || wrong "the plain report: $(head -n 3 "$work/far")"
for word in "$packed"/a.ncu-repz "$packed"/b.ncu-rep.gz "$packed"/c.ncu-rep.zip "-i $packed/d.bin" "node:packed/*.ncu-repz" \
    "-i $packed/*.ncu-repz"; do
    # shellcheck disable=SC2086
    set -f && far $word || wrong "$word: $(head -n 3 "$work/far")"
    set +f
    cmp -s "$work/far" "$work/near" || wrong "$word is another report: $(head -n 3 "$work/far")"
done
far -i "$packed" || wrong "the folder: $(head -n 3 "$work/far")"
[ "$(wc -l <"$work/far")" = $((3 * (near - 2) + 2)) ] || wrong "the folder has $(wc -l <"$work/far") lines, one report $near"
head -c 1000 "$packed/a.ncu-repz" >"$work/short.ncu-repz"
far "$work/short.ncu-repz" && wrong "a report that is cut short: the status is 0"
grep -qF "$work/short.ncu-repz: this zstd data ends too early; copy the whole file here again" "$work/far" || wrong "$(cat "$work/far")"
done_check
