import Purser
import PurserSimulator

/// The interactive shop: it performs the typed lines, and prints the updates that follow.
struct Shop: Sendable {
    let session: Session
    /// The names of the products.
    let names: ProductNames
    let deliveries: ShopDeliveries
    let output: Output

    /// Reads the products.
    init(_ session: Session, _ file: StoreFile, _ deliveries: ShopDeliveries, _ output: Output) async throws {
        self.session = session
        self.deliveries = deliveries
        self.output = output
        names = file.productNames
        let products = try await products
        output.remark("\(Line.single(file.name)) sells \(Words.count(products.count, "product")); help explains.")
        list(products)
    }

    /// The products, at the prices of the customer's current storefront.
    var products: [StoreProduct] {
        get async throws { try await session.store.products(for: names.ids).products }
    }

    /// Serves until quit or the end of the input; returns `false` if a line failed.
    func serve(_ input: ShopInput) async throws -> Bool {
        var isDone = true
        // Updates of earlier runs are not printed here; the command `updates` shows them.
        var seen = session.store.lastSequence
        while let line = await input.next() {
            do {
                let wish = try ShopWish(line)
                if wish == .quit { break }
                try await serve(wish)
            } catch let error as UsageError {
                isDone = false
                output.complain(error.message)
            } catch {
                isDone = false
                output.complain(ToolError.line(for: error))
            }
            seen = try await showUpdates(after: seen)
            for line in deliveries.take() { say(line) }
        }
        return isDone
    }

    private func showUpdates(after sequence: UInt64) async throws -> UInt64 {
        let updates = try await session.store.recordedUpdates(after: sequence)
        await show(updates)
        return updates.last?.sequence ?? sequence
    }

    /// Prints updates, in columns or as objects.
    func show(_ updates: [StoreUpdate], withIDs: Bool = false) async {
        for update in updates where output.isJSON { output.json(.update(update)) }
        guard !output.isJSON else { return }
        for line in await session.lines(for: updates, withIDs: withIDs) { output.line(line) }
    }

    /// Prints a sentence.
    func say(_ text: String) { output.say(text) }

    private func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .nothing, .quit: break
        case .help: output.write(help: ShopWish.helpRows)
        case .list: list(try await products)
        case .products: ProductRow.write(try await products, output)
        case .buy(let product, let quantity, let isManual, let seats):
            let finishing: Finishing? = isManual ? .manual : nil
            try await buy(
                PaymentRequest(
                    productID: try sold(product), quantity: quantity, options: seats.map { [.seats($0)] } ?? [],
                    finishing: finishing))
        case .askToBuy(let asks): await askToBuy(asks)
        case .pending: await showPending()
        case .approve(let id): try await approve(id)
        case .decline(let id): try await decline(id)
        case .answer(let id, let approves, let span): try await answer(id, approves, after: span)
        case .delete(let what): try await delete(what)
        case .refund(let what, let percentage, nil): try await refund(what, percentage)
        case .refund(let what, _, let seats?): try await refund(what, seats: seats)
        case .restore: try await restore()
        case .owned: showOwned()
        case .unfinished: await showUnfinished()
        case .finish(let what): try await finish(what)
        case .updates:
            let updates = try await session.store.recordedUpdates()
            await show(updates, withIDs: true)
        case .advance(let span): try await advance(span)
        case .subscriptions: try await showSubscriptions()
        case .history(let word): try await showHistory(word)
        case .transactions: try await showTransactions()
        case .reinstate(let what): try await reinstate(what)
        case .account(let wish):
            _ = try await session.recording { try await session.appStore.perform(wish.command, wish.members) }
            say(wish.said)
        case .progress(let wish): try await live(wish)
        case .follow(let consumer, let isFailing): try await follow(consumer, isFailing)
        case .failed: await showFailedUpdates()
        case .rejected: RejectedRows.write(session.store.rejectedReports, output)
        case .release(let consumer, let number): try await release(number, to: consumer)
        }
    }

    private func list(_ products: [StoreProduct]) {
        for product in products where output.isJSON { output.json(.product(product)) }
        guard !output.isJSON else { return }
        for line in ProductRow.lines(products) { output.line(line) }
    }

    private func buy(_ request: PaymentRequest) async throws {
        let row = try await session.recording { await PurchaseRow(session, request) }
        if let failure = row.failure { throw failure }
        output.write(row.text(finish: "finish"), row.json)
    }

    private func sold(_ word: String) throws -> String {
        try names.find(word, "“\(word)” is not sold here; list shows the products")
    }

    /// The product for a number in the list, an identifier or the end of one.
    func productID(_ word: String) -> String? { names.meant(word) }
}

extension Output {
    /// Prints a sentence.
    func say(_ text: String) { write(text, .line("note", [("text", .string(text))])) }

    /// Writes the purposes of commands.
    func write(help rows: [[String]]) {
        guard isJSON else { return line(Paragraphs.columns(rows, width: textWidth)) }
        for row in rows { say(row.joined(separator: ": ")) }
    }
}
