/// Something that the backend reported and that was not taken in: neither recorded nor granted nor finished.
///
/// It stopped nothing else. ``PurchaseStore/refusedReports`` lists the latest ones.
public struct RefusedReport: Sendable, Hashable, Identifiable {
    /// What was reported.
    public var kind: Kind
    /// The identifier that was reported, cut where it is longer than an identifier may be.
    public var id: String
    /// The product concerned, if there is one; cut likewise.
    public var productID: String?
    /// Why it was not taken in.
    public var reason: Reason
    /// What happened and what to do next, in plain English, for developers and logs.
    public var message: String

    /// Something that was not taken in; long texts are cut.
    package init(_ kind: Kind, id: String, productID: String? = nil, reason: Reason, message: String) {
        self.kind = kind
        self.id = Wording.short(id, limit: 255)
        self.productID = productID.map { Wording.short($0, limit: 255) }
        self.reason = reason
        self.message = Wording.short(message, limit: 4_096)
    }

    /// Kinds of what is reported; more may come.
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
        /// A purchase that the customer began outside the app, or the app's own answer to one.
        public static let promotedPurchase = Kind(rawValue: "promotedPurchase")
        /// A renewal info.
        public static let renewalInfo = Kind(rawValue: "renewalInfo")
        /// A status of a subscription, a storefront or a message of the store.
        public static let notice = Kind(rawValue: "notice")
    }

    /// Reasons; more may come.
    public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A reason by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// It is not verified.
        public static let notGenuine = Reason(rawValue: "notGenuine")
        /// Whether it is verified could not be found out; it is judged again.
        public static let undecided = Reason(rawValue: "undecided")
        /// It does not keep the limits of what is taken in.
        public static let outOfLimits = Reason(rawValue: "outOfLimits")
        /// It is another purchase than the one that is recorded under its identifier.
        public static let otherPurchase = Reason(rawValue: "otherPurchase")
        /// A promoted purchase that the app wanted to buy, and that the store did not sell; it stays deferred.
        public static let notBought = Reason(rawValue: "notBought")
        /// It names another user than the one who has it, and the app rejects moves: see ``AccountMovePolicy``.
        public static let namesAnotherUser = Reason(rawValue: "namesAnotherUser")
    }
}

extension RefusedReport: CustomStringConvertible {
    /// What it was and why, in one line.
    public var description: String {
        "\(kind) \(id)\(productID.map { " of \($0)" } ?? ""), \(reason): \(message)"
    }
}
