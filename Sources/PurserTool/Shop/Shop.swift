import Purser
import PurserSimulator

/// The interactive shop: it carries out what is typed, line by line, and prints the updates that follow.
struct Shop: Sendable {
    let session: Session
    let products: [StoreProduct]
    /// The products that a word may mean.
    let names: ProductNames
    let deliveries: ShopDeliveries
    let output: Output

    /// Looks up what is for sale.
    init(_ session: Session, _ file: StoreFile, _ deliveries: ShopDeliveries, _ output: Output) async throws {
        self.session = session
        self.deliveries = deliveries
        self.output = output
        products = try await session.store.products(for: file.catalog.products.map(\.id)).products
        names = ProductNames(products.map(\.id))
        output.remark("\(Line.single(file.name)) sells \(Words.count(products.count, "product")); help explains.")
        list()
    }

    /// Serves until quit or the end of input; false when a line could not be done.
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

    /// Says a sentence.
    func say(_ text: String) { output.write(text, .line("note", [("text", .string(text))])) }

    private func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .nothing, .quit: break
        case .help: help()
        case .list: list()
        case .products: ProductRow.write(products, output)
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
        case .subscriptions: await showSubscriptions()
        case .life(let wish): try await live(wish)
        case .follow(let reader, let isFailing): try await follow(reader, isFailing)
        case .aside: await showAside()
        case .refused: RefusedRows.write(session.store.refusedReports, output)
        case .release(let reader, let number): try await release(number, to: reader)
        }
    }

    private func help() {
        guard output.isJSON else {
            return output.line(Paragraphs.columns(ShopWish.helpRows, width: output.textWidth))
        }
        for row in ShopWish.helpRows { say(row.joined(separator: ": ")) }
    }

    private func list() {
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
        try names.find(word, "“\(word)” is not sold here; list shows what is")
    }

    /// The product that a number of the list, an identifier or the end of one means.
    func productID(_ word: String) -> String? { names.meant(word) }
}
