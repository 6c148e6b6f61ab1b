extension ProductLifecycle {
    /// Notes what recorded transactions mean for their products.
    ///
    /// The state of what nobody watches is derived when somebody asks, so that a purchase pays for no watcher.
    package func recorded(_ transactions: [ReportedTransaction]) {
        guard isWatching else { return }
        for reported in transactions where reported.isNews {
            let update = reported.stored.update
            note(update.transaction.productID, Self.event(of: update, reported.stored))
        }
    }

    private static func event(of update: StoreUpdate, _ transaction: LedgerTransaction) -> ProductEvent {
        if update.kind.grants, transaction.life.state != .done { return .approved }
        if update.transaction.revocationTime != nil || update.transaction.isUpgraded { return .lost }
        return update.transaction.productType == .consumable ? .approved : .owned
    }

    /// Notes that a payment ended without a transaction.
    package func ended(_ ending: PaymentEnding) {
        guard isWatching else { return }
        if case .pending = ending.result {
            note(ending.productID, .deferred)
        } else {
            note(ending.productID, .abandoned)
        }
    }

    /// Notes that a transaction has been finished.
    package func finished(_ transaction: StoreTransaction) {
        let lasts = transaction.productType != .consumable && transaction.revocationTime == nil
        note(transaction.productID, lasts ? .finishedAndOwned : .finishedAndUsedUp)
    }

    /// Notes the same event for several products.
    package func note(_ productIDs: [String], _ event: ProductEvent) {
        guard isWatching else { return }
        for productID in productIDs { note(productID, event) }
    }
}
