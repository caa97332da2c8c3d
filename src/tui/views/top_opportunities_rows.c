#include "tui/views/top_opportunities.h"

enum { FEW_FROM = 8, USUAL_FROM = 18, TALL_FROM = 36, FEW = 1, USUAL = 3, MANY = 5 };

int top_opportunities_rows(int rows, enum top_opportunities_state state, size_t opportunities)
{
    int most = rows >= TALL_FROM ? MANY : rows >= USUAL_FROM ? USUAL : rows >= FEW_FROM ? FEW : 0;
    if (state == TOP_OFF || !most)
        return 0;
    int heading = most > FEW ? 1 : 0;
    if (state == TOP_LOOKING || opportunities >= (size_t)most)
        return heading + most;
    return opportunities ? heading + (int)opportunities : 1;
}
