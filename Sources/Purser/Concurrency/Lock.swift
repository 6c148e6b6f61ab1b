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
    // `@unchecked`: every access to the value goes through `withLock`, which the compiler cannot see.

    #if canImport(Darwin)
        private typealias Primitive = os_unfair_lock
    #else
        private typealias Primitive = pthread_mutex_t
    #endif
    // Both on the heap, side by side. The primitives are identified by their address, which a stored property does not
    // promise to keep; and a stored value would be checked for overlapping accesses each time, which the lock rules out.
    private let primitive: UnsafeMutablePointer<Primitive>
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: Value) {
        let offset = Self.offsetOfValue
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size,
            alignment: max(MemoryLayout<Primitive>.alignment, MemoryLayout<Value>.alignment))
        primitive = memory.bindMemory(to: Primitive.self, capacity: 1)
        self.value = (memory + offset).bindMemory(to: Value.self, capacity: 1)
        self.value.initialize(to: value)
        #if canImport(Darwin)
            primitive.initialize(to: os_unfair_lock())
        #else
            primitive.initialize(to: pthread_mutex_t())
            pthread_mutex_init(primitive, nil)
        #endif
    }

    deinit {
        value.deinitialize(count: 1)
        #if !canImport(Darwin)
            pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
        UnsafeMutableRawPointer(primitive).deallocate()
    }

    private static var offsetOfValue: Int {
        let alignment = MemoryLayout<Value>.alignment
        return (MemoryLayout<Primitive>.size + alignment - 1) / alignment * alignment
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
        return try body(&value.pointee)
    }
}
