#if canImport(StoreKit)
    import Purser
    import StoreKit

    #if canImport(UIKit)
        import UIKit
    #endif

    // What StoreKit tells by itself.
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
            // From here on StoreKit keeps what it tells; what it told before is looked up.
            var updates = Transaction.updates.makeAsyncIterator()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.catchUpAfterActivations(by: .zero) }
                group.addTask { await self.catchUpAfterActivations(by: Self.secondLook) }
                while let result = await updates.next() { await self.arrived(result) }
                group.cancelAll()
            }
        }

        private func arrived(_ result: VerificationResult<Transaction>) {
            var told = keep(result)
            told.needsFinish = nil
            // Finishing twice is harmless, and a purchase that stays unfinished stands in the way of the next one.
            if let again = state.repeatedFinish(told.transaction) { return finishAgain(again) }
            let event = state.arrived(told, waits: true, now: clock.now())
            if !state.waits(told.transaction.id) { handles[told.transaction.id] = nil }
            tell(event.map { [$0] } ?? [])
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
            for await status in Product.SubscriptionInfo.Status.updates { tell(status: status) }
        }

        private func watchStorefronts() async {
            for await storefront in Storefront.updates {
                // Prices and products may differ.
                products = [:]
                tell([.storefrontChanged(StoreStorefront(storefront))])
            }
        }

        /// Lets go on what was kept back for a purchase that takes long.
        private func watchTime() async {
            while !Task.isCancelled {
                let seen = changes.count
                if let due = state.nextRelease {
                    guard (try? await clock.sleep(until: due)) != nil else { return }
                    tell(state.timePassed(clock.now()))
                } else {
                    guard (try? await changes.wait(after: seen)) != nil else { return }
                }
            }
        }

        #if !os(tvOS) && !os(watchOS) && !os(visionOS)
            @available(iOS 16.4, macOS 14.4, *)
            private func watchPurchaseIntents() async {
                for await intent in PurchaseIntent.intents {
                    promotions += 1
                    products[intent.product.id] = intent.product
                    tell([.promotedPurchase(PromotedPurchase(intent, number: promotions))])
                }
            }
        #endif

        #if canImport(UIKit) && !os(tvOS) && !os(watchOS)
            private func watchMessages() async {
                for await message in Message.messages {
                    tell([.message(StoreMessage(message, in: presentation))])
                }
            }
        #endif
    }
#endif
