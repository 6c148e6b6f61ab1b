// Preloaded into a program, this puts its device's date DAYS_LATER days ahead; what measures time alone is left as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

// How many seconds the date is ahead.
static long ahead(void) {
    const char *days = getenv("DAYS_LATER");
    return days ? atol(days) * 86400L : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*original)(clockid_t, struct timespec *);
    if (!original) original = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = original(clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += ahead();
    return result;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

// The kernel wakes by the real date, so what waits until a date waits until the same moment of the real one. Other clocks count
// from the machine's start, so their times are small.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
    static int (*original)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (!original)
        original = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    struct timespec date = *until;
    if (date.tv_sec > 1000000000L) date.tv_sec -= ahead();
    return original(condition, mutex, &date);
}
