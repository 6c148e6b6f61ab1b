import Purser
import PurserSimulator

extension Demo {
    /// The maximum number of listed products.
    ///
    /// If there are more, only the number of the others is printed.
    private static let listLimit = 20

    func showProducts() async throws {
        heading("What is for sale")
        let unknown = "no.such.product"
        let answer = try await store.products(for: products.map(\.id) + [unknown])
        for line in answer.products.prefix(Self.listLimit).map(ProductRow.row).lines { say(line) }
        let rest = answer.products.count - Self.listLimit
        if rest > 0 { say("and \(rest) more") }
        let missing = products.count - answer.products.count
        guard missing == 0, answer.invalidIDs == [unknown] else {
            throw ToolError("the answer of the catalog is wrong: \(missing) products are missing")
        }
        say(output.style.faint("requested too, but not sold: \(unknown)"))
    }

    func buyAtOnce() async throws {
        let count = plan.atOnce.count
        heading(count == 1 ? "A purchase" : "\(count) purchases at once")
        // While the App Store holds its answers, every caller waits at the same time.
        await appStore.holdAnswers()
        let charged = await appStore.chargeCount
        let requests = plan.atOnce.map { purchase in
            PaymentRequest(
                productID: purchase.productID, quantity: purchase.quantity,
                context: tally.began(purchase.productID, purchase.quantity))
        }
        let outcomes = try await withThrowingTaskGroup(of: PurchaseOutcome.self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { [store] in try await store.purchase(request) }
                // Purchases are sequential, so that the numbers of the charges are equal in every run.
                try await wait(for: "the charge for \(request.productID)") {
                    await appStore.chargeCount == charged + index + 1
                }
            }
            if count > 1 { say("\(count) callers wait; now the App Store answers") }
            await appStore.releaseAnswers()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for outcome in outcomes { tally.ended(outcome) }
        try await showUpdates()
    }

    func buyWithApproval() async throws {
        heading("A purchase that needs approval")
        guard let id = plan.next() else { return skip() }
        await appStore.nextPurchase(.asksToBuy)
        guard case .pending = try await buy(id) else { throw ToolError("\(id) did not wait for its approval") }
        say("pending: the caller has its answer, nothing is charged")
        let sequence = store.lastSequence
        try await appStore.approveAll()
        say("approved: it comes as an update, with the context that its buyer gave")
        try await wait(for: "the approved purchase") { store.lastSequence > sequence }
        try await showUpdates()
    }

    func buyOffline() async throws {
        heading("A purchase without the network")
        guard let id = plan.next() else { return skip() }
        await appStore.setOnline(false)
        network.setOnline(false)
        let wakeUps = clock.wakeUps
        let context = tally.began(id)
        let outcome = try await withThrowingTaskGroup(of: PurchaseOutcome.self) { group in
            group.addTask { [store] in try await store.purchase(id, context: context) }
            try await wait(for: "the pause after the failed attempt") { clock.sleepers > 0 }
            say("the App Store cannot be reached; the next attempt is planned")
            await appStore.setOnline(true)
            network.setOnline(true)
            say("the network is back: repeated at once")
            return try await group.next() ?? .cancelled
        }
        tally.ended(outcome)
        guard clock.wakeUps == wakeUps else { throw ToolError("the return of the network did not end the pause") }
        try await showUpdates()
    }

    func buyWhileServerFails() async throws {
        heading("A payment that is rejected, and a grant that is retried")
        guard let id = plan.next() else { return skip() }
        await appStore.nextPurchase(.fails(.paymentInvalid))
        do {
            _ = try await buy(id)
            throw ToolError("\(id) was sold although its payment was to be rejected")
        } catch let failure as PurchaseFailure {
            tally.rejected += 1
            say("rejected as \(failure.code.rawValue): nothing is charged; the customer tries again")
        }
        let calls = server.calls
        server.failNext(2)
        _ = try await buy(id)
        say("the app's server failed twice and was called \(server.calls - calls) times")
        try await showUpdates()
    }

    func buyByHand() async throws {
        heading("A purchase that the app finishes itself")
        guard let id = plan.next() else { return skip() }
        guard let purchase = try await buy(id, finishing: .manual).purchase else {
            throw ToolError("\(id) was not bought")
        }
        try await showUpdates()
        try await store.redeliver()
        say("unfinished: \(await store.unfinished().count); delivered again, it makes no second update")
        tally.delivered.append(purchase.transaction.id)
        try await purchase.finish()
        try await purchase.finish()
        try await showUpdates()
        say("finished (twice, which is harmless); unfinished: \(await store.unfinished().count)")
    }
}
