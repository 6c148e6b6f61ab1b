import Purser

/// One of StoreKit's sequences of news: whoever listens hears what is told from then on.
///
/// Nothing of what was told before, or what nobody has heard, as StoreKit has it with purchases begun outside the app.
final class Channel<Element: Sendable>: Sendable {
    private struct State: Sendable {
        var nextID = 0
        var unreported: [Element] = []
        var listeners: [(id: Int, continuation: AsyncStream<Element>.Continuation)] = []
    }

    private let state = Lock(State())

    private let keepsUnheard: Bool

    init(keepsUnheard: Bool = false) { self.keepsUnheard = keepsUnheard }

    /// What is told from now on.
    func listen() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners.append((state.nextID, continuation))
            for element in state.unreported { continuation.yield(element) }
            state.unreported = []
            return state.nextID
        }
        continuation.onTermination = { [state] _ in state.withLock { $0.listeners.removeAll { $0.id == id } } }
        return stream
    }

    func report(_ element: Element) {
        let listeners = state.withLock { state in
            if state.listeners.isEmpty, keepsUnheard { state.unreported.append(element) }
            return state.listeners
        }
        for (_, continuation) in listeners { continuation.yield(element) }
    }

    /// Ends it for all who listen.
    func finish() {
        for (_, continuation) in state.withLock(\.listeners) { continuation.finish() }
    }
}
