# The log: messages of the run with their times, and how many were not read yet.

check "what a program's processes did stands in the log, and can be found and written"
live 80x24 --apply-rules no fakeapp vector_add
sees "the program has ended"
press E
sees "ended with status 0"
sees "profiling began"
wait_until "the last one is selected" eval "capture | grep -q '^▸.*the program has ended: 1 result'"
press / "text:is done" Enter
wait_until "it is selected" eval "capture | grep -q '^▸.*is done'"
press : "text:export $work/log.txt" Enter
sees "written"
grep -Eq "^[0-9-]+ [0-9:]+ detail: process [0-9]+ is done: 1 launch$" "$work/log.txt" || wrong "the file lacks it: $(cat "$work/log.txt")"
for form in csv json md; do
    press : "text:export $work/log.$form" Enter
    wait_until "log.$form has it" grep -Eq "process [0-9]+ is done: 1 launch" "$work/log.$form"
done
press y
sees "sent to the terminal's clipboard"
done_check

own=$work/home/.config/rooftop/rules
mkdir -p "$own"
printf 'identifier: Mine\nname: x\nsecton: y\n' >"$own/mine.yaml"
printf 'identifier: Other\nname: x\nsecton: y\n' >"$own/other.yaml"
check "messages that were not read are counted"
show 80x24 "$root/tests/data/samples.ncu-rep"
sees "yaml:3:1: "
sees "E shows all"
lacks "2 messages"
press j
sees "2 messages, E shows them"
press E
sees "mine.yaml:3:1:"
sees "other.yaml:3:1:"
press E j
sees_not "E shows"
done_check
for level in '' ascii_; do
    check "log at every size, ${level:-UTF-8}"
    variables=()
    [ -z "$level" ] || variables=(LC_ALL=C TERM=vt100)
    show 80x24 "${variables[@]}" "$root/tests/data/samples.ncu-rep"
    sees "yaml:3:1: "
    press E
    for size in 80x24 120x40 200x60; do
        size_is $size || resize $size
        golden "log_$level${size%x*}"
        [ -z "$level" ] || ascii_only
    done
    done_check
done
rm -r "$own"
check "a run without messages says what would stand there"
show 80x24 "$root/tests/data/samples.ncu-rep"
sees Kernel
press E
sees "There are no messages"
done_check
check "an answer that the row cuts can be read in the log, with the time of each; one that fits is not kept"
show 80x24 --apply-rules no "$report"
sees Kernel
press : text:last Space text:x Enter
sees "last takes no word after it"
press E
sees "There are no messages"
press E : "text:export $work/answers.foo" Enter
sees "E shows all"
press E
sees ".md, .svg or .html"
press : text:theme Space text:foo Enter
sees "high-contrast"
wait_until "the log ends in it" eval "capture | sed -n '/no theme is called/,\$p' | grep -q 'mono'"
press E : text:theme Space text:foo Enter
sees "E shows all"
press E
wait_until "it was said twice" eval "capture | tr -s ' \n▸' ' ' | grep -qF '(2 times)'"
done_check
check "an answer that a filter leaves no room for can be read in the log, too"
show 80x24 --apply-rules no "$report"
sees Kernel
press : text:theme Enter
sees "theme needs a theme's name; Tab shows them"
lacks "E shows"
press : text:filter Space text:vec_add_with_a_long_name Enter : text:theme Enter
sees "E shows all"
press E
sees "theme needs a theme's name; Tab shows them"
done_check
check "the log at small sizes"
live 80x24 --apply-rules no fakeapp vector_add
sees "the program has ended"
press E
for size in 30x5 31x8 44x12 60x17 80x5 30x40; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
done_check
