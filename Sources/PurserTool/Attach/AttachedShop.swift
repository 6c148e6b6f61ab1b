import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shop for the App Store of a running app: its commands are sent to the app.
struct AttachedShop: Sendable {
    let store: AttachedStore
    let output: Output

    /// Serves until quit or the end of the input; returns `false` if a line failed.
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
            } catch let error as BackendFailure where error.code == .networkError {
                throw error
            } catch {
                isDone = false
                output.complain(ToolError.line(for: error))
            }
        }
        return isDone
    }

    /// Performs a line.
    ///
    /// - Throws: ``ToolError``, ``UsageError`` or `BackendFailure`.
    func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .nothing, .quit: break
        case .help: output.write(help: ShopWish.attachedHelpRows)
        case .list, .products:
            let answer = try await store.request("products").list("products")
            for product in answer where output.isJSON { output.json(product.output) }
            if output.isJSON { return }
            let products = try await store.products(in: answer)
            if wish == .products { return ProductRow.write(products, output) }
            for line in ProductRow.lines(products) { output.line(line) }
        case .pending:
            try await show("pending", ["payment", "product", "reason", "since"], "Nothing waits for approval.")
        case .subscriptions:
            let rows = try await store.request("subscriptions").list("subscriptions")
            for row in rows where output.isJSON { output.json(row.output) }
            if output.isJSON { return }
            if rows.isEmpty { output.line("The customer has no subscription.") }
            for line in Table.lines(rows.map(AttachedRows.subscription)) { output.line(line) }
        case .transactions:
            let rows = try await store.priced(try await store.request("transactions").list("transactions"))
            output.write(rows, AttachedRows.transaction, ifNone: "Nothing was bought.")
        case .history(let name):
            let spans = try await store.request("history", ["subscription": store.subscription(name, orOver: true)])
            output.write(spans.list("spans"), AttachedRows.span, ifNone: "Nothing is known of it.")
        case .buy(let product, let quantity, let isManual, let seats):
            guard !isManual else { throw ToolError("the app decides whether a purchase is finished manually") }
            var members: [String: JSONValue] = [
                "product": try store.product(product), "quantity": .number("\(quantity)"),
            ]
            members["seats"] = seats.map { .number("\($0)") }
            try await act("buy", members)
        case .askToBuy(let isOn): try await act("ask", ["on": .bool(isOn)])
        case .approve(let id): try await act("approve", id.map { ["payment": .string($0)] } ?? [:])
        case .decline(let id): try await act("decline", ["payment": .string(id)])
        case .answer: throw ToolError("attached, a payment is answered immediately: approve or decline without a time")
        case .delete(let what): try await act("delete", ["transaction": store.transaction(what)])
        case .refund(let what, let percentage, let seats):
            var members = ["transaction": try await store.transaction(what), "percentage": .number("\(percentage)")]
            members["seats"] = seats.map { .number("\($0)") }
            try await act("refund", members)
        case .reinstate(let what): try await act("reinstate", ["transaction": store.transaction(what, isRevoked: true)])
        case .advance(let span): try await advance(span)
        case .progress(let wish): try await live(wish)
        case .account(let wish):
            let answer = try await store.request(wish.command, wish.members)
            output.write(wish.said, answer.output)
        default: try await serveStore(wish)
        }
    }

    /// Performs a line about the app's own store, if the app has attached it.
    private func serveStore(_ wish: ShopWish) async throws {
        switch wish {
        case .owned:
            let answer = try await store.request("owned")
            let balances: [JSONValue] =
                if case .object(let members)? = answer.value("balances") {
                    members.sorted { $0.key < $1.key }.map { .object(["product": .string($0), "bought": $1]) }
                } else { [] }
            let rows = answer.list("owned")
            output.write(rows + balances, ["product", "type", "expirationDate", "bought"], ifNone: "Nothing is owned.")
        case .unfinished:
            try await show("unfinished", ["id", "product", "purchaseDate"], "Everything is finished.")
        case .finish(let what): try await act("finish", ["transaction": unfinished(what)])
        case .restore:
            let answer = try await store.request("restore")
            let rows = answer.list("restored").map { JSONValue.object(["product": $0.value("product") ?? .null]) }
            output.write(rows, ["product"], ifNone: "There is nothing to restore.")
            for failed in answer.list("failed") { output.complain(failed.text("message") ?? "") }
        case .updates:
            let rows = try await store.request("updates").list("updates").map { update in
                var members = ["number": update.value("sequence") ?? .null, "phase": update.value("phase") ?? .null]
                members["kind"] = update.value("kind")
                members["id"] = update.value("transaction")?.value("id")
                members["product"] = update.value("transaction")?.value("product")
                return JSONValue.object(members)
            }
            output.write(rows, ["number", "phase", "kind", "id", "product"], ifNone: "There are no updates.")
        case .failed:
            try await show(
                "failed", ["consumer", "sequence", "product", "reason"], "No consumer has a failed update.")
        case .release(let consumer, let number):
            try await act("release", ["consumer": .string(consumer), "sequence": .number("\(number)")])
        case .rejected:
            try await show("rejected", ["kind", "id", "product", "reason", "message"], "Nothing was rejected.")
        default: throw ToolError("only the app itself can do this; help lists the commands that are possible here")
        }
    }

    /// The unfinished transaction for a word: its identifier, or the oldest of a product.
    private func unfinished(_ word: String) async throws -> JSONValue {
        guard let product = store.names.meant(word) else { return .string(word) }
        let waiting = try await store.request("unfinished").list("unfinished")
        guard let id = waiting.first(where: { $0.text("product") == product })?.value("id") else {
            throw ToolError("there is no unfinished transaction “\(word)”; unfinished lists all")
        }
        return id
    }

    private func advance(_ span: TimeSpan) async throws {
        guard case .number(let digits)? = try await store.request("time").value("now"), let time = Int64(digits) else {
            throw ToolError("the App Store does not report its time")
        }
        let now = Timestamp(milliseconds: time)
        let seconds = (span.end(from: now).milliseconds - now.milliseconds) / 1_000
        let later = try await store.request("advance", ["seconds": .number("\(seconds)")])
        output.write("It is now \(AttachedRows.words(later.value("now"), under: "now")).", later.output)
    }

    private func live(_ wish: LifeWish) async throws {
        switch wish {
        case .renew(let isOn, let name): try await act("renew", ["on": .bool(isOn)], name)
        case .renewNow(let name):
            try await act("renew", ["now": .bool(true), "subscription": store.subscription(name, orOver: true)])
        case .card(let isAccepted, let name): try await act("card", ["accepted": .bool(isAccepted)], name)
        case .grace(let isOn): try await act("grace", ["on": .bool(isOn)])
        case .price(let price, let name): try await act("price", ["price": .number("\(price)")], name)
        case .consent(let agrees, let name): try await act("consent", ["agrees": .bool(agrees)], name)
        case .expire(let name): try await act("expire", [:], name)
        case .extend(let span, let name): try await act("extend", ["seconds": Self.seconds(span)], name)
        case .extendAll(let span, let product):
            try await act("extend", ["seconds": Self.seconds(span), "product": try store.product(product)])
        case .seats(let count, let name): try await act("seats", ["seats": .number("\(count)")], name)
        case .share(let product): try await act("share", ["product": try store.product(product)])
        case .unshare(let product): try await act("unshare", ["product": try store.product(product)])
        case .assign(let product): try await act("assign", ["product": try store.product(product)])
        case .unassign(let product): try await act("unassign", ["product": try store.product(product)])
        case .redeem(let offer, let product):
            try await act("redeem", ["offer": .string(offer), "product": try store.product(product)])
        }
    }

    private static func seconds(_ span: TimeSpan) -> JSONValue {
        .number("\(span.end(from: Timestamp(milliseconds: 0)).milliseconds / 1_000)")
    }

    /// Sends a command about a subscription.
    private func act(_ name: String, _ members: [String: JSONValue], _ subscription: String?) async throws {
        var members = members
        members["subscription"] = try await store.subscription(subscription)
        try await act(name, members)
    }

    private func act(_ name: String, _ members: [String: JSONValue]) async throws {
        let answer = try await store.request(name, members)
        guard let transaction = answer.value("transaction") else { return output.write("Done.", answer.output) }
        let cells = AttachedRows.cells(try await store.priced([transaction])[0], AttachedRows.transaction)
        output.write(cells.filter { !$0.isEmpty }.joined(separator: "  "), answer.output)
    }

    private func show(_ name: String, _ keys: [String], _ none: String) async throws {
        output.write(try await store.request(name).list(name), keys, ifNone: none)
    }
}
