import Foundation
import Purser
import PurserFormats
import PurserVerification

/// The shop at the App Store of a running app: its commands are sent to the app.
struct AttachedShop: Counter {
    let store: AttachedStore
    let output: Output

    init(_ path: String, _ output: Output) async throws {
        (store, self.output) = (try await AttachedStore(path), output)
    }

    var help: [[String]] { ShopCommand.attachedHelpRows }

    func report(_ said: String, _ answer: JSONValue) { output.write(said, answer.json) }

    func isLost(after error: any Error) -> Bool { (error as? BackendFailure)?.code == .networkError }

    func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .list, .products:
            let answer = try await store.list("products")
            if output.isJSON { return output.write(answer.map { Row([], $0.json) }) }
            ProductRow.write(try await store.products(in: answer), inFull: wish == .products, output)
        case .pending:
            try await show("pending", ["payment", "product", "reason", "since"], "Nothing waits for approval.")
        case .subscriptions:
            let rows = try await store.list("subscriptions").map { Row(AttachedRows.subscription($0), $0.json) }
            output.write(rows, ifNone: "The customer has no subscription.")
        case .transactions:
            let rows = try await store.priced(try await store.list("transactions"))
            output.write(AttachedRows.rows(rows, AttachedRows.transaction), ifNone: "Nothing was bought.")
        case .buy(let product, let quantity, let isManual, let seats):
            guard !isManual else { throw ToolError("the app decides whether a purchase is finished manually") }
            var members: [String: JSONValue] = [
                "product": .string(try store.product(product)), "quantity": .integer(quantity),
            ]
            members["seats"] = seats.map { .integer($0) }
            let answer = try await store.request("buy", members)
            let bought = try await store.priced([answer.value("transaction") ?? .null])[0]
            output.write(
                Row(AttachedRows.cells(bought, AttachedRows.transaction).filter { !$0.isEmpty }, answer.json))
        case .answer: throw ToolError("attached, a payment is answered immediately: approve or decline without a time")
        case .advance(let span):
            guard let now = try await store.request("time").time("now") else {
                throw ToolError("the App Store does not report its time")
            }
            let later = try await store.request("advance", ["seconds": .integer(span.seconds(from: now))])
            report("It is now \(AttachedRows.words(later.value("now"), under: "now")).", later)
        default: try await serveStore(wish)
        }
    }

    /// Performs a command about the app's own store, if the app has attached it.
    private func serveStore(_ wish: ShopWish) async throws {
        switch wish {
        case .owned:
            let answer = try await store.request("owned")
            let balances = (answer.value("balances")?.asMembers ?? [:]).sorted { $0.key < $1.key }
                .map { JSONValue.object(["product": .string($0), "bought": $1]) }
            output.write(
                AttachedRows.rows(answer.list("owned") + balances, ["product", "type", "expirationDate", "bought"]),
                ifNone: "Nothing is owned.")
        case .unfinished:
            try await show("unfinished", ["id", "product", "purchaseDate"], "Everything is finished.")
        case .finish(let words):
            for word in words {
                let id = try await unfinished(word)
                report("\(id)  finished", try await store.request("finish", ["transaction": .string(id)]))
            }
        case .restore:
            let answer = try await store.request("restore")
            let rows = AttachedRows.rows(answer.list("restored"), ["product"])
            output.write(rows, ifNone: "There is nothing to restore.")
            for failed in answer.list("failed") { output.complain(failed.text("message") ?? "") }
        case .updates:
            let keys = ["sequence", "phase", "kind", "transaction.id", "transaction.product"]
            try await show("updates", keys, "There are no updates.")
        case .failed(let consumer):
            try await show(
                "failed", ["consumer", "sequence", "product", "reason"], "No consumer has a failed update.",
                consumer.map { ["consumer": .string($0)] } ?? [:])
        case .release(let consumer, let numbers):
            for number in numbers {
                let members: [String: JSONValue] = ["consumer": .string(consumer), "sequence": .integer(number)]
                report("\(Line.single(consumer))  #\(number)  released", try await store.request("release", members))
            }
        case .rejected:
            try await show("rejected", ["kind", "id", "product", "reason", "message"], "Nothing was rejected.")
        default: throw ToolError("only the app itself can do this; help lists the commands that are possible here")
        }
    }

    /// The unfinished transaction for a word: its identifier, or the oldest of a product.
    private func unfinished(_ word: String) async throws -> String {
        guard let product = store.names.meant(word) else { return word }
        guard let id = try await store.list("unfinished").first(where: { $0.text("product") == product })?.text("id")
        else { throw ToolError("there is no unfinished transaction “\(word)”; unfinished lists all") }
        return id
    }

    private func show(_ name: String, _ keys: [String], _ none: String, _ members: [String: JSONValue] = [:])
        async throws
    {
        output.write(AttachedRows.rows(try await store.list(name, members), keys), ifNone: none)
    }
}
