# zsh_completes.zsh FILE LINE: what an interactive zsh offers for the end of the line with the completion of rooftop in FILE,
# and what stands on its line then: "WORD WORD: LINE". What it complains of comes first.
zmodload zsh/zpty
folder=$(mktemp -d)
trap 'rm -rf $folder' EXIT
cp $1 $folder/_rooftop
cat >$folder/.zshrc <<'END'
PROMPT= RPROMPT= KEYTIMEOUT=1
unset zle_bracketed_paste
unsetopt prompt_sp
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -D -u
compadd()
{
    local -a words
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -A words "$@"
        offered+=($words)
    fi
    builtin compadd "$@"
}
tell()
{
    typeset -ga offered=()
    zle complete-word
    print -r - "<<<${(j: :)${(u)offered}}: $BUFFER>>>"
}
zle -N tell
bindkey '^I' tell
print -r - ready
END
export ZDOTDIR=$folder
zpty shell zsh -d -i
zpty -r shell said '*ready*'
zpty -w -n shell $2$'\t'
zpty -r shell said '*<<<*>>>*'
zpty -d shell
said=${said//$'\r'/}
# The first line is that which was typed.
print -r - ${${said%%<<<*}#*$'\n'} | grep -v '^.*\[K'
print -r - "${${said##*<<<}%%>>>*}"
