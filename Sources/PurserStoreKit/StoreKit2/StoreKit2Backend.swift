#if canImport(StoreKit)
    public import Purser
    import StoreKit

    /// Sells through StoreKit 2.
    ///
    /// It owns the handles of StoreKit's unfinished transactions, the running calls to StoreKit, and the order in which
    /// StoreKit's answers and sequences enter the inbox. Each payment is submitted to StoreKit once, and its answer has
    /// its token, also when it comes after `run()` has ended. A transaction that a purchase returns and the updates
    /// repeat is reported once. Nothing is finished in a state that is not recorded. A call of StoreKit that does not
    /// return delays no other call. It never decides which payment a transaction belongs to when StoreKit does not
    /// report it.
    ///
    /// ```swift
    /// let store = try await PurchaseStore.open(backend: StoreKit2Backend())
    /// ```
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    public actor StoreKit2Backend: StoreBackend {
        /// The capabilities of StoreKit 2 on this platform.
        public nonisolated let capabilities = BackendCapabilities(
            concurrentPayments: 1, optionalCalls: StoreKit2Sheets.optionalCalls, answersNamePayments: true)
        /// The inbox for everything that StoreKit reports.
        public nonisolated let inbox = BackendInbox()

        nonisolated let sheets: StoreKit2Sheets
        nonisolated let clock: any StoreClock
        /// How long one finish may take before it counts as failed.
        nonisolated let finishLimit: Duration

        var state = StoreKit2State()
        /// StoreKit's own values of the transactions that wait to be finished.
        var handles: [String: Transaction] = [:]
        /// The finishes that StoreKit has not returned from; each is closed when it has.
        var finishing: [String: EventCount] = [:]
        var products: [String: Product] = [:]
        /// How many purchases of each product the customer has begun in the App Store.
        var promotions: [String: Int] = [:]
        /// Each beginning of listening, and each transaction that is kept back.
        nonisolated let changes = EventCount()
        /// The groups whose subscriptions are to be reported.
        var groupsDue: Set<String> = []

        /// Makes a backend for the customer of this device; make one for the whole app.
        ///
        /// - Parameters:
        ///   - presentation: the place of the payment sheet for calls without one: a scene, a view controller or a
        ///     window. visionOS needs it; other platforms find a place by themselves.
        ///   - clock: the clock that measures limits; `nil` is the device's clock.
        ///   - finishLimit: how long StoreKit's `finish()` may take before it is repeated; in practice it sometimes
        ///     does not return.
        public init(
            presentation: PurchasePresentation? = nil, clock: (any StoreClock)? = nil,
            finishLimit: Duration = .seconds(20)
        ) {
            sheets = StoreKit2Sheets(presentation: presentation)
            self.clock = clock ?? StoreDefaults.current.clock()
            self.finishLimit = finishLimit
        }

        /// Whether this customer may make payments.
        public nonisolated var canMakePayments: Bool { AppStore.canMakePayments }

        /// Begins to listen, and puts all unfinished transactions into the inbox, as the first batch.
        public func activate() async throws {
            let (activation, unreported) = state.activated()
            // A finish that does not return is repeated in a new launch.
            finishing = [:]
            let listed = await unfinished()
            // It may have been deactivated meanwhile, or activated again.
            guard state.activation == activation else { return }
            report(unreported + state.redelivered(listed))
            changes.advance()
        }

        /// Stops listening; running purchases continue, and are reported at the next activation.
        public func deactivate() async { state.deactivated() }

        /// Puts one batch into the inbox; reports about payments that no store reads are kept for the next activation.
        func report(_ events: [BackendEvent]) {
            if !events.isEmpty, !state.isActive || !inbox.put(events) { state.missed(events) }
        }

        /// A transaction that waits to be finished, with StoreKit's own value of it.
        func keep(_ result: VerificationResult<Transaction>) -> BackendTransaction {
            let reported = BackendTransaction(result, needsFinish: true)
            handles[reported.transaction.id] = result.unsafePayloadValue
            return reported
        }

        /// The customer's storefront; `nil` when no customer is signed in.
        public func storefront() async -> StoreStorefront? { await Storefront.current.map { StoreStorefront($0) } }
    }
#endif
