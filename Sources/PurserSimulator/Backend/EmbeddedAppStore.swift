public import Purser

/// An App Store inside the program: a backend that sells, remembers, refunds and fails as a test or a tool says.
///
/// Each payment of a token is charged once at most. A transaction stays unfinished, and is reported at every `activate()`,
/// until it was finished in its present state: a refund or an upgrade changes it, so it must be finished once more. All
/// randomness comes from the fault plan's seed, and all time from its clock. It starts no task: what is delayed goes out
/// from ``run()``, or at the next call when nobody runs it.
///
/// One object can be opened by one store after another: that is a relaunch. ``addDevice()`` gives the customer another device, on
/// which another store can be open at the same time.
public actor EmbeddedAppStore: StoreBackend {
    /// What this backend can do, as its options say.
    public nonisolated let capabilities: BackendCapabilities
    /// Where everything that this backend reports is put.
    public nonisolated let inbox = BackendInbox()

    nonisolated let clock: any StoreClock
    private nonisolated let isPayable = Lock(true)
    /// What has happened, for those who watch.
    private nonisolated let watchers = Feed<AppStoreEvent>(limit: 8_192)
    /// Advanced whenever ``run()`` or a reader may have something to do.
    nonisolated let changes = EventCount()
    let options: EmbeddedAppStoreOptions
    /// The settings at the beginning.
    let defaults: SimulatorSettings

    /// The customer's account, and the folder that keeps it.
    var kept: KeptAccount
    /// How reports reach the store that is open.
    var route: ReportRoute
    /// What the customer does next.
    var plans = CustomerPlans()
    var receipt: StoreReceipt?

    /// An App Store with a new account that lives as long as this object.
    ///
    /// On the device's clock the identifiers of its transactions are drawn, so that a ledger which is kept from one run to the
    /// next meets none of them twice. On another clock they begin with 2000000000001, so that a run can be repeated;
    /// ``EmbeddedAppStoreOptions/firstTransactionID`` decides otherwise.
    ///
    /// - Parameters:
    ///   - catalog: what it sells.
    ///   - clock: what its delays and dates are measured by; `nil` is the device's clock, or inside a simulation of
    ///     `PurserTesting` the simulation's.
    ///   - faults: what goes wrong, and when.
    ///   - options: how its answers come.
    public init(
        catalog: SimulatorCatalog, clock: (any StoreClock)? = nil,
        faults: FaultPlan = .none, options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) {
        let clock = clock ?? StoreDefaults.current.clock()
        let book = AccountBook(identifierBase: options.identifierBase(on: clock))
        self.init(catalog: catalog, book: book, home: nil, clock: clock, faults: faults, options: options)
    }

    /// An App Store with a new account that sells what a `.storekit` file says.
    ///
    /// Mistakes in the file cost only the entry that they are in; ``StoreKitConfiguration/diagnostics`` lists them.
    ///
    /// - Parameters:
    ///   - path: the file's path, absolute or from the current folder.
    ///   - clock: what its delays and dates are measured by; `nil` is the device's clock, or inside a simulation of
    ///     `PurserTesting` the simulation's.
    ///   - faults: what goes wrong, and when.
    ///   - options: how its answers come.
    /// - Throws: `ProductFileError` when the file cannot be read, is not JSON or no object.
    public init(
        contentsOf path: String, clock: (any StoreClock)? = nil, faults: FaultPlan = .none,
        options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) throws(ProductFileError) {
        let configuration = try StoreKitConfiguration(contentsOf: path)
        self.init(
            catalog: SimulatorCatalog(configuration: configuration), clock: clock, faults: faults, options: options)
    }

    /// An App Store whose account is kept in a folder, so that several runs of a program share it, one at a time.
    ///
    /// The folder is made if need be, and is this object's alone until it goes or ``leaveHome()`` is called. Each change
    /// is appended to a file there before it counts.
    /// - Throws: ``AccountFileError`` when another App Store has the folder open, in this process or another, or when the
    ///   folder or its files cannot be read or made.
    public init(
        catalog: SimulatorCatalog, home path: String, clock: (any StoreClock)? = nil,
        faults: FaultPlan = .none, options: EmbeddedAppStoreOptions = EmbeddedAppStoreOptions()
    ) throws {
        try self.init(
            catalog: catalog, home: AccountHome(path: path), clock: clock, faults: faults, options: options)
    }

    /// The same with a say in when a change counts as written: a kill of the program loses nothing in either case.
    ///
    /// - Throws: ``AccountFileError``.
    package init(
        catalog: SimulatorCatalog, home path: String, clock: any StoreClock = SystemClock(),
        durability: LedgerDurability
    ) throws {
        try self.init(
            catalog: catalog, home: AccountHome(path: path, durability: durability), clock: clock,
            faults: .none, options: EmbeddedAppStoreOptions())
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

    /// Whether this customer may pay at all.
    public nonisolated var canMakePayments: Bool { isPayable.withLock { $0 } }

    /// Allows or forbids this customer to pay.
    public func setCanMakePayments(_ allowed: Bool) {
        kept.state.canMakePayments = allowed
        isPayable.withLock { $0 = allowed }
        publish(.payments(areAllowed: allowed))
    }

    /// Everything that happens at this App Store from now on, settings and faults included.
    ///
    /// A sequence of its own for each reader, which reads at its own pace. A reader that is more than 8,192 events behind misses
    /// the oldest ones, and gets ``AppStoreEvent/Content/missed(count:)`` in their place. It ends with the reading task.
    public nonisolated var events: AsyncStream<AppStoreEvent> {
        watchers.stream(fromNow: true) { [clock] in
            AppStoreEvent(date: clock.currentDate(), content: .missed(count: $0))
        }
    }
}

// Every step of the account goes through these.
extension EmbeddedAppStore {
    /// How much happens in one step of the time that passes, which a folder keeps as one change.
    private static var stepLimit: Int { 65_536 }

    /// Changes the account; with a folder the change is on disk before it counts.
    func change<Result>(_ body: (inout SimulatedAccountState) -> Result) throws(BackendError) -> Result {
        let isWatched = watchers.readers > 0
        if isWatched != kept.state.journal.happenings.isWatched {
            kept.state.journal.happenings.isWatched = isWatched
            kept.state.journal.notices.watch(isWatched)
        }
        let result = try kept.change(body)
        if isWatched { publish() }
        // The other devices report what has changed from their own work.
        if !kept.state.journal.devices.isEmpty { changes.advance() }
        return result
    }

    /// Publishes what has happened in the account since the last call, and something else behind it.
    func publish(_ content: AppStoreEvent.Content? = nil) {
        guard watchers.readers > 0 else { return }
        let notes = kept.state.journal.happenings.take()
        let contents =
            notes.flatMap { $0.contents(in: kept.state.journal) }
            + kept.state.journal.notices.takeWatched().map { .notification($0) } + [content].compactMap { $0 }
        if contents.isEmpty { return }
        let date = clock.currentDate()
        watchers.add(contents.map { AppStoreEvent(date: date, content: $0) })
    }

    /// Lets everything happen that is due by now, in its order, a step at a time.
    ///
    /// - Throws: `BackendError` when it cannot be written.
    func catchUp() throws(BackendError) {
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

    /// The account with everything that is due by now; where that cannot be written, as it was.
    var caughtUp: SimulatedAccountState {
        try? catchUp()
        return kept.state
    }

    /// Does something to the account once everything has happened that is due by now.
    func attempt<Result>(_ body: (inout SimulatedAccountState, Timestamp) throws -> Result) throws -> Result {
        try catchUp()
        let now = clock.timestamp()
        return try change { account in Swift.Result { try body(&account, now) } }.get()
    }

    /// The same, and reports what comes of it.
    func act(_ body: (inout SimulatedAccountState, Timestamp) throws -> [BackendEvent]) throws {
        try actWithResult { ((), try body(&$0, $1)) }
    }

    /// The same, with something that comes of it.
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
