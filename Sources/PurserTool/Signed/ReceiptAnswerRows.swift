import Purser
import PurserNetworking

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answer of a server about a receipt, as lines and as JSON.
struct ReceiptAnswerRows {
    let answer: ReceiptAnswer

    func write(_ output: Output) {
        guard !output.isJSON else { return }
        output.line(output.style.heading("the server's answer"))
        let fields: [(String, String?)] = [
            ("status", "\(answer.status)"), ("environment", answer.environment?.rawValue), ("app", answer.bundleID),
            ("version", answer.appVersion), ("asked", Self.date(answer.requestDate)),
            ("left out", answer.unreadableRows > 0 ? Words.count(answer.unreadableRows, "row") : nil),
        ]
        let rows = fields.compactMap { name, value in value.map { ["  " + name, Line.single($0)] } }
        for line in Table.lines(rows) { output.line(line) }
        let purchases = answer.latestPurchases ?? answer.purchases
        output.line(output.style.heading(Words.count(purchases.count, "purchase")))
        for line in Table.lines(purchases.map(Self.cells)) { output.line(line) }
        for line in Table.lines(answer.renewals.map(Self.cells)) { output.line(line) }
    }

    private static func cells(_ reported: StoreTransaction) -> [String] {
        [
            "  " + Line.single(reported.id), Line.single(reported.productID), "× \(reported.purchasedQuantity)",
            date(reported.purchaseDate) ?? "?", date(reported.expirationDate).map { "until \($0)" } ?? "",
            date(reported.revocationDate).map { "refunded \($0)" } ?? (reported.isUpgraded ? "upgraded" : ""),
        ]
    }

    private static func cells(_ info: StoreRenewalInfo) -> [String] {
        [
            "  " + Line.single(info.originalTransactionID), Line.single(info.currentProductID),
            info.willAutoRenew ? "renews" : "does not renew",
            date(info.gracePeriodExpirationDate).map { "kept until \($0)" } ?? "",
        ]
    }

    private static func date(_ date: Date?) -> String? { date?.formatted(.iso8601) }

    var json: JSONText {
        .object([
            ("status", .integer(answer.status.rawValue)), ("environment", .string(answer.environment?.rawValue)),
            ("bundleID", .string(answer.bundleID)), ("requestDate", Self.milliseconds(answer.requestDate)),
            ("unreadableRows", .integer(answer.unreadableRows)),
            ("purchases", .array((answer.latestPurchases ?? answer.purchases).map(Self.json))),
            (
                "renewals",
                .array(
                    answer.renewals.map { info in
                        .object([
                            ("originalTransactionID", .string(info.originalTransactionID)),
                            ("productID", .string(info.currentProductID)), ("willAutoRenew", .bool(info.willAutoRenew)),
                            ("gracePeriodExpirationDate", Self.milliseconds(info.gracePeriodExpirationDate)),
                        ])
                    })
            ),
        ])
    }

    private static func json(_ reported: StoreTransaction) -> JSONText {
        .object([
            ("transactionID", .string(reported.id)), ("originalTransactionID", .string(reported.originalID)),
            ("productID", .string(reported.productID)), ("quantity", .integer(reported.purchasedQuantity)),
            ("purchaseDate", milliseconds(reported.purchaseDate)),
            ("expirationDate", milliseconds(reported.expirationDate)),
            ("cancellationDate", milliseconds(reported.revocationDate)), ("isUpgraded", .bool(reported.isUpgraded)),
        ])
    }

    private static func milliseconds(_ date: Date?) -> JSONText {
        .optional(date) { .integer(Timestamp($0).milliseconds) }
    }
}

/// The server that checks a receipt.
enum ReceiptServer: Sendable {
    /// Apple's service, with the file that has the app's shared secret.
    case apple(secretPath: String?)
    /// The app's own server.
    case own(URL)

    /// - Throws: ``UsageError`` if it is neither `apple` nor an address.
    init(_ text: String, secretPath: String?) throws(UsageError) {
        if text == "apple" {
            self = .apple(secretPath: secretPath)
        } else if let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host() != nil {
            self = .own(url)
        } else {
            throw UsageError("--ask needs “apple” or an address such as https://example.com/receipts, not “\(text)”")
        }
    }

    /// Whether the request contains the app's shared secret.
    var takesSecret: Bool {
        if case .apple = self { true } else { false }
    }

    /// Requests the server's answer about a receipt, once.
    ///
    /// - Throws: ``ToolError`` if there is no answer, or the secret cannot be read.
    func answer(_ receipt: StoreReceipt) async throws -> ReceiptAnswer {
        let validator: any ReceiptValidator =
            switch self {
            case .apple(let path):
                AppStoreReceiptValidator(sharedSecret: try path.flatMap { try Self.secret(in: $0) }, policy: .once)
            case .own(let url): ServerReceiptValidator([url], policy: .once)
            }
        do { return try await validator.validate(receipt) } catch let failure as ReceiptFailure {
            throw ToolError("the server did not answer: \(failure)")
        }
    }

    /// The first word of a file.
    private static func secret(in path: String) throws -> String? {
        String(decoding: try SignedFile(path: path).data, as: UTF8.self).split(whereSeparator: \.isWhitespace).first
            .map { String($0) }
    }
}
