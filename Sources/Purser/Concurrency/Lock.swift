#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A value that threads share, guarded by the platform's cheapest lock.
///
/// `Synchronization.Mutex` needs newer systems than Purser supports and hides its lock from the thread sanitizer,
/// so this one stands directly on `os_unfair_lock` and `pthread_mutex_t`. Hold it for a few instructions only:
/// never across an `await`, and never while resuming a continuation.
package final class Lock<Value: Sendable>: @unchecked Sendable {
    // `@unchecked`: every access to `value` goes through `withLock`, which the compiler cannot see.
    private var value: Value

    #if canImport(Darwin)
        private typealias Primitive = os_unfair_lock
    #else
        private typealias Primitive = pthread_mutex_t
    #endif
    // On the heap: both primitives are identified by their address, which a stored property does not promise to keep.
    private let primitive: UnsafeMutablePointer<Primitive>

    package init(_ value: Value) {
        self.value = value
        primitive = .allocate(capacity: 1)
        #if canImport(Darwin)
            primitive.initialize(to: os_unfair_lock())
        #else
            primitive.initialize(to: pthread_mutex_t())
            pthread_mutex_init(primitive, nil)
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        primitive.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    @discardableResult
    package func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure)
        -> Result
    {
        #if canImport(Darwin)
            os_unfair_lock_lock(primitive)
            defer { os_unfair_lock_unlock(primitive) }
        #else
            pthread_mutex_lock(primitive)
            defer { pthread_mutex_unlock(primitive) }
        #endif
        return try body(&value)
    }
}
