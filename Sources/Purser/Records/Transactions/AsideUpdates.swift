/// What becomes of an update that a named reader could not deal with.
package enum AsideStep: Sendable, Hashable {
    /// Every attempt failed, or one failed for good; the update is kept with its reason.
    case setAside(StoreUpdate, reason: String)
    /// A person has put the update of this number back on its way.
    case released(UInt64)
    /// The update of this number was dealt with, or is wanted no more.
    case settled(UInt64)
}

/// The updates that named readers could not deal with.
package struct AsideUpdates: Sendable, Hashable {
    /// One of them.
    package struct Entry: Sendable, Hashable {
        /// The update, as the reader was told it.
        package var update: StoreUpdate
        /// The error of the last attempt, as text.
        package var reason: String
        /// Whether a person has put it back on its way.
        package var isReleased = false
    }

    private var entries: [String: [UInt64: Entry]] = [:]

    /// Those of a reader, in the order of their numbers.
    package subscript(consumer: String) -> [Entry] {
        entries[consumer].map { $0.values.sorted { $0.update.sequence < $1.update.sequence } } ?? []
    }

    /// The readers that have some, in the order of their names.
    package var consumers: [String] { entries.keys.sorted() }

    /// One of them; `nil` when a reader has none of this number.
    package func entry(_ sequence: UInt64, of consumer: String) -> Entry? { entries[consumer]?[sequence] }

    /// Takes in a step.
    mutating func apply(_ step: AsideStep, of consumer: String) {
        switch step {
        case .setAside(let update, let reason):
            entries[consumer, default: [:]][update.sequence] = Entry(update: update, reason: reason)
        case .released(let sequence): entries[consumer]?[sequence]?.isReleased = true
        case .settled(let sequence):
            entries[consumer]?[sequence] = nil
            if entries[consumer]?.isEmpty == true { entries[consumer] = nil }
        }
    }

    /// Gives the steps that lead here.
    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for consumer in consumers {
            for entry in self[consumer] {
                try body(.aside(consumer, .setAside(entry.update, reason: entry.reason)))
                if entry.isReleased { try body(.aside(consumer, .released(entry.update.sequence))) }
            }
        }
    }
}
