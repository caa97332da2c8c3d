# Reads the raw page of a report as CSV (`--page raw --csv --print-units base`), for other awk
# programs: awk -f csv.awk -f compare.awk ... POSIX awk.
#
#   rows[f]          number of results in file f (1, 2, ...)
#   columns[f]       number of columns; name[f, c] and unit[f, c] of column c
#   column[f, NAME]  the column's number, if there is one
#   cell[f, r, c]    what stands in row r of column c, unquoted

# Cuts one record into field[1..n] and returns n. Odd pieces between quotes lie outside a quoted
# field, even ones inside; an empty odd piece between two even ones is a doubled quote.
function csv_fields(record, field,    piece, pieces, plain, plains, i, j, n)
{
    pieces = split(record, piece, "\"")
    n = 1
    field[1] = ""
    for (i = 1; i <= pieces; i++) {
        if (i % 2 == 0)
            field[n] = field[n] piece[i]
        else if (piece[i] == "" && i > 1 && i < pieces)
            field[n] = field[n] "\""
        else if (piece[i] != "") {
            plains = split(piece[i], plain, ",")
            field[n] = field[n] plain[1]
            for (j = 2; j <= plains; j++)
                field[++n] = plain[j]
        }
    }
    return n
}

function csv_quotes(line)
{
    return gsub(/"/, "\"", line)
}

# Reads file number f from `path`; false if it cannot be read or is no raw page. Lines before the
# header (messages that start with "==") are passed over, line breaks in a field become blanks.
function csv_read(f, path,    line, more, got, field, n, c, state)
{
    state = "before"
    rows[f] = columns[f] = 0
    while ((got = (getline line < path)) > 0) {
        if (state == "before" && line !~ /^"ID",/)
            continue
        while (csv_quotes(line) % 2 == 1 && (getline more < path) > 0)
            line = line " " more
        sub(/\r$/, "", line)
        if (line == "")
            continue
        n = csv_fields(line, field)
        if (state == "before") {
            columns[f] = n
            for (c = 1; c <= n; c++) {
                name[f, c] = field[c]
                column[f, field[c]] = c
            }
            state = "units"
        } else if (state == "units") {
            for (c = 1; c <= n; c++)
                unit[f, c] = field[c]
            state = "results"
        } else {
            rows[f]++
            for (c = 1; c <= columns[f]; c++)
                cell[f, rows[f], c] = field[c]
            if (n != columns[f])
                cell[f, rows[f], 0] = n " fields where the header has " columns[f]
        }
    }
    close(path)
    return got == 0 && state == "results"
}

# What row r of file f says for the column `title`; "" if there is no such column.
function csv_value(f, r, title)
{
    return ((f, title) in column) ? cell[f, r, column[f, title]] : ""
}

# True if `text` is a number, with or without thousands separators.
function csv_is_number(text)
{
    gsub(/,/, "", text)
    return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/
}

function csv_number(text)
{
    gsub(/,/, "", text)
    return text + 0
}

# Puts a number where it belongs among list[1..n], which is in order.
function csv_insert(list, n, number)
{
    for (; n > 0 && list[n] > number; n--)
        list[n + 1] = list[n]
    list[n + 1] = number
}
