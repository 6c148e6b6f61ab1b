#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Updates that a consumer or stream has missed, because a ledger in memory no longer keeps them.
///
/// A ledger on disk has no gaps: it keeps the updates of every consumer. In memory the limit is
/// ``PurchaseStore/Configuration/unreadUpdates``. A gap does not affect recorded and granted transactions; the
/// entitlements have what is owned.
public struct UpdateGap: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The consumer's name; `nil` for a stream.
    public let consumer: String?
    /// The number of the first update that it missed.
    public let first: UInt64
    /// The number of the last update that it missed.
    public let last: UInt64

    /// Makes a gap.
    package init(consumer: String? = nil, first: UInt64, last: UInt64) {
        self.consumer = consumer
        self.first = first
        self.last = last
    }

    /// The failure that ends reading at the gap.
    package var failure: PurchaseFailure {
        PurchaseFailure(.updatesNotKept, description, underlying: self)
    }

    /// The consumer, the missed updates, and how to continue.
    public var description: String {
        let reader = consumer.map { "The consumer \"\($0)\"" } ?? "A stream of updates"
        let next = consumer == nil ? "Read after number \(last)" : "Call skip(_:) with this gap, and continue"
        return
            "\(reader) has missed the updates \(first) to \(last): the ledger is in memory, and they are no longer "
            + "kept. \(next), and take earlier purchases from the entitlements. A ledger on disk keeps them."
    }

    /// The description.
    public var errorDescription: String? { description }
}
