/// Elements that every reader gets once, from the first one on, until this is closed.
///
/// Beside that, those that nobody has removed yet are listed as open. As many are kept as the limit says; readers that
/// fall behind by more than twice that miss some of those that were removed meanwhile.
package final class Announcements<Element: Sendable & Identifiable>: Sendable where Element.ID: Sendable {
    private struct State: Sendable {
        var open: [Element] = []
        /// Those that were taken off for a while, and may come back.
        var withheld: [Element.ID: Element] = [:]
        /// What was added, with its number from 1 on; each reader knows the last number that it has read.
        var told: [(number: Int, element: Element)] = []
        var lastNumber = 0
    }

    private let limit: Int
    private let state = Lock(State())
    private let changes = EventCount()

    /// Announcements without elements.
    ///
    /// - Parameter limit: how many are open, or withheld, at the same time at most.
    package init(limit: Int) { self.limit = limit }

    /// Those that nobody has removed or withheld, oldest first.
    package var open: [Element] { state.withLock(\.open) }

    /// Gives an element to every reader, unless one with its identifier is open or withheld already.
    ///
    /// - Returns: `false` when there is no room for it; nothing was changed then.
    @discardableResult
    package func add(_ element: Element) -> Bool {
        let hasRoom = state.withLock { state in
            guard !state.open.contains(where: { $0.id == element.id }), state.withheld[element.id] == nil else {
                return true
            }
            guard state.open.count + state.withheld.count < limit else { return false }
            state.open.append(element)
            state.lastNumber += 1
            state.told.append((state.lastNumber, element))
            if state.told.count > 2 * limit { forgetOldest(&state) }
            return true
        }
        if hasRoom { changes.advance() }
        return hasRoom
    }

    /// Leaves only those that may still be open; there are no more of them than the limit.
    private func forgetOldest(_ state: inout State) {
        state.told.removeAll { told in
            state.withheld[told.element.id] == nil && !state.open.contains { $0.id == told.element.id }
        }
    }

    /// Takes one out of the open ones; `nil` when it is not among them.
    package func remove(_ id: Element.ID) -> Element? {
        state.withLock { state in
            state.open.firstIndex { $0.id == id }.map { state.open.remove(at: $0) }
        }
    }

    /// Takes one out of the open ones, and keeps its place until ``giveBack(_:)`` or ``drop(_:)``.
    ///
    /// - Returns: whether it was among them.
    package func withhold(_ id: Element.ID) -> Bool {
        state.withLock { state in
            guard let index = state.open.firstIndex(where: { $0.id == id }) else { return false }
            state.withheld[id] = state.open.remove(at: index)
            return true
        }
    }

    /// What was withheld is open again, as the latest; readers are not given it once more.
    package func giveBack(_ id: Element.ID) {
        state.withLock { state in
            if let element = state.withheld.removeValue(forKey: id) { state.open.append(element) }
        }
    }

    /// What was withheld is over.
    package func drop(_ id: Element.ID) { state.withLock { _ = $0.withheld.removeValue(forKey: id) } }

    /// Every element, beginning with those that were added before; ends after ``close()``.
    package func stream() -> AsyncStream<Element> {
        let read = Lock(0)
        return AsyncStream { [self] in
            while true {
                let seen = changes.count
                let next = state.withLock { state in
                    read.withLock { last -> Element? in
                        guard let next = state.told.first(where: { $0.number > last }) else { return nil }
                        last = next.number
                        return next.element
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
