#include "jobs_in_c.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*task)(void* data, uint32_t index);
    void* data;
    uint32_t index;
    pthread_t thread;
    int has_thread;
};

static void* run_job(void* argument) {
    struct job* job = argument;
    job->task(job->data, job->index);
    return NULL;
}

void run_on_threads(void* context, uint32_t count, void (*task)(void* data, uint32_t index),
                    void* data) {
    struct job* jobs = calloc(count, sizeof *jobs);
    uint32_t* tasks = context;
    *tasks += count;
    for (uint32_t i = 1; i < count && jobs != NULL; ++i) {
        jobs[i] = (struct job){.task = task, .data = data, .index = i};
        jobs[i].has_thread = pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]) == 0;
    }
    task(data, 0);
    for (uint32_t i = 1; i < count; ++i) {
        if (jobs != NULL && jobs[i].has_thread)
            pthread_join(jobs[i].thread, NULL);
        else
            task(data, i);
    }
    free(jobs);
}
