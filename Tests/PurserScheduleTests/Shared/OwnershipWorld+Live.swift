import Foundation
import Purser
import PurserSimulator
import PurserTesting

// What users, servers, parents and the network do during a launch.
extension OwnershipWorld {
    func act(_ store: PurchaseStore, _ appStore: EmbeddedAppStore, progress: Int) async {
        var generator = context.generator(for: "life \(progress)")
        let begin = context.clock.now()
        if scenario.isSequential {
            for number in 0..<scenario.actions where machine.isAlive(progress) {
                var own = context.generator(for: "action \(progress).\(number)")
                await act(store, appStore, progress, &own)
                try? await context.sleep(
                    for: generator.pick([.zero, .milliseconds(300), .seconds(20), .seconds(4_000)]))
            }
        } else {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<scenario.actions {
                    let start = generator.duration(upTo: 150_000)
                    group.addTask {
                        var own = context.generator(for: "action \(progress).\(number)")
                        try? await context.clock.sleep(until: begin + start)
                        if machine.isAlive(progress) { await act(store, appStore, progress, &own) }
                    }
                }
            }
        }
        // A payment that does not go out before the launch ends.
        if machine.isAlive(progress), generator.happens(0.25) {
            await appStore.setOnline(false)
            await buy(store, appStore, progress, &generator, deadline: .seconds(5))
        }
    }

    private func act(
        _ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ progress: Int, _ generator: inout SeededGenerator
    ) async {
        switch generator.index(below: scenario.hasLeavers ? 23 : 21) {
        case 0..<8: await buy(store, appStore, progress, &generator, deadline: .seconds(900))
        case 8, 9, 10:
            let account = generator.happens(0.1) ? StoreAccount.unnamed : self.account(generator.pick(users))
            note("switch to \(name(account.userID))")
            do { try await name(account, in: store) } catch {
                guard error.code != .ledgerUnavailable, machine.isAlive(progress) else { break }
                found(.session, "a switch failed: \(error)")
            }
        case 11:
            let outcome = try? await store.restorePurchases(deadline: .seconds(300))
            saw("a restore", outcome?.restored.map(\.id) ?? [])
        case 12:
            for payment in await appStore.pendingPayments {
                note("answer \(payment.id) of \(name(payment.payment.appAccountToken))")
                if generator.happens(0.8) {
                    try? await appStore.approve(payment.id)
                } else {
                    try? await appStore.decline(payment.id)
                }
            }
        case 13 where scenario.hasOthers:
            let user = generator.happens(0.6) ? generator.pick(users) : nil
            let product = scenario.product(&generator)
            guard !scenario.isManual(product) else { return }
            let sold = try? await appStore.buyElsewhere(product, appAccountToken: user)
            note("elsewhere \(sold?.id ?? "nothing") \(sold?.productID ?? "") for \(name(user))")
        case 14 where scenario.hasRefunds, 15 where scenario.hasRefunds: await refund(appStore, &generator)
        case 16 where scenario.hasMoves, 17 where scenario.hasMoves: await rename(appStore, &generator)
        case 18 where scenario.hasSubscriptions:
            note("renewal")
            try? await appStore.forceRenewal(of: generator.pick(["gold", "silver"]))
        case 19:
            for letter in await store.deadLetters() { try? await store.releaseDeadLetter(letter.update.transaction.id) }
        case 21, 22: await leave(generator.pick(users), store, progress)
        case 20: await follow(store, for: generator.duration(upTo: 60_000))
        default: try? await store.redeliver()
        }
        await look(appStore)
        look(at: store)
    }

    /// Reads what is owned at this moment; nothing else runs meanwhile.
    private func look(at store: PurchaseStore) {
        let entitlements = store.entitlements
        saw("entitlements", as: store.account, entitlements.active.map(\.transaction.id))
        if store.account == .unnamed, !entitlements.purchasedQuantities.isEmpty {
            found(.shownToAnother, "balances are shown though nobody is named")
        }
    }

    /// Follows the updates of whoever is present.
    private func follow(_ store: PurchaseStore, for duration: Duration) async {
        guard let updates = try? store.updates(after: 0) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var seen: [StoreUpdate] = []
                for await update in updates {
                    if let last = seen.last, update.sequence != last.sequence + 1 {
                        found(.order, "after \(last.sequence) came \(update.sequence)")
                    }
                    seen.append(update)
                }
                saw("updates", seen.map(\.transaction.id))
            }
            try? await context.sleep(for: duration)
            group.cancelAll()
        }
    }

    private func saw(_ what: String, as account: StoreAccount? = nil, _ ids: [String]) {
        guard !ids.isEmpty else { return }
        sights.withLock { _ = $0.insert(OwnershipSight(what: what, account: account, ids: Set(ids))) }
    }

    /// Writes down whom the App Store names.
    func look(_ appStore: EmbeddedAppStore) async {
        let transactions = await appStore.transactions
        truth.withLock { $0.look(at: transactions, context.clock.timestamp()) }
    }

    private func refund(_ appStore: EmbeddedAppStore, _ generator: inout SeededGenerator) async {
        // StoreKit 1 answers who buys what is owned with a copy, which has no price; a refund does not reach it.
        let all = await appStore.transactions
        let copied = Set(all.filter { $0.price == nil }.map(\.productID))
        let transactions = all.filter { !copied.contains($0.productID) }
        guard !transactions.isEmpty else { return }
        let (transaction, percentage) = (generator.pick(transactions), generator.pick([25, 50, 75, 100] as [Decimal]))
        truth.withLock { _ = $0.refunded.insert(transaction.id) }
        if transaction.revocationDate == nil {
            note("refund \(transaction.id) \(percentage)")
            try? await appStore.refund(transaction.id, percentage: percentage)
        } else if generator.happens(0.5) {
            let percentage = generator.happens(0.3) ? nil : percentage
            note("correct the refund of \(transaction.id) to \(percentage.map { "\($0)" } ?? "all")")
            try? await appStore.correctRefund(transaction.id, percentage: percentage)
        } else {
            note("reinstate \(transaction.id)")
            try? await appStore.reinstate(transaction.id)
        }
    }

    private func rename(_ appStore: EmbeddedAppStore, _ generator: inout SeededGenerator) async {
        await look(appStore)
        let transactions = await appStore.transactions
        guard !transactions.isEmpty else { return }
        let (transaction, user) = (generator.pick(transactions), generator.pick(users))
        guard (try? await appStore.setAppAccountToken(user, of: transaction.id)) != nil else { return }
        note("the server names \(name(user)) for \(transaction.id)")
        // Of a subscription it is the present period that names the user.
        for now in await appStore.transactions where now.appAccountToken == user {
            truth.withLock { $0.named(user, now, at: context.clock.timestamp()) }
        }
    }

    private func buy(
        _ store: PurchaseStore, _ appStore: EmbeddedAppStore, _ progress: Int, _ generator: inout SeededGenerator,
        deadline: Duration
    ) async {
        guard let user = store.account.userID else { return }
        let product = scenario.product(&generator)
        let isConsumable = ["coins", "gems", "keys", "seeds", "wood"].contains(product)
        let quantity = isConsumable ? generator.pick([1, 1, 2, 8]) : 1
        let call = String(generator.next(), radix: 36)
        let now = context.clock.timestamp()
        let seen = book.withLock { book in
            let left = leavers.withLock { $0.last(user) } ?? Timestamp(.distantPast)
            let calls = book.entries.filter { $0.user == user && $0.time > left }
            return calls.compactMap { $0.update.transaction.signedTime }.max()
        }
        let draw = generator.index(below: 10)
        if draw < 3 { await appStore.nextPurchase(.asksToBuy) }
        if draw == 3 { await appStore.nextPurchase(.userCancels) }
        if draw == 4 { await appStore.nextPurchase(.fails(BackendFailure(.paymentInvalid, "declined, by plan"))) }
        truth.withLock {
            $0.payments[call] = OwnershipTruth.Payment(
                user: user, productID: product, quantity: quantity, time: now, seen: seen, launch: progress)
        }
        note("\(name(user)) buys \(quantity) \(product) as \(call)")
        do {
            let outcome = try await store.purchase(
                product, quantity: quantity, context: ["call": call],
                finishing: scenario.isManual(product) ? .manual : nil, deadline: deadline)
            note("\(call) ends: \(outcome.purchase.map { "\($0.transaction.id)" } ?? "\(outcome)")")
            if case .cancelled = outcome { truth.withLock { $0.payments[call]?.failed = true } }
            if let purchase = outcome.purchase, machine.isAlive(progress) {
                checkReturned(purchase, call, user, now, isConsumable)
            }
            if let purchase = outcome.purchase, scenario.isManual(product), generator.happens(0.7) {
                _ = try? await purchase.finish()
            }
        } catch {
            note("\(call) ends: \(error)")
            truth.withLock { $0.payments[call]?.failed = true }
            guard machine.isAlive(progress), deadline > .seconds(60) else { return }
            checkFailure(error, call)
        }
    }

    private func checkReturned(
        _ purchase: StorePurchase, _ call: String, _ user: UUID, _ now: Timestamp, _ isConsumable: Bool
    ) {
        let transaction = purchase.transaction
        saw("a purchase", as: .user(user), [transaction.id])
        checkContext(purchase.update, user, launch.withLock { $0 })
        guard isConsumable else { return }
        if purchase.context != ["call": call] {
            found(.wrongContext, "\(transaction.id) returned to \(call) with \(purchase.context)")
        }
        if transaction.purchaseDate < now.date.addingTimeInterval(-1) {
            found(.oldTransaction, "\(transaction.id), bought \(transaction.purchaseDate), returned to \(call)")
        }
    }

    private func checkFailure(_ error: PurchaseFailure, _ call: String) {
        if error.code == .deadlineExceeded {
            guard scenario.namesPayments || !truth.withLock({ $0.wasRenamed(about: call) }) else { return }
            return found(.neverAnswered, "\(call): \(error)")
        }
        let expected: [PurchaseFailure.Code] = [
            .accountSwitched, .accountNotNamed, .ownedByAnotherAccount, .ledgerUnavailable, .storeClosed,
            .deliveryFailed,
            .conflictingTransaction, .outcomeUnknown,
        ]
        guard !expected.contains(error.code), !(error.underlying is BackendFailure) else { return }
        found(.wrongFailure, "\(call): \(error)")
    }
}
