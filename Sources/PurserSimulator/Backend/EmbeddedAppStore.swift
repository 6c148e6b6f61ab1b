public import Purser
public import PurserFormats

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An App Store inside the program: a backend whose sales, refunds and failures a test or a tool controls.
///
/// Each payment token is charged at most once. A transaction stays unfinished, and is reported at every `activate()`,
/// until it is finished in its current state; after a change such as a refund or an upgrade, it must be finished again.
/// All randomness comes from the fault plan's seed, and all times from its clock. It starts no tasks: delayed batches
/// are sent by ``run()``, or at the next call if ``run()`` is not running.
///
/// One object can be opened by several stores in succession, as in relaunches of an app. ``addDevice()`` adds another
/// device of the customer, on which another store can be open at the same time.
public actor EmbeddedAppStore: StoreBackend {
    /// The capabilities of this backend, from its options.
    public nonisolated let capabilities: BackendCapabilities
    /// The inbox for all reports of this backend.
    public nonisolated let inbox = BackendInbox()

    /// Measures its delays and dates.
    package nonisolated let clock: any StoreClock
    private nonisolated let isPayable = Lock(true)
    /// The events for the watchers.
    private nonisolated let watchers = Feed<AppStoreEvent>(limit: 8_192)
    /// Advances when ``run()`` or a watcher may have work.
    nonisolated let changes = EventCount()
    let options: EmbeddedAppStoreOptions
    /// The initial settings.
    let defaults: SimulatorSettings

    /// The customer's account, and the folder that stores it.
    var kept: KeptAccount
    /// The route of reports to the open store.
    var route: ReportRoute
    /// The customer's planned actions.
    var plans = CustomerPlans()
    var receipt: StoreReceipt?

    /// Makes an App Store with a new account in memory.
    ///
    /// With the device's clock, transaction identifiers are random, so that a ledger kept across runs never contains
    /// them twice. With another clock they begin with 2000000000001, so that a run can be repeated.
    /// ``EmbeddedAppStoreOptions/firstTransactionID`` overrides both.
    ///
    /// - Parameters:
    ///   - catalog: the products for sale.
    ///   - clock: measures delays and dates; `nil` for the device's clock, or the simulation's clock in a simulation of
    ///     `PurserTesting`.
    ///   - faults: the fault plan.
    ///   - options: the delivery of its answers.
    public init(
        catalog: SimulatorCatalog, clock: (any StoreClock)? = nil,
        faults: FaultPlan = .none, options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) {
        let clock = clock ?? StoreDefaults.current.clock()
        let book = AccountBook(identifierBase: options.identifierBase(on: clock))
        self.init(catalog: catalog, book: book, home: nil, clock: clock, faults: faults, options: options)
    }

    /// Makes an App Store with a new account that sells the products of a `.storekit` file.
    ///
    /// Mistakes in the file cost only the affected entry; ``StoreKitConfiguration/diagnostics`` lists them.
    ///
    /// - Parameters:
    ///   - url: the file; nothing is fetched from a network.
    ///   - clock: measures delays and dates; `nil` for the device's clock, or the simulation's clock in a simulation of
    ///     `PurserTesting`.
    ///   - faults: the fault plan.
    ///   - options: the delivery of its answers.
    /// - Throws: `ProductFileFailure` if the file cannot be read, or is not a JSON object.
    public init(
        contentsOf url: URL, clock: (any StoreClock)? = nil, faults: FaultPlan = .none,
        options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) throws(ProductFileFailure) {
        let configuration = try StoreKitConfiguration(contentsOf: url)
        self.init(
            catalog: SimulatorCatalog(configuration: configuration), clock: clock, faults: faults, options: options)
    }

    /// Opens an App Store whose account is stored in a folder, so that several runs of a program share it, one at a
    /// time.
    ///
    /// A missing folder is created. The folder belongs to this object until it is released or ``releaseFolder()``
    /// is called. Each change is appended to a file there before it takes effect.
    ///
    /// - Throws: ``AccountFileFailure`` if another App Store has the folder open, in this process or another, or if the
    ///   folder or its files cannot be read or created.
    public init(
        catalog: SimulatorCatalog, folder: URL, clock: (any StoreClock)? = nil,
        faults: FaultPlan = .none, options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) throws {
        try self.init(catalog: catalog, path: folder.path, clock: clock, faults: faults, options: options)
    }

    /// Opens the same at a path, with a choice of durability; a killed program loses nothing with either choice.
    ///
    /// - Throws: ``AccountFileFailure``.
    package init(
        catalog: SimulatorCatalog, path: String, clock: (any StoreClock)? = nil, faults: FaultPlan = .none,
        options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions(), durability: LedgerDurability = .synced
    ) throws {
        try self.init(
            catalog: catalog, home: AccountHome(path: path, durability: durability), clock: clock, faults: faults,
            options: options)
    }

    init(
        catalog: SimulatorCatalog, home: AccountHome, clock: (any StoreClock)?, faults: FaultPlan,
        options: EmbeddedAppStoreOptions
    ) throws {
        var home = home
        var book = try home.load() ?? AccountBook()
        book.startNoting()
        self.init(
            catalog: catalog, book: book, home: home, clock: clock ?? StoreDefaults.current.clock(), faults: faults,
            options: options)
    }

    private init(
        catalog: SimulatorCatalog, book: AccountBook, home: AccountHome?, clock: any StoreClock, faults: FaultPlan,
        options: EmbeddedAppStoreOptions
    ) {
        self.clock = clock
        self.options = options
        capabilities = BackendCapabilities(options)
        var account = SimulatedAccountState(catalog: catalog, echoesTokens: options.answersNamePayments, book: book)
        account.followsStoreKit1 = options.followsStoreKit1
        kept = KeptAccount(account, home: home)
        route = ReportRoute(
            inbox: inbox, clock: clock, changes: changes, faults: faults,
            answersInsideCalls: options.answersInsideCalls)
        defaults = catalog.settings
    }

    /// Whether this customer may make payments.
    public nonisolated var canMakePayments: Bool { isPayable.withLock { $0 } }

    /// Allows or forbids this customer's payments.
    public func setCanMakePayments(_ allowed: Bool) {
        kept.state.canMakePayments = allowed
        isPayable.withLock { $0 = allowed }
        publish(.payments(areAllowed: allowed))
    }

    /// All events at this App Store from now on, including changes of settings and faults.
    ///
    /// Each call returns an independent sequence with its own pace. If a consumer is more than 8,192 events behind, the
    /// oldest events are dropped and replaced by ``AppStoreEvent/Content/missed(count:)``. The sequence ends with the
    /// reading task.
    public nonisolated var events: AsyncStream<AppStoreEvent> {
        watchers.stream(fromNow: true) { [clock] in
            AppStoreEvent(date: clock.currentDate(), content: .missed(count: $0))
        }
    }
}

// All steps of the account use these methods.
extension EmbeddedAppStore {
    /// The maximum number of events in one step of passing time, which a folder stores as one change.
    private static var stepLimit: Int { 65_536 }

    /// Changes the account; with a folder, the change is on disk before it takes effect.
    func change<Result>(_ body: (inout SimulatedAccountState) -> Result) throws(BackendFailure) -> Result {
        let isWatched = watchers.readers > 0
        if isWatched != kept.state.journal.happenings.isWatched {
            kept.state.journal.happenings.isWatched = isWatched
            kept.state.journal.notices.record(isWatched, for: .watchers)
        }
        let result = try kept.change(body)
        if isWatched { publish() }
        // The other devices report changes from their own `run()`.
        if !kept.state.journal.devices.isEmpty { changes.advance() }
        return result
    }

    /// Publishes the account's changes since the last call, then another event.
    func publish(_ content: AppStoreEvent.Content? = nil) {
        guard watchers.readers > 0 else { return }
        let notes = kept.state.journal.happenings.take()
        let contents =
            notes.flatMap { $0.contents(in: kept.state.journal) }
            + kept.state.journal.notices.take(for: .watchers).map { .notification($0) } + [content].compactMap { $0 }
        if contents.isEmpty { return }
        let date = clock.currentDate()
        watchers.add(contents.map { AppStoreEvent(date: date, content: $0) })
    }

    /// Carries out everything that is due by now, in order, one step at a time.
    ///
    /// - Throws: `BackendFailure` if it cannot be written.
    func catchUp() throws(BackendFailure) {
        guard let due = kept.state.journal.agenda.first?.time else { return }
        let now = clock.timestamp()
        guard due <= now else { return }
        var isDone = false
        while !isDone {
            let (events, isAll) = try change { account in
                var events: [BackendEvent] = []
                let isAll = account.advance(to: now, limit: Self.stepLimit, &events)
                return (events, isAll)
            }
            isDone = isAll
            route.sendOrKeep(events, &kept.state)
        }
    }

    /// The account after everything that is due by now; unchanged if that cannot be written.
    var caughtUp: SimulatedAccountState {
        try? catchUp()
        return kept.state
    }

    /// Performs a closure on the account after everything that is due by now.
    func attempt<Result>(_ body: (inout SimulatedAccountState, Timestamp) throws -> Result) throws -> Result {
        try catchUp()
        let now = clock.timestamp()
        return try change { account in Swift.Result { try body(&account, now) } }.get()
    }

    /// Performs the same, and reports the resulting events.
    func act(_ body: (inout SimulatedAccountState, Timestamp) throws -> [BackendEvent]) throws {
        try actWithResult { ((), try body(&$0, $1)) }
    }

    /// Performs the same, with a result.
    func actWithResult<Result>(
        _ body: (inout SimulatedAccountState, Timestamp) throws -> (Result, [BackendEvent])
    ) throws -> Result {
        let (result, events) = try attempt(body)
        route.send(events, answersCall: false, &kept.state)
        return result
    }
}

extension BackendCapabilities {
    fileprivate init(_ options: EmbeddedAppStoreOptions) {
        self.init(
            concurrentPayments: options.concurrentPayments, productRequestLimit: options.productRequestLimit,
            optionalCalls: [.beginRefundRequest, .appTransaction, .redeemCode, .showManageSubscriptions],
            answersNamePayments: options.answersNamePayments)
    }
}
