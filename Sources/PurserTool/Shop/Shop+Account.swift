import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The actions of the customer's family, the App Store and the app.
extension Shop {
    func askToBuy(_ asks: Bool) async {
        await session.appStore.updateSettings { $0.asksToBuy = asks }
        say(asks ? "Purchases now wait to be approved." : "Purchases now go through.")
    }

    func showPending() async {
        let payments = await session.appStore.pendingPayments
        if payments.isEmpty { output.remark("Nothing waits for approval.") }
        for payment in payments {
            output.write(
                "\(payment.id)  \(Line.single(payment.payment.productID))",
                .line("pending", [("id", .string(payment.id)), ("productID", .string(payment.payment.productID))]))
        }
    }

    func approve(_ id: String?) async throws {
        if id == nil, await session.appStore.pendingPayments.isEmpty {
            return say("Nothing waits for approval.")
        }
        if let id { try await checkPending(id) }
        try await session.recording {
            if let id { try await session.appStore.approve(id) } else { try await session.appStore.approveAll() }
        }
        say("Approved.")
    }

    private func checkPending(_ id: String) async throws {
        guard await session.appStore.pendingPayments.contains(where: { $0.id == id }) else {
            throw ToolError("no payment “\(id)” is waiting; pending lists all")
        }
    }

    func decline(_ id: String) async throws {
        try await checkPending(id)
        try await session.recording { try await session.appStore.decline(id) }
        say("Declined.")
    }

    func answer(_ id: String, _ approves: Bool, after span: TimeSpan) async throws {
        try await checkPending(id)
        let now = session.clock.timestamp()
        let moment = span.end(from: now)
        let delay = Duration.milliseconds(moment.milliseconds - now.milliseconds)
        try await session.appStore.answer(id, approves: approves, after: delay)
        let outcome = approves ? "approved" : "declined"
        say("It will be \(outcome) on \(Words.date(moment)), if it is still waiting then.")
    }

    /// The transaction for a word: its identifier, or the latest of a product.
    ///
    /// - Parameter isRevoked: whether to search refunded transactions.
    private func transaction(_ what: String, isRevoked: Bool = false) async throws -> StoreTransaction {
        let transactions = await session.appStore.transactions
        let product = productID(what)
        let match =
            transactions.first { $0.id == what }
            ?? transactions.last { $0.productID == product && ($0.revocationTime != nil) == isRevoked }
        if match == nil, let several = names.several(what) { throw several }
        guard let match else {
            throw ToolError(
                "there is no \(isRevoked ? "refunded" : "bought") transaction "
                    + "“\(what)”\(product == nil ? names.question(what) : "")"
            )
        }
        return match
    }

    func delete(_ what: String) async throws {
        let match = try await transaction(what)
        try await session.recording { try await session.appStore.deleteTransaction(match.id) }
        say("The App Store no longer lists transaction \(match.id).")
    }

    func reinstate(_ what: String) async throws {
        let match = try await transaction(what, isRevoked: true)
        guard match.revocationTime != nil else { throw ToolError("transaction \(match.id) was not refunded") }
        try await session.recording { try await session.appStore.reinstate(match.id) }
        say("The refund of transaction \(match.id) is undone.")
    }

    func showTransactions() async throws {
        let products = try await products
        let transactions = await session.appStore.latestTransactions(100)
        for transaction in transactions where output.isJSON {
            output.json(.line("transaction", [("transaction", .transaction(transaction))]))
        }
        guard !output.isJSON else { return }
        if transactions.isEmpty { say("Nothing was bought.") }
        let rows = transactions.map { transaction in
            let product = products.first { $0.id == transaction.productID }
            return [
                transaction.id, Line.single(transaction.productID), Words.date(transaction.purchaseTime),
                transaction.expirationTime.map { Words.date($0) } ?? "",
                Words.price(of: transaction, product, like: products.first),
                transaction.revocationTime.map { "revoked \(Words.date($0))" } ?? "",
            ]
        }
        for line in Table.lines(rows) { output.line(line) }
    }

    func refund(_ what: String, _ percentage: Decimal) async throws {
        let match = try await transaction(what)
        guard match.revocationTime == nil else { throw ToolError("transaction \(match.id) is already refunded") }
        try await session.recording { try await session.appStore.refund(match.id, percentage: percentage) }
        say("Refunded \(percentage < 100 ? "\(percentage)% of " : "")transaction \(match.id).")
    }

    func refund(_ what: String, seats: Int) async throws {
        let match = try await transaction(what)
        guard match.revocationTime == nil else { throw ToolError("transaction \(match.id) is already refunded") }
        let meant = try await session.appStore.seatedTransaction(match.id)
        try await session.recording { try await session.appStore.refundSeats(seats, of: meant.id) }
        await session.waitForRenewalInfos()
        say("Refunded \(Words.count(seats, "seat")) of transaction \(meant.id).")
    }

    func restore() async throws {
        let outcome = try await session.recording { try await session.store.restorePurchases() }
        for failed in outcome.failed { output.complain(ToolError.line(for: failed.failure)) }
        if outcome.isEmpty { return say("There is nothing to restore.") }
        let ids = outcome.restored.map { Line.single($0.productID) }
        say("Restored: \(ids.isEmpty ? "nothing" : ids.joined(separator: ", "))")
    }

    func showUnfinished() async {
        let unfinished = await session.store.unfinished()
        if unfinished.isEmpty { output.remark("Everything is finished.") }
        for purchase in unfinished where output.isJSON { output.json(.update(purchase.update, as: "unfinished")) }
        for line in UnfinishedRows.lines(unfinished) { output.remark(line) }
    }

    func finish(_ what: String) async throws {
        let unfinished = await session.store.unfinished().map(\.transaction)
        let product = productID(what)
        if let transaction = unfinished.first(where: { $0.id == what || $0.productID == product }) {
            _ = try await session.finish(transaction.id)
            return say("Finished transaction \(transaction.id).")
        }
        guard await session.appStore.transactions.contains(where: { $0.id == what }) else {
            throw ToolError("there is no unfinished transaction “\(what)”; unfinished lists all")
        }
        say("Transaction \(what) is already finished.")
    }
}
