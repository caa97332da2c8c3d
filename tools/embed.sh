#!/bin/sh
# embed.sh FILE...: assembler source that puts the files into the program as the table of report/embedded.h.
# The library for programs goes by its bare name, the one for Python lies among the modules, a section that is made there by that of its kind.
printf '    .section .rodata\n'
n=0
for file in "$@"; do
    printf 'file%d:\n    .incbin "%s"\nfile%d_end:\n' "$n" "$file" "$n"
    case $file in
    */librooftop-inject.so) name=librooftop-inject.so ;;
    */librooftop-report.so) name=python/rooftop_report/librooftop-report.so ;;
    */gen/*) name=${file##*/gen/} ;;
    *) name=$file ;;
    esac
    printf 'name%d:\n    .asciz "%s"\n' "$n" "$name"
    n=$((n + 1))
done
printf '    .section .data.rel.ro,"aw"\n    .balign 8\n    .globl embedded_files\n    .hidden embedded_files\nembedded_files:\n'
i=0
while [ "$i" -lt "$n" ]; do
    printf '    .quad name%d, file%d, file%d_end - file%d\n' "$i" "$i" "$i" "$i"
    i=$((i + 1))
done
printf '    .globl embedded_count\n    .hidden embedded_count\n    .balign 8\nembedded_count:\n    .quad %d\n' "$n"
printf '    .section .note.GNU-stack,"",@progbits\n'
