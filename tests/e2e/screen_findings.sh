# What rules find: above the list, as a summary, in the details, switched on and off.

mkdir -p "$work/found"
check "the reports with findings"
"$build/unit/findings_report" "$work/found" || wrong "they cannot be made: make all fakegpu BUILD=$build"
done_check
[ -s "$work/found/empty.ncu-rep" ] || return
usual_report=$report
report=$work/found/findings.ncu-rep
screen_check findings_list 80x24
then_check findings_summary O
check "Enter on an opportunity opens its result at the section, and Esc goes back to the summary"
press Enter
sees "1 odd<8>"
golden findings_details
press Escape
golden findings_summary
press O
sees "Limited by"
done_check
check "the list's cursor is on the result that was opened"
press O "wait:Saves" Enter h O
sees "Limited by"
settle
capture | grep '^▸' | grep -q ' 1 odd' || { wrong "it is not"; detail=$(capture); }
done_check
screen_check findings_details_whole 80x24 O "wait:Saves" Enter e
with=(LC_ALL=C)
screen_check findings_ascii 80x24 O "wait:Saves" Enter e
ascii_only
with=()
with=(TERM=linux)
screen_check findings_linux 80x24 O "wait:Saves" Enter
with=(TERM=vt100)
screen_check findings_summary_40 40x12 O
with=()

check "no escape of a finding reaches the terminal"
for locale in C C.UTF-8; do
    raw_bytes $locale "$report" O '\r' e a q q q
    LC_ALL=C grep -qa 'as it was stored' "$work/raw" || wrong "$locale: the finding was not shown"
    ! LC_ALL=C grep -qaP '\x1b\]|\x07|\x1b\[31m a' "$work/raw" || wrong "$locale: an escape came through"
done
done_check

check "--apply-rules no: only what the report holds, without a mark, and no opportunities"
show 80x24 --apply-rules no "$report"
sees Kernel
settle
lacks "Block Size"
press j Enter
sees "Kept"
lacks "[report]"
lacks "multiple of 32"
press O
sees "rules are off"
press : text:rules Enter
sees "rules are off: --apply-rules no"
alive
done_check

check "a search in the summary"
show 80x24 "$report"
sees "Block Size"
press O / text:nowhere Enter
sees "not found: nowhere"
press / text:odd Enter
sees_not "not found"
alive
done_check

check ":rules lists the rules"
show 80x24 "$report"
sees "Block Size"
press : text:rules
sees ":rules"
press Enter
sees "LaunchConfiguration"
sees "built in"
done_check
check "/ finds a rule; Space turns it off, and all that it found goes at once"
press / text:LaunchConf Enter
settle
capture | grep '^▸' | grep -q LaunchConfiguration || { wrong "it is not selected"; detail=$(capture); }
golden findings_view
press Space
sees "off     LaunchConfiguration"
press q
sees "No opportunities found"
press j Enter
sees Kept
lacks "multiple of 32"
done_check
check "Enter turns it on again, seen in the details that are open"
press : text:rul Enter Enter
sees "on      LaunchConfiguration"
press Escape
sees "multiple of 32"
press Escape
sees "-750.00 ns"
done_check
check "a rule whose children need it becomes silent"
press : text:rules Enter / text:SOLB Enter Space
sees "silent  SOLBottleneck"
sees "only sends values"
press Escape
sees "-750.00 ns"
done_check

check "--rule: the others are off, and can be turned on"
show 80x24 --rule TheoreticalOccupancy "$report"
sees "No opportunities found"
press : text:rules Enter / text:LaunchC Enter Space Escape
sees "-750.00 ns"
show 80x24 --rule TheoreticalOccupanzy "$report"
ends 1
says 'nearest is "TheoreticalOccupancy"'
done_check

check "unknown commands are said with the nearest one; Esc and Backspace leave the prompt"
show 80x24 "$report"
sees "Block Size"
press : text:ruels Enter
sees 'no command is called "ruels"; nearest is "rules"'
press : text:zzzzzz Enter
sees "Tab shows all of them"
press : text:ru Escape
sees_not ":ru"
press : text:r BSpace BSpace
settle
lacks ":r"
press : Enter : text:summary Enter
sees "Summary: 1 cause in 2 results"
press : text:help Enter
sees "Keys of the summary"
press q : text:quit Enter
ends 0
done_check

check "a rule of the user's that is broken is listed with its error, a good one with its file"
mkdir -p "$work/home/.config/rooftop/rules"
printf 'identifier: Mine\nname: My rule\nsection: LaunchStats\nfindings:\n  - {when: "launch__block_size > 10", type: optimization, title: My title, text: Mine it is, speedup: {value: 50}}\n' \
    >"$work/home/.config/rooftop/rules/mine.yaml"
printf 'identifier: Broken\nnme: x\n' >"$work/home/.config/rooftop/rules/broken.yaml"
show 120x40 "$report"
sees "My title"
sees "broken.yaml:2:1"
press : text:rules Enter
sees "mine.yaml"
press '>'
sees "error"
sees "broken.yaml:2:1"
press Space
alive
printf 'identifier: Mine\nname: My rule\nsection: LaunchStats\n' >"$work/home/.config/rooftop/rules/mine.yaml"
rm "$work/home/.config/rooftop/rules/broken.yaml"
press Escape R
sees "1 rule of your own, read again"
sees_not "My title"
rm -r "$work/home/.config/rooftop/rules"
done_check

check "a report with nothing to find says so, one without results says nothing"
show 80x24 -i "$work/found/nothing.ncu-rep" -i "$report" --rule Memory
sees "No opportunities found"
show 80x24 "$work/found/empty.ncu-rep"
sees "the report has no results"
sees "r runs it again"
settle
lacks opportunities
press O Enter j / text:x Enter Escape : text:rules Enter Space Escape
settle
alive
press Q
ends any
done_check

check "a damaged report: what is whole is looked at"
head -c $(($(stat -c %s "$report") - 600)) "$report" >"$work/found/cut.ncu-rep"
show 80x24 "$work/found/cut.ncu-rep"
sees "is damaged: "
sees " 1 result · "
press O
sees "No opportunities found"
press O
sees "Limited by"
press Enter
sees "good<8>(T *)"
sees_not "Limited by"
press a e Escape Q
ends 1
done_check

check "help of the summary and of the rules has every key"
show 80x24 "$report"
sees "Block Size"
press O '?' 'wait:Keys of the summary'
help_has VIEW_SUMMARY
press q : text:rules Enter '?' 'wait:Keys of the rules'
help_has VIEW_RULES
done_check
report=$usual_report
