public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A waiting payment of the embedded App Store.
public struct PendingPayment: Sendable, Hashable, Identifiable {
    /// The account's identifier of it, such as `P1`.
    public var id: String
    /// The requested payment.
    public var payment: BackendPayment
    /// The decision that it waits for.
    public var reason: Reason
    /// The date at which it was deferred, by the App Store's clock.
    public var since: Date { sinceTime.date }
    /// The time at which it was deferred, in whole milliseconds.
    let sinceTime: Timestamp
    /// The planned answer and its time; `nil` for none.
    var plannedAnswer: PlannedAnswer?
    /// Payments for the same product that joined this one.
    var joined: [PaymentToken] = []

    /// A planned answer.
    struct PlannedAnswer: Sendable, Hashable, Codable {
        let time: Timestamp
        let approves: Bool
    }

    init(id: String, payment: BackendPayment, reason: Reason, sinceTime: Timestamp) {
        self.id = id
        self.payment = payment
        self.reason = reason
        self.sinceTime = sinceTime
    }

    /// The reason why a payment waits.
    ///
    /// More reasons may be added.
    public struct Reason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Ask to Buy: a parent approves or declines.
        public static let asksToBuy = Reason(rawValue: "asksToBuy")
        /// Interrupted: the customer must resolve something with the App Store first.
        public static let interrupted = Reason(rawValue: "interrupted")
    }
}

extension PendingPayment: Codable {
    // The account's file stores the payment as the intent that the ledger contains too.
    private enum CodingKeys: String, CodingKey {
        case id
        case payment = "intent"
        case reason
        case sinceTime = "since"
        case plannedAnswer = "answer"
        case joined
    }

    /// Reads the payment from an account's file.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        payment = BackendPayment(try container.decode(PaymentIntent.self, forKey: .payment))
        reason = try container.decode(Reason.self, forKey: .reason)
        sinceTime = try container.decode(Timestamp.self, forKey: .sinceTime)
        plannedAnswer = try container.decodeIfPresent(PlannedAnswer.self, forKey: .plannedAnswer)
        joined = try container.decodeIfPresent([PaymentToken].self, forKey: .joined) ?? []
    }

    /// Writes the payment to an account's file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(payment.intent, forKey: .payment)
        try container.encode(reason, forKey: .reason)
        try container.encode(sinceTime, forKey: .sinceTime)
        try container.encodeIfPresent(plannedAnswer, forKey: .plannedAnswer)
        if !joined.isEmpty { try container.encode(joined, forKey: .joined) }
    }
}

extension PendingPayment: CustomStringConvertible {
    /// The payment and its reason, such as `P1: payment 5c1-2 of com.example.seeds, asksToBuy`.
    public var description: String { "\(id): \(payment), \(reason)" }
}
