/// A diagnostic for the operator of the app: see ``PurchaseStore/diagnostics``.
///
/// It contains nothing private: it has identifiers of transactions and products and codes of errors, but no receipts,
/// tokens or users, and no texts of the backend, of a server or of the app's errors.
public struct StoreDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// Its severity.
    public var severity: Severity
    /// What happened.
    public var kind: Kind
    /// The transaction, product, consumer or call concerned.
    public var subject: Subject
    /// A count: for a retry, the number of the failed attempt; for dropped diagnostics, how many; for a payment that
    /// waits, how many are before it; otherwise 1.
    public var count: Int
    /// What happened, in plain English, for logs.
    public var message: String

    /// Makes a diagnostic, for tests of an app; those of a store come from it.
    package init(_ kind: Kind, _ severity: Severity, _ subject: Subject = Subject(), count: Int = 1, message: String) {
        self.kind = kind
        self.severity = severity
        self.subject = subject
        self.count = count
        self.message = message
    }

    /// The severity of a diagnostic; later versions may add some between or above these.
    public struct Severity: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The number: a higher one is more severe.
        public var rawValue: Int
        /// A severity by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// It mends itself; check it when there are many.
        public static let notice = Severity(rawValue: 1)
        /// Something was not done, or not yet.
        public static let warning = Severity(rawValue: 2)
        /// A person has to do something.
        public static let error = Severity(rawValue: 3)
        /// Whether the first one is less severe than the second.
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

    /// Kinds of diagnostics; later versions may add some.
    public struct Kind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// A stable name.
        public var rawValue: String
        /// A kind by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The raw value.
        public var description: String { rawValue }
        /// An attempt failed, and is repeated.
        public static let retry = Kind(rawValue: "retry")
        /// The attempts of a stage are used up, or the failure is permanent.
        public static let gaveUp = Kind(rawValue: "gaveUp")
        /// A purchase could not be delivered, and became a dead letter.
        public static let deadLetter = Kind(rawValue: "deadLetter")
        /// A followed consumer could not process an update, which became a failed update.
        public static let updateFailed = Kind(rawValue: "updateFailed")
        /// A report of the backend was rejected: it is invalid, undetermined, or outside the limits.
        public static let rejected = Kind(rawValue: "rejected")
        /// A payment failed for which no call waits any more.
        public static let paymentFailed = Kind(rawValue: "paymentFailed")
        /// The ledger could not be written.
        public static let ledgerTrouble = Kind(rawValue: "ledgerTrouble")
        /// A call to the backend or to a handler timed out.
        public static let callTimedOut = Kind(rawValue: "callTimedOut")
        /// A period that was just bought is over by the device's date: the date is wrong, or the App Store's answer old.
        public static let clockAhead = Kind(rawValue: "clockAhead")
        /// A call waits for its deadline, and the store's clock has not moved for a second of real time, as in a test
        /// that does not advance its clock.
        public static let clockStandsStill = Kind(rawValue: "clockStandsStill")
        /// The app has no handler for a call that was due: the recorded update counts as processed.
        public static let handlerMissing = Kind(rawValue: "handlerMissing")
        /// A consumer of updates has missed some: see ``UpdateGap``.
        public static let updatesMissed = Kind(rawValue: "updatesMissed")
        /// This stream of diagnostics was read too slowly, and the oldest ones were dropped.
        public static let dropped = Kind(rawValue: "dropped")
    }

    /// The subject of the diagnostic, as far as it has a name.
    public struct Subject: Sendable, Hashable {
        /// A transaction's identifier.
        public var transactionID: String?
        /// A product's identifier.
        public var productID: String?
        /// The name of a ``RetryStage``.
        public var stage: String?
        /// The name of a consumer of updates.
        public var consumer: String?
        /// The name of the call: a call of ``StoreBackend`` such as `submit`, a handler of the configuration such as
        /// `grant`, the source of a `content`, or a call of the app such as `purchase` whose deadline does not come.
        public var call: String?

        /// Makes a subject; omitted parts are `nil`.
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

    /// Everything in one line: severity, kind, subject and message.
    public var description: String {
        let product = subject.productID.map { subject.transactionID == nil ? "product \($0)" : " of \($0)" } ?? ""
        let parts = [
            subject.transactionID.map { "transaction \($0)\(product)" } ?? (product.isEmpty ? nil : product),
            subject.stage.map { "stage \($0)" }, subject.consumer.map { "consumer \($0)" },
            subject.call.map { "call \($0)" },
        ].compactMap { $0 }
        return "\(severity): \(kind)\(parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"): \(message)"
    }
}
