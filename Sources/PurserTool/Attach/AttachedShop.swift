import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shop at an app's own App Store: the commands that concern the account, sent to the app that runs.
struct AttachedShop: Sendable {
    let store: AttachedStore
    let output: Output

    /// Serves until quit or the end of input; false when a line could not be done.
    func serve(_ input: ShopInput) async throws -> Bool {
        output.remark(
            "Attached to an App Store that sells \(Words.count(store.names.ids.count, "product")); help explains.")
        var isDone = true
        while let line = await input.next() {
            do {
                let wish = try ShopWish(line)
                if wish == .quit { break }
                try await serve(wish)
            } catch let error as UsageError {
                isDone = false
                output.complain(error.message)
            } catch let error as BackendError where error.code == .networkError {
                throw error
            } catch {
                isDone = false
                output.complain(ToolError.line(for: error))
            }
        }
        return isDone
    }

    /// Does what a line asks for.
    ///
    /// - Throws: ``ToolError``, ``UsageError`` or `BackendError`.
    func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .nothing, .quit: break
        case .help: for row in ShopWish.helpRows { output.remark(row.joined(separator: ": ")) }
        case .list, .products: try await show("products", ["id", "type", "displayPrice", "name"])
        case .pending: try await show("pending", ["payment", "product", "reason"])
        case .subscriptions:
            try await show("subscriptions", ["product", "state", "periodEnd", "willAutoRenew", "nextProduct"])
        case .updates: try await show("transactions", AttachedRows.transaction)
        case .buy(let product, let quantity, _, nil):
            try await act("buy", ["product": try store.product(product), "quantity": .number("\(quantity)")])
        case .askToBuy(let isOn): try await act("ask", ["on": .bool(isOn)])
        case .approve(let id): try await act("approve", id.map { ["payment": .string($0)] } ?? [:])
        case .decline(let id): try await act("decline", ["payment": .string(id)])
        case .delete(let what): try await act("delete", ["transaction": store.transaction(what)])
        case .refund(let what, let percentage, nil):
            try await act(
                "refund", ["transaction": store.transaction(what), "percentage": .number("\(percentage)")])
        case .advance(let span): try await advance(span)
        case .life(let wish): try await live(wish)
        default:
            throw ToolError("that is for the app to do; attached, the account can be steered and looked at: see help")
        }
    }

    private func advance(_ span: TimeSpan) async throws {
        let now = Timestamp(milliseconds: try await milliseconds(of: "time"))
        let seconds = (span.end(from: now).milliseconds - now.milliseconds) / 1_000
        let later = try await store.request("advance", ["seconds": .number("\(seconds)")])
        output.write("It is now \(AttachedRows.words(later.value("now"), under: "now")).", later.output)
    }

    private func milliseconds(of command: String) async throws -> Int64 {
        guard case .number(let digits)? = try await store.request(command).value("now"), let time = Int64(digits) else {
            throw ToolError("the App Store does not say what time it is")
        }
        return time
    }

    private func live(_ wish: LifeWish) async throws {
        switch wish {
        case .renew(let isOn, let name): try await act("renew", ["on": .bool(isOn)], name)
        case .renewNow(let name): try await act("renew", ["now": .bool(true)], name)
        case .card(let isAccepted, let name): try await act("card", ["accepted": .bool(isAccepted)], name)
        case .grace(let isOn): try await act("grace", ["on": .bool(isOn)])
        case .price(let price, let name): try await act("price", ["price": .number("\(price)")], name)
        case .consent(let agrees, let name): try await act("consent", ["agrees": .bool(agrees)], name)
        case .expire(let name): try await act("expire", [:], name)
        case .extend(let span, let name):
            let start = Timestamp(milliseconds: 0)
            let seconds = span.end(from: start).milliseconds / 1_000
            try await act("extend", ["seconds": .number("\(seconds)")], name)
        case .share(let product): try await act("share", ["product": try store.product(product)])
        case .unshare(let product): try await act("unshare", ["product": try store.product(product)])
        case .redeem(let offer, let product):
            try await act("redeem", ["offer": .string(offer), "product": try store.product(product)])
        case .seats, .extendAll, .assign, .unassign:
            throw ToolError("seats, and extensions for all, are steered in purser shop FILE only")
        }
    }

    /// Sends a command about a subscription.
    private func act(_ name: String, _ members: [String: JSONValue], _ subscription: String?) async throws {
        var members = members
        members["subscription"] = try await store.subscription(subscription)
        try await act(name, members)
    }

    private func act(_ name: String, _ members: [String: JSONValue]) async throws {
        let answer = try await store.request(name, members)
        let rows = answer.value("transaction").map { AttachedRows.cells($0, AttachedRows.transaction) } ?? ["Done."]
        output.write(rows.filter { !$0.isEmpty }.joined(separator: "  "), answer.output)
    }

    private func show(_ name: String, _ keys: [String]) async throws {
        let rows = try await store.request(name).list(name)
        for row in rows where output.isJSON { output.json(row.output) }
        guard !output.isJSON else { return }
        if rows.isEmpty { output.line("There is nothing.") }
        for line in Table.lines(rows.map { AttachedRows.cells($0, keys) }) { output.line(line) }
    }
}

/// What an attached App Store says, as columns.
enum AttachedRows {
    /// The columns of a transaction.
    static let transaction = ["id", "product", "purchaseDate", "expirationDate", "price", "revocationDate"]

    /// The values under these keys.
    static func cells(_ row: JSONValue, _ keys: [String]) -> [String] { keys.map { words(row.value($0), under: $0) } }

    /// An event in columns.
    static func event(_ event: JSONValue) -> [String] {
        guard case .object(let value)? = event.value("value") else { return [] }
        let first = ["id", "transaction", "payment", "product", "state", "type", "subtype"]
        let keys = first.filter { value[$0] != nil }
        return [words(event.value("date"), under: "date"), event.text("what") ?? ""]
            + keys.map { words(value[$0], under: $0) }
    }

    /// A value in words: a date as such.
    static func words(_ value: JSONValue?, under key: String) -> String {
        switch value {
        case .number(let digits)? where key.hasSuffix("Date") || ["now", "date", "periodEnd"].contains(key):
            Int64(digits).map { Words.date(Timestamp(milliseconds: $0)) } ?? digits
        case .number(let digits)?: digits
        case .string(let text)?: Line.single(text)
        case .bool(let flag)?: flag ? "yes" : "no"
        default: ""
        }
    }
}
