/// Reading memory before it is needed, so that the processor waits for many pieces together and finds them in its caches.
enum ReadingAhead {
    /// Takes what was read.
    ///
    /// The compiler is told not to look at what happens here, so it cannot leave the reading out.
    @inline(never) @_optimize(none)
    static func use(_ read: UInt64) {}
}
