#include "tui/views/opportunity_line.h"

#include "tui/term/short_number.h"

enum {
    MARK = 3,
    SAVING = 10,
    SHARE = 8,
    KERNEL_LEAST = 9,
    FINDING_LEAST = 8,
    BESIDE_SHARE = 33,
    KERNEL_FIRST = 14,
    KERNEL_MOST = 80
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* What is left behind the columns before the kernel. */
static int rest(const int *width, int columns)
{
    int left = columns - MARK;
    for (int i = 0; i < OPPORTUNITY_KERNEL; i++)
        left -= width[i] ? width[i] + 1 : 0;
    /* One more blank before the kernel, and the last column of the screen. */
    return left - 2;
}

struct opportunity_layout opportunity_layout(int columns, size_t count)
{
    struct opportunity_layout layout = {{0}, {0}};
    int *width = layout.width, at = MARK;
    width[OPPORTUNITY_RANK] = short_number_digits(count);
    width[OPPORTUNITY_SAVING] = SAVING;
    width[OPPORTUNITY_SHARE] = SHARE;
    if (rest(width, columns) < BESIDE_SHARE)
        width[OPPORTUNITY_SHARE] = 0;
    int left = rest(width, columns);
    if (left >= KERNEL_LEAST + 1 + FINDING_LEAST) {
        int half = least(KERNEL_MOST, (left - 1) / 2);
        int first = least(KERNEL_FIRST, left - 1 - FINDING_LEAST);
        width[OPPORTUNITY_KERNEL] = half > first ? half : first;
        left -= width[OPPORTUNITY_KERNEL] + 1;
    }
    width[OPPORTUNITY_FINDING] = left > 0 ? left : 0;
    for (int i = 0; i < OPPORTUNITY_COLUMNS; i++) {
        at += i == OPPORTUNITY_KERNEL;
        layout.start[i] = at;
        if (width[i])
            at += width[i] + 1;
    }
    return layout;
}
