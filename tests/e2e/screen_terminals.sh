# Kinds of terminals and locales, colours, themes.

# drawn NAME [VARIABLE=VALUE...]: list, details and help of that terminal.
drawn()
{
    local kind=$1
    shift
    with=("$@")
    screen_check "list_$kind" 80x24
    then_check "details_$kind" Enter
    with=()
}

check "LANG instead of LC_ALL"
show 80x24 LC_ALL= LANG=C.UTF-8 "$report"
golden list_80
done_check

drawn ascii LC_ALL=C
check "LANG=C: only ASCII, in every view"
for keys in a '?' '?' o Escape Escape '/ text:x'; do
    press $keys
    settle
    ascii_only
done
done_check

drawn linux TERM=linux
check "the Linux console has colours"
has_color
done_check
drawn vt100 TERM=vt100
check "vt100 has no colours"
has_no_color
done_check
drawn screen TERM=screen
drawn vt100_ascii TERM=vt100 LC_ALL=C
check "vt100 and LANG=C: only ASCII"
ascii_only
done_check
for term in xterm tmux-256color rxvt xterm-mono; do
    infocmp $term >/dev/null 2>&1 || continue
    check "TERM=$term draws the same"
    show 80x24 TERM=$term "$report"
    golden list_80
    done_check
done

check "colours on xterm-256color"
show 80x24 "$report"
sees Kernel
has_color
press Enter
sees "Speed Of Light"
has_color
done_check

check "NO_COLOR: no colours, and the selection shows all the same"
show 80x24 NO_COLOR=1 "$report"
sees Kernel
has_no_color
settle
capture -e | grep -q $'\e''\[[0-9;]*7m' || wrong "the selection is not reversed"
golden list_80
press Enter
sees "Speed Of Light"
has_no_color
press / text:Cycles
settle
has_no_color
done_check

check "NO_COLOR that is empty means nothing"
show 80x24 NO_COLOR= "$report"
sees Kernel
has_color
done_check

check "NO_COLOR is stronger than --theme"
show 80x24 NO_COLOR=1 --theme light "$report"
sees Kernel
has_no_color
done_check

check "--theme mono has no colours"
show 80x24 --theme mono "$report"
sees Kernel
has_no_color
done_check

check "--theme light has colours of its own"
show 80x24 "$report"
sees Kernel
settle
usual=$(capture -e)
show 80x24 --theme light "$report"
sees Kernel
has_color
settle
[ "$(capture -e)" != "$usual" ] || wrong "it looks like the default"
golden list_80
done_check

check "a theme of the user's"
mkdir -p "$work/home/.config/rooftop/themes"
printf 'name: mine\nroles:\n  title: {fg: 201, underline: true}\n' >"$work/home/.config/rooftop/themes/mine.yaml"
show 80x24 --theme mine "$report"
sees Kernel
has_color
settle
capture -e | grep -q '38;5;201' || wrong "its colour is not used"
done_check

check "a theme with an error: a sentence with its place, the terminal untouched"
printf 'name: bad\nroles:\n  titel: {fg: red}\n' >"$work/bad.yaml"
show 80x24 --theme "$work/bad.yaml" "$report"
ends 1
says "bad.yaml:3:3:"
says 'nearest is "title"'
[ "$(mux display -p -t run '#{alternate_on}')" = 0 ] || wrong "the alternate screen stays"
done_check

check "an unknown theme: a sentence"
show 80x24 --theme nosuch "$report"
ends 1
says 'no theme is called "nosuch"; known themes are color-blind'
done_check
check "a theme that is mistyped: the nearest"
show 80x24 --theme drk "$report"
ends 1
says 'no theme is called "drk"; nearest is "dark"; known themes are color-blind, '
says "; your own would be in $work/home/.config/rooftop/themes/drk.yaml"
done_check

for term in nonsense footprint-nosuch ''; do
    check "TERM=\"$term\": a sentence"
    show 80x24 TERM=$term --tui "$report"
    ends 1
    says "is not known here"
    says "set TERM to one that is"
    done_check
done

# What this machine does not know is drawn as what it knows of that family. Few machines know the names that end so.
mkdir "$work/terminfo"
while read -r term entry; do
    check "TERM=$term, which is not known here: drawn as $entry, and a line says so"
    show 80x24 TERM="$term" TERMINFO="$work/terminfo" "$report"
    sees "the terminal \"$term\" is not known here: drawn as $entry"
    sees "Limited by"
    has_color
    press Enter
    sees "Speed Of Light"
    press : text:log Enter
    sees "note the terminal \"$term\" is not known"
    press Q
    ends 0
    [ "$(mux display -p -t run '#{alternate_on}#{mouse_any_flag}')" = 00 ] || wrong "the terminal is not restored"
    done_check
done <<'TERMS'
xterm-nosuch xterm-256color
foot-nosuch xterm-256color
alacritty-nosuch xterm-256color
st-nosuch xterm-256color
wezterm-nosuch xterm-256color
contour-nosuch xterm-256color
kitty-nosuch xterm-256color
ghostty-nosuch xterm-256color
tmux-nosuch tmux-256color
screen.nosuch screen-256color
TERMS

check "the program that is profiled keeps the terminal's own name"
show 80x24 "${gpu[@]}" TERM=xterm-nosuch --metrics gpu__time_duration.sum "${few[@]}" \
    sh -c 'echo "TERM is $TERM" >"$0"' "$work/term"
wait_until "the program runs" test -s "$work/term"
same "what the program sees" "$(cat "$work/term")" "TERM is xterm-nosuch"
done_check

check "no keyboard: a sentence instead of a program that waits for ever"
said=$(TERM=xterm timeout 10 "$rooftop" --tui "$report" 2>&1 </dev/null)
status=$?
[ "$status: $said" = "1: ==ERROR== standard input is not a terminal, and the screen needs input and output; use --no-tui" ] ||
    wrong "status $status: $said"
done_check

check "TERM=dumb prints the pages"
show 80x24 TERM=dumb "$report"
ends 0
says "Speed Of Light"
done_check
