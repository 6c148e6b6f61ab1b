import Purser
import PurserSimulator

/// The interactive shop: it carries out what is typed, line by line, and prints the updates that follow.
struct Shop: Sendable {
    let session: Session
    let products: [StoreProduct]
    let deliveries: ShopDeliveries
    let output: Output

    /// Looks up what is for sale.
    init(_ session: Session, _ file: StoreFile, _ deliveries: ShopDeliveries, _ output: Output) async throws {
        self.session = session
        self.deliveries = deliveries
        self.output = output
        products = try await session.store.products(for: file.catalog.products.map(\.id)).products
        output.line("\(Line.single(file.name)) sells \(Words.count(products.count, "product")); help explains.")
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
            for line in deliveries.take() { output.line(line) }
        }
        return isDone
    }

    private func showUpdates(after sequence: UInt64) async throws -> UInt64 {
        let updates = try await session.store.recordedUpdates(after: sequence)
        for line in await session.lines(for: updates) { output.line(line) }
        return updates.last?.sequence ?? sequence
    }

    private func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .nothing, .quit: break
        case .help: output.line(Paragraphs.columns(ShopWish.helpRows, width: output.textWidth))
        case .list: list()
        case .buy(let product, let quantity, let isManual):
            let finishing: Finishing? = isManual ? .manual : nil
            try await buy(
                PaymentRequest(productID: try sold(product), quantity: quantity, finishing: finishing))
        case .askToBuy(let asks): await askToBuy(asks)
        case .pending: await showPending()
        case .approve(let id): try await approve(id)
        case .decline(let id): try await decline(id)
        case .refund(let what, let percentage): try await refund(what, percentage)
        case .restore: try await restore()
        case .owned: for line in OwnedRows.lines(session.store.entitlements) { output.line(line) }
        case .unfinished: await showUnfinished()
        case .finish(let what): try await finish(what)
        case .updates:
            let updates = try await session.store.recordedUpdates()
            for line in await session.lines(for: updates, withIDs: true) { output.line(line) }
        case .follow(let reader, let isFailing): try await follow(reader, isFailing)
        case .aside: for line in AsideRows.lines(await session.store.setAsideUpdates()) { output.line(line) }
        case .release(let reader, let number): try await release(number, to: reader)
        }
    }

    private func list() {
        let rows = products.enumerated().map { ["  \($0.offset + 1)"] + ProductRow.cells($0.element) }
        for line in Table.lines(rows) { output.line(line) }
    }

    private func buy(_ request: PaymentRequest) async throws {
        let row = try await session.recording { await PurchaseRow(session, request) }
        if let failure = row.failure { throw failure }
        output.line(row.text(finish: "finish"))
    }

    private func sold(_ word: String) throws -> String {
        guard let id = productID(word) else { throw ToolError("“\(word)” is not sold here; list shows what is") }
        return id
    }

    /// The product that a number of the list or an identifier means.
    func productID(_ word: String) -> String? {
        if products.contains(where: { $0.id == word }) { return word }
        guard let number = Int(word), products.indices.contains(number &- 1) else { return nil }
        return products[number - 1].id
    }
}
