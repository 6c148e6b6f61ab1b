import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What becomes of a request for a refund.
public enum RefundRequestAnswer: Sendable, Hashable {
    /// The money is given back at once.
    case approved
    /// The App Store takes the request and declines it: nothing changes, and nothing is reported.
    case declined
    /// The customer closes the sheet.
    case cancelled
}

/// What the customer does when the app next shows a sheet, and what they begin by themselves.
struct CustomerPlans: Sendable {
    private var refundAnswers: [RefundRequestAnswer] = []
    private var codes: [(offerID: String, productID: String)] = []
    private var promotions = 0
    private var externalPurchases = 0

    /// Adds the answer to a later request for a refund.
    mutating func add(_ answer: RefundRequestAnswer) { refundAnswers.append(answer) }

    /// Adds a code that the customer enters into a later sheet.
    mutating func addCode(_ offerID: String, for productID: String) { codes.append((offerID, productID)) }

    /// The answer to the present request for a refund: approved unless planned otherwise.
    mutating func takeRefundAnswer() -> RefundRequestAnswer {
        refundAnswers.isEmpty ? .approved : refundAnswers.removeFirst()
    }

    /// The code that the customer enters into the present sheet; `nil` where they close it.
    mutating func takeCode() -> (offerID: String, productID: String)? { codes.isEmpty ? nil : codes.removeFirst() }

    /// A purchase that the customer begins in the App Store, under an identifier of its own.
    mutating func promote(_ productID: String, _ options: Set<PurchaseOption>) -> PromotedPurchase {
        promotions += 1
        return PromotedPurchase(id: "promoted-\(promotions)", productID: productID, options: options)
    }

    /// A token for the customer's next purchase outside the App Store.
    mutating func externalPurchaseToken(by settings: SimulatorSettings, at now: Timestamp) -> ExternalPurchaseToken {
        externalPurchases += 1
        let prefix = settings.environment == .production ? "" : "SANDBOX_"
        let id = prefix + UUID(number: externalPurchases).uuidString.lowercased()
        var members: [String: JSONValue] = [
            "bundleId": .string(settings.app.bundleID), "externalPurchaseId": .string(id),
            "tokenCreationDate": .number("\(now.milliseconds)"),
        ]
        members["appAppleId"] = settings.app.appID.map { .number("\($0)") }
        let base64 = Data(JSONValue.object(members).text.utf8).base64EncodedString()
        let value = String(base64.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" })
        return ExternalPurchaseToken(id: id, creationDate: now.date, value: value)
    }

    /// Forgets what is planned.
    mutating func removeAll() { (refundAnswers, codes) = ([], []) }
}
