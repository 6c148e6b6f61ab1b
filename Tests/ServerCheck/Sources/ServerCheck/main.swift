import Foundation
import Purser
import PurserServerAPI
import PurserSigning
import PurserSimulator
import PurserVerification

/// One of the two servers that the contract is held against.
struct Subject: Sendable {
    let client: ServerAPIClient
    let verifier: SignedDataVerifier
    /// A consumable of the customer.
    let transactionID: String

    /// Apple's sandbox, with the key, the app and the transaction that the environment names.
    static func sandbox(_ environment: [String: String]) throws -> Subject? {
        guard let id = environment["PURSER_KEY_ID"], let issuer = environment["PURSER_ISSUER_ID"],
            let path = environment["PURSER_KEY_FILE"], let bundle = environment["PURSER_BUNDLE_ID"],
            let transaction = environment["PURSER_TRANSACTION_ID"]
        else { return nil }
        let key = try ServerAPIKey(id: id, issuerID: issuer, pem: String(contentsOfFile: path, encoding: .utf8))
        return Subject(
            client: ServerAPIClient(key: key, bundleID: bundle, environment: .sandbox),
            verifier: try SignedDataVerifier(.init(bundleID: bundle, environments: [.sandbox])),
            transactionID: transaction)
    }

    /// The double, with a customer who has bought something.
    static func double() async throws -> Subject {
        let authority = try SigningAuthority()
        var settings = SimulatorSettings()
        settings.environment = .sandbox
        let store = EmbeddedAppStore(
            catalog: SimulatorCatalog(
                products: [StoreProduct(id: "coins", type: .consumable, price: 1)], settings: settings))
        let server = try await EmbeddedAppStoreServer(store: store, authority: authority)
        // As long as a client can wait: a machine that is busy otherwise may be slow.
        var options = ServerAPIOptions()
        options.requestLimit = .seconds(600)
        return Subject(
            client: ServerAPIClient(
                key: server.key, bundleID: settings.app.bundleID, environment: .sandbox, transport: server,
                retries: RetryPolicy(maximumElapsed: .seconds(600)), options: options),
            verifier: try SignedDataVerifier(
                authority.accepted(bundleID: settings.app.bundleID, environments: [.sandbox])),
            transactionID: try await store.buyElsewhere("coins").id)
    }
}

/// Why a step did not come out right.
struct Wrong: Error, CustomStringConvertible {
    let description: String
}

/// Fails a step.
func require(_ isRight: Bool, _ words: String) throws { if !isRight { throw Wrong(description: words) } }

/// The code by which a call fails.
func code(_ call: () async throws -> some Any) async throws -> Int? {
    do {
        _ = try await call()
        return nil
    } catch let failure as ServerAPIFailure {
        return failure.serverCode?.rawValue
    }
}

/// The steps of the contract: what they promise, and how that is found out.
let steps: [(String, @Sendable (Subject) async throws -> Void)] = [
    (
        "a transaction is found, and Apple has signed it",
        { subject in
            let answer = try await subject.client.getTransactionInfo(
                subject.transactionID
            ).verified(by: subject.verifier)
            try require(answer.value.storeTransaction().id == subject.transactionID, "another transaction came")
        }
    ),
    (
        "an unknown transaction is rejected with 4040010, and an invalid identifier with 4000006",
        { subject in
            let missing = try await code { try await subject.client.getTransactionInfo("1") }
            try require(missing == 4_040_010, "the code was \(missing ?? 0)")
            let wrong = try await code { try await subject.client.getTransactionInfo("coins") }
            try require(wrong == 4_000_006, "the code was \(wrong ?? 0)")
        }
    ),
    (
        "a history has the transaction once, and reading on from its revision brings nothing",
        { subject in
            var (ids, revision): ([String], String?) = ([], nil)
            for try await page in subject.client.transactionHistory(
                of: subject.transactionID
            ).verified(by: subject.verifier) {
                ids += try page.items.map { try $0.storeTransaction().id }
                revision = page.value.page.revision
            }
            try require(ids.filter { $0 == subject.transactionID }.count == 1, "it came \(ids.count) times")
            let rest = try await subject.client.getTransactionHistory(of: subject.transactionID, after: revision)
            try require(rest.signedTransactions.isEmpty && !rest.hasMore, "something came again")
        }
    ),
    (
        "the states of subscriptions and the refunds are answered",
        { subject in
            _ = try await subject.client.getAllSubscriptionStatuses(
                of: subject.transactionID
            ).verified(by: subject.verifier)
            for try await _ in subject.client.refundHistory(
                of: subject.transactionID
            ).verified(by: subject.verifier) {}
        }
    ),
    (
        "an order that does not exist is answered with status 1",
        { subject in
            let lookup = try await subject.client.lookUpOrderId("MX00000000")
            try require(
                lookup.status == 1 && lookup.signedTransactions.isEmpty, "the status was \(lookup.status ?? -1)")
        }
    ),
    (
        "finishing twice and setting a user twice succeed",
        { subject in
            let user = UUID()
            for _ in 1...2 {
                try await subject.client.finishTransaction(subject.transactionID)
                try await subject.client.setAppAccountToken(user, of: subject.transactionID)
            }
            let answer = try await subject.client.getTransactionInfo(
                subject.transactionID
            ).verified(by: subject.verifier)
            try require(answer.value.storeTransaction().appAccountToken == user, "the user is not set")
        }
    ),
    (
        "a history of notifications is answered, and one that begins too early is rejected with 4000012",
        { subject in
            let now = Date()
            let request = NotificationHistoryRequest(from: now.addingTimeInterval(-86_400), to: now)
            for try await _ in subject.client.notificationHistory(request) {}
            let early = NotificationHistoryRequest(from: now.addingTimeInterval(-400 * 86_400), to: now)
            let code = try await code { try await subject.client.getNotificationHistory(early) }
            try require(code == 4_000_012, "the code was \(code ?? 0)")
        }
    ),
]

/// Holds the contract against a server.
func check(_ name: String, _ subject: Subject) async -> Bool {
    print(name)
    var isRight = true
    for (number, step) in steps.enumerated() {
        do {
            try await step.1(subject)
            print("\(number + 1). \(step.0): ok")
        } catch {
            isRight = false
            print("\(number + 1). \(step.0): WRONG: \(error)")
        }
    }
    print(isRight ? "all \(steps.count) steps passed" : "some steps failed")
    return isRight
}

var isRight = await check("The double:", try await .double())
if let sandbox = try Subject.sandbox(ProcessInfo.processInfo.environment) {
    isRight = await check("Apple's sandbox:", sandbox) && isRight
} else {
    print("Apple's sandbox: not called; README.md names the variables for a key.")
}
exit(isRight ? 0 : 1)
