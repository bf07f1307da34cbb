/* lanecast's tasks on POSIX threads, in C. The functions have the types that lanecast::Jobs asks
   for, so that an engine in C gives its pool to lanecast unchanged. */
#ifndef JOBS_IN_C_H
#define JOBS_IN_C_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A thread for each task but the first, which the calling thread runs. An engine uses the threads
   that it has. `context` counts the tasks. */
void run_on_threads(void* context, uint32_t count, void (*task)(void* data, uint32_t index),
                    void* data);

#ifdef __cplusplus
}
#endif

#endif
