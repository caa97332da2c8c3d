# What rules find, beside what a report holds; R reads them again: edits are seen at once, broken ones are said and
# change nothing.

report=$root/tests/data/samples.ncu-rep
own=$work/home/.config/rooftop/rules
mkdir -p "$own"
# rule TEXT: one of the user's, about what the first pane shows.
rule() { printf 'identifier: Mine\nname: x\nsection: SpeedOfLight\nfindings:\n  - {type: warning, text: "%s"}\n' "$1" >"$own/mine.yaml"; }
bring() { show 120x40 "$@"; sees Kernel; press Enter; sees "GPU Speed Of Light"; }

check "rules: what they find shows below the section's numbers, unless they are turned off"
bring "$report"
sees "◆ "
lacks "[report]"
press Escape
bring --apply-rules no "$report"
lacks "◆"
alive
done_check

check "rules: what another profiler stored stays, marked, below what is ours"
printf 'identifier: Stored\nname: x\nsection: LaunchStats\nfindings:\n  - {type: warning, text: "as it is now"}\n' >"$own/stored.yaml"
"$build/unit/notes_report" "$work/stored.ncu-rep" || wrong "the report cannot be made"
show 120x40 "$work/stored.ncu-rep"
sees Kernel
press Enter ']'
sees "◇ [report] "
sees "as it was stored"
settle
same "the order" "$(capture | grep -E '◆|◇|as it ' | tr -s ' ' | tr '\n' ';')" \
    " ◆ Warning: x; as it is now; ◇ [report] Information: x; as it was stored;"
press Escape
show 120x40 --apply-rules no "$work/stored.ncu-rep"
sees Kernel
press Enter ']'
sees "as it was stored"
lacks "[report]"
rm "$own/stored.yaml"
done_check

check "rules: an edit is seen at once"
bring "$report"
rule 'it took {gpu__time_duration.sum|0} ns'
press R
sees "1 rule of your own, read again"
sees "it took "
lacks "took n/a"
rule 'twice that is {gpu__time_duration.sum * 2|0} ns'
press R
sees "twice that is "
lacks "it took"
done_check

check "rules: a broken edit is said with file, line and column, and what was there stays"
printf 'identifier: Mine\nname: x\nsecton: y\n' >"$own/mine.yaml"
press R
sees "mine.yaml:3:1: "
sees "twice that is"
rule 'whole again'
press R
sees "1 rule of your own, read again"
sees "whole again"
rm "$own/mine.yaml"
press R
sees_not "whole again"
alive
done_check

check "rules: one's own look at a report when it opens, and what is wrong with them is said"
rule 'at once'
printf 'identifier: Other\nname: x\nsecton: y\n' >"$own/other.yaml"
show 120x40 "$report"
sees "other.yaml:3:1: "
press Enter
sees "at once"
rm "$own/other.yaml"
done_check

check "rules: only those that are asked for, also after they were read again"
bring --rule Mine "$report"
sees "at once"
press a
settle
sees "at once"
settle
same findings "$(capture | grep -c '◆ [A-Z]')" 1
press R
sees "1 rule of your own, read again"
settle
same findings "$(capture | grep -c '◆ [A-Z]')" 1
done_check

check "rules: a name that is none opens no screen"
show 120x40 --rule Mien "$report"
sees 'no rule is called "Mien"; nearest is "Mine"; see --list-rules'
done_check

run="rules: findings of a run are shown while it goes on, and after R"
if profiles "$run"; then
    check "$run"
    live 120x40 fakeapp vector_add
    sees "the program has ended"
    press Enter
    sees "at once"
    rule 'later'
    press R
    sees "later"
    lacks "at once"
    alive
    done_check
fi

check "rules: with --apply-rules no R reads none"
bring --apply-rules no "$report"
press R
sees "no sections or rules of your own"
lacks "◆"
done_check
rm -rf "$own"
