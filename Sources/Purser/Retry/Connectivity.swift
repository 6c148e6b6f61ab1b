/// Tells whether there is a network, and when that changes.
///
/// It never forbids an attempt: what it says is a hint for when to try, and coming online ends all waits of retries.
public protocol Connectivity: Sendable {
    /// Whether a network seems to be there at this moment.
    var isOnline: Bool { get }

    /// The present state, followed by its changes, for one reader.
    ///
    /// Each call makes a stream of its own. States that passed before the reader looked may be left out, but the last
    /// one never is, and each return of the network after a state that was read is told.
    func changes() -> AsyncStream<Bool>
}

/// A network that is always there: for servers, tests, and apps that leave retries to time alone.
public struct AlwaysOnline: Connectivity {
    /// Creates it; there is nothing to set.
    public init() {}

    /// Always true.
    public var isOnline: Bool { true }

    /// Says "online" once and ends.
    public func changes() -> AsyncStream<Bool> {
        AsyncStream { continuation in
            continuation.yield(true)
            continuation.finish()
        }
    }
}

/// A network state that the app or a test sets.
public final class ManualConnectivity: Connectivity {
    private let state: Lock<Bool>
    private let changed = EventCount()

    /// Starts in the given state.
    public init(isOnline: Bool = true) {
        state = Lock(isOnline)
    }

    /// The state that was set last.
    public var isOnline: Bool { state.withLock { $0 } }

    /// Sets the state and, if it is another one than before, tells all readers.
    public func setOnline(_ isOnline: Bool) {
        let isNew = state.withLock { state in
            defer { state = isOnline }
            return state != isOnline
        }
        if isNew { changed.advance() }
    }

    /// The present state, followed by its changes; ends when the reading task is cancelled.
    public func changes() -> AsyncStream<Bool> {
        // Pulled, not filled: a reader that never comes back costs nothing.
        let seen = Lock<UInt64?>(nil)
        return AsyncStream { [self] in
            if let seen = seen.withLock({ $0 }) {
                do { try await changed.wait(after: seen) } catch { return nil }
            }
            // In this order: a change in between is told once more rather than lost.
            seen.withLock { [changed] in $0 = changed.count }
            return isOnline
        }
    }
}
