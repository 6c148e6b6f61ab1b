/// What is told to every reader once, from the first one on, until it is closed; some of it stays open until it is dealt with.
package final class Announcements<Element: Sendable & Identifiable>: Sendable where Element.ID: Sendable {
    private struct State: Sendable {
        var open: [Element] = []
        var told: [Element] = []
    }

    private let state = Lock(State())
    private let changes = EventCount()

    package init() {}

    /// Those that nobody has removed, oldest first.
    package var open: [Element] { state.withLock(\.open) }

    /// Tells one to every reader, unless it is open already.
    package func add(_ element: Element) {
        state.withLock { state in
            guard !state.open.contains(where: { $0.id == element.id }) else { return }
            state.open.append(element)
            state.told.append(element)
        }
        changes.advance()
    }

    /// Takes one out of the open ones; `nil` when it is not among them.
    package func remove(_ id: Element.ID) -> Element? {
        state.withLock { state in
            state.open.firstIndex { $0.id == id }.map { state.open.remove(at: $0) }
        }
    }

    /// Each that is told, beginning with those that were told before; ends at the close.
    package func stream() -> AsyncStream<Element> {
        let read = Lock(0)
        return AsyncStream { [self] in
            while true {
                let seen = changes.count
                let next = state.withLock { state in
                    read.withLock { index -> Element? in
                        guard index < state.told.count else { return nil }
                        index += 1
                        return state.told[index - 1]
                    }
                }
                if let next { return next }
                do { try await changes.wait(after: seen) } catch { return nil }
            }
        }
    }

    /// Ends all streams once they have told everything.
    package func close() { changes.close() }
}
