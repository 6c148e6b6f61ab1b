import Foundation
import Purser
import PurserSimulator
import PurserTesting

/// A device that users share, through launches and deaths, and a book of what its app was called for.
struct OwnershipWorld: Sendable {
    let context: SimulationContext
    let scenario: OwnershipScenario
    /// One for each environment; a launch meets one of them.
    let appStores: [EmbeddedAppStore]
    let users: [UUID]
    let machine: MortalMachine
    let book = Lock(OwnershipBook())
    let truth = Lock(OwnershipTruth())
    let findings = Lock<[OwnershipFinding]>([])
    let leavers = Lock(OwnershipLeavers())
    /// What happened, for whoever looks for the cause.
    let story: Lock<[String]>
    let isCalm = Lock(false)
    let sights = Lock<Set<OwnershipSight>>([])
    /// The store that is open.
    private let present = Lock<PurchaseStore?>(nil)
    /// What was read of each user in the end: entitlements and updates.
    let readings = Lock<[UUID: OwnershipReading]>([:])
    let launch = Lock(0)
    let visits = Lock(OwnershipVisits())

    /// What the app talks to in a launch in place of the App Store itself, such as an adapter for Apple's.
    private let door: (@Sendable () -> any StoreBackend)?

    init(
        _ scenario: OwnershipScenario, _ context: SimulationContext, story: Lock<[String]> = Lock([]),
        through door: (@Sendable () -> any StoreBackend)? = nil
    ) {
        (self.story, self.door) = (story, door)
        self.scenario = scenario
        self.context = context
        var generator = context.generator(for: "users")
        users = (0..<scenario.userCount).map { _ in generator.uuid() }
        machine = MortalMachine(
            generator: context.generator(for: "machine"), files: scenario.usesFiles ? CrashingFiles() : nil)
        let sharesIDs = scenario.environments > 1 || scenario.resets
        let options = EmbeddedAppStoreOptions(
            answersNamePayments: scenario.namesPayments, concurrentPayments: scenario.namesPayments ? 8 : 1,
            answersInsideCalls: generator.happens(0.6), followsStoreKit1: scenario.followsStoreKit1,
            firstTransactionID: sharesIDs ? 1 : nil)
        appStores = (0..<scenario.environments).map { _ in
            EmbeddedAppStore(catalog: SimulatorCatalog(products: OwnershipScenario.products), options: options)
        }
    }

    /// Lives through all launches, lets everything settle, and compares the books.
    ///
    /// - Returns: what is wrong.
    func run() async throws -> [OwnershipFinding] {
        var generator = context.generator(for: "launches")
        for appStore in appStores.dropFirst() { await appStore.updateSettings { $0.environment = .sandbox } }
        for number in 0..<scenario.launches {
            let appStore = generator.pick(appStores)
            let dies = scenario.dies && generator.happens(0.7)
            let settles = !dies && generator.happens(0.5) || scenario.resets
            try await live(appStore, launch: number, dies: dies, settles: settles, &generator)
            try await context.sleep(for: generator.pick([.seconds(2), .seconds(400), .seconds(86_400)]))
            if scenario.resets { try await reset(appStore) }
        }
        for appStore in appStores {
            try await live(appStore, launch: scenario.launches, dies: false, settles: true, &generator)
        }
        try compareSights()
        SimulatedPurchases.add(truth.withLock { $0.payments.count }, launches: scenario.launches + 1)
        return findings.withLock { $0 }
    }

    private func live(
        _ appStore: EmbeddedAppStore, launch number: Int, dies: Bool, settles: Bool,
        _ generator: inout SeededGenerator
    ) async throws {
        let isLast = number == scenario.launches
        isCalm.withLock { $0 = isLast }
        await appStore.setFaults(isLast ? .none : scenario.faults(launch: number))
        let diesAt = dies ? 1 + generator.index(below: scenario.usesFiles ? 250 : 60) : nil
        let progress = machine.start(diesAt: diesAt, failures: isLast ? 0 : scenario.storageFailures)
        launch.withLock { $0 = progress }
        note("launch \(progress)\(diesAt.map { ", dies at write \($0)" } ?? "")")
        let account = isLast ? StoreAccount.unnamed : self.account(generator.pick(users))
        guard let store = await open(appStore, progress, as: account) else {
            if !dies, scenario.storageFailures == 0 { found(.session, "launch \(progress) did not open") }
            return
        }
        if !isLast { await act(store, appStore, progress: progress) }
        if machine.isAlive(progress), settles {
            await settle(store, appStore, progress)
            await compare(appStore)
        }
        let isOrderly = machine.isAlive(progress) && !(dies && generator.happens(0.5))
        if !isOrderly { machine.die() }
        present.withLock { $0 = nil }
        try await store.close()
        visits.withLock { $0.end(at: context.clock.timestamp()) }
        if isOrderly, machine.isAlive(progress) { truth.withLock { _ = $0.orderlyLaunches.insert(progress) } }
        note("launch \(progress) ends, \(isOrderly ? "closed" : "killed")")
        await appStore.setOnline(true)
    }

    private func reset(_ appStore: EmbeddedAppStore) async throws {
        guard await appStore.unfinishedCount == 0 else { return }
        let transactions = await appStore.transactions
        truth.withLock { $0.reset(transactions) }
        note("the account is reset")
        try await appStore.clearTransactions()
    }

    // MARK: The app

    private func open(_ appStore: EmbeddedAppStore, _ progress: Int, as account: StoreAccount) async -> PurchaseStore? {
        var mutation = WatchedBackend.Mutation()
        if scenario.ignoresAccounts {
            mutation.reports = { batch in [batch.map { $0.with(account: present.withLock { $0 }?.account.userID) }] }
        }
        let backend = WatchedBackend(
            door?() ?? appStore, isPumped: scenario.ignoresAccounts, mutation: mutation,
            isAlive: { machine.isAlive(progress) }, onFinish: { note("finish \($0)") }, onRestore: {},
            onSubmit: { submitted($0, $1) })
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.generator = context.generator(for: "store \(progress)")
        configuration.storage = machine.storage(launch: progress)
        configuration.account = account
        configuration.accountMoves = scenario.appliedPolicy ?? scenario.policy
        if scenario.hasGrant { configuration.grant = { try await called(.grant, $0, progress) } }
        configuration.manualPurchases = { purchase in if machine.isAlive(progress) { try? await purchase.finish() } }
        if scenario.hasRevoke { configuration.revoke = { try await called(.revoke, $0, progress) } }
        visits.withLock { $0.begin(account.userID, at: context.clock.timestamp()) }
        let store = try? await PurchaseStore.open(configuration)
        present.withLock { $0 = store }
        return store
    }

    /// The backend is given payments, or has rejected all of them.
    private func submitted(_ payments: [BackendPayment], _ isTaken: Bool) {
        truth.withLock { truth in
            for payment in payments {
                guard let call = payment.intent.request.context["call"] else { continue }
                truth.payments[call]?.wasSubmitted = isTaken
            }
        }
    }

    /// A handler of the app: it changes the shop of the update's user at once or only in the end, and may fail.
    private func called(_ call: OwnershipBook.Call, _ update: StoreUpdate, _ progress: Int) async throws {
        var generator = context.generator(for: "\(call) \(update.key) \(context.clock.now())")
        guard machine.isAlive(progress) else { throw HandlerFailure(retryClass: .retryable()) }
        if call == .revoke, scenario.forgetsToRevoke { return }
        guard let user = update.account.userID else { return found(.session, "\(call) \(update) has no user") }
        let now = context.clock.timestamp()
        note("\(call) \(name(user)) \(update.transaction.id) \(update.transaction.remainingQuantity) \(update.context)")
        checkContext(update, user, progress)
        if call == .grant, scenario.isManual(update.productID) { checkManual(update, user) }
        if call == .revoke { checkRevoke(update, user) }
        book.withLock { $0.begin(call, update, for: user, at: now) }
        let isFirst = generator.happens(0.5)
        if isFirst { book.withLock { $0.change(call, update, for: user, setsCredit: scenario.setsCredit) } }
        try await context.sleep(for: generator.duration(upTo: 5_000))
        guard machine.isAlive(progress) else { throw HandlerFailure(retryClass: .retryable()) }
        if !isCalm.withLock({ $0 }) {
            if generator.happens(scenario.permanentFailures) { throw HandlerFailure(retryClass: .permanent) }
            if generator.happens(scenario.grantFailures) { throw HandlerFailure(retryClass: .retryable()) }
        }
        book.withLock { book in
            if !isFirst { book.change(call, update, for: user, setsCredit: scenario.setsCredit) }
            book.end(call, update)
        }
    }

    // MARK: Words

    func found(_ rule: OwnershipFinding.Rule, _ words: String) {
        let finding = OwnershipFinding(rule, words)
        note("FOUND \(finding)")
        findings.withLock { if !$0.contains(finding) { $0.append(finding) } }
    }

    func note(_ words: String) { story.withLock { $0.append("\(context.clock.now()) \(words)") } }

    /// A user's short name: A, B, C.
    func name(_ user: UUID?) -> String {
        user.flatMap { users.firstIndex(of: $0) }.map { String(UnicodeScalar(UInt8(65 + $0))) } ?? "nobody"
    }
}

/// Why a handler of the app fails.
struct HandlerFailure: RetryClassifying {
    var retryClass: RetryClass
}

extension BackendEvent {
    /// The event with another account, or none, on its transaction.
    fileprivate func with(account: UUID?) -> BackendEvent {
        guard case .transaction(var reported) = self else { return self }
        var fields = reported.transaction.fields
        fields.appAccountToken = account
        reported.transaction = StoreTransaction(fields)
        return .transaction(reported)
    }
}

/// What was read at one time, and so has to be one user's: identifiers of transactions.
struct OwnershipSight: Sendable, Hashable {
    let what: String
    /// Whose it was said to be; `nil` when that is not known.
    let account: StoreAccount?
    let ids: Set<String>
}

/// What was read of a user's session.
struct OwnershipReading: Sendable {
    var active: Set<String> = []
    var balances: [String: Int] = [:]
}
