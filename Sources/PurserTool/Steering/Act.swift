import Purser
import PurserFormats

/// A change at an App Store, as it is typed: a command of the App Store's protocol (SteeringARunningApp in
/// PurserSimulator), and what it is about.
struct Act: Hashable, Sendable {
    /// What the command is about, in the words that were typed.
    enum Subject: Hashable, Sendable {
        case none
        case product(String)
        /// A product, a group or a transaction; without a word, the only subscription.
        ///
        /// - Parameter orOver: whether an expired one is meant without a word, if none is active.
        case subscription(String?, orOver: Bool = false)
        /// A transaction, or a product for its latest one.
        case transaction(String, isRevoked: Bool = false)
        /// A payment that waits for approval; without a word, all of them.
        case payment(String?)
    }

    let command: String
    var subject: Subject
    var members: [String: JSONValue]
    /// A length of time, which is sent in seconds.
    let span: TimeSpan?
    /// The result, as a sentence; `{}` stands for the subject, and `{key}` for a member of the answer.
    let said: String

    init(
        _ command: String, _ subject: Subject = .none, with members: [String: JSONValue] = [:], span: TimeSpan? = nil,
        said: String
    ) {
        (self.command, self.subject, self.members) = (command, subject, members)
        (self.span, self.said) = (span, said)
    }

    static func refund(seats: Int, of transaction: Subject) -> Act {
        let said = "Refunded \(Words.count(seats, "seat")) of transaction {}."
        return Act("refund", transaction, with: ["seats": .integer(seats)], said: said)
    }

    static func renewal(seats: Int, of subscription: String?) -> Act {
        let said = "Its next period has \(Words.count(seats, "seat"))."
        return Act("seats", .subscription(subscription), with: ["seats": .integer(seats)], said: said)
    }

    /// Performs the change, and returns the sentence and the App Store's answer.
    func perform(on store: some SteeredStore) async throws -> (said: String, answer: JSONValue) {
        var (name, members, before) = ("", members, JSONValue.null)
        switch subject {
        case .none: break
        case .product(let word):
            name = try store.product(word)
            members["product"] = .string(name)
            if span != nil { before = (try? await store.subscription(word).state) ?? .null }
        case .subscription(let word, let orOver):
            (name, before) = try await store.subscription(word, orOver: orOver)
            members["subscription"] = .string(name)
        case .transaction(let word, let isRevoked):
            name = try await store.transaction(word, isRevoked: isRevoked)
            members["transaction"] = .string(name)
        case .payment(let id):
            guard try await store.isWaiting(id) else { return ("Nothing waits for approval.", .object([:])) }
            members["payment"] = id.map { .string($0) }
        }
        if let span { members["seconds"] = .integer(span.seconds(from: before.time("periodEnd"))) }
        let price = members["price"] == nil ? nil : try await store.price(members["price"], of: before)
        let answer = try await store.request(command, members)
        // A declined card has left an amount that is due.
        let isDue = command == "card" && members["accepted"] == .bool(true) && before.value("billingRetryEnd") != nil
        return (isDue ? "The card is accepted, and the due amount is paid." : sentence(name, price, answer), answer)
    }

    private func sentence(_ name: String, _ price: String?, _ answer: JSONValue) -> String {
        var said = said.replacing("{}", with: Line.single(name)).replacing("{price}", with: price ?? "")
        for key in ["succeeded", "failed", "transaction"] {
            let value = answer.value(key)
            said.replace("{\(key)}", with: value?.text("id") ?? AttachedRows.words(value, under: key))
        }
        return said
    }
}
