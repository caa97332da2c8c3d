#include "collect/inject/entry/replay_modes.h"

#include "collect/inject/in_place/in_place.h"
#include "collect/inject/in_place/watched.h"
#include "collect/inject/ranges/ranges.h"
#include "collect/inject/window/window_mode.h"

const struct replay_mode *const replay_modes[REPLAY_MODES] = {&in_place_mode, &window_mode,
                                                              &ranges_mode, &watched_mode};

bool replay_modes_run(const struct inject *inject)
{
    for (size_t i = 0; i < REPLAY_MODES; i++)
        if (replay_modes[i]->runs && replay_modes[i]->runs(inject))
            return true;
    return false;
}
