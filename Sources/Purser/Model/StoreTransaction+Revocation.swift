#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreTransaction {
    /// Why a purchase was taken back: the App Store's number; unknown ones are kept.
    public struct RevocationReason: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's number.
        public var rawValue: Int
        /// A reason by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Some other reason, such as a purchase made by accident.
        public static let other = RevocationReason(rawValue: 0)
        /// A problem with the app.
        public static let developerIssue = RevocationReason(rawValue: 1)
        /// The subscription goes on as a part of a bundle; from iOS 27 on.
        public static let upgradedToBundle = RevocationReason(rawValue: 2)
    }

    /// How a purchase was taken back.
    ///
    /// Unknown values are kept.
    public struct RevocationType: RawRepresentable, Sendable, Hashable, Codable {
        /// The App Store's spelling.
        public var rawValue: String
        /// A type by its spelling.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// All that was paid was paid back.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
        /// A part of what was paid was paid back: see ``StoreTransaction/revocationPercentage``.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
        /// Family sharing ended.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
        /// The customer's organisation took it away; from iOS 27 on.
        public static let assignmentRevocation = RevocationType(rawValue: "ASSIGNMENT_REVOKE")
    }

    /// How much was paid back, in percent: 50 is one half; 100 for a full refund of which the store does not say it; otherwise
    /// `nil` when the store does not say, which counts as all.
    ///
    /// Of a consumable the part that was not paid back goes on to count in the balance, where whole units of the quantity
    /// are left: of ten at 25 percent, eight. Whatever else was taken back is not owned any more, also after a part was
    /// paid back.
    public var revocationPercentage: Decimal? {
        revocationThousandths.map { Decimal($0) / 1_000 } ?? (revocationType == .fullRefund ? 100 : nil)
    }
}

extension StoreTransaction.Fields {
    /// How much was paid back, in percent, to the thousandth: 50 is one half.
    ///
    /// What is no number becomes -1, which no store takes in.
    public var revocationPercentage: Decimal? {
        get { revocationThousandths.map { Decimal($0) / 1_000 } }
        set { revocationThousandths = newValue.map(Self.thousandths) }
    }

    private static func thousandths(_ percent: Decimal) -> Int {
        guard let number = Double(percent.description), number.isFinite else { return -1 }
        return Int((min(max(number, -1_000_000), 1_000_000) * 1_000).rounded())
    }
}

extension StoreTransaction {
    /// How many of its product it still stands for: all, or what a refund has left of them.
    ///
    /// Of the quantity, the part that was paid back is taken away, in whole units: what was paid back of a unit in part
    /// leaves the unit; of a subscription with seats, those that were taken back. Never negative. A handler that grants or takes back sets what it credits for the transaction to this
    /// number: then a refund in parts, a reversal and a repeated call all come out right.
    public var standingQuantity: Int {
        let quantity = Swift.max(0, purchasedQuantity)
        guard isRevoked else { return seats ?? quantity }
        let refunded = Swift.min(Swift.max(0, revocationThousandths ?? Self.wholeRefund), Self.wholeRefund)
        // In two parts, so that every quantity has a product.
        let whole = quantity / Self.wholeRefund * refunded
        return quantity - whole - quantity % Self.wholeRefund * refunded / Self.wholeRefund
    }

    /// All that was paid, in thousandths of a percent.
    private static var wholeRefund: Int { 100_000 }

    /// Whether nothing of it is left: taken back as a whole, or replaced by an upgrade.
    ///
    /// Of a consumable that was paid back in part, the rest is the customer's.
    var isTakenBack: Bool {
        isUpgraded || isRevoked && !(isConsumable && standingQuantity > 0)
    }

    /// Whether the store has taken back more of it since an earlier description: the whole, or a part of its quantity.
    func takesBack(after old: StoreTransaction) -> Bool {
        if isTakenBack { return !old.isTakenBack }
        return isRevoked && standingQuantity < old.standingQuantity
    }
}
