import Foundation
import Purser
import PurserSimulator
import PurserTesting

extension Household {
    /// Users come and go while purchases, restores and approvals are under way.
    func live(_ store: PurchaseStore, launch: Int) async {
        var generator = context.generator(for: "life \(launch)")
        let begin = context.clock.now()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<18 {
                let start = generator.duration(upTo: 150_000)
                group.addTask {
                    var generator = context.generator(for: "action \(launch).\(number)")
                    try? await context.clock.sleep(until: begin + start)
                    await act(store, &generator)
                    look(at: store)
                }
            }
            for number in 0..<5 {
                let start = generator.duration(upTo: 150_000)
                group.addTask {
                    var generator = context.generator(for: "switch \(launch).\(number)")
                    try? await context.clock.sleep(until: begin + start)
                    await change(store, &generator)
                    look(at: store)
                }
            }
        }
    }

    private func change(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        let account = generator.happens(0.15) ? StoreAccount.unnamed : .user(generator.pick(users))
        do {
            try await store.switchAccount(to: account)
            journal.switched()
        } catch {
            if error.code != .ledgerUnavailable { journal.violated("U4: a switch failed: \(error)") }
        }
    }

    private func act(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        switch generator.index(below: 12) {
        case 0..<6: await buy(store, &generator)
        case 6, 7:
            if let outcome = try? await store.restorePurchases() {
                journal.saw("a restore", outcome.restored.map(\.id) + outcome.failed.map(\.transaction.id))
            }
        case 8:
            for payment in await appStore.pendingPayments where generator.happens(0.7) {
                try? await appStore.approve(payment.id)
            }
        case 9:
            // Where the backend carries no account, nobody could know whose another device's purchase is.
            let user = !hidesAccounts && generator.happens(0.5) ? generator.pick(users) : nil
            _ = try? await appStore.buyElsewhere(generator.pick(["coins", "radio"]), appAccountToken: user)
        case 10: await takeBack(&generator)
        default: await read(store, for: generator.duration(upTo: 60_000))
        }
    }

    private func buy(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        if generator.happens(0.3) { await appStore.nextPurchase(.asksToBuy) }
        let product = generator.pick(["coins", "coins", "gems", "lamp", "tools"])
        let context = ["call": String(generator.next())]
        do {
            let outcome = try await store.purchase(product, context: context, deadline: .seconds(600))
            guard let purchase = outcome.purchase else { return }
            journal.purchased()
            journal.saw(
                "a purchase", as: purchase.update.intent?.request.appAccountToken.map(StoreAccount.user),
                [
                    purchase.transaction.id
                ])
            if purchase.transaction.productType == .consumable, purchase.context != context {
                journal.violated("M4: a purchase came back with another's context")
            }
        } catch {
            let expected: [PurchaseFailure.Code] = [
                .accountSwitched, .accountNotNamed, .ownedByAnotherAccount, .ledgerUnavailable, .storeClosed,
            ]
            let isPlanned = expected.contains(error.code) || error.underlying is BackendFailure
            if !isPlanned { journal.violated("C1: a purchase ended with \(error)") }
        }
    }

    private func takeBack(_ generator: inout SeededGenerator) async {
        let transactions = await appStore.transactions.filter { $0.revocationTime == nil }
        if !transactions.isEmpty { try? await appStore.refund(generator.pick(transactions).id) }
    }
}
