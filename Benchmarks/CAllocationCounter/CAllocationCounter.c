// Stands in front of glibc's allocator and its locks in every program that links this: the dynamic linker finds a
// program's own functions first, so that the libraries come here as well. `free` is glibc's own.

#define _GNU_SOURCE

#include "CAllocationCounter.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) \
    || __has_feature(leak_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// At a fixed place in the thread's block: looking it up must not allocate.
static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

static _Thread_local uint64_t locks __attribute__((tls_model("initial-exec")));

uint64_t allocation_counter_locks(void) { return locks; }

// A race finds the same function twice.
static int (*_Atomic real_lock)(pthread_mutex_t *mutex);

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    locks += 1;
    if (real_lock == NULL) { real_lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock"); }
    return real_lock(mutex);
}

bool allocation_counter_is_available(void) { return true; }

uint64_t allocation_counter_count(void) { return count; }

void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count += 1;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count += 1;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count += 1;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) { return EINVAL; }
    count += 1;
    void *found = __libc_memalign(alignment, size);
    if (found == NULL) { return ENOMEM; }
    *memory = found;
    return 0;
}

#else

bool allocation_counter_is_available(void) { return false; }

uint64_t allocation_counter_count(void) { return 0; }

uint64_t allocation_counter_locks(void) { return 0; }

#endif
