#include "tui/ui/ui_wait.h"

#include "collect/os/loop.h"

enum { LIVE_MS = 200 }; /* between two looks at the program */

int ui_sooner(int a, int b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

void ui_wait(struct ui *ui, int longest)
{
    loop_step(ui->host.loop, ui_sooner(longest, ui->host.live ? LIVE_MS : -1));
#ifdef ROOFTOP_COLLECT
    if (ui->host.live)
        profile_check(ui->live.profile);
    live_run_end(&ui->live, false);
#endif
}
