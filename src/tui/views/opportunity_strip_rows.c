#include "tui/views/opportunity_strip.h"

enum { FEW_FROM = 8, USUAL_FROM = 18, TALL_FROM = 36, FEW = 1, USUAL = 3, MANY = 5 };

int opportunity_strip_rows(int rows, enum opportunity_strip_state state, size_t opportunities)
{
    int most = rows >= TALL_FROM ? MANY : rows >= USUAL_FROM ? USUAL : rows >= FEW_FROM ? FEW : 0;
    if (state == STRIP_OFF || !most)
        return 0;
    if (state == STRIP_LOOKING || opportunities >= (size_t)most)
        return most;
    return opportunities ? (int)opportunities : 1;
}
