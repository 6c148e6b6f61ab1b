/// Elements that every stream gets once, from the first one on, until this is closed.
///
/// In addition, elements that are not removed yet are listed as open. The limit is the number of kept elements; streams
/// that are behind by more than twice that miss some of the elements that were removed meanwhile.
package final class Announcements<Element: Sendable & Identifiable>: Sendable where Element.ID: Sendable {
    private struct Listed: Sendable {
        var open: [Element] = []
        /// The elements that were withdrawn for a while, and may come back.
        var withheld: [Element.ID: Element] = [:]

        func contains(_ id: Element.ID) -> Bool { withheld[id] != nil || open.contains { $0.id == id } }

        mutating func remove(_ id: Element.ID) -> Element? {
            open.firstIndex { $0.id == id }.map { open.remove(at: $0) }
        }
    }

    private let limit: Int
    private let listed: Lock<Listed>
    private let feed: Feed<Element>

    /// Makes announcements without elements.
    ///
    /// - Parameter limit: how many are open, or withheld, at the same time at most.
    package init(limit: Int) {
        let listed = Lock(Listed())
        (self.limit, self.listed) = (limit, listed)
        feed = Feed(limit: 2 * limit) { element in listed.withLock { $0.contains(element.id) } }
    }

    /// The elements that are not removed or withheld, oldest first.
    package var open: [Element] { listed.withLock(\.open) }

    /// Adds an element to every stream, unless one with its identifier is open or withheld already.
    ///
    /// - Returns: `false` when there is no space for it; then nothing has changed.
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

    /// Removes one of the open elements; `nil` when it is not among them.
    package func remove(_ id: Element.ID) -> Element? { listed.withLock { $0.remove(id) } }

    /// Withdraws one of the open elements, and keeps its place until ``giveBack(_:)`` or ``drop(_:)``.
    ///
    /// - Returns: whether it was among them.
    package func withhold(_ id: Element.ID) -> Bool {
        listed.withLock { listed in
            guard let element = listed.remove(id) else { return false }
            listed.withheld[id] = element
            return true
        }
    }

    /// Reopens a withheld element, as the latest; streams do not get it again.
    package func giveBack(_ id: Element.ID) {
        listed.withLock { listed in
            if let element = listed.withheld.removeValue(forKey: id) { listed.open.append(element) }
        }
    }

    /// Ends a withheld element.
    package func drop(_ id: Element.ID) { listed.withLock { _ = $0.withheld.removeValue(forKey: id) } }

    /// Every element, beginning with those that were added before; ends after ``close()``.
    package func stream() -> AsyncStream<Element> { feed.stream() }

    /// Ends all streams after their last elements.
    package func close() { feed.close() }
}
