/// The failed updates of named consumers.
package struct FailedUpdates: Sendable, Hashable {
    /// A step of a failed update.
    package enum Step: Sendable, Hashable {
        /// Every attempt failed, or the failure was permanent; the update is kept with the reason.
        case failed(StoreUpdate, reason: String)
        /// The update of this number was released: the consumer processes it again.
        case released(UInt64)
        /// The consumer has processed the update of this number, or no longer needs it.
        case settled(UInt64)
    }

    /// One of them.
    package struct Entry: Sendable, Hashable {
        /// The name of the consumer.
        package var consumer: String
        /// The update, as it was passed to the consumer.
        package var update: StoreUpdate
        /// The error of the last attempt, as text.
        package var reason: String
        /// Whether it was released.
        package var isReleased = false
    }

    private var entries: [String: [UInt64: Entry]] = [:]

    /// Those of a consumer, in the order of their numbers.
    package subscript(consumer: String) -> [Entry] {
        entries[consumer].map { $0.values.sorted { $0.update.sequence < $1.update.sequence } } ?? []
    }

    /// The consumers that have some, in the order of their names.
    package var consumers: [String] { entries.keys.sorted() }

    mutating func apply(_ step: Step, of consumer: String) {
        switch step {
        case .failed(let update, let reason):
            entries[consumer, default: [:]][update.sequence] = Entry(consumer: consumer, update: update, reason: reason)
        case .released(let sequence): entries[consumer]?[sequence]?.isReleased = true
        case .settled(let sequence):
            entries[consumer]?[sequence] = nil
            if entries[consumer]?.isEmpty == true { entries[consumer] = nil }
        }
    }

    func write(_ body: (LedgerRecord) throws -> Void) rethrows {
        for consumer in consumers {
            for entry in self[consumer] {
                try body(.failedUpdate(consumer, .failed(entry.update, reason: entry.reason)))
                if entry.isReleased { try body(.failedUpdate(consumer, .released(entry.update.sequence))) }
            }
        }
    }
}
