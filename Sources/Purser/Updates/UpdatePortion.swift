/// Some updates that follow each other, in an array that all readers share.
///
/// It keeps that one array alive, and nothing else of the log.
@usableFromInline
package struct UpdatePortion: Sendable {
    @usableFromInline let updates: [StoreUpdate]
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    package static let empty = UpdatePortion([], 0..<0)

    package init(_ updates: [StoreUpdate], _ range: Range<Int>) {
        self.updates = updates
        position = range.lowerBound
        end = range.upperBound
    }

    package var count: Int { end - position }

    /// The next one; `nil` when all were taken.
    @inlinable
    mutating func take() -> StoreUpdate? {
        guard position < end else { return nil }
        defer { position += 1 }
        return updates[position]
    }
}
