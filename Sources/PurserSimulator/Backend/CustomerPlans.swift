import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The result of a refund request.
public enum RefundRequestAnswer: Sendable, Hashable {
    /// The money is refunded immediately.
    case approved
    /// The App Store accepts the request and declines it: nothing changes, and nothing is reported.
    case declined
    /// The customer closes the sheet.
    case cancelled
}

/// The customer's planned actions: in the next sheets of the app, and on their own.
struct CustomerPlans: Sendable {
    private var refundAnswers: [RefundRequestAnswer] = []
    private var codes: [(offerID: String, productID: String)] = []
    private var promotions = 0
    private var externalPurchases = 0

    /// Adds the answer to a later request for a refund.
    mutating func add(_ answer: RefundRequestAnswer) { refundAnswers.append(answer) }

    /// Adds a code that the customer enters into a later sheet.
    mutating func addCode(_ offerID: String, for productID: String) { codes.append((offerID, productID)) }

    /// The answer to the current refund request: approved, unless planned otherwise.
    mutating func takeRefundAnswer() -> RefundRequestAnswer {
        refundAnswers.isEmpty ? .approved : refundAnswers.removeFirst()
    }

    /// The code that the customer enters into the current sheet; `nil` if they close it.
    mutating func takeCode() -> (offerID: String, productID: String)? { codes.isEmpty ? nil : codes.removeFirst() }

    /// Makes a promoted purchase that the customer begins in the App Store, with a new identifier.
    mutating func promote(_ productID: String, _ options: Set<PurchaseOption>) -> PromotedPurchase {
        promotions += 1
        return PromotedPurchase(id: "promoted-\(promotions)", productID: productID, options: options)
    }

    /// Makes a token for the customer's next purchase outside the App Store.
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

    /// Removes all planned actions.
    mutating func removeAll() { (refundAnswers, codes) = ([], []) }
}
