import Purser
import PurserSimulator
import PurserTesting

// What is checked while things happen.
extension World {
    /// The ledger as storage would give it back now.
    func stored() -> LedgerState { storage.stored() }

    /// The app is handed something: not twice when the first time is on record.
    func checkGranting(_ update: StoreUpdate) {
        guard scenario.hasDisk, let known = stored().transactions[update.transaction.id] else { return }
        if known.update.sequence == update.sequence, known.progress.steps.contains(.granted) {
            journal.violated("D1: \(update.transaction.id) is granted again, which is on record")
        }
    }

    /// The app is to take something back: not twice when the first time is on record.
    func checkRevoking(_ update: StoreUpdate) {
        guard scenario.hasDisk, let known = stored().transactions[update.transaction.id] else { return }
        if known.update.sequence == update.sequence, known.progress.due != .revoke {
            journal.violated("F8: \(update.transaction.id) is taken back again, which is on record")
        }
    }

    /// The store tells the backend that a transaction has been dealt with.
    func checkFinish(_ id: String) {
        // Failed transactions of a backend without tokens have numbers of their own and no record.
        if id.hasPrefix("1") { return }
        let ledger = storage.durable()
        guard let transaction = ledger.transactions[id] else {
            // Finished before, and so settled: harmless.
            if ledger.transactions.sequence(of: id) != nil { return }
            return journal.violated("F1: \(id) was finished before it was recorded")
        }
        // What was given again may be finished as what had been taken back: the backend only hears the identifier.
        guard !transaction.progress.isRevokedOrUpgraded, transaction.update.kind.grants,
            transaction.update.kind != .reinstated
        else {
            return
        }
        if [.awaitsContent, .awaitsGrant].contains(transaction.progress.state) {
            journal.violated("F2: \(id) was finished before it was granted")
        }
        if transaction.progress.state == .deadLetter { journal.violated("F6: \(id) was finished while a dead letter") }
        // It found its payment while the finish of nobody's purchase was on its way.
        if transaction.update.kind == .changed, transaction.update.phase == .payment || wasNobodys(id) { return }
        guard transaction.progress.isManual else { return journal.finishedByPurser(id) }
        // What Purser has finished before it found a payment for it stays Purser's to finish.
        if !journal.finishRequests.contains(id), !journal.finishedByPurser.contains(id) {
            journal.violated("F3: \(id) was finished, and the app had not asked for it")
        }
    }

    /// Whether a transaction was on record without a payment.
    private func wasNobodys(_ id: String) -> Bool {
        storage.records.contains { record in
            guard case .update(let update, _) = record else { return false }
            return update.transaction.id == id && update.intent == nil
        }
    }

    /// A purchase returned.
    func checkReturned(
        _ request: PaymentRequest, _ result: Result<PurchaseOutcome, PurchaseFailure>, _ store: PurchaseStore
    ) async {
        guard isAlive else { return }
        switch result {
        case .success(.purchased(let purchase)): await checkPurchased(request, purchase, store)
        case .success: break
        case .failure(let failure):
            if failure.code == .storeClosed, !store.isClosed {
                journal.violated("C1: a purchase was told that the store is closed, which it is not")
            }
            let expected: [PurchaseFailure.Code] = [
                .storeClosed, .deadlineExceeded, .waitCancelled, .deliveryFailed, .outcomeUnknown, .ledgerUnavailable,
                .verificationFailed, .verificationUnavailable, .invalidTransaction, .conflictingTransaction,
            ]
            if !expected.contains(failure.code), !(failure.underlying is BackendFailure) {
                journal.violated("L2: a purchase ended with \(failure)")
            }
            if failure.code == .ledgerUnavailable, let id = failure.transactionID {
                let isKept = await appStore.unfinishedTransactions.contains { $0.id == id }
                if !isKept, stored().transactions.sequence(of: id) == nil {
                    journal.violated("L2: \(id) could not be recorded, and was finished")
                }
            }
        }
    }

    private func checkPurchased(_ request: PaymentRequest, _ purchase: StorePurchase, _ store: PurchaseStore) async {
        let transaction = purchase.transaction
        journal.reported(purchase.update)
        if stored().transactions.sequence(of: transaction.id) == nil {
            journal.violated("O5: purchase of \(transaction.id) returned before it was stored")
        }
        if store.lastSequence < purchase.sequence {
            journal.violated("O5: update \(purchase.sequence) is not told yet")
        }
        // A downgrade waits for the renewal: it is answered with the present period.
        if request.productID == "silver", transaction.productID == "gold" { return }
        guard transaction.productID == request.productID else {
            return journal.violated("M4: asked for \(request.productID), got \(transaction.productID)")
        }
        // What is owned already answers with the transaction of the payment that bought it.
        guard transaction.productType == .consumable || transaction.productType == .nonRenewable else { return }
        if purchase.context != request.context {
            journal.violated(
                "M4: \(transaction.id) came back with the context \(purchase.context), not \(request.context)")
        }
        if transaction.purchasedQuantity != request.quantity || transaction.appAccountToken != request.appAccountToken {
            journal.violated("M4: \(transaction.id) has another payment's quantity or account")
        }
        if purchase.update.finishing != request.finishing {
            journal.violated("M4: \(transaction.id) is finished in another payment's way")
        }
        if transaction.revocationTime == nil, store.entitlements.purchasedQuantity(of: "coins") < 0 {
            journal.violated("D2: a balance is negative")
        }
    }

    /// What a restore that begins now has to bring.
    func restorable() async -> Set<StoreTransaction> {
        let charged = Set(await appStore.charges.map(\.transactionID))
        return Set(
            await appStore.transactions.filter {
                $0.productType != .consumable && $0.revocationTime == nil && charged.contains($0.id)
            })
    }

    /// A restore returned.
    func checkRestored(
        _ outcome: RestoreOutcome, _ owned: Set<StoreTransaction>, since request: Int, _ store: PurchaseStore
    ) async {
        guard isAlive else { return }
        let brought = Set(outcome.restored.map(\.id) + outcome.failed.map(\.transaction.id))
        if brought.count != outcome.restored.count + outcome.failed.count {
            let restored = outcome.restored.map(\.id)
            let failed = outcome.failed.map(\.transaction.id)
            journal.violated("D1: a restore named a transaction twice: \(restored) \(failed)")
        }
        // One that joins a restore under way gets what that one began with, and what changed meanwhile may be left out.
        let asked = journal.snapshots.dropFirst(max(0, request - 1)).reduce(owned) { $0.intersection($1) }
        let missing = Set(asked.intersection(await restorable()).map(\.id)).subtracting(brought)
        if !missing.isEmpty { journal.violated("C2: a restore ended without \(missing.sorted())") }
        let ledger = stored()
        for transaction in outcome.restored where ledger.transactions.sequence(of: transaction.id) == nil {
            journal.violated("O5: a restore returned before \(transaction.id) was stored")
        }
    }
}
