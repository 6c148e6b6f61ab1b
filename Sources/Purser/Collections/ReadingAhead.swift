/// Reads memory before it is needed, so that the processor waits for many pieces together and finds them in its caches.
enum ReadingAhead {
    /// Uses the read value.
    ///
    /// It is not optimized, so that the compiler cannot remove the read.
    @inline(never) @_optimize(none)
    static func use(_ read: UInt64) {}
}
