#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(Darwin)
    private typealias LockPrimitive = os_unfair_lock
#else
    private typealias LockPrimitive = pthread_mutex_t
#endif

/// A value that threads share, guarded by the platform's cheapest lock.
///
/// `Synchronization.Mutex` needs newer systems than Purser supports and hides its lock from the thread sanitizer, so
/// this one uses `os_unfair_lock` and `pthread_mutex_t` directly. Hold it for a few instructions only: never across an
/// `await`, and never while resuming a continuation. Copies share the value and its lock.
package struct Lock<Value: Sendable>: @unchecked Sendable {
    // `@unchecked`: every access to the value goes through `withLock`, which the compiler cannot see.
    private let storage: LockStorage<Value>

    /// A lock around a value; a lock around nothing guards a `false`.
    package init(_ value: Value) {
        // The place of a value without a size is that of its type, which is read without the lock: to the thread sanitizer
        // that is a race.
        assert(MemoryLayout<Value>.size > 0)
        storage = .make(value, room: 1)
    }

    /// Makes a lock that shares no cache line with other memory: for values that each are used by one thread.
    ///
    /// Cache lines have 64 or 128 bytes; a neighbor on the same line would cost as much as a shared lock.
    package init(apart value: Value) { storage = .make(value, room: 1 + 128 / MemoryLayout<LockPrimitive>.stride) }

    /// Runs `body` with exclusive access to the value.
    @discardableResult
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        try storage.withUnsafeMutablePointers { value, primitive throws(Failure) in
            #if canImport(Darwin)
                os_unfair_lock_lock(primitive)
                defer { os_unfair_lock_unlock(primitive) }
            #else
                pthread_mutex_lock(primitive)
                defer { pthread_mutex_unlock(primitive) }
            #endif
            return try body(&value.pointee)
        }
    }
}

/// The value and its lock in one piece of memory, which does not move: both primitives are identified by their address.
///
/// A stored property would also be checked for overlapping accesses each time, which the lock rules out.
private final class LockStorage<Value>: ManagedBuffer<Value, LockPrimitive> {
    static func make(_ value: Value, room: Int) -> LockStorage {
        let storage = create(minimumCapacity: room) { _ in value }
        storage.withUnsafeMutablePointerToElements { primitive in
            #if canImport(Darwin)
                primitive.initialize(to: os_unfair_lock())
            #else
                primitive.initialize(to: pthread_mutex_t())
                pthread_mutex_init(primitive, nil)
            #endif
        }
        return unsafeDowncast(storage, to: LockStorage.self)
    }

    deinit {
        withUnsafeMutablePointerToElements { primitive in
            #if !canImport(Darwin)
                pthread_mutex_destroy(primitive)
            #endif
            _ = primitive.deinitialize(count: 1)
        }
    }
}
