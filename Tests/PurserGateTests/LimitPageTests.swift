import Foundation
import Testing

@Suite("The page of limits")
struct LimitPageTests {
    /// By the type and the name of a limit in the sources, how its row on the page begins.
    private static let rows = [
        "IntakeLimits.identifierBytes": "identifiers", "IntakeLimits.textBytes": "other texts",
        "IntakeLimits.signedFormBytes": "the signed form", "IntakeLimits.rawFieldBytes": "the JSON that is kept",
        "IntakeLimits.quantity": "the quantity of a transaction",
        "IntakeLimits.priceTiers": "the prices of a transaction",
        "IntakeLimits.listedIdentifiers": "products or offers",
        "IntakeLimits.deferredPromotedPurchases": "promoted purchases that are deferred",
        "IntakeLimits.reasonBytes": "the text of an error",
        "PaymentRequest.maximumQuantity": "the quantity of a payment",
        "PaymentRequest.maximumSeats": "the seats of a payment",
        "PaymentRequest.maximumContextBytes": "the context of a payment",
        "PaymentRequest.maximumOptionBytes": "the options of a payment",
        "PaymentRequest.maximumProductIDBytes": "the product identifier of a payment",
        "StoreProducts.maximumIDs": "products in one request",
        "JSONReader.maximumBytes": "a product list", "JSONValue.maximumDepth": "its nesting",
        "JSONValue.maximumCount": "its values", "JSONScan.maximumDigits": "the characters of one number",
        "ProductListReader.maximumEntries": "the entries of a product list",
        "FileDiagnosticLog.limit": "the diagnostics of one file",
        "ExchangeState.renewalLimit": "further tokens of a call", "CompactJWS.maximumBytes": "a signed text",
        "PurchaseBook.textLimit": "a text that a purchase book receives",
        "SignedJSONReader.maximumBytes": "the JSON inside a signed text",
        "SignedJSONReader.maximumDepth": "the JSON inside a signed text",
        "SignedJSONReader.maximumCount": "the JSON inside a signed text",
        "SignedJSONReader.maximumDigits": "the JSON inside a signed text",
        "JWSHeader.maximumCertificates": "the certificates", "ReceiptContainer.maximumCertificates": "the certificates",
        "KnownChains.limit": "certificate chains", "ReceiptContainer.maximumBytes": "a local receipt",
        "BERElement.maximumDepth": "a local receipt", "BERElement.maximumElements": "a local receipt",
        "TransactionReceipt.maximumBytes": "a receipt of one transaction",
        "TransactionReceipt.longestIdentifier": "a receipt of one transaction",
        "TextDictionary.maximumEntries": "a receipt of one transaction",
        "NotificationVersion1.maximumBytes": "a posted notification of version 1",
        "AppReceipt.maximumRows": "the rows of a local receipt",
        "AppReceipt.maximumFields": "the rows of a local receipt",
        "ReceiptAnswer.maximumBytes": "an answer of Apple's", "LooseObject.maximumDepth": "an answer of Apple's",
        "OCSPExchange.maximumBytes": "an answer about a revoked certificate",
        "HTTPExchange.redirectionLimit": "a content from a server", "ZipDirectory.mostBytes": "a zip archive",
        "ZipEntry.longest": "a zip archive", "ZipEntry.deepest": "a zip archive",
        "SignedFile.limit": "a file of signed data", "ShopWish.maximumBytes": "a line in the tool's shop",
        "LineBuffer.longestLine": "a line of a client that steers",
        "SocketLoop.mostClients": "clients that steer a running app",
        "StudioWish.longest": "a command that the page of Studio sends",
        "StudioLog.limit": "what a page of Studio reads again",
        "Timeline.limit": "a timeline of the tool", "TimeSpan.longest": "a timeline of the tool",
        "Session.renewalLimit": "a timeline of the tool",
        "MemoryLimits.invalidProductIDs": "products that the App Store does not know",
        "MemoryLimits.diagnostics": "diagnostics that nobody has read",
        "MemoryLimits.messages": "diagnostics that nobody has read", "MemoryLimits.rejectedReports": "rejected reports",
        "MemoryLimits.failedTransactions": "identifiers of failed transactions",
        "MemoryLimits.arrivals": "identifiers of failed transactions",
        "MemoryLimits.productStates": "states of a product",
        "MemoryLimits.latePayments": "payments that have ended without a transaction",
        "MemoryLimits.undecidedTransactions": "transactions that wait until it is known",
        "MemoryLimits.overtakenTransactions": "later reports",
    ]

    /// What decides nothing of what comes in: sizes of buffers, portions, pauses and lists that are shown.
    private static let others: Set = [
        "ArchivedTexts.byteLimit", "CalendarTimer.longest", "Demo.listLimit", "ReportRoute.batchLimit",
        "ReportRoute.unreadLimit", "LedgerInspector.mostReadings", "ExternalCallsState.vainLookLimit",
        "PosixFile.longestPlace", "UpdateChunks.limit", "SocketLoop.mostUnsent", "SocketLoop.mostUnanswered",
        "AccountSubscription.mostPassed", "StudioLog.pageLimit", "StudioTimeline.limit", "DelegateQueue.most",
        "ReceiveState.batchLimit", "Webhook.answerLimit", "ReceiveState.attemptLimit",
    ]

    /// A limit as the sources declare it, and its value.
    private struct Declared {
        let name: String
        let value: Int
    }

    private static func declared() throws -> [Declared] {
        let pattern =
            #/
            static\ let\ (?<name>(?:maximum|most|longest|deepest)\w*|limit|\w+Limit)(?:\ *:\ *\w+)?\ =
            \ (?<value>[0-9_]+)(?:\ <<\ (?<shift>[0-9]+))?(?:\n|$|\ \/\/)
            /#
        let plain = #/static let (?<name>\w+)(?: *: *\w+)? = (?<value>[0-9_]+)(?: << (?<shift>[0-9]+))?(?:\n|$)/#
        var found: [Declared] = []
        for folder in try PackageSources.modules() where folder.hasPrefix("Sources/") {
            for (path, text) in try PackageSources.files(in: folder) {
                let file = path.split(separator: "/").last?.split(separator: ".").first ?? ""
                let type = file.split(separator: "+").first.map(String.init) ?? ""
                let matches = text.matches(of: pattern).map { ($0.output.name, $0.output.value, $0.output.shift) }
                let others = text.matches(of: plain).map { ($0.output.name, $0.output.value, $0.output.shift) }
                for (name, value, shift) in ["IntakeLimits", "MemoryLimits"].contains(type) ? others : matches {
                    let number = Int(value.filter { $0 != "_" }) ?? 0
                    found.append(Declared(name: "\(type).\(name)", value: number << (shift.flatMap { Int($0) } ?? 0)))
                }
            }
        }
        return found
    }

    /// The number as the page writes it: with commas, or in KiB and MiB.
    private static func spellings(_ value: Int) -> [String] {
        var digits = String(value)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        let plain = ([digits] + groups).joined(separator: ",")
        return [plain]
            + [10: "KiB", 20: "MiB"].compactMap { shift, unit in
                value % (1 << shift) == 0 && value > 0 ? "\(value >> shift) \(unit)" : nil
            }
    }

    @Test("It lists every limit of the sources with its present value")
    func everyLimit() throws {
        let url = PackageSources.root.appendingPathComponent("Sources/Purser/Purser.docc/Guides/Limits.md")
        let page = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let declared = try Self.declared()
        #expect(declared.count > 50)
        for limit in declared where !Self.others.contains(limit.name) {
            guard let begin = Self.rows[limit.name] else {
                Issue.record("\(limit.name) has no row on the page of limits, or is not named in this test")
                continue
            }
            let row = page.first { $0.hasPrefix("| \(begin)") }
            let words = row.map { $0.split { !$0.isNumber && $0 != "," } } ?? []
            let says = Self.spellings(limit.value).contains { text in
                words.contains { $0 == text } || text.hasSuffix("iB") && row?.contains(text) == true
            }
            #expect(says, "\(limit.name) is \(limit.value): \(row ?? "no row begins with: \(begin)")")
        }
    }
}
