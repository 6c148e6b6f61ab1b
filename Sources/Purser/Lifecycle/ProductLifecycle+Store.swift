extension ProductLifecycle {
    /// Applies recorded transactions to the states of their products.
    ///
    /// The state of a product without watchers is computed on request, so that a purchase costs nothing for it.
    package func recorded(_ transactions: [ReportedTransaction]) {
        unfinished.withLock { unfinished in
            transactions.forEachInPlace { _, reported in
                if !reported.isOtherPurchase { unfinished.note(reported.stored) }
            }
        }
        guard isWatching else { return }
        for reported in transactions where reported.isUpdate {
            let update = reported.stored.update
            note(update.transaction.productID, Self.event(of: update, reported.stored))
        }
        // The App Store may have signed a later date.
        noteChange(of: .pending)
    }

    private static func event(of update: StoreUpdate, _ transaction: LedgerTransaction) -> ProductEvent {
        if update.kind.grants, transaction.progress.state != .done { return .approved }
        return update.transaction.isConsumable && update.transaction.stands ? .approved : .changed
    }

    /// Notes whether a transaction is paid for and waits for its delivery.
    package func note(_ stored: LedgerTransaction) { unfinished.withLock { $0.note(stored) } }

    /// Records that the backend has accepted the finishes of transactions.
    package func finished(_ requests: [FinishRequest]) {
        unfinished.withLock { unfinished in
            guard !unfinished.isEmpty else { return }
            for request in requests { unfinished.remove(request.transactionID) }
        }
    }

    /// Notes the same event for several products.
    package func note(_ productIDs: [String], _ event: ProductEvent) {
        guard isWatching else { return }
        for productID in productIDs { note(productID, event) }
    }
}
