#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations: with glibc, and without a sanitizer, which has an allocator of its own.
bool allocation_counter_is_available(void);

/// How often the calling thread has asked for memory so far; 0 where it is not counted.
///
/// Asking for another size counts too. What other threads do is left out, so that a run on one thread gives the same
/// figure beside any others.
uint64_t allocation_counter_count(void);

/// How often the calling thread has taken a lock (a mutex) so far; 0 where it is not counted.
uint64_t allocation_counter_locks(void);

#endif
