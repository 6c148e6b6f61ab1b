public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A payment of the embedded App Store that waits until a person approves or declines it.
public struct PendingPayment: Sendable, Hashable, Identifiable, Codable {
    /// Its identifier, such as `P1`.
    public var id: String
    /// What was asked for.
    public var intent: PaymentIntent
    /// What it waits for.
    public var reason: Reason
    /// When it was put off, by the device's clock.
    public var since: Date { sinceTime.date }
    /// When it was put off, in whole milliseconds.
    let sinceTime: Timestamp

    private enum CodingKeys: String, CodingKey {
        case id
        case intent
        case reason
        case sinceTime = "since"
    }

    /// What a payment waits for.
    ///
    /// More reasons may come.
    public struct Reason: RawRepresentable, Sendable, Hashable, Codable {
        /// A stable name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Ask to Buy: a parent approves or declines.
        public static let asksToBuy = Reason(rawValue: "asksToBuy")
        /// Interrupted: the customer has to do something with the store first.
        public static let interrupted = Reason(rawValue: "interrupted")
    }
}
