# Commands: names, completion, history; keys, themes and settings of the user.
report=$work/sample.ncu-rep

config=$work/home/.config/rooftop
history=$work/home/.local/state/rooftop/history

check "Tab completes a command and goes through the words it takes"
show 120x40 --apply-rules no "$report"
sees Kernel
press : text:lay Tab Tab Tab
sees ":layout auto"
sees "columns"
press Tab
sees ":layout columns"
press BTab BTab
sees ":layout three"
press BTab Enter
sees "layout tall: 3 panes"
done_check
with=(--apply-rules no)
screen_check commands_offers 120x40 : Tab
with=()

check "every action is a command"
show 120x40 --apply-rules no "$report"
sees Kernel
press : text:last Enter
settle
capture | grep -q '^▸.*slow' || wrong ":last does not go to the end"
press : text:fold Enter
sees "fold does nothing in this view"
press : text:down Space text:x Enter
sees "down takes no word after it"
press : text:theme Enter
sees "theme needs a theme's name"
press : text:sort-by Space text:durationn Enter
sees 'called "durationn"; nearest is "duration"'
press : text:se Enter
sees '"se" begins several commands: search, second-left'
done_check

check "sort-by sorts, filter filters"
show 120x40 --apply-rules no "$report"
sees Kernel
press : text:sort-by Space text:-duration Enter
sees "Duration▲"
press : text:filter Space text:tile Enter
sees "filter tile: 1 of"
press Escape
sees_not "filter tile"
done_check

check "Up and Down recall commands, also of an earlier run"
rm -f "$history"
show 80x24 --apply-rules no "$report"
sees Kernel
press : text:layout Space text:rows Enter : text:last Enter Q
ends 0
show 80x24 --apply-rules no "$report"
sees Kernel
press : Up
sees ":last"
press Up
sees ":layout rows"
press Down Down
sees_not ":last"
press text:lay Up
sees ":layout rows"
[ "$(cat "$history")" = $'layout rows\nlast' ] || { wrong "another history is kept"; detail=$(cat "$history"); }
done_check

check "a theme shows while its name is typed, goes with Esc and stays with Enter"
show 80x24 --apply-rules no "$report"
sees Kernel
settle
usual=$(capture -e)
press : text:theme Space text:dark
sees ":theme dark"
settle
[ "$(capture -e | head -n 2)" != "$(echo "$usual" | head -n 2)" ] || wrong "it does not show"
press Escape
settle
[ "$(capture -e)" = "$usual" ] || wrong "Esc does not bring the old one back"
press : text:theme Space text:dark Enter
settle
chosen=$(capture -e)
[ "$chosen" != "$usual" ] || wrong "Enter does not keep it"
press : text:theme Space text:nosuch Enter
sees 'no theme is called "nosuch"; known themes are color-blind, dark'
press Q
ends 0
keep_settings=1 show 80x24 --apply-rules no "$report"
sees Kernel
settle
[ "$(capture -e)" = "$chosen" ] || wrong "the next run has another one"
[ "$(cat "$config/config.yaml")" = $'sort: number\ntheme: dark' ] || wrong "the file is $(cat "$config/config.yaml")"
done_check
for theme in color-blind dark high-contrast light; do
    check "theme $theme: colours, and the selection shows"
    show 80x24 --theme $theme "$report"
    sees Kernel
    has_color
    golden list_80
    done_check
done
check "NO_COLOR: a theme with colours is refused"
show 80x24 NO_COLOR=1 --apply-rules no "$report"
sees Kernel
press : text:theme Space text:dark Enter
sees "there are no colours here"
has_no_color
done_check

check "settings stay: order, arrangement and splits; what the user wrote beside them too"
mkdir -p "$config"
printf '# mine\nsort: kernel # by name\n' >"$config/config.yaml"
keep_settings=1 show 160x40 --apply-rules no "$report"
sees "Kernel▲"
press S : text:keep-list Enter
sees "all reports have this order"
press : text:layout Space text:rows Enter L Q
ends 0
[ "$(cat "$config/config.yaml")" = $'# mine\nsort: \'-kernel\' # by name\nlayout: rows\nsplits: 42 0' ] ||
    { wrong "another file"; detail=$(cat "$config/config.yaml"); }
keep_settings=1 show 160x40 --apply-rules no "$report"
sees "Kernel▼"
sees "Details"
done_check
check "nothing that changed: nothing is written"
order= show 80x24 --apply-rules no "$report"
sees Kernel
press j Enter q Q
ends 0
[ ! -e "$config/config.yaml" ] || wrong "there is a file"
done_check
check "the list of a report stays as it was left; that of another does not change"
cp "$report" "$work/other.ncu-rep"
order= show 80x24 --apply-rules no "$report"
sees "Duration▼"
press : text:sort-by Space text:kernel Enter
sees "Kernel▲"
press Q
ends 0
[ ! -e "$config/config.yaml" ] || wrong "there is a setting"
keep_settings=1 show 80x24 --apply-rules no "$work/other.ncu-rep"
sees "Duration▼"
press Q
ends 0
ln -sf "$report" "$work/link.ncu-rep"
keep_settings=1 show 80x24 --apply-rules no "$work/link.ncu-rep"
sees "Kernel▲"
press : text:sort-by Space text:duration Enter
sees "Duration▼"
press Q
ends 0
keep_settings=1 show 80x24 --apply-rules no "$report"
sees "Duration▼"
[ ! -s "$work/home/.local/state/rooftop/lists" ] || wrong "the usual order is kept: $(cat "$work/home/.local/state/rooftop/lists")"
done_check
check "a setting that nobody knows is told and kept"
printf 'theem: dark\nsort: kernel\n' >"$config/config.yaml"
keep_settings=1 show 140x24 --apply-rules no "$report"
sees 'config.yaml:1: no setting is called "theem"; nearest is "theme"'
sees "Kernel▲"
press S : text:keep-list Enter Q
ends 0
[ "$(cat "$config/config.yaml")" = $'theem: dark\nsort: \'-kernel\'' ] || wrong "the file is $(cat "$config/config.yaml")"
done_check
check "values that are none are told, and the screen opens"
for line in 'theme: nosuch' 'layout: round' 'splits: 1' 'sort: colour' 'glyphs: tiny' 'mouse: maybe'; do
    echo "$line" >"$config/config.yaml"
    keep_settings=1 show 140x24 --apply-rules no "$report"
    sees "config.yaml:1: "
    sees "Kernel"
    press Q
    ends 0
    [ "$(cat "$config/config.yaml")" = "$line" ] || wrong "the file is $(cat "$config/config.yaml")"
done
done_check
check "a broken file is told and left alone"
for text in 'theme: [' '- a list' 'just words' $'a: b\n\t: {'; do
    echo "$text" >"$config/config.yaml"
    keep_settings=1 show 140x24 --apply-rules no "$report"
    sees "config.yaml"
    press s Q
    ends 0
    [ "$(cat "$config/config.yaml")" = "$text" ] || wrong "the file is $(cat "$config/config.yaml")"
done
done_check

check "keys of the user's: they work, and help and bar show them"
printf '# mine\nbind F5 layout rows\nbind x quit\nbind s nothing\nbind ^T next-layout\n' >"$config/keys"
show 120x80 --apply-rules no "$report"
sees "x quit"
lacks "s sort"
press F5
sees "layout rows: 2 panes"
press '?'
sees "x q Q"
sees "^T w"
press q x
ends 0
done_check
check "a line of keys that is wrong is told with the nearest action, the others work"
printf 'bind x quit\nbind y next-mtach\nbund z quit\n' >"$config/keys"
show 120x40 --apply-rules no "$report"
sees 'keys:2: no action is called "next-mtach"; nearest is "next-match"'
press E
sees 'keys:2: no action is called "next-mtach"'
sees 'keys:3: a line is "bind KEY COMMAND", not "bund z quit"'
press x
ends 0
rm -f "$config/keys"
done_check

check "a key without meaning says with which key the help is opened"
mkdir -p "$work/home/.config/rooftop"
printf 'bind ? nothing\nbind F5 help\n' >"$work/home/.config/rooftop/keys"
show 80x24 --apply-rules no "$report"
sees Kernel
press H
sees "H does nothing here; F5 shows the keys"
rm -f "$work/home/.config/rooftop/keys"
show 80x24 --apply-rules no "$report"
sees Kernel
press H
sees "H does nothing here; ? shows the keys"
done_check
