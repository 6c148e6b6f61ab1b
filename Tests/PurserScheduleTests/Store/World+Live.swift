import Foundation
import PurserSimulator
import PurserTesting

@testable import Purser

extension World {
    /// One launch: many things at once, until the store is closed in the middle of them or after them.
    func live(_ store: PurchaseStore, _ launch: Int) async {
        var generator = context.generator(for: "launch \(launch)")
        let opened = context.clock.now()
        let isCutShort = generator.happens(0.5) || scenario.hasDisk
        let length = isCutShort ? generator.duration(upTo: scenario.hasDisk ? 120_000 : 60_000) : .seconds(86_400)
        await withDiscardingTaskGroup { group in
            for number in 0..<scenario.subscribers { subscribe(store, number, launch, &group) }
            if scenario.hasDisk { group.addTask { await readByName(store) } }
            for number in 0..<scenario.actionsPerLaunch {
                let start = generator.happens(0.4) ? .zero : generator.duration(upTo: 90_000)
                let name = "action \(launch).\(number)"
                group.addTask {
                    try? await context.clock.sleep(until: opened + start)
                    await act(store, context.generator(for: name))
                }
            }
            await pass(until: opened + length, &generator)
            let open = journal.calls.filter { !$0.hasEnded }
            if !isCutShort, !open.isEmpty {
                journal.violated("C1: a day later these have not returned: \(open.map(\.request.productID))")
            }
            try? await store.close()
        }
        if context.clock.sleepers > 0 { journal.violated("C3: \(context.clock.sleepers) sleep on after close()") }
        if store.isReady { journal.violated("C3: a closed store says that it is ready") }
    }

    private func act(_ store: PurchaseStore, _ source: SeededGenerator) async {
        guard isAlive else { return }
        var generator = source
        switch generator.index(below: 20) {
        case 0..<10: await buy(store, &generator)
        case 10..<12: await restore(store, &generator)
        case 12: await lookUp(store, &generator)
        case 13: await decide(&generator)
        case 14...16: await takeBack(&generator)
        case 17: _ = try? await appStore.buyElsewhere(generator.pick(["coins", "lamp", "pass"]))
        case 18: try? await store.redeliver()
        case 19: for purchase in await store.unfinished() where purchase.needsFinish { await finish(purchase) }
        default: await lookUp(store, &generator)
        }
    }

    private func buy(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        if generator.happens(0.3) {
            await appStore.nextPurchase(
                generator.pick([.asksToBuy, .asksToBuy, .userCancels, .fails(.paymentInvalid), .isInterrupted]))
        }
        let productID = generator.pick(scenario.productIDs)
        let isCountable = ["coins", "gems", "pass"].contains(productID)
        let request = PaymentRequest(
            productID: productID, quantity: isCountable ? 1 + generator.index(below: 5) : 1,
            appAccountToken: generator.happens(0.7) ? generator.uuid() : nil,
            context: ["call": String(generator.next())],
            finishing: generator.happens(0.3) ? .manual : .atomic)
        let call = journal.called(request)
        let deadline: Duration? = generator.happens(0.2) ? generator.duration(upTo: 20_000) : nil
        let cancelAfter: Duration? = generator.happens(0.2) ? generator.duration(upTo: 20_000) : nil
        let result = await result(cancelledAfter: cancelAfter) { () async throws(PurchaseFailure) in
            try await store.purchase(request, deadline: deadline)
        }
        journal.returned(call)
        await checkReturned(request, result, store)
        guard case .success(.purchased(let purchase)) = result, purchase.needsFinish, generator.happens(0.7) else {
            return
        }
        try? await context.sleep(for: generator.duration(upTo: 10_000))
        await finish(purchase)
        if generator.happens(0.3) { await finish(purchase) }
    }

    private func restore(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        let owned = await restorable()
        let request = journal.snapshots.count
        let deadline: Duration? = generator.happens(0.3) ? generator.duration(upTo: 20_000) : nil
        let cancelAfter: Duration? = generator.happens(0.3) ? generator.duration(upTo: 20_000) : nil
        let result = await result(cancelledAfter: cancelAfter) { () async throws(PurchaseFailure) in
            try await store.restorePurchases(deadline: deadline)
        }
        switch result {
        case .success(let outcome): await checkRestored(outcome, owned, since: request, store)
        case .failure(let failure):
            if failure.code == .storeClosed, !store.isClosed {
                journal.violated("C1: a restore was told that the store is closed, which it is not")
            }
        }
    }

    private func lookUp(_ store: PurchaseStore, _ generator: inout SeededGenerator) async {
        let ids = (0..<3).map { _ in generator.pick(Scenario.products.map(\.id) + ["unknown", "other"]) }
        guard let answer = try? await store.products(for: ids) else { return }
        let reported = Set(answer.products.map(\.id)).union(answer.invalidIDs)
        if reported != Set(ids) { journal.violated("C2: asked for \(ids), was told of \(reported.sorted())") }
    }

    private func decide(_ generator: inout SeededGenerator) async {
        for payment in await appStore.pendingPayments {
            if generator.happens(0.6) {
                try? await appStore.approve(payment.id)
            } else if generator.happens(0.3) {
                try? await appStore.decline(payment.id)
            }
        }
    }

    private func takeBack(_ generator: inout SeededGenerator) async {
        let charged = Set(await appStore.charges.map(\.transactionID))
        let transactions = await appStore.transactions.filter { charged.contains($0.id) }
        guard scenario.hasChanges, !transactions.isEmpty else { return }
        let transaction = generator.pick(transactions)
        let part = generator.pick([25, 50, 75, 100] as [Decimal])
        if transaction.revocationTime == nil {
            try? await appStore.refund(transaction.id, percentage: part)
        } else if generator.happens(0.5) {
            try? await appStore.correctRefund(transaction.id, percentage: generator.happens(0.2) ? nil : part)
        } else {
            try? await appStore.reinstate(transaction.id)
        }
    }

    // MARK: Readers

    private func subscribe(
        _ store: PurchaseStore, _ number: Int, _ launch: Int, _ group: inout DiscardingTaskGroup
    ) {
        var generator = context.generator(for: "subscriber \(launch).\(number)")
        let isSlow = generator.happens(0.4)
        let replay = number == 0 ? try? store.updates(after: 0) : store.updates
        // Files that nobody needs go when few updates are kept; the named reader has seen what was in them.
        guard let updates = replay ?? (scenario.keptUpdates < 1_000 ? store.updates : nil) else {
            return journal.violated("S1: a replay from the start was refused")
        }
        let leavesAfter = generator.happens(0.2) ? generator.index(below: 5) : nil
        let after = updates.start
        group.addTask { [generator] in
            var generator = generator
            var reading = Journal.Reading(after: after)
            var count = 0
            for await update in updates {
                count += 1
                if isAlive { journal.reported(update) }
                if let nth = scenario.mutations.subscribersDropEvery, count.isMultiple(of: nth) { continue }
                reading.sequences.append(update.sequence)
                if reading.sequences.count == leavesAfter { return journal.read(reading) }
                if isSlow { try? await context.sleep(for: generator.duration(upTo: 10_000)) }
            }
            if let failure = updates.failure, isAlive { journal.violated("S1: reading ended with \(failure)") }
            reading.mustReach = isAlive ? store.lastSequence : nil
            journal.read(reading)
        }
    }

    /// What a call comes to, which is cancelled after a while if `duration` says so.
    private func result<Value: Sendable>(
        cancelledAfter duration: Duration?, _ call: @escaping @Sendable () async throws(PurchaseFailure) -> Value
    ) async -> Result<Value, PurchaseFailure> {
        let body: @Sendable () async -> Result<Value, PurchaseFailure> = {
            do throws(PurchaseFailure) { return .success(try await call()) } catch { return .failure(error) }
        }
        guard let duration else { return await body() }
        return await withTaskGroup(of: Result<Value, PurchaseFailure>?.self) { group in
            group.addTask { await body() }
            group.addTask {
                try? await context.sleep(for: duration)
                return nil
            }
            while let ended = await group.next() {
                group.cancelAll()
                if let ended { return ended }
            }
            return await body()
        }
    }
}

extension PurchaseStore {
    /// Whether `close()` has begun.
    var isClosed: Bool { engine.isStopped }
}
