/// A rejected report of the backend, which was neither recorded nor granted nor finished.
///
/// It affects no other report. ``PurchaseStore/rejectedReports`` lists the latest ones.
public struct RejectedReport: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The kind of report.
    public var kind: Kind
    /// The reported identifier, cut to the longest allowed length.
    public var id: String
    /// The product concerned, if there is one; cut in the same way.
    public var productID: String?
    /// The reason for the rejection.
    public var reason: Reason
    /// What happened and what to do next, in plain English, for developers and logs.
    public var message: String

    /// Makes a rejected report; long texts are cut.
    package init(_ kind: Kind, id: String, productID: String? = nil, reason: Reason, message: String) {
        self.kind = kind
        self.id = Wording.short(id, limit: 255)
        self.productID = productID.map { Wording.short($0, limit: 255) }
        self.reason = reason
        self.message = Wording.short(message, limit: 4_096)
    }

    /// Kinds of reports; later versions may add some.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// A transaction.
        public static let transaction = Kind(rawValue: "transaction")
        /// The end of a payment without a transaction.
        public static let paymentEnding = Kind(rawValue: "paymentEnding")
        /// A purchase that the customer began outside the app, or the app's decision about one.
        public static let promotedPurchase = Kind(rawValue: "promotedPurchase")
        /// A renewal info.
        public static let renewalInfo = Kind(rawValue: "renewalInfo")
        /// The status of a subscription, a storefront or a message of the App Store.
        public static let notice = Kind(rawValue: "notice")
    }

    /// Reasons; later versions may add some.
    public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// It is invalid.
        public static let invalid = Reason(rawValue: "invalid")
        /// It could not be verified yet; it is verified again.
        public static let undetermined = Reason(rawValue: "undetermined")
        /// It is outside the limits of the intake.
        public static let outOfLimits = Reason(rawValue: "outOfLimits")
        /// It is another purchase than the one recorded under its identifier.
        public static let otherPurchase = Reason(rawValue: "otherPurchase")
        /// A promoted purchase that the app's handler decided to buy, and whose purchase failed; it is deferred.
        public static let notBought = Reason(rawValue: "notBought")
        /// It names another user than the one who has it, and the app rejects moves: see ``AccountMovePolicy``.
        public static let namesAnotherUser = Reason(rawValue: "namesAnotherUser")
    }

    /// The report and the reason, in one line.
    public var description: String {
        "\(kind) \(id)\(productID.map { " of \($0)" } ?? ""), \(reason): \(message)"
    }
}
