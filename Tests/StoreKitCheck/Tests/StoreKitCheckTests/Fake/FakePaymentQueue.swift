import Foundation
import Purser
import PurserSimulator
import StoreKit

/// StoreKit 1's payment queue: the embedded App Store in its mode for StoreKit 1, told by observers.
///
/// Owns what lies in the queue. Promises: observers hear everything in one order, from one task; while nobody observes,
/// nothing is told and the queue lists nothing, as Apple's header says; what is in the queue is told to whoever observes next,
/// perhaps seconds later, and listed from then on. A finish takes effect later.
final class FakePaymentQueue: FakeQueueBehaviour {
    /// Not retained, as the queue does not; `@unchecked`, because it is told from one task alone.
    private struct Observer: @unchecked Sendable {
        weak var object: (any SKPaymentTransactionObserver)?
    }

    /// What the app has asked for.
    private enum Command: Sendable {
        case add(SKPayment.Told)
        case observe(Int)
        case restore
        case finish(SKPaymentTransaction)
        case products(SKProductsRequest.Started, Set<String>)
        case receipt(SKReceiptRefreshRequest.Started)
        case said([BackendEvent])
    }

    private struct State: Sendable {
        var transactions: [SKPaymentTransaction] = []
        /// The embedded store's names of failed payments.
        var failedIDs: [ObjectIdentifier: String] = [:]
        var observers: [Observer] = []
        var storefront: SKStorefront?
        /// How often somebody began to observe, and whether the queue has told that observer what lies in it.
        var observations = 0
        var isListed = false
        /// Products that were taken back while nobody observed.
        var revoked: [String] = []
        var work: [Task<Void, Never>] = []
        var payments: UInt64 = 0
        var restores: UInt64 = 0
        var codeSheets = 0
        var usernames: [String?] = []
        var finishes: [String: Int] = [:]
    }

    let embedded: EmbeddedAppStore
    let queue = SKPaymentQueue()
    private let clock: any StoreClock
    private let state = Lock(State())
    private let commands = Mailbox<Command>()
    private let finishLag: Duration
    /// How long after somebody began to observe the queue tells what lies in it.
    private let firstCallbackLag: Duration
    /// Whether the queue forgets the user's name of a payment that failed, and of all that an earlier launch asked for.
    private let losesUsernames: Bool

    init(
        _ embedded: EmbeddedAppStore, clock: any StoreClock, finishLag: Duration = .zero,
        firstCallbackLag: Duration = .zero, losesUsernames: Bool = false
    ) {
        self.firstCallbackLag = firstCallbackLag
        self.losesUsernames = losesUsernames
        self.embedded = embedded
        self.clock = clock
        self.finishLag = finishLag
    }

    // MARK: Life

    /// Begins to sell.
    func start() async throws {
        guard let mailbox = embedded.inbox.claim() else { throw SKError(.unknown) }
        let storefront = await embedded.storefront()
        // Observers ask the queue that calls them, as it is bound to these tasks.
        let work = FakeQueue.$behaviour.withValue(self) {
            [
                RootTask.start { [embedded] in await embedded.run() },
                RootTask.start { [commands] in
                    while let batches = await mailbox.next() { commands.post(.said(Array(batches.joined()))) }
                },
                RootTask.start { [self] in
                    while let next = await commands.next() { for command in next { await obey(command) } }
                },
            ]
        }
        state.withLock { state in
            state.work = work
            state.storefront = storefront.map { SKStorefront($0) }
        }
        while (try? await embedded.activate()) == nil { try await clock.sleep(for: .seconds(1)) }
    }

    /// Ends, so that nothing is left running.
    func stop() async {
        embedded.inbox.release()
        commands.close()
        let work = state.withLock(\.work)
        for task in work { task.cancel() }
        for task in work { await task.value }
    }

    // MARK: What the app asks

    var canMakePayments: Bool { embedded.canMakePayments }
    var storefront: SKStorefront? { state.withLock(\.storefront) }
    /// What the queue lists: nothing unless somebody observes, and has been told.
    var transactions: [SKPaymentTransaction] { state.withLock { $0.isListed ? $0.transactions : [] } }
    /// What lies in the queue.
    private var queued: [SKPaymentTransaction] { state.withLock(\.transactions) }
    var codeSheets: Int { state.withLock(\.codeSheets) }
    /// How often a finish was asked for.
    var finishes: [String: Int] { state.withLock(\.finishes) }

    /// The users whom the payments named, in order.
    var usernames: [String?] { state.withLock(\.usernames) }

    func add(_ payment: SKPayment) {
        let reported = payment.reported
        state.withLock { $0.usernames.append(reported.applicationUsername) }
        commands.post(.add(reported))
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        let observer = Observer(object: observer)
        let number = state.withLock { state in
            state.observers.append(observer)
            state.observations += 1
            return state.observations
        }
        guard firstCallbackLag > .zero else {
            commands.post(.observe(number))
            return
        }
        let work = RootTask.start { [commands, clock, firstCallbackLag] in
            if (try? await clock.sleep(for: firstCallbackLag)) != nil { commands.post(.observe(number)) }
        }
        state.withLock { $0.work.append(work) }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let id = ObjectIdentifier(observer)
        state.withLock { state in
            state.observers.removeAll { $0.object.map { ObjectIdentifier($0) == id } ?? true }
            if state.observers.isEmpty { state.isListed = false }
        }
    }

    func restore(username: String?) { commands.post(.restore) }

    func finish(_ transaction: SKPaymentTransaction) {
        precondition(transaction.transactionState != .purchasing, "StoreKit 1 raises for one that is purchasing")
        state.withLock { $0.finishes[transaction.transactionIdentifier ?? "failed", default: 0] += 1 }
        commands.post(.finish(transaction))
    }

    func presentedCodeSheet() { state.withLock { $0.codeSheets += 1 } }
    func start(_ request: SKProductsRequest.Started, for ids: Set<String>) { commands.post(.products(request, ids)) }
    func start(_ request: SKReceiptRefreshRequest.Started) { commands.post(.receipt(request)) }

    /// The queue says something of hosted content.
    func tellDownloads() { report { $0.paymentQueue(queue, updatedDownloads: []) } }

    // MARK: What follows

    private func report(_ body: (any SKPaymentTransactionObserver) -> Void) {
        for observer in state.withLock(\.observers) { observer.object.map(body) }
    }

    private func obey(_ command: Command) async {
        switch command {
        case .add(let payment): await buy(payment)
        case .observe(let number): replay(to: number)
        case .restore: await restore()
        case .finish(let transaction): await remove(transaction)
        case .products(let request, let ids): await describe(ids, to: request)
        case .receipt(let request):
            do {
                _ = try await embedded.refreshReceipt()
                request.end(nil)
            } catch {
                request.end(SKError(.unknown))
            }
        case .said(let events): for event in events { await said(event) }
        }
    }

    private func replay(to observation: Int) {
        let (transactions, revoked): ([SKPaymentTransaction], [String]) = state.withLock { state in
            guard state.observations == observation, !state.observers.isEmpty else { return ([], []) }
            state.isListed = true
            if losesUsernames { for transaction in state.transactions { transaction.said.forgetsUser = true } }
            defer { state.revoked = [] }
            return (state.transactions, state.revoked)
        }
        if !transactions.isEmpty { report { $0.paymentQueue(queue, updatedTransactions: transactions) } }
        if !revoked.isEmpty {
            report { $0.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: revoked) }
        }
    }

    private func buy(_ payment: SKPayment.Told) async {
        let transaction = SKPaymentTransaction(payment)
        let number = state.withLock { state in
            state.transactions.append(transaction)
            state.payments += 1
            return state.payments
        }
        report { $0.paymentQueue(queue, updatedTransactions: [transaction]) }
        do {
            try await embedded.submit([
                BackendPayment(
                    token: PaymentToken(launch: 0xFA4E, number: number), productID: payment.productIdentifier,
                    quantity: payment.quantity, appAccountToken: payment.applicationUsername.flatMap(UUID.init),
                    options: payment.simulatesAskToBuyInSandbox ? [.simulatesAskToBuyInSandbox(true)] : [])
            ])
        } catch {
            fail(transaction, SKError(.unknown), nil)
        }
    }

    private func restore() async {
        let number = state.withLock { state in
            state.restores += 1
            return state.restores
        }
        do {
            try await embedded.restore(RestoreID(rawValue: number), for: nil)
        } catch {
            report { $0.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: SKError(.unknown)) }
        }
    }

    private func remove(_ transaction: SKPaymentTransaction) async {
        if finishLag > .zero { try? await clock.sleep(for: finishLag) }
        let name = state.withLock { state in
            state.failedIDs.removeValue(forKey: ObjectIdentifier(transaction)) ?? transaction.transactionIdentifier
        }
        if let name {
            while await !embedded.finish([name]).isEmpty {
                guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            }
        }
        // A finish that does not take leaves it in the queue: whoever observes next is told of it.
        guard await !embedded.unfinishedTransactions.contains(where: { $0.id == name }) else { return }
        state.withLock { $0.transactions.removeAll { $0 === transaction } }
        report { $0.paymentQueue(queue, removedTransactions: [transaction]) }
    }

    private func describe(_ ids: Set<String>, to request: SKProductsRequest.Started) async {
        do {
            let answer = try await embedded.products(for: ids.sorted())
            request.end(
                .success(
                    SKProductsResponse(
                        products: answer.products.map { SKProduct(Product($0)) },
                        invalidProductIdentifiers: answer.invalidIDs)))
        } catch {
            request.end(.failure(SKError(.unknown)))
        }
    }

    // MARK: What the embedded store says

    private func said(_ event: BackendEvent) async {
        switch event {
        case .transaction(let reported): await said(reported)
        case .paymentEnded(let ending): said(ending)
        case .restoreEnded(_, let error):
            if error == nil {
                report { $0.paymentQueueRestoreCompletedTransactionsFinished(queue) }
            } else {
                report { $0.paymentQueue(queue, restoreCompletedTransactionsFailedWithError: SKError(.unknown)) }
            }
        case .storefrontChanged(let storefront):
            state.withLock { $0.storefront = SKStorefront(storefront) }
            report { $0.paymentQueueDidChangeStorefront(queue) }
        case .promotedPurchase(let purchase): await promote(purchase.productID)
        case .renewalInfo, .subscriptionStatus, .entitlementsRevoked, .message, .caughtUp: break
        }
    }

    private func promote(_ id: String) async {
        guard let product = try? await embedded.products(for: [id]).products.first else { return }
        let payment = SKPayment.Told(productIdentifier: id)
        var isWanted = false
        report {
            isWanted = $0.paymentQueue(
                queue, shouldAddStorePayment: SKPayment(payment), for: SKProduct(Product(product)))
        }
        if isWanted { commands.post(.add(payment)) }
    }

    private func said(_ reported: BackendTransaction) async {
        let transaction = reported.transaction
        guard transaction.revocationDate == nil else { return await revoke(transaction) }
        var said = SKPaymentTransaction.Said(.purchased)
        (said.id, said.date) = (transaction.id, transaction.purchaseDate)
        if transaction.originalID != transaction.id {
            var original = SKPaymentTransaction.Said(.purchased)
            (original.id, original.date) = (transaction.originalID, transaction.originalPurchaseDate)
            said.original = SKPaymentTransaction(SKPayment.Told(productIdentifier: transaction.productID), original)
        }
        var asked: SKPaymentTransactionState?
        switch reported.origin {
        case .payment: asked = .purchasing
        case .restore: said.state = .restored
        case .other, .elsewhere: asked = .deferred
        }
        if let asked, let known = waiting(asked, transaction.productID, transaction.purchasedQuantity) {
            said.forgetsUser = known.said.forgetsUser
            known.said = said
            return report { $0.paymentQueue(queue, updatedTransactions: [known]) }
        }
        // A batch that repeats what lies in the queue says nothing new.
        guard !queued.contains(where: { $0.transactionIdentifier == transaction.id }) else { return }
        var payment = SKPayment.Told(productIdentifier: transaction.productID)
        payment.quantity = transaction.purchasedQuantity
        let new = SKPaymentTransaction(payment, said)
        state.withLock { $0.transactions.append(new) }
        report { $0.paymentQueue(queue, updatedTransactions: [new]) }
    }

    private func revoke(_ transaction: StoreTransaction) async {
        // Nothing of it lies in the queue, so that nobody can finish it.
        _ = await embedded.finish([transaction.id])
        guard transaction.productType != .consumable else { return }
        var isRead = false
        report {
            isRead = true
            $0.paymentQueue(queue, didRevokeEntitlementsForProductIdentifiers: [transaction.productID])
        }
        // Whoever observes next is told.
        if !isRead { state.withLock { $0.revoked.append(transaction.productID) } }
    }

    private func said(_ ending: PaymentEnding) {
        let asked: SKPaymentTransactionState = ending.isLeftover ? .deferred : .purchasing
        guard let known = waiting(asked, ending.productID, ending.quantity) ?? forgotten(ending) else { return }
        switch ending.result {
        case .pending:
            known.said.state = .deferred
            report { $0.paymentQueue(queue, updatedTransactions: [known]) }
        case .cancelled: fail(known, SKError(.paymentCancelled), ending.failedTransactionID)
        case .failed(let error): fail(known, error.asStoreKit1, ending.failedTransactionID)
        }
    }

    /// What failed, and lies in the queue no more as it was asked for: such as what nobody approved in time.
    private func forgotten(_ ending: PaymentEnding) -> SKPaymentTransaction? {
        guard ending.failedTransactionID != nil else { return nil }
        let transaction = SKPaymentTransaction(SKPayment.Told(productIdentifier: ending.productID))
        state.withLock { $0.transactions.append(transaction) }
        return transaction
    }

    private func fail(_ transaction: SKPaymentTransaction, _ error: SKError, _ failedID: String?) {
        state.withLock { $0.failedIDs[ObjectIdentifier(transaction)] = failedID }
        var said = transaction.said
        (said.state, said.error) = (.failed, error)
        said.forgetsUser = said.forgetsUser || losesUsernames
        transaction.said = said
        report { $0.paymentQueue(queue, updatedTransactions: [transaction]) }
    }

    private func waiting(
        _ asked: SKPaymentTransactionState, _ productID: String, _ quantity: Int?
    ) -> SKPaymentTransaction? {
        queued.first { known in
            known.transactionState == asked && known.shown.productIdentifier == productID
                && (quantity ?? known.shown.quantity) == known.shown.quantity
        }
    }
}

extension SKStorefront {
    convenience init(_ reported: StoreStorefront) {
        self.init(countryCode: reported.countryCode, identifier: reported.id ?? "")
    }
}

extension BackendFailure {
    /// What StoreKit 1 says where the embedded store says this.
    fileprivate var asStoreKit1: SKError {
        switch code {
        case .paymentNotAllowed: SKError(.paymentNotAllowed)
        case .storeProductNotAvailable: SKError(.storeProductNotAvailable)
        case .paymentCancelled: SKError(.paymentCancelled)
        default: SKError(.unknown)
        }
    }
}
