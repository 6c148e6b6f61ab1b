/// Some updates that follow each other, in an array that all consumers share.
@usableFromInline
package struct UpdatePortion: Sendable {
    @usableFromInline let updates: [StoreUpdate]
    @usableFromInline var position: Int
    @usableFromInline let end: Int

    /// No updates.
    package static let empty = UpdatePortion([], 0..<0)

    /// Some of the updates of an array.
    package init(_ updates: [StoreUpdate], _ range: Range<Int>) {
        self.updates = updates
        position = range.lowerBound
        end = range.upperBound
    }

    /// How many were not taken yet.
    package var count: Int { end - position }

    /// Takes the next update; `nil` when all were taken.
    @inlinable
    mutating func take() -> StoreUpdate? {
        guard position < end else { return nil }
        defer { position += 1 }
        return updates[position]
    }
}
