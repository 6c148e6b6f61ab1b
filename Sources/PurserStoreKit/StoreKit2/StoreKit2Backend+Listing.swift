#if canImport(StoreKit)
    public import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What StoreKit lists when it is asked.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// What StoreKit says waits to be finished.
        func unfinished() async -> [BackendTransaction] {
            var listed: [BackendTransaction] = []
            for await result in Transaction.unfinished { listed.append(keep(result)) }
            return listed
        }

        /// Puts every unfinished transaction into the inbox again, also those that StoreKit does not list yet.
        ///
        /// - Throws: `BackendError` when the backend is not active.
        public func redeliver() async throws {
            let activation = state.activation
            let listed = await unfinished()
            guard let activation, activation == state.activation else {
                throw BackendError(
                    .clientInvalid, "StoreKit2Backend does not listen. Call activate() first.", retry: .retryable())
            }
            tell(state.redelivered(listed))
        }

        /// Begins a restore: StoreKit synchronises, for which the customer may have to sign in, and then reports what is owned.
        ///
        /// StoreKit has one customer, for all users of the app.
        public func restore(_ id: RestoreID, for account: UUID?) async throws {
            // Outside the task tree: the customer may have to sign in first.
            _ = RootTask.start { [self] in
                do {
                    try await AppStore.sync()
                } catch {
                    let told = BackendError(storeKit: error, doing: "restoring purchases")
                    return await tell([.restoreEnded(id, told)])
                }
                await tellOwned(id)
            }
        }

        private func tellOwned(_ id: RestoreID) async {
            let owned = await owned()
            tell(state.restored(id, owned, now: clock.now()) + [.restoreEnded(id, nil)])
        }

        /// What StoreKit says is owned.
        ///
        /// Before iOS 26.5 that list may be empty where the device's calendar is not the Gregorian one; then the list of all
        /// transactions says it.
        private func owned() async -> [BackendTransaction] {
            var listed: [BackendTransaction] = []
            for await result in Transaction.currentEntitlements {
                listed.append(BackendTransaction(result, needsFinish: false))
            }
            guard listed.isEmpty else { return listed }
            let now = clock.currentDate()
            for await result in Transaction.all where result.unsafePayloadValue.isOwned(at: now) {
                listed.append(BackendTransaction(result, needsFinish: false))
            }
            return listed
        }

        /// Tells what happened while nobody listened, as far as it was not told in this launch: what is owned, what was taken back,
        /// and where subscriptions stand.
        func catchUp() async {
            guard let activation = state.activation else { return }
            let unfinished = await unfinished()
            var listed: [BackendTransaction] = []
            var groups: Set<String> = []
            for await result in Transaction.currentEntitlements {
                listed.append(BackendTransaction(result, needsFinish: false))
            }
            for await result in Transaction.all {
                let transaction = result.unsafePayloadValue
                if let group = transaction.subscriptionGroupID { groups.insert(group) }
                if transaction.revocationDate != nil { listed.append(BackendTransaction(result, needsFinish: false)) }
            }
            let now = clock.now()
            var seen = Set(unfinished.map(\.transaction.id))
            guard activation == state.activation else { return }
            // Finished in this launch, and still listed: that did not take.
            for again in unfinished.compactMap({ state.repeatedFinish($0.transaction) }) { finishAgain(again) }
            let waiting = unfinished.compactMap { state.arrived($0, waits: true, now: now) }
            let others = listed.filter { seen.insert($0.transaction.id).inserted }
            tell(waiting + others.compactMap { state.arrived($0, waits: false, now: now) })
            changes.advance()
            for group in groups.sorted() {
                guard let statuses = try? await Product.SubscriptionInfo.status(for: group),
                    activation == state.activation
                else { continue }
                for status in statuses { tell(status: status) }
            }
        }

        /// Tells where a subscription stands: its transaction, how it goes on, and its state.
        func tell(status: Product.SubscriptionInfo.Status) {
            guard state.isActive else { return }
            // It may wait to be finished, and no list may have it yet.
            var told = keep(status.transaction)
            told.needsFinish = nil
            let first = state.arrived(told, waits: true, now: clock.now())
            if !state.waits(told.transaction.id) { handles[told.transaction.id] = nil }
            tell((first.map { [$0] } ?? []) + status.events(of: told.transaction))
            changes.advance()
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension Transaction {
        /// Whether its product is the customer's at a time, by what it says itself.
        fileprivate func isOwned(at date: Date) -> Bool {
            productType != .consumable && revocationDate == nil && !isUpgraded
                && expirationDate.map { $0 > date } ?? true
        }
    }
#endif
