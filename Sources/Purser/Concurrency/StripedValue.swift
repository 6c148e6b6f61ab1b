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
