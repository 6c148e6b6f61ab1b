/// Something that an operator of the app wants to know: see ``PurchaseStore/diagnostics``.
///
/// Nothing in it is private: it has identifiers of transactions and products and codes of errors, and no receipts, tokens, users,
/// nor texts of the backend, of a server or of the app's errors.
public struct StoreDiagnostic: Sendable, Hashable {
    /// How much it matters.
    public var severity: Severity
    /// What happened.
    public var kind: Kind
    /// What it happened to.
    public var subject: Subject
    /// How often: of a retry the number of the attempt that failed, of what was dropped how many, of a payment that waits how many
    /// are before it; otherwise 1.
    public var count: Int
    /// What happened, in plain English, for logs.
    public var message: String

    /// Something to know; tests of an app may make some.
    package init(_ kind: Kind, _ severity: Severity, _ subject: Subject = Subject(), count: Int = 1, message: String) {
        self.kind = kind
        self.severity = severity
        self.subject = subject
        self.count = count
        self.message = message
    }

    /// How much it matters; more may come, between or above these.
    public struct Severity: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The higher, the more it matters.
        public var rawValue: Int
        /// A severity by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// It mends itself, and is worth a look when there is much of it.
        public static let notice = Severity(rawValue: 1)
        /// Something was not done, or not yet.
        public static let warning = Severity(rawValue: 2)
        /// A person has to do something.
        public static let error = Severity(rawValue: 3)
        /// Whether the one matters less than the other.
        public static func < (one: Severity, other: Severity) -> Bool { one.rawValue < other.rawValue }
        /// Its name, or its number.
        public var description: String {
            switch self {
            case .notice: "notice"
            case .warning: "warning"
            case .error: "error"
            default: "\(rawValue)"
            }
        }
    }

    /// What may happen; more may come.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// An attempt failed, and is made again.
        public static let retry = Kind(rawValue: "retry")
        /// The attempts of a stage are used up, or the failure is permanent.
        public static let gaveUp = Kind(rawValue: "gaveUp")
        /// A purchase could not be handed over, and became a dead letter.
        public static let deadLetter = Kind(rawValue: "deadLetter")
        /// A followed reader could not deal with an update, and set it aside.
        public static let updateSetAside = Kind(rawValue: "updateSetAside")
        /// What the backend told was not taken in: it is not genuine, could not be judged, or is outside the limits.
        public static let refused = Kind(rawValue: "refused")
        /// A payment failed for which nobody waited any more.
        public static let paymentFailed = Kind(rawValue: "paymentFailed")
        /// A payment waits for an equal one; the count is how many are before it.
        public static let paymentHeld = Kind(rawValue: "paymentHeld")
        /// The ledger could not be written.
        public static let ledgerTrouble = Kind(rawValue: "ledgerTrouble")
        /// A call to the backend or to a handler took longer than its limit.
        public static let callLeftBehind = Kind(rawValue: "callLeftBehind")
        /// A handler of the configuration would have been called, and the app has none: what is recorded counts as done.
        public static let handlerMissing = Kind(rawValue: "handlerMissing")
        /// A reader of updates has missed some: see ``UpdateGap``.
        public static let updatesMissed = Kind(rawValue: "updatesMissed")
        /// This reader of diagnostics was too slow, and the oldest ones were dropped.
        public static let dropped = Kind(rawValue: "dropped")
    }

    /// What it happened to, as far as that has a name.
    public struct Subject: Sendable, Hashable {
        /// A transaction's identifier.
        public var transactionID: String?
        /// A product's identifier.
        public var productID: String?
        /// The name of a ``RetryStage``.
        public var stage: String?
        /// The name of a reader of updates.
        public var consumer: String?
        /// What was called: a call of ``StoreBackend`` such as `submit`, a handler of the configuration such as `grant`, or the
        /// source of a `content`.
        public var call: String?

        /// A subject; what is not said has no part in it.
        package init(
            transactionID: String? = nil, productID: String? = nil, stage: String? = nil, consumer: String? = nil,
            call: String? = nil
        ) {
            self.transactionID = transactionID
            self.productID = productID
            self.stage = stage
            self.consumer = consumer
            self.call = call
        }
    }
}

extension StoreDiagnostic: CustomStringConvertible {
    /// Everything in one line: severity, kind, subject and message.
    public var description: String {
        let product = subject.productID.map { subject.transactionID == nil ? "product \($0)" : " of \($0)" } ?? ""
        let parts = [
            subject.transactionID.map { "transaction \($0)\(product)" } ?? (product.isEmpty ? nil : product),
            subject.stage.map { "stage \($0)" }, subject.consumer.map { "reader \($0)" },
            subject.call.map { "call \($0)" },
        ].compactMap { $0 }
        return "\(severity): \(kind)\(parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"): \(message)"
    }
}
