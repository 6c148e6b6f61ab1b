public import Purser

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A payment of the embedded App Store that waits for somebody.
public struct PendingPayment: Sendable, Hashable, Identifiable {
    /// The account's name for it, such as `P1`.
    public var id: String
    /// What was asked for.
    public var payment: BackendPayment
    /// Whom it waits for.
    public var reason: Reason
    /// When it was put off, by the device's clock.
    public var since: Date { sinceTime.date }
    /// When it was put off, in whole milliseconds.
    let sinceTime: Timestamp
    /// What somebody will answer, and when; `nil` when nobody has said so.
    var plannedAnswer: PlannedAnswer?
    /// Payments for the same product that wait together with this one.
    var joined: [PaymentToken] = []

    /// An answer to come.
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

    /// What a payment waits for.
    ///
    /// More reasons may come.
    public struct Reason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// Ask to Buy: a parent approves or declines.
        public static let asksToBuy = Reason(rawValue: "asksToBuy")
        /// Interrupted: the customer has to do something with the store first.
        public static let interrupted = Reason(rawValue: "interrupted")
    }
}

extension PendingPayment: Codable {
    // The payment stands in the account's file as the intent that it is in the ledger.
    private enum CodingKeys: String, CodingKey {
        case id
        case payment = "intent"
        case reason
        case sinceTime = "since"
        case plannedAnswer = "answer"
        case joined
    }

    /// Reads what an account's file says of it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        payment = BackendPayment(try container.decode(PaymentIntent.self, forKey: .payment))
        reason = try container.decode(Reason.self, forKey: .reason)
        sinceTime = try container.decode(Timestamp.self, forKey: .sinceTime)
        plannedAnswer = try container.decodeIfPresent(PlannedAnswer.self, forKey: .plannedAnswer)
        joined = try container.decodeIfPresent([PaymentToken].self, forKey: .joined) ?? []
    }

    /// Writes what an account's file keeps of it.
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
    /// The payment and whom it waits for, such as `P1: payment 5c1-2 of com.example.seeds, asksToBuy`.
    public var description: String { "\(id): \(payment), \(reason)" }
}
