extension StoreTransaction {
    /// What few transactions say, each documented on ``StoreTransaction``.
    ///
    /// Kept apart, so that the fields of the others stay small: they are copied with every purchase.
    package struct Particulars: Sendable, Hashable {
        /// How the purchase was taken back.
        package var revocationType: RevocationType?
        /// How much was paid back, in thousandths of a percent, the App Store's own unit.
        package var revocationThousandths: Int?
        /// How the subscription is billed.
        package var billingPlanType: StoreProduct.BillingPlanType?
        /// The commitment of a subscription that is billed in parts.
        package var commitmentInfo: CommitmentInfo?
        /// The bundle that the subscription belongs to.
        package var bundle: Bundle?
        /// The original identifier that the line had before.
        package var previousOriginalTransactionID: String?
        /// What Apple's Advanced Commerce API says, as JSON.
        package var advancedCommerceInfo: String?
        /// Proves that it was signed for this device.
        package var deviceVerification: DeviceVerification?
        /// What Purser has no field for, as a JSON object.
        package var unknownFields: String?
        /// The seats of a subscription for several people.
        package var multiSeatInfo: MultiSeatInfo?
        /// Why several transactions stand for one period.
        package var additionalTransactionReason: AdditionalTransactionReason?
        /// By what the ledger knows it, where that is not its identifier.
        package var ledgerID: String?
        /// What a later version has recorded.
        package var laterFields = LaterFields()

        /// Nothing is said.
        package init() {}
    }

    /// Holds the particulars; replaced when one of them changes.
    final class ParticularsBox: Sendable, Hashable {
        let particulars: Particulars

        init(_ particulars: Particulars) { self.particulars = particulars }

        static func == (lhs: ParticularsBox, rhs: ParticularsBox) -> Bool {
            lhs === rhs || lhs.particulars == rhs.particulars
        }

        func hash(into hasher: inout Hasher) { hasher.combine(particulars) }
    }

    /// How the purchase was taken back; `nil` while it stands, and where the platform does not say.
    public var revocationType: RevocationType? { particularsBox?.particulars.revocationType }
    /// How much was paid back, in thousandths of a percent.
    package var revocationThousandths: Int? { particularsBox?.particulars.revocationThousandths }
    /// How the subscription is billed; the App Store tells it from iOS 26.4 on.
    public var billingPlanType: StoreProduct.BillingPlanType? { particularsBox?.particulars.billingPlanType }
    /// The commitment of a subscription that is billed in parts; the App Store tells it from iOS 26.4 on.
    public var commitmentInfo: CommitmentInfo? { particularsBox?.particulars.commitmentInfo }
    /// The bundle that the subscription belongs to; from iOS 27 on.
    public var bundle: Bundle? { particularsBox?.particulars.bundle }
    /// The original identifier that the line of purchases had before the store gave it the present one.
    ///
    /// What was bought under either stays one line.
    public var previousOriginalTransactionID: String? { particularsBox?.particulars.previousOriginalTransactionID }
    /// What Apple's Advanced Commerce API says of the purchase: the member `advancedCommerceInfo` of the signed form, as
    /// JSON.
    public var advancedCommerceInfo: String? { particularsBox?.particulars.advancedCommerceInfo }
    /// Proves that this description was signed for this device.
    public var deviceVerification: DeviceVerification? { particularsBox?.particulars.deviceVerification }
    /// What the store says and Purser has no field for, as one JSON object.
    ///
    /// It is kept as it came and never read; that it changes is no news.
    public var unknownFields: String? { particularsBox?.particulars.unknownFields }
    /// The seats of a subscription that was bought for several people; `nil` for all else.
    ///
    /// The App Store reports them from iOS 27.3 on.
    public var multiSeatInfo: MultiSeatInfo? { particularsBox?.particulars.multiSeatInfo }
    /// Why this transaction and others stand for one period together; `nil` when it stands for the period alone.
    ///
    /// The first transaction of the period has it as well as the additional ones.
    public var additionalTransactionReason: AdditionalTransactionReason? {
        particularsBox?.particulars.additionalTransactionReason
    }
}

extension StoreTransaction.Fields {
    /// What few transactions say.
    package var particulars: StoreTransaction.Particulars {
        get { particularsBox?.particulars ?? StoreTransaction.Particulars() }
        set { particularsBox = newValue == .init() ? nil : .init(newValue) }
    }

    /// How the purchase was taken back.
    public var revocationType: StoreTransaction.RevocationType? {
        get { particularsBox?.particulars.revocationType }
        set { particulars.revocationType = newValue }
    }

    /// How much was paid back, in thousandths of a percent.
    package var revocationThousandths: Int? {
        get { particularsBox?.particulars.revocationThousandths }
        set { particulars.revocationThousandths = newValue }
    }

    /// How the subscription is billed.
    public var billingPlanType: StoreProduct.BillingPlanType? {
        get { particularsBox?.particulars.billingPlanType }
        set { particulars.billingPlanType = newValue }
    }

    /// The commitment of a subscription that is billed in parts.
    public var commitmentInfo: StoreTransaction.CommitmentInfo? {
        get { particularsBox?.particulars.commitmentInfo }
        set { particulars.commitmentInfo = newValue }
    }

    /// The bundle that the subscription belongs to.
    public var bundle: StoreTransaction.Bundle? {
        get { particularsBox?.particulars.bundle }
        set { particulars.bundle = newValue }
    }

    /// The original identifier that the line had before.
    public var previousOriginalTransactionID: String? {
        get { particularsBox?.particulars.previousOriginalTransactionID }
        set { particulars.previousOriginalTransactionID = newValue }
    }

    /// What Apple's Advanced Commerce API says, as JSON.
    public var advancedCommerceInfo: String? {
        get { particularsBox?.particulars.advancedCommerceInfo }
        set { particulars.advancedCommerceInfo = newValue }
    }

    /// Proves that it was signed for this device.
    public var deviceVerification: DeviceVerification? {
        get { particularsBox?.particulars.deviceVerification }
        set { particulars.deviceVerification = newValue }
    }

    /// What Purser has no field for, as a JSON object.
    public var unknownFields: String? {
        get { particularsBox?.particulars.unknownFields }
        set { particulars.unknownFields = newValue }
    }

    /// The seats of a subscription for several people.
    public var multiSeatInfo: StoreTransaction.MultiSeatInfo? {
        get { particularsBox?.particulars.multiSeatInfo }
        set { particulars.multiSeatInfo = newValue }
    }

    /// Why several transactions stand for one period.
    public var additionalTransactionReason: StoreTransaction.AdditionalTransactionReason? {
        get { particularsBox?.particulars.additionalTransactionReason }
        set { particulars.additionalTransactionReason = newValue }
    }
}
