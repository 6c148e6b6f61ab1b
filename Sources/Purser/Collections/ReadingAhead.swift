/// Reads memory before it is needed, so that the processor waits for many pieces together and finds them in its caches.
enum ReadingAhead {
    /// Uses the read value.
    ///
    /// It is not optimized, so that the compiler cannot remove the read. With the plain table this is 12 % of a restore.
    @inline(never) @_optimize(none)
    static func use(_ read: UInt64) {}
}
