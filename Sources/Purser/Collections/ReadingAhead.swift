/// Reading memory before it is needed, so that the processor waits for many pieces together and finds them in its caches.
enum ReadingAhead {
    /// Takes what was read.
    ///
    /// It is not optimized, so the compiler cannot see that nothing happens here and leave the reading out.
    @inline(never) @_optimize(none)
    static func use(_ read: UInt64) {}
}
