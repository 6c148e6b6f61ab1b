#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Copies of a value that many threads read all the time, one for each of several groups of threads.
///
/// Processors that read the same memory exchange its lock and its reference counts, which costs more than the read.
/// Here each thread reads a stripe that hardly any other thread writes to. Promises: a read that begins after
/// `invalidate` returned sees the change; when a read has seen the change, every later read sees it too. A change costs
/// one lock, and one more for each stripe that was read since the last change.
package final class StripedCache<Copy: Sendable>: Sendable {
    private struct Stripe: Sendable {
        var copy: Copy?
        /// The number of the latest change; a copy that was begun before it must not be stored here any more.
        var change: UInt64 = 0
    }

    private struct Source: Sendable {
        var change: UInt64 = 0
        /// One bit for each stripe that has a copy, or is getting one.
        var filled: UInt32 = 0
    }

    /// Enough that two threads seldom share a stripe on a device of a dozen processors: 16, named by this many bits.
    private static var bits: UInt64 { 4 }

    private let source = Lock(Source())
    private let stripes: [Lock<Stripe>]

    /// A cache without copies.
    package init() { stripes = (0..<1 << Self.bits).map { _ in Lock(apart: Stripe()) } }

    /// The copy that this thread, or one of the few that share its stripe, made before; `nil` after a change.
    ///
    /// A separate property, because the closure of ``refill(_:)`` would cost a reference count that all processors
    /// write to.
    package var cached: Copy? { stripes[Self.ownIndex].withLock { $0.copy } }

    /// Makes a new copy, which is ``cached`` from now on; no change happens meanwhile, and `make` must not call back.
    @inline(never)  // With the stripes a read takes 120 ns and not 201.
    package func refill(_ make: () -> Copy) -> Copy {
        let index = Self.ownIndex
        let (copy, change) = source.withLock { source in
            source.filled |= 1 << UInt32(index)
            return (make(), source.change)
        }
        stripes[index].withLock { stripe in
            // A change may have happened in between. This read began before the change ended, so it may return the old
            // copy, but must not keep it.
            if stripe.change <= change { stripe.copy = copy }
        }
        return copy
    }

    /// Changes the value; `body` must not call back.
    package func invalidate<Result>(_ body: () -> Result) -> Result {
        source.withLock { source in
            source.change += 1
            empty(source)
            source.filled = 0
            // Only now, when no stripe has the old copy: otherwise, after a read of the new value, another read could
            // get the old one from another stripe.
            return body()
        }
    }

    private func empty(_ source: Source) {
        var rest = source.filled
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            // The copy is released outside the lock, since that may free much memory.
            _ = stripes[index].withLock { stripe in
                stripe.change = source.change
                return stripe.copy.take()
            }
        }
    }

    /// The stripe of the calling thread; threads are known by addresses, which differ in the middle.
    private static var ownIndex: Int {
        #if canImport(Glibc)
            let thread = UInt64(pthread_self())
        #else
            let thread = UInt64(UInt(bitPattern: pthread_self()))
        #endif
        return Int(truncatingIfNeeded: (thread &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
    }
}

/// A value that many threads read all the time and that seldom changes, with a copy for each of several groups of
/// threads.
///
/// It has the promises of ``StripedCache``: a read that begins after a change returned sees it.
package final class StripedValue<Value: Sendable>: Sendable {
    private let source: Lock<Value>
    private let copies = StripedCache<Value>()

    /// Makes a value for many readers.
    package init(_ value: Value) { source = Lock(value) }

    /// The value.
    package var value: Value { copies.cached ?? copies.refill { source.withLock { $0 } } }

    /// Changes the value; `body` must not call back.
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        copies.invalidate { source.withLock { body(&$0) } }
    }

    /// Calls `body` with the value while it cannot change; `body` must not call back.
    package func hold<Result>(_ body: (Value) -> Result) -> Result { source.withLock { body($0) } }
}
