public import Foundation
public import Purser

/// A server's answer about a receipt, in the form of Apple's `verifyReceipt`.
///
/// Every known form of the service's answers is read: text, numbers and flags for the same key, one object instead of a list,
/// numbered rows, and the answers to receipts in the form of iOS 6. Trust it as far as the server and the connection to it.
public struct ReceiptAnswer: Sendable, Hashable {
    /// The status: ``ReceiptStatus/valid``, or ``ReceiptStatus/expired``.
    public let status: ReceiptStatus
    /// The environment of the receipt.
    public let environment: StoreEnvironment?
    /// The app's bundle identifier.
    public let bundleID: String?
    /// The app's number in the App Store; 0 in a sandbox.
    public let appID: UInt64?
    /// The version of the app.
    public let appVersion: String?
    /// The first version of the app that the customer got.
    public let originalAppVersion: String?
    /// When the customer got the app first.
    public let originalPurchaseDate: Date?
    /// When the receipt was made.
    public let creationDate: Date?
    /// When the server answered, by its clock: the time that is compared with the ends of subscriptions.
    public let requestDate: Date?
    /// The purchases in the receipt that was sent, in the server's order.
    public let purchases: [StoreTransaction]
    /// The periods of renewing subscriptions up to now, in the server's order; `nil` when the answer has none, as without the
    /// shared secret.
    public let latestPurchases: [StoreTransaction]?
    /// The renewal infos of subscriptions.
    public let renewals: [StoreRenewalInfo]
    /// The newest receipt, which replaces the one that was sent.
    public let latestReceipt: StoreReceipt?
    /// How many rows of purchases were skipped, because they are malformed or have no identifier, product or date.
    public let unreadableRows: Int
}

extension ReceiptAnswer {
    /// The largest accepted answer, in bytes: some ten thousand purchases.
    package static let maximumBytes = 32 << 20

    /// Reads an answer with a receipt.
    ///
    /// - Throws: ``ReceiptFailure`` by the status of the answer, or `.unreadableAnswer`.
    public init(_ data: Data) throws(ReceiptFailure) {
        let body = try ReceiptBody(data)
        guard body.status.hasReceipt else { throw .rejected(body.status, isRetryable: body.isRetryable) }
        self.init(body)
    }

    init(_ body: ReceiptBody) {
        let receipt = body.receipt
        let environment = body.environment
        let bundleID = receipt?.text("bundle_id") ?? receipt?.text("bid")
        let rows = body.inApp.map { $0?.transaction(environment: environment, bundleID: bundleID) }
        let latest = body.latest?.map { $0?.transaction(environment: environment, bundleID: bundleID) }
        self.status = body.status
        self.environment = environment
        self.bundleID = bundleID
        appID = (receipt?.integer("adam_id") ?? receipt?.integer("app_item_id")).flatMap { UInt64(exactly: $0) }
        appVersion = receipt?.text("application_version") ?? receipt?.text("bvrs")
        originalAppVersion = receipt?.text("original_application_version")
        originalPurchaseDate = receipt?.time("original_purchase_date")?.date
        creationDate = receipt?.time("receipt_creation_date")?.date
        requestDate = receipt?.time("request_date")?.date
        purchases = rows.compactMap { $0 }
        latestPurchases = latest?.compactMap { $0 }
        let line = latest?.first.flatMap { $0?.originalID } ?? rows.first.flatMap { $0?.originalID }
        renewals = body.renewals.compactMap { $0?.renewalInfo(line: line, environment: environment) }
        latestReceipt = body.latestReceipt.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
            .flatMap { $0.isEmpty ? nil : StoreReceipt(data: $0) }
        unreadableRows = (rows + (latest ?? [])).count { $0 == nil }
    }
}

/// An answer's parts, before its rows are understood.
struct ReceiptBody: Sendable {
    let status: ReceiptStatus
    private let root: LooseObject

    init(_ data: Data) throws(ReceiptFailure) {
        do { root = try JSONDecoder().decode(LooseObject.self, from: data) } catch {
            throw Self.unreadable("it is not a JSON object", error)
        }
        guard let status = root.int("status") else { throw Self.unreadable("it has no status", nil) }
        self.status = ReceiptStatus(rawValue: status)
        if self.status.hasReceipt { try checkReceipt() }
    }

    /// Throws when an answer that must have a receipt has none: an empty list of purchases has to be explicit.
    private func checkReceipt() throws(ReceiptFailure) {
        for (object, key) in [(root, "latest_receipt_info"), (root, "pending_renewal_info"), (receipt, "in_app")]
        where object?.text(key) != nil {
            throw Self.unreadable("its \(key) is not a list", nil)
        }
        guard receipt == nil, latest == nil else { return }
        throw Self.unreadable("its status is \(status), and it has no receipt", nil)
    }

    private static func unreadable(_ reason: String, _ error: (any Error)?) -> ReceiptFailure {
        ReceiptFailure(
            .unreadableAnswer, "The answer is not from verifyReceipt: \(reason). It is requested again later.",
            retry: .retryable(), underlying: error)
    }

    /// Whether the service recommends a retry; both spellings occur.
    var isRetryable: Bool? { root.flag("is-retryable") ?? root.flag("is_retryable") }

    var receipt: LooseObject? { root.object("receipt") }

    /// From the answer, or from the receipt inside.
    var environment: StoreEnvironment? {
        if let name = root.text("environment") { return StoreEnvironment(rawValue: name) }
        switch receipt?.text("receipt_type") {
        case nil: return nil
        case "Production", "ProductionVPP": return .production
        case "ProductionSandbox", "ProductionVPPSandbox": return .sandbox
        case let other?: return StoreEnvironment(rawValue: other)
        }
    }

    /// The receipt's rows; a receipt in the form of iOS 6 is a row itself.
    var inApp: [LooseObject?] {
        receipt?.rows["in_app"] ?? receipt.map { $0.text("transaction_id") == nil ? [] : [$0] } ?? []
    }

    var latest: [LooseObject?]? {
        root.rows["latest_receipt_info"] ?? root.rows["latest_expired_receipt_info"]
    }

    /// The renewals of subscriptions; answers to receipts in the form of iOS 6 have only that of their own
    /// subscription.
    var renewals: [LooseObject?] {
        root.rows["pending_renewal_info"] ?? (root.text("auto_renew_status") == nil ? [] : [root])
    }

    var latestReceipt: String? { root.text("latest_receipt") ?? root.text("latest_expired_receipt") }
}
