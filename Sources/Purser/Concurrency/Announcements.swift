/// Elements that every reader gets once, from the first one on, until this is closed.
///
/// Beside that, those that nobody has removed yet are listed as open. As many are kept as the limit says; readers that
/// fall behind by more than twice that miss some of those that were removed meanwhile.
package final class Announcements<Element: Sendable & Identifiable>: Sendable where Element.ID: Sendable {
    private struct Listed: Sendable {
        var open: [Element] = []
        /// Those that were taken off for a while, and may come back.
        var withheld: [Element.ID: Element] = [:]

        func contains(_ id: Element.ID) -> Bool { withheld[id] != nil || open.contains { $0.id == id } }

        mutating func remove(_ id: Element.ID) -> Element? {
            open.firstIndex { $0.id == id }.map { open.remove(at: $0) }
        }
    }

    private let limit: Int
    private let listed: Lock<Listed>
    private let feed: Feed<Element>

    /// Announcements without elements.
    ///
    /// - Parameter limit: how many are open, or withheld, at the same time at most.
    package init(limit: Int) {
        let listed = Lock(Listed())
        (self.limit, self.listed) = (limit, listed)
        feed = Feed(limit: 2 * limit) { element in listed.withLock { $0.contains(element.id) } }
    }

    /// Those that nobody has removed or withheld, oldest first.
    package var open: [Element] { listed.withLock(\.open) }

    /// Gives an element to every reader, unless one with its identifier is open or withheld already.
    ///
    /// - Returns: `false` when there is no room for it; nothing was changed then.
    @discardableResult
    package func add(_ element: Element) -> Bool {
        let (isNew, hasRoom) = listed.withLock { listed in
            guard !listed.contains(element.id) else { return (false, true) }
            guard listed.open.count + listed.withheld.count < limit else { return (false, false) }
            listed.open.append(element)
            return (true, true)
        }
        if isNew { feed.add([element]) }
        return hasRoom
    }

    /// Takes one out of the open ones; `nil` when it is not among them.
    package func remove(_ id: Element.ID) -> Element? { listed.withLock { $0.remove(id) } }

    /// Takes one out of the open ones, and keeps its place until ``giveBack(_:)`` or ``drop(_:)``.
    ///
    /// - Returns: whether it was among them.
    package func withhold(_ id: Element.ID) -> Bool {
        listed.withLock { listed in
            guard let element = listed.remove(id) else { return false }
            listed.withheld[id] = element
            return true
        }
    }

    /// What was withheld is open again, as the latest; readers are not given it once more.
    package func giveBack(_ id: Element.ID) {
        listed.withLock { listed in
            if let element = listed.withheld.removeValue(forKey: id) { listed.open.append(element) }
        }
    }

    /// What was withheld is over.
    package func drop(_ id: Element.ID) { listed.withLock { _ = $0.withheld.removeValue(forKey: id) } }

    /// Every element, beginning with those that were added before; ends after ``close()``.
    package func stream() -> AsyncStream<Element> { feed.stream() }

    /// Ends all streams, once they have given every element.
    package func close() { feed.close() }
}
