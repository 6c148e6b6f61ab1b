/// Passes the purchases that customers began outside the app to the app's handler, and carries out its decisions.
///
/// Owns the running calls of the handler; one for all sessions of a store. Promises: the handler is called for each
/// report, not twice at the same time for one purchase; without a handler they are declined; a purchase is recorded
/// before the handler is called, and until it is bought or declined. Never buys without the app's decision.
package final class PromotionQueue: Sendable {
    /// The handler of the configuration.
    package typealias Handler = @Sendable (PromotedPurchase) async -> PromotedPurchase.Decision
    /// Makes a purchase like any other.
    package typealias Buy = @Sendable (PaymentRequest) async throws(PurchaseFailure) -> PurchaseOutcome

    let purchases: PromotedPurchases
    private let journal: Journal
    private let handler: Handler?
    private let external: ExternalCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable
    private let diagnostics: DiagnosticFeed
    private let clock: any StoreClock
    private let rejected = Lock<@Sendable (RejectedReport) -> Void>({ _ in })
    private let buy: Buy

    /// Makes a queue of the listed purchases.
    ///
    /// - Parameter buy: buys for the user who is present after all switches that were requested before.
    package init(
        _ purchases: PromotedPurchases, journal: Journal, handler: Handler?, limits: CallLimits,
        clock: any StoreClock, store: any AnyObject & Sendable, diagnostics: DiagnosticFeed, buy: @escaping Buy
    ) {
        (self.purchases, self.journal, self.handler, self.store) = (purchases, journal, handler, store)
        (self.diagnostics, self.clock, self.buy, limit) = (diagnostics, clock, buy, limits.promotedPurchase)
        external = ExternalCalls(clock: clock, closingLimit: limits.closing) { diagnostics.report(.callTimedOut($0)) }
    }

    /// Sets the function that lists what could not be bought, in the reports of the present session.
    package func report(to body: @escaping @Sendable (RejectedReport) -> Void) { rejected.withLock { $0 = body } }

    /// Begins to watch the limits of the handler, in a task that ends after ``stop()``, when no handler runs any more.
    package func startWatch() -> Task<Void, Never> { external.startWatch() }

    /// Cancels the handlers, and ends all streams; calls no handler any more.
    package func stop() {
        external.stop()
        purchases.close()
    }

    /// Calls the app's handler about a purchase, and does not wait for it; without a handler it is declined.
    package func handle(_ purchase: PromotedPurchase) {
        guard let handler else { return }
        guard purchases.withState({ $0.add(purchase) }) else {
            return reject(
                purchase, .outOfLimits,
                "\(IntakeLimits.deferredPromotedPurchases) promoted purchases are already deferred, so this one was "
                    + "dropped. Buy or decline those in deferredPromotedPurchases.")
        }
        guard purchases.withState({ $0.begin(purchase) }) else { return }
        external.start { await self.decide(purchase, handler, $0) }
    }

    private func decide(_ purchase: PromotedPurchase, _ handler: Handler, _ worker: ExternalWorker) async {
        // If the app ends before the handler has decided, it is deferred at the next launch.
        await record()
        guard (try? worker.checkPresent()) != nil else { return }
        // No call waits for it, so a late decision is as good as an early one.
        let decision = await worker.call("promotedPurchases", within: limit) {
        } making: {
            await HandlerMark.mark("promotedPurchases", of: store) { await handler(purchase) }
        }
        switch decision {
        case .decline: await remove(purchase)
        case .later: purchases.withState { $0.postpone(purchase) }
        case .buy(let appAccountToken, let context, let finishing):
            let request = PaymentRequest(
                productID: purchase.productID, appAccountToken: appAccountToken, context: context,
                options: purchase.options, finishing: finishing)
            do throws(PurchaseFailure) { _ = try await end(purchase, by: request, buy) } catch {
                let message = "The promoted purchase is deferred, because buying it failed"
                reject(purchase, .notBought, message + " (\(error.code)): \(error.message)")
            }
        }
    }

    private func reject(_ purchase: PromotedPurchase, _ reason: RejectedReport.Reason, _ message: String) {
        let report = RejectedReport(
            .promotedPurchase, id: purchase.id, productID: purchase.productID, reason: reason, message: message)
        rejected.withLock { $0 }(report)
    }

    /// Declines a deferred purchase; `false` when it is not listed, or the store is closed.
    package func decline(_ purchase: PromotedPurchase) -> Bool {
        guard purchases.withState({ $0.begin(purchase) }) else { return false }
        return external.start { _ in await self.remove(purchase) }
    }

    /// Buys a purchase that was begun: when that returns, the entry goes; when it throws, the entry stays.
    package func end(_ purchase: PromotedPurchase, by request: PaymentRequest, _ buy: Buy)
        async throws(PurchaseFailure) -> PurchaseOutcome
    {
        do throws(PurchaseFailure) {
            let outcome = try await buy(request)
            await remove(purchase)
            return outcome
        } catch {
            purchases.withState { $0.postpone(purchase) }
            throw error
        }
    }

    private func remove(_ purchase: PromotedPurchase) async {
        purchases.withState { $0.remove(purchase) }
        await record()
    }

    /// Records all changes; after a failure again in a minute, and at the next change.
    package func record() async {
        do { try await journal.storePromotions() } catch {
            let message = "The promoted purchases could not be recorded (\(error.code)); this is repeated in a minute."
            diagnostics.report(StoreDiagnostic(.ledgerTrouble, .error, message: message))
            external.remind(at: clock.now() + .seconds(60)) { [weak self] in
                _ = self?.external.start { [weak self] _ in await self?.record() }
            }
        }
    }
}
