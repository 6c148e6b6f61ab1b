/// Elements that every reader gets once, from the first one on, until this is closed.
///
/// Beside that, those that nobody has removed yet are listed as open.
package final class Announcements<Element: Sendable & Identifiable>: Sendable where Element.ID: Sendable {
    private struct State: Sendable {
        var open: [Element] = []
        /// Everything that was ever added; each reader knows how many of them it has read.
        var told: [Element] = []
    }

    private let state = Lock(State())
    private let changes = EventCount()

    /// Announcements without elements.
    package init() {}

    /// Those that nobody has removed, oldest first.
    package var open: [Element] { state.withLock(\.open) }

    /// Gives an element to every reader, unless one with its identifier is open already.
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

    /// Every element, beginning with those that were added before; ends after ``close()``.
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

    /// Ends all streams, once they have given every element.
    package func close() { changes.close() }
}
