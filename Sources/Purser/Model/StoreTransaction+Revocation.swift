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
    /// How many of its product it still stands for: all, or what refunds have left of them; 0 after an upgrade has replaced it.
    ///
    /// Of a consumable's quantity the refunded part is subtracted, in whole units: a unit that was refunded in part stays. Of
    /// a subscription with seats, those that were revoked are subtracted. Of all other products a refund leaves nothing. Never
    /// negative. The handlers `grant` and `revoke` of the configuration set what the app credits for the transaction to this
    /// number: then refunds in parts, reversals, upgrades and repeated calls come out right.
    public var standingQuantity: Int {
        guard !isUpgraded else { return 0 }
        let quantity = Swift.max(0, purchasedQuantity)
        guard isRevoked else { return seats ?? quantity }
        guard isConsumable else { return 0 }
        let refunded = Swift.min(Swift.max(0, refundedPart), Self.wholeRefund)
        // In two parts, so that every quantity has a product.
        let whole = quantity / Self.wholeRefund * refunded
        return quantity - whole - quantity % Self.wholeRefund * refunded / Self.wholeRefund
    }

    /// How much of it was refunded, in thousandths of a percent: all where the store does not say it.
    var refundedPart: Int { revocationThousandths ?? Self.wholeRefund }

    /// Whether another description tells a different part of the same refund, once this one is completed from it.
    func isRefundedOtherwise(than old: StoreTransaction) -> Bool {
        guard isRevoked, old.isRevoked else { return false }
        let told = revocationThousandths ?? (isOfRefund(of: old) ? old.revocationThousandths : nil)
        return (told ?? Self.wholeRefund) != old.refundedPart
    }

    /// Whether what another description says of its refund may be said of this one's: it is of the same date, and of the same
    /// kind where this one says of which kind it is.
    func isOfRefund(of other: StoreTransaction) -> Bool {
        revocationTime == other.revocationTime && (revocationType == nil || revocationType == other.revocationType)
    }

    /// All that was paid, in thousandths of a percent.
    private static var wholeRefund: Int { 100_000 }

    /// Whether nothing of it is left: revoked as a whole, or replaced by an upgrade.
    var isTakenBack: Bool { isUpgraded || isRevoked && standingQuantity == 0 }
}
