public import Purser

/// An App Store inside the program: a backend that sells, remembers, refunds and fails as it is told.
///
/// Owns the customer's account, the batches under way and, if it has a folder, the account's file. Promises: each
/// payment of a token is charged once at most; a transaction stays unfinished, and is told at every `activate()`, until
/// it was finished in its present state (a refund or an upgrade changes it, so it must be finished once more); all
/// randomness comes from the fault plan's seed and all time from its clock. Never starts a task: what is delayed goes
/// out from ``run()``, or at the next call when nobody runs it.
///
/// One object can be opened by one store after another: that is a relaunch. ``addDevice()`` gives the customer another device, on
/// which another store can be open at the same time.
public actor EmbeddedAppStore: StoreBackend {
    /// What this backend can do, as its options say.
    public nonisolated let capabilities: BackendCapabilities
    /// Where everything that this backend has to say is put.
    public nonisolated let inbox = BackendInbox()

    nonisolated let clock: any StoreClock
    nonisolated let isPayable = Lock(true)
    nonisolated let changes = EventCount()
    let options: EmbeddedAppStoreOptions
    /// The settings at the beginning.
    let defaults: SimulatorSettings
    var home: AccountHome?

    var account: SimulatedAccountState
    var outbox = OutboxState()
    var faults: FaultState
    var receipt: StoreReceipt?
    var isOnline = true
    /// Whether a store listens.
    var isActive = false
    /// Whether any store ever asked to listen.
    var wasActivated = false
    /// What a store must hear at its `activate()` and no transaction tells.
    var untold: [BackendEvent] = []
    /// Transactions whose latest news was told to nobody: whoever finishes them means an older state.
    var unheard: Set<String> = []
    var promotions = 0
    /// How often in a row the finish of a transaction did not take, which is still unfinished.
    var lostFinishes: [String: Int] = [:]
    /// What becomes of the next requests for a refund.
    var refundAnswers: [RefundRequestAnswer] = []
    /// Where each of the customer's other devices is told something.
    var deviceInboxes: [BackendInbox] = []
    /// Who signs what is told; `nil` where nobody does.
    var signer: (any StoreSigner)?
    /// The offer codes that the customer is about to enter, with their products.
    var codes: [(offerID: String, productID: String)] = []

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
        self.clock = clock ?? StoreDefaults.current.clock()
        self.options = options
        self.faults = FaultState(faults)
        home = nil
        capabilities = BackendCapabilities(options)
        account = SimulatedAccountState(
            catalog: catalog, echoesTokens: options.echoesPaymentTokens,
            book: AccountBook(identifierBase: options.identifierBase(on: self.clock)))
        account.followsStoreKit1 = options.followsStoreKit1
        defaults = catalog.settings
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
        self.clock = clock ?? StoreDefaults.current.clock()
        self.options = options
        self.faults = FaultState(faults)
        var home = home
        var book = try home.load() ?? AccountBook()
        book.startNoting()
        self.home = home
        capabilities = BackendCapabilities(options)
        account = SimulatedAccountState(
            catalog: catalog, echoesTokens: options.echoesPaymentTokens, book: book)
        account.followsStoreKit1 = options.followsStoreKit1
        defaults = catalog.settings
    }

    /// Whether this customer may pay at all.
    public nonisolated var canMakePayments: Bool { isPayable.withLock { $0 } }

    /// Changes the account; with a folder the change is on disk before it counts.
    func change<Result>(_ body: (inout SimulatedAccountState) -> Result) throws(BackendError) -> Result {
        guard home != nil else {
            let result = body(&account)
            wakeDevices()
            return result
        }
        // All but the book, whose lists would be copied whole if this held them too.
        var former = account
        (former.journal.book, former.journal.agenda) = (AccountBook(), Agenda())
        let step = account.book.begin()
        let result = body(&account)
        do {
            try home?.keep(&account.book)
        } catch {
            account.book.undo(step)
            swap(&former.journal.book, &account.journal.book)
            account = former
            account.journal.makeAgenda()
            throw error
        }
        wakeDevices()
        return result
    }

    /// What the other devices are to hear goes out from their own work.
    private func wakeDevices() { if !account.journal.devices.isEmpty { changes.advance() } }

    /// Gives the account's folder back, so that another App Store can open it; without a folder nothing happens.
    ///
    /// From then on every change fails with `.systemError`; what is known can still be read.
    public func leaveHome() { home?.leave() }
}

extension BackendCapabilities {
    init(_ options: EmbeddedAppStoreOptions) {
        self.init(
            concurrentPayments: options.concurrentPayments, productRequestLimit: options.productRequestLimit,
            optionalCalls: [.beginRefundRequest, .appTransaction, .redeemCode, .showManageSubscriptions],
            answersNamePayments: options.echoesPaymentTokens)
    }
}
