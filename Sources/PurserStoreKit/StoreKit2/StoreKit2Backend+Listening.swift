#if canImport(StoreKit)
    public import Purser
    import StoreKit

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // StoreKit's reports: its sequences, and its lists.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension StoreKit2Backend {
        /// Reads StoreKit's sequences until its task is cancelled.
        public func run() async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.watchTransactions() }
                group.addTask { await self.watchStatuses() }
                group.addTask { await self.watchStorefronts() }
                group.addTask { await self.watchTime() }
                #if !os(tvOS) && !os(watchOS) && !os(visionOS)
                    if #available(iOS 16.4, macOS 14.4, *) {
                        group.addTask { await self.watchPurchaseIntents() }
                    }
                #endif
                #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
                    group.addTask { await self.watchMessages() }
                #endif
            }
        }

        private nonisolated func watchTransactions() async {
            // From here on StoreKit keeps its reports; earlier ones are read from its lists.
            var updates = Transaction.updates.makeAsyncIterator()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.catchUpAfterActivations(by: .zero) }
                group.addTask { await self.catchUpAfterActivations(by: Self.secondLook) }
                while let result = await updates.next() { await self.arrived(result) }
                group.cancelAll()
            }
        }

        private func arrived(_ result: VerificationResult<Transaction>) {
            let kept = keep(result)
            // Finishing twice is harmless, and a purchase that stays unfinished would prevent the next one.
            if let again = state.repeatedFinish(kept.transaction) { return finishAgain(again) }
            report(events(of: kept))
            changes.advance()
        }

        /// How long after the beginning of listening lists are looked at once more: they are about a second late.
        private static var secondLook: Duration { .seconds(3) }

        /// Catches up once after each beginning of listening.
        private func catchUpAfterActivations(by delay: Duration) async {
            var last: Int?
            while !Task.isCancelled {
                let seen = changes.count
                let activation = state.activation
                if activation != nil, activation != last {
                    last = activation
                    if delay > .zero, (try? await clock.sleep(for: delay)) == nil { return }
                    await catchUp()
                    continue
                }
                guard (try? await changes.wait(after: seen)) != nil else { return }
            }
        }

        private func watchStatuses() async {
            for await status in Product.SubscriptionInfo.Status.updates { report(status: status) }
        }

        private func watchStorefronts() async {
            for await storefront in Storefront.updates {
                // Prices and products may differ.
                products = [:]
                report([.storefrontChanged(StoreStorefront(storefront))])
            }
        }

        /// Passes on transactions that were held back for a purchase that takes long.
        private func watchTime() async {
            while !Task.isCancelled {
                let seen = changes.count
                if let due = state.nextRelease {
                    guard (try? await clock.sleep(until: due)) != nil else { return }
                    report(state.timePassed(clock.now()))
                } else {
                    guard (try? await changes.wait(after: seen)) != nil else { return }
                }
            }
        }

        #if !os(tvOS) && !os(watchOS) && !os(visionOS)
            @available(iOS 16.4, macOS 14.4, *)
            private func watchPurchaseIntents() async {
                for await intent in PurchaseIntent.intents {
                    let id = intent.product.id
                    promotions[id, default: 0] += 1
                    products[id] = intent.product
                    report([.promotedPurchase(PromotedPurchase(intent, number: promotions[id, default: 0]))])
                }
            }
        #endif

        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
            private func watchMessages() async {
                for await message in Message.messages {
                    report([.message(sheets.message(message))])
                }
            }
        #endif

        // MARK: Lists

        /// The events of a transaction from a sequence or a sheet; empty when nothing has changed.
        func events(of kept: BackendTransaction) -> [BackendEvent] {
            // It may wait to be finished, and no list may have it yet.
            var transaction = kept
            transaction.needsFinish = nil
            let event = state.arrived(transaction, waits: true, now: clock.now())
            if !state.waits(transaction.transaction.id) { handles[transaction.transaction.id] = nil }
            return event.map { [$0] } ?? []
        }

        /// StoreKit's list of unfinished transactions.
        func unfinished() async -> [BackendTransaction] {
            var listed: [BackendTransaction] = []
            for await result in Transaction.unfinished { listed.append(keep(result)) }
            return listed
        }

        /// Puts every unfinished transaction into the inbox again, also those that StoreKit does not list yet.
        ///
        /// - Throws: `BackendFailure` when the backend is not active.
        public func redeliver() async throws {
            let activation = state.activation
            let listed = await unfinished()
            guard let activation, activation == state.activation else {
                throw BackendFailure(
                    .clientInvalid, "StoreKit2Backend is not active. Call activate() first.", retry: .retryable())
            }
            report(state.redelivered(listed))
        }

        /// Begins a restore: StoreKit synchronises, for which the customer may have to sign in, and then reports all
        /// owned purchases.
        ///
        /// StoreKit has one customer, for all users of the app.
        public func restore(_ id: RestoreID, for account: UUID?) async throws {
            // Outside the task tree: the customer may have to sign in first.
            _ = RootTask.start { [self] in
                do {
                    try await AppStore.sync()
                } catch {
                    let reported = BackendFailure(storeKit: error, doing: "restoring purchases")
                    return await report([.restoreEnded(id, reported)])
                }
                await reportOwned(id)
            }
        }

        private func reportOwned(_ id: RestoreID) async {
            let owned = await owned()
            report(state.restored(id, owned, now: clock.now()) + [.restoreEnded(id, nil)])
            groupsDue.formUnion(owned.compactMap(\.transaction.subscriptionGroupID))
            await reportStatuses()
        }

        /// StoreKit's list of owned transactions.
        ///
        /// Before iOS 26.5 that list may be empty when the device's calendar is not the Gregorian one; then the list of
        /// all transactions is read.
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

        /// Reports the changes from the time when the store did not listen, except those already reported in this
        /// launch: owned purchases, revoked ones, and the states of subscriptions.
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
            // Finished in this launch, and still listed: the finish failed.
            for again in unfinished.compactMap({ state.repeatedFinish($0.transaction) }) { finishAgain(again) }
            let waiting = unfinished.compactMap { state.arrived($0, waits: true, now: now) }
            let others = listed.filter { seen.insert($0.transaction.id).inserted }
            report(waiting + others.compactMap { state.arrived($0, waits: false, now: now) })
            changes.advance()
            groupsDue.formUnion(groups)
            await reportStatuses()
        }

        /// Reports the subscriptions of the groups that are due.
        func reportStatuses() async {
            let (activation, groups) = (state.activation, groupsDue.sorted())
            groupsDue = []
            for group in groups {
                guard let statuses = try? await Product.SubscriptionInfo.status(for: group),
                    activation == state.activation
                else { continue }
                for status in statuses { report(status: status) }
            }
        }

        /// Reports a subscription: its transaction, its renewal, and its state; later if its transaction is held back.
        func report(status: Product.SubscriptionInfo.Status) {
            guard state.isActive else { return }
            let kept = keep(status.transaction)
            let transaction = events(of: kept)
            if state.holds(kept.transaction.id) {
                if let group = kept.transaction.subscriptionGroupID { groupsDue.insert(group) }
            } else {
                report(transaction + status.events(of: kept.transaction))
            }
            changes.advance()
        }
    }

    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    extension Transaction {
        /// Whether the customer owns its product at a time, by its own fields.
        fileprivate func isOwned(at date: Date) -> Bool {
            productType != .consumable && revocationDate == nil && !isUpgraded
                && expirationDate.map { $0 > date } ?? true
        }
    }
#endif
