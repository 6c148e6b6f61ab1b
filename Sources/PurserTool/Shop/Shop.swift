import Foundation
import Purser
import PurserFormats
import PurserSimulator

/// The shop at an App Store in this program: it performs typed lines, and prints the updates that follow.
struct Shop: Counter {
    let session: Session
    let store: OwnAppStore
    let output: Output
    /// The command that performs single lines, such as `buy`; `nil` for the interactive shop.
    let command: String?
    /// What the shop's app has revoked since the last line.
    private let revoked: Lock<[StoreUpdate]>
    private let seen: Lock<UInt64>

    init(
        _ session: Session, _ file: StoreFile, _ output: Output, command: String? = nil,
        revoked: Lock<[StoreUpdate]> = Lock([])
    ) {
        (self.session, self.output, self.command, self.revoked) = (session, output, command, revoked)
        store = OwnAppStore(appStore: session.appStore, names: file.productNames)
        // Updates of earlier runs are not printed as new; the command `updates` shows them.
        seen = Lock(session.store.lastSequence)
    }

    var help: [[String]] { ShopCommand.helpRows }

    /// The products, at the prices of the customer's current storefront.
    var products: [StoreProduct] {
        get async throws { try await session.store.products(for: store.names.ids).products }
    }

    func change<Result: Sendable>(_ change: () async throws -> Result) async throws -> Result {
        let currency = await session.appStore.storefront()?.currencyCode
        let result = try await session.recording(change)
        await session.waitForRenewalInfos()
        if let moved = await session.appStore.storefront()?.currencyCode, moved != currency {
            // Until the store has forgotten the prices of the customer's former country.
            _ = await settled(within: .seconds(2)) {
                (try? await products)?.allSatisfy { $0.currencyCode == moved } != false
            }
        }
        return result
    }

    func report(_ said: String, _ answer: JSONValue) { if command == nil { output.say(said) } }

    func showNewUpdates() async throws {
        let last = seen.withLock { $0 }
        let updates = try await session.store.recordedUpdates(after: last)
        output.write(await session.store.rows(updates, withIDs: false))
        seen.withLock { $0 = updates.last?.sequence ?? last }
        // The handler is called after the update; not for what was revoked before it was granted.
        let count = updates.count { $0.kind == .revoked }
        _ = await settled(within: .seconds(1)) { revoked.withLock { $0.count >= count } }
        for update in revoked.withLock({ updates in
            defer { updates = [] }
            return updates
        }) {
            output.say("Revoked by the app: \(Line.single(update.productID)), transaction \(update.transaction.id).")
        }
    }

    func serve(_ wish: ShopWish) async throws {
        switch wish {
        case .list: ProductRow.write(try await products, inFull: false, output)
        case .products: ProductRow.write(try await products, inFull: true, output)
        case .buy(let product, let quantity, let isManual, let seats):
            try await buy(
                PaymentRequest(
                    productID: try store.product(product), quantity: quantity,
                    options: seats.map { [.seats($0)] } ?? [], finishing: isManual ? .manual : nil))
        case .pending:
            let payments = await session.appStore.pendingPayments.map { ($0.id, $0.payment.productID) }
            output.write(
                payments.map { Row([$0, $1], "pending", ["id": $0, "productID": $1]) },
                ifNone: "Nothing waits for approval.")
        case .answer(let id, let approves, let span): try await answer(id, approves, after: span)
        case .subscriptions:
            let style = try await products.first
            output.write(
                await session.appStore.subscriptions.map { SubscriptionRow.row($0, like: style) },
                ifNone: "The customer has no subscription.")
        case .transactions:
            let products = try await products
            output.write(
                await session.appStore.latestTransactions(100).map { $0.row(products) }, ifNone: "Nothing was bought.")
        case .advance(let span): try await advance(span)
        default: try await serveStore(wish)
        }
    }

    func buy(_ request: PaymentRequest) async throws {
        let row = try await session.recording { await PurchaseRow(session, request) }
        if let failure = row.failure, command == nil { throw failure }
        output.write(row.text(finish: command == nil ? "finish" : "purser finish"), row.json)
        if let failure = row.failure {
            complain(failure)
            throw Unsuccessful()
        }
    }

    func complain(_ failure: PurchaseFailure) {
        output.complain((command.map { "purser \($0): " } ?? "") + ToolError.line(for: failure))
    }

    private func answer(_ id: String, _ approves: Bool, after span: TimeSpan) async throws {
        _ = try await store.isWaiting(id)
        let now = session.clock.timestamp()
        let moment = span.end(from: now)
        let delay = Duration.milliseconds(moment.milliseconds - now.milliseconds)
        try await session.appStore.answer(id, approves: approves, after: delay)
        let outcome = approves ? "approved" : "declined"
        output.say("It will be \(outcome) on \(Words.date(moment)), if it is still waiting then.")
    }

    private func advance(_ span: TimeSpan) async throws {
        let moment = span.end(from: session.clock.timestamp())
        try await session.checkRenewals(until: moment)
        try await change { try session.pass(until: moment) }
        output.say("It is now \(Words.date(session.clock.timestamp())).")
    }
}
