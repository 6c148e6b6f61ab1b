/// Passes the purchases that customers began outside the app to the app's handler, and carries out its decisions.
///
/// Owns the running calls of the handler and the writing of the list; one for all sessions of a store. Promises: the
/// handler is called for each report, not twice at the same time for one purchase; without a handler they are declined;
/// a decision is carried out for the user who is present by then; one that cannot be bought is deferred, and reported;
/// a payment for one is submitted only after that is recorded, and a rejected one gives it back. Never buys without the
/// app's decision.
package final class PromotionQueue: Sendable {
    /// The handler of the configuration.
    package typealias Handler = @Sendable (PromotedPurchase) async -> PromotedPurchase.Decision

    /// The parts of a session that buy.
    package struct Buyer: Sendable {
        /// Pays.
        package var queue: PaymentQueue
        /// The account token of payments; `nil` when users share one state.
        package var rule: AccountRule?
        /// Acquires a product that subscribers need not pay for; false when it has to be paid for.
        package var acquire: @Sendable (String) async throws(PurchaseFailure) -> Bool
    }

    let purchases: PromotedPurchases
    private let journal: Journal
    private let handler: Handler?
    private let external: ExternalCalls
    private let limit: Duration
    private let store: any AnyObject & Sendable
    private let diagnostics: DiagnosticFeed
    private let rejected = Lock<@Sendable (RejectedReport) -> Void>({ _ in })
    private let buy: @Sendable (PromotedPurchase, PaymentRequest) -> Bool

    /// Makes a queue of the listed purchases.
    ///
    /// - Parameters:
    ///   - purchases: the list.
    ///   - journal: records it.
    ///   - handler: the app's decision about one purchase; without one all are declined.
    ///   - limits: how long the handler may take before that is reported, and how long closing the store waits for it.
    ///   - store: identifies the store's handlers; see ``HandlerMark``.
    ///   - buy: calls ``buy(_:_:by:)`` as soon as no switch of users is running; false when the store is closed.
    package init(
        _ purchases: PromotedPurchases, journal: Journal, handler: Handler?, limits: CallLimits,
        clock: any StoreClock, store: any AnyObject & Sendable, diagnostics: DiagnosticFeed,
        buy: @escaping @Sendable (PromotedPurchase, PaymentRequest) -> Bool
    ) {
        (self.purchases, self.journal, self.handler, self.store) = (purchases, journal, handler, store)
        (self.diagnostics, self.buy) = (diagnostics, buy)
        limit = limits.promotedPurchase
        external = ExternalCalls(clock: clock, closingLimit: limits.closing) {
            diagnostics.report(.callTimedOut($0))
        }
    }

    /// Sets the function that lists purchases that could not be bought, in the reports of the present session.
    package func report(to body: @escaping @Sendable (RejectedReport) -> Void) { rejected.withLock { $0 = body } }

    /// Reads the purchases of earlier launches for a store that has no user yet; with a user, its session does that.
    package func open(for account: StoreAccount) async {
        guard account.userID == nil else { return }
        do { try await journal.openIfRecorded() } catch {
            // Without a user nothing else is read there. They are read with the first user, or the first change.
            diagnostics.report(.promotionsUnread(PurchaseFailure(ledger: error)))
        }
    }

    // MARK: The handler

    /// Calls the app's handler about a purchase, and does not wait for it; without a handler it is declined.
    package func take(_ purchase: PromotedPurchase) {
        guard let handler, purchases.withState({ $0.reported(purchase) }) else { return }
        // Recorded from now on: it is deferred at the next launch if the app ends before the handler has decided.
        requestWrite()
        external.start { await self.decide(purchase, handler, $0) }
    }

    private func decide(_ purchase: PromotedPurchase, _ handler: Handler, _ worker: ExternalWorker) async {
        // No call waits for it, so a late decision is as good as an early one.
        let decision = await worker.call("promotedPurchases", within: limit) {
        } making: {
            await HandlerMark.mark(.promotedPurchase, of: store) { await handler(purchase) }
        }
        switch decision {
        case .decline:
            purchases.withState { $0.declined(purchase) }
            requestWrite()
        case .later: await keep(purchase)
        case .buy(let appAccountToken, let context, let finishing):
            let request = PaymentRequest(
                productID: purchase.productID, appAccountToken: appAccountToken, context: context,
                options: purchase.options, finishing: finishing)
            if !buy(purchase, request) { await keep(purchase) }
        }
    }

    func keep(_ purchase: PromotedPurchase) async {
        guard purchases.withState({ $0.keep(purchase) }) else {
            return reject(RejectedReport(withoutRoomFor: purchase))
        }
        _ = await purchases.written()
        purchases.withState { $0.deferred(purchase) }
    }

    func reject(_ report: RejectedReport) { rejected.withLock { $0 }(report) }

    // MARK: Work

    /// Begins to watch the limits of the handler, in a task that ends after ``stop()``, when no handler runs any more.
    package func startWatch() -> Task<Void, Never> { external.startWatch() }

    func requestWrite() { purchases.writes.post { _ in } }

    /// Records the changes of the list until ``close()``.
    package func run() async {
        while let written = await purchases.writes.next() {
            var failure: PurchaseFailure?
            do throws(PurchaseFailure) { try await journal.storePromotions() } catch {
                failure = error
                diagnostics.report(.promotionsUnwritten(error))
            }
            for body in written { body(failure) }
            for returned in purchases.withState({ $0.takeReturned() }) { reject(RejectedReport(returned, nil)) }
        }
    }

    /// Cancels the handlers, and ends all streams; calls no handler any more.
    package func stop() {
        external.stop()
        purchases.close()
    }

    /// Ends ``run()`` after the last change.
    package func close() { purchases.writes.close() }
}

extension StoreDiagnostic {
    /// The promoted purchases of earlier launches could not be read.
    fileprivate static func promotionsUnread(_ failure: PurchaseFailure) -> StoreDiagnostic {
        StoreDiagnostic(
            .ledgerTrouble, .error,
            message: "The promoted purchases of earlier launches could not be read (\(failure.code)).")
    }

    /// The promoted purchases could not be recorded.
    fileprivate static func promotionsUnwritten(_ failure: PurchaseFailure) -> StoreDiagnostic {
        StoreDiagnostic(
            .ledgerTrouble, .error,
            message:
                "The promoted purchases could not be recorded (\(failure.code)). They stay listed, and are recorded "
                + "with the next change.")
    }
}
