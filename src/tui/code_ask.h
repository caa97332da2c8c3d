/* code_ask: the text of the open function's instructions: nvdisasm runs and is listened to by the
 * loop, so that no key waits for it. */
#ifndef ROOFTOP_CODE_ASK_H
#define ROOFTOP_CODE_ASK_H

#include "code_view.h"

void code_ask_start(struct code_view *view);
/* Ends what runs. */
void code_ask_stop(struct code_view *view);

#endif
