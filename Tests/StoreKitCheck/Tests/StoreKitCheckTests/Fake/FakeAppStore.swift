import Foundation
import Purser
import PurserSimulator
import StoreKit

/// Apple's store as an app sees it through StoreKit 2: the embedded App Store, told in StoreKit's types.
///
/// Owns what the embedded store does not have: purchase calls that wait, sequences of news, and how late its lists are.
/// The account, what it owns, renewals and refunds are the embedded store's.
actor FakeAppStore: FakeStoreBehaviour {
    let embedded: EmbeddedAppStore
    nonisolated let clock: any StoreClock
    private let defects: FakeDefects

    private let updates = Channel<VerificationResult<Transaction>>()
    private let statuses = Channel<Product.SubscriptionInfo.Status>()
    private let storefronts = Channel<StoreKit.Storefront>(keepsUnheard: true)
    private let promoted = Channel<Product>(keepsUnheard: true)
    private let messageChannel = Channel<Message>(keepsUnheard: true)
    private nonisolated let shownPlaces = Lock<[String]>([])

    private var payments: [PaymentToken: Reply<Result<Product.PurchaseResult, any Error>>] = [:]
    private var paymentCount: UInt64 = 0
    /// When each transaction was heard of first.
    private var received: [String: Duration] = [:]
    private var hung: Set<UInt64> = []
    /// Codes that the customer is about to enter, with their products.
    private var codes: [(offerID: String, productID: String)] = []
    /// Whether the sheet that returns the transaction is shown.
    private var returnsRedeemed = false
    private var work: [Task<Void, Never>] = []
    /// How often a finish was asked for.
    private(set) var finishes: [UInt64: Int] = [:]
    /// How often each purchase call was made.
    private(set) var purchaseCalls = 0

    init(_ embedded: EmbeddedAppStore, clock: any StoreClock, defects: FakeDefects = .none) {
        self.embedded = embedded
        self.clock = clock
        self.defects = defects
    }

    // MARK: Life

    /// Begins to sell.
    func start() async throws {
        guard let mailbox = embedded.inbox.claim() else { throw StoreKitError.unknown }
        work.append(RootTask.start { [embedded] in await embedded.run() })
        work.append(
            RootTask.start { [self] in
                while let batches = await mailbox.next() {
                    for event in batches.joined() { await received(event) }
                }
            })
        while (try? await embedded.activate()) == nil { try await clock.sleep(for: .seconds(1)) }
    }

    /// Ends, so that nothing is left running.
    func stop() async {
        embedded.inbox.release()
        for task in work { task.cancel() }
        for task in work { await task.value }
        updates.finish()
        statuses.finish()
        storefronts.finish()
        promoted.finish()
        messageChannel.finish()
    }

    // MARK: What the embedded store says

    private func received(_ event: BackendEvent) async {
        switch event {
        case .transaction(let reported): received(reported)
        case .paymentEnded(let ending): ended(ending)
        case .subscriptionStatus(let status):
            if let reported = await Self.statuses(embedded).first(where: {
                $0.transaction.payload.id == UInt64(status.transactionID)
            }) {
                statuses.report(reported)
            }
        case .storefrontChanged(let storefront): storefronts.report(StoreKit.Storefront(storefront))
        case .promotedPurchase(let purchase):
            if let product = try? await products(for: [purchase.productID]).first { promoted.report(product) }
        case .restoreEnded, .renewalInfo, .entitlementsRevoked, .message, .caughtUp: break
        }
    }

    private func received(_ reported: BackendTransaction) {
        let id = reported.transaction.id
        if received[id] == nil { received[id] = clock.now() }
        let result = VerificationResult(reported)
        guard case .payment(let token?) = reported.origin, let payment = payments.removeValue(forKey: token) else {
            if returnsRedeemed, reported.transaction.offer?.type == .code { return }
            return updates.report(result)
        }
        if let delay = defects.returnDelay {
            updates.report(result)
            later(delay) { payment.resolve(.success(.success(result))) }
        } else {
            payment.resolve(.success(.success(result)))
        }
        if let delay = defects.repeatDelay { later(delay) { [updates] in updates.report(result) } }
    }

    private func ended(_ ending: PaymentEnding) {
        guard let token = ending.token, let payment = payments.removeValue(forKey: token) else { return }
        switch ending.result {
        case .cancelled: payment.resolve(.success(.userCancelled))
        case .pending: payment.resolve(.success(.pending))
        case .failed(let error): payment.resolve(.failure(error.asStoreKit))
        }
    }

    private func later(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
        work.append(
            RootTask.start { [clock] in
                if (try? await clock.sleep(for: delay)) != nil { body() }
            })
    }

    // MARK: What StoreKit asks

    nonisolated var canMakePayments: Bool { embedded.canMakePayments }
    nonisolated var deviceID: UUID? { UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

    func products(for ids: [String]) async throws -> [Product] {
        do {
            return try await embedded.products(for: ids).products.map { Product($0) }
        } catch let error as BackendFailure {
            throw error.asStoreKit
        }
    }

    func purchase(
        _ product: Product, _ options: Set<Product.PurchaseOption>
    ) async throws -> Product.PurchaseResult {
        purchaseCalls += 1
        paymentCount += 1
        let token = PaymentToken(launch: 0xFA4E, number: paymentCount)
        let payment = Reply<Result<Product.PurchaseResult, any Error>>()
        payments[token] = payment
        do {
            try await embedded.submit([BackendPayment(token: token, productID: product.id, reported: options)])
        } catch {
            payments[token] = nil
            throw StoreKitError.networkError(URLError(.notConnectedToInternet))
        }
        return try await payment.value(ifCancelled: .failure(CancellationError())).get()
    }

    func finish(_ id: UInt64) async {
        finishes[id, default: 0] += 1
        if let hangs = defects.finishHangs, hung.insert(id).inserted {
            guard (try? await clock.sleep(for: hangs)) != nil else { return }
        }
        // A store that is away does it later; here it is asked until it has.
        while await !embedded.finish([StoreTransaction.embeddedID(id)]).isEmpty {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        }
    }

    func allTransactions() async -> [VerificationResult<Transaction>] {
        let unfinished = Set(await embedded.unfinishedTransactions.map(\.id))
        return await listed(
            embedded.transactions.filter {
                $0.productType != .consumable || $0.revocationDate != nil || unfinished.contains($0.id)
            })
    }

    func unfinishedTransactions() async -> [VerificationResult<Transaction>] {
        await listed(embedded.unfinishedTransactions)
    }

    func currentEntitlements() async -> [VerificationResult<Transaction>] {
        if defects.hasEmptyEntitlements { return [] }
        let kept = await embedded.transactions.filter {
            [.nonConsumable, .nonRenewable].contains($0.productType) && $0.revocationDate == nil
        }
        return await listed(kept + embedded.subscriptions.filter(\.isEntitled).map(\.transaction))
    }

    /// Those that StoreKit lists by now.
    private func listed(_ transactions: [StoreTransaction]) async -> [VerificationResult<Transaction>] {
        let isForged = await embedded.settings.failures.verification != nil
        let now = clock.now()
        return transactions.filter { transaction in
            received[transaction.id].map { $0 + defects.listingLag <= now } ?? true
        }.map { isForged ? .unverified(Transaction($0), .invalidSignature) : .verified(Transaction($0)) }
    }

    func statuses(ofGroup id: String) async throws -> [Product.SubscriptionInfo.Status] {
        await Self.statuses(embedded).filter { $0.transaction.payload.subscriptionGroupID == id }
    }

    private static func statuses(_ embedded: EmbeddedAppStore) async -> [Product.SubscriptionInfo.Status] {
        await embedded.subscriptions.map { subscription in
            Product.SubscriptionInfo.Status(
                state: .init(rawValue: subscription.state.rawValue),
                transaction: .verified(Transaction(subscription.transaction)),
                renewalInfo: .verified(.init(subscription.renewalInfo)))
        }
    }

    func sync() async throws {
        do {
            // Only whether the store can be reached: what it knows is listed here at all times.
            _ = try await embedded.products(for: [])
            if let error = await embedded.settings.failures.restore { throw error }
        } catch let error as BackendFailure {
            throw error.asStoreKit
        }
    }

    func storefront() async -> StoreKit.Storefront? { await embedded.storefront().map { StoreKit.Storefront($0) } }

    func appTransaction(refresh: Bool) async throws -> VerificationResult<AppTransaction> {
        .verified(AppTransaction(try await embedded.appTransaction(refresh: refresh)))
    }

    func requestRefund(_ id: UInt64) async throws -> Transaction.RefundRequestStatus {
        do {
            return try await embedded.beginRefundRequest(for: String(id), in: nil) == .success
                ? .success : .userCancelled
        } catch let error as BackendFailure {
            throw error.code == .duplicateRefundRequest
                ? Transaction.RefundRequestError.duplicateRequest : .failed
        }
    }

    /// The customer is about to enter a code.
    func enterCode(_ offerID: String, for productID: String) { codes.append((offerID, productID)) }

    func redeemCode(tellsUpdates: Bool) async throws -> VerificationResult<Transaction>? {
        guard !codes.isEmpty else { return nil }
        let code = codes.removeFirst()
        returnsRedeemed = !tellsUpdates
        let transaction = try await embedded.redeemCode(code.offerID, for: code.productID)
        return .verified(Transaction(transaction))
    }

    nonisolated func transactionUpdates() -> AsyncStream<VerificationResult<Transaction>> { updates.listen() }
    nonisolated func statusUpdates() -> AsyncStream<Product.SubscriptionInfo.Status> { statuses.listen() }
    nonisolated func storefrontUpdates() -> AsyncStream<StoreKit.Storefront> { storefronts.listen() }
    nonisolated func promotions() -> AsyncStream<Product> { promoted.listen() }
    nonisolated func messages() -> AsyncStream<Message> { messageChannel.listen() }

    /// Where something was shown to the customer, in order.
    nonisolated var places: [String] { shownPlaces.withLock { $0 } }
    nonisolated func shown(_ what: String) async { shownPlaces.withLock { $0.append(what) } }
    nonisolated func displayed(_ reason: Int) { shownPlaces.withLock { $0.append("message \(reason)") } }

    /// The store has something to show.
    func send(_ reason: Message.Reason) { messageChannel.report(Message(reason: reason)) }
}
