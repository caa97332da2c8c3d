/* viewer: a rooftop that was built without the CUDA headers. It shows reports and cannot profile.
 *
 * VIEWER_CANNOT is what it answers when it is asked for more; `what` goes on behind "it". */
#ifndef ROOFTOP_REPORT_BASE_VIEWER_H
#define ROOFTOP_REPORT_BASE_VIEWER_H

#define VIEWER_CANNOT(what)                                                                        \
    "this rooftop was built without the CUDA headers: it " what                                    \
    "; build it with CUDA_HOME set to a CUDA Toolkit 13"

#endif
