/// Reports whether there is a network, and when that changes.
///
/// It never prevents an attempt. When the device comes online, all waits between retries end.
public protocol Connectivity: Sendable {
    /// Whether a network seems to be available at this moment.
    var isOnline: Bool { get }

    /// The current state, followed by its changes.
    ///
    /// Each call makes a separate stream. A stream may leave out states that have changed again before the next read,
    /// but never the latest state, and never that the network came back after a state that was read.
    func changes() -> AsyncStream<Bool>
}

/// A network that is always available: for servers, for tests, and for apps whose retries depend on time alone.
public struct AlwaysOnline: Connectivity {
    /// Makes a connectivity that is always online.
    public init() {}

    /// Always true.
    public var isOnline: Bool { true }

    /// A stream of one `true`.
    public func changes() -> AsyncStream<Bool> {
        AsyncStream { continuation in
            continuation.yield(true)
            continuation.finish()
        }
    }
}

/// A network state that the app or a test sets.
public final class ManualConnectivity: Connectivity {
    private let states = Feed<Bool>(limit: 1)

    /// Starts in the given state.
    public init(isOnline: Bool = true) { states.add([isOnline]) }

    /// The last set state.
    public var isOnline: Bool { states.values == [true] }

    /// Sets the state.
    ///
    /// When the state changes, all streams receive it.
    public func setOnline(_ isOnline: Bool) { states.add([isOnline], unless: ==) }

    /// The current state, followed by its changes; ends when the reading task is cancelled.
    public func changes() -> AsyncStream<Bool> { states.stream() }
}
