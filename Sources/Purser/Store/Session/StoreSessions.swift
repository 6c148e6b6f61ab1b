/// The sessions of a store, one after the other: each is one user's, and between two of them there is one without a
/// user.
///
/// Owns the current session, the queue of switches, and the store's hold on the backend. Promises: there is always one
/// current session, and the store gives no access to an earlier one. The next session begins when nothing of the one
/// before runs any more, its ledger is closed and the backend deactivated. Switches are made one at a time, in the
/// order of the calls; after a failed switch no user is named. Never touches recorded data.
package final class StoreSessions: Sendable {
    private struct State: Sendable {
        var present: StoreEngine
        var number = 0
        var isClosed = false
    }

    /// What is done one after the other.
    private enum Wish: Sendable {
        /// Another account is wanted.
        case account(StoreAccount, Reply<Result<Void, PurchaseFailure>>)
        /// A user is to be forgotten.
        case forget(UserID, Reply<Result<Void, PurchaseFailure>>)
        /// The app's handler has decided to buy a promoted purchase: it is bought after all earlier switches.
        case turn(Reply<StoreSessions?>)
    }

    let parts: StoreParts
    /// Whether the clock is the device's, which can be read directly; copying the clock out of the configuration is slow.
    private let hasSystemClock: Bool
    private let wishes: Mailbox<Wish>
    /// Read with every call.
    private let state: StripedValue<State>
    /// Advances when another session becomes the current one; closed with the store.
    let changes = EventCount()
    let followed = Lock<Set<String>>([])
    /// The streams that wait for the next user.
    private let pending = Lock(PendingCursors())

    private init(_ parts: StoreParts, first: StoreEngine, wishes: Mailbox<Wish>) {
        (self.parts, self.wishes) = (parts, wishes)
        hasSystemClock = parts.configuration.clock is SystemClock
        state = StripedValue(State(present: first))
        parts.serve(first)
    }

    /// Opens the first session, of which nothing runs yet; throws the error of the ledger's storage.
    static func open(
        _ configuration: PurchaseStore.Configuration, lease: BackendLease, inbox: Mailbox<[BackendEvent]>
    ) async throws -> StoreSessions {
        var configuration = configuration
        // Drawn first, so that no other random number reveals anything about it.
        let secret = KeyedHash(using: &configuration.generator)
        let purchases = PromotedPurchases()
        let journal = Journal(
            storage: configuration.storage ?? configuration.ledger.makeStorage(secret: secret),
            isShared: configuration.account == .shared, steps: configuration.deliverySteps, promotions: purchases,
            answersNamePayments: configuration.backend.capabilities.answersNamePayments)
        let diagnostics = DiagnosticFeed()
        let watched = WatchedClock(configuration.clock, realTime: StoreDefaults.current.realTime) {
            diagnostics.report(.clockStandsStill($1, while: $0))
        }
        if let watched { configuration.clock = watched }
        let wishes = Mailbox<Wish>()
        let promotions = PromotionQueue(
            purchases, journal: journal, handler: configuration.promotedPurchases,
            limits: configuration.limits, clock: configuration.clock, store: lease, diagnostics: diagnostics
        ) { request throws(PurchaseFailure) in
            let turn = Reply<StoreSessions?>()
            guard wishes.post(.turn(turn)), let sessions = await turn.value(ifCancelled: nil) else {
                throw .storeClosed(productID: request.productID)
            }
            return try await sessions.purchase(request)
        }
        let parts = StoreParts(
            configuration, lease: lease, journal: journal, secret: secret, diagnostics: diagnostics,
            promotions: promotions)
        do {
            // Without a user nothing else is read. A failure is thrown where the first user's records are read.
            if configuration.account.userID == nil { try? await journal.openIfRecorded() }
            let first = try await StoreEngine(configuration.account, parts, inbox: inbox)
            return StoreSessions(parts, first: first, wishes: wishes)
        } catch {
            await journal.close()
            throw error
        }
    }

    var backend: any StoreBackend { parts.configuration.backend }
    var clock: any StoreClock { parts.configuration.clock }

    var present: StoreEngine { state.value.present }

    /// The session for calls, and its number; later ones have higher numbers.
    var numbered: (engine: StoreEngine, number: Int) {
        let state = state.value
        return (state.present, state.number)
    }

    /// The session for calls; throws ``PurchaseFailure`` with `.storeClosed`, or `.accountNotNamed` when it has no user.
    func named(productID: String? = nil) throws(PurchaseFailure) -> StoreEngine {
        let state = state.value
        guard !state.isClosed else { throw .storeClosed() }
        guard state.present.account != .unnamed else { throw .accountNotNamed(productID: productID) }
        return state.present
    }

    /// A cursor for the next named user; `nil` while one is named.
    func pendingReader(from start: UpdateStart) -> PendingCursor? {
        state.hold { state in
            guard state.present.account == .unnamed else { return nil }
            let reader = PendingCursor(from: start)
            pending.withLock { $0.add(reader) }
            return reader
        }
    }

    /// The current user's entitlements at the present time.
    var entitlements: StoreEntitlements {
        if let cached = parts.snapshots.cached, cached.over.map({ clock.now() < $0 }) ?? true {
            return StoreEntitlements(cached, deviceTime: deviceTime)
        }
        let snapshot = parts.snapshots.refill { state.hold(\.present).ledger.entitlements.snapshot }
        return StoreEntitlements(snapshot, deviceTime: deviceTime)
    }

    private var deviceTime: Timestamp { hasSystemClock ? SystemClock.timestamp() : clock.timestamp() }

    /// Changes the state together with the copies of entitlements that belong to it: a call that gets the new session
    /// must not read the previous user's entitlements.
    ///
    /// The locks are taken in the order in which ``entitlements`` takes them: in the other one both would wait for ever.
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        parts.snapshots.invalidate { state.change(body) }
    }

    /// Runs the sessions until `stop()`: the root of the store's task tree.
    func run() async {
        let watch = parts.promotions.startWatch()
        await withDiscardingTaskGroup { group in
            let first = present
            group.addTask { await first.run() }
            parts.start(in: &group)
            if parts.configuration.publish != nil { group.addTask { await self.publishChanges() } }
            while let batch = await wishes.next() {
                for wish in batch { await carryOut(wish, &group) }
            }
            await parts.catalog.close()
        }
        await watch.value
        try? await publish()
        // Those that the last session took from the inbox after the handlers had ended, too.
        await parts.promotions.record()
        await parts.journal.close()
        await deactivate()
        parts.lease.end()
        parts.diagnostics.close()
    }

    /// Deactivates the backend, if the store still holds it.
    private func deactivate() async {
        let limit = parts.configuration.limits.closing
        let external = ExternalCalls(clock: clock, closingLimit: limit)
        let watch = external.startWatch()
        _ = await external.call("deactivate", within: limit) { [lease = parts.lease, backend] in
            await lease.deactivate(backend)
        }
        external.stop()
        await watch.value
    }

    /// Ends everything; harmless when that was done.
    func stop() {
        let (present, isFirst) = change { state in
            defer { state.isClosed = true }
            return (state.present, !state.isClosed)
        }
        wishes.close()
        present.stop()
        parts.stop()
        parts.promotions.stop()
        changes.close()
        if isFirst { backend.inbox.release(parts.lease) }
    }

    // MARK: Switching

    /// Requests a switch and waits for it; cancelling the caller ends the waiting, the switch continues.
    func switchAccount(to account: StoreAccount) async -> Result<Void, PurchaseFailure> {
        await wish("switchAccount(to:)") { .account(account, $0) }
    }

    /// Requests that a user is forgotten, after all earlier switches, and waits for it.
    func forget(_ user: UserID) async -> Result<Void, PurchaseFailure> {
        await wish("forget(user:)") { .forget(user, $0) }
    }

    private func wish(
        _ call: String, _ make: (Reply<Result<Void, PurchaseFailure>>) -> Wish
    ) async -> Result<Void, PurchaseFailure> {
        do throws(PurchaseFailure) { try HandlerMark.check(call, of: parts.lease) } catch { return .failure(error) }
        guard !Task.isCancelled else { return .failure(.stoppedWaiting(.waitCancelled)) }
        let reply = Reply<Result<Void, PurchaseFailure>>()
        guard wishes.post(make(reply)) else { return .failure(.storeClosed()) }
        return await reply.value(ifCancelled: .failure(.stoppedWaiting(.waitCancelled)))
    }

    private func carryOut(_ wish: Wish, _ group: inout DiscardingTaskGroup) async {
        switch wish {
        case .account(let account, let reply): reply.resolve(await carryOut(account, &group))
        case .forget(let user, let reply): reply.resolve(await forgetNow(user))
        case .turn(let reply): reply.resolve(self)
        }
    }

    private func carryOut(_ account: StoreAccount, _ group: inout DiscardingTaskGroup) async
        -> Result<Void, PurchaseFailure>
    {
        let old = present
        guard !state.value.isClosed else { return .failure(.storeClosed()) }
        guard old.account != account else { return .success(()) }
        guard account != .shared else {
            let message =
                "A store with named users cannot switch to the shared state, which would take the purchases of all of "
                + "them. Switch to .unnamed, or to a separate user for guests; or open another store as .shared."
            return .failure(PurchaseFailure(.invalidRequest, message))
        }
        do {
            let holding = try await hold(after: old, &group)
            guard account != .unnamed else { return .success(()) }
            guard let inbox = claimInbox() else { return .failure(.storeClosed()) }
            let next = try await StoreEngine(account, parts, inbox: inbox)
            begin(next, &group)
            holding.stop(.switched)
            await holding.ended()
            try? await publish()
            return .success(())
        } catch {
            let failure = PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable,
                "The ledger of \(account) could not be opened; no user is set. Fix the cause, and switch again.")
            let holding = present
            if holding.account == .unnamed { holding.ledger.entitlements.become(.failed(failure)) }
            return .failure(failure)
        }
    }

    private func forgetNow(_ user: UserID) async -> Result<Void, PurchaseFailure> {
        guard !state.value.isClosed else { return .failure(.storeClosed()) }
        let account = present.account
        guard account != .shared else { return .failure(.sharedByAllUsers("store")) }
        guard account != .user(user.token) else {
            let message =
                "\(Wording.user(user.token)) is the current user. Switch to another user or to .unnamed first."
            return .failure(PurchaseFailure(.invalidRequest, message))
        }
        do {
            // Where replacing what was published has failed since the user left.
            try await publish()
            try await parts.journal.forget(user, beside: present.ledger)
            return .success(())
        } catch {
            return .failure(PurchaseFailure(ledger: error))
        }
    }

    /// Ends a session, and begins one without a user in its place.
    private func hold(after old: StoreEngine, _ group: inout DiscardingTaskGroup) async throws -> StoreEngine {
        guard old.account != .unnamed else { return old }
        let holding = try await StoreEngine(.unnamed, parts, inbox: Mailbox())
        begin(holding, &group)
        old.stop(.switched)
        // Nothing of the user stays published; a failure is repeated with the other changes.
        try? await publish()
        await old.ended()
        await deactivate()
        return holding
    }

    private func begin(_ engine: StoreEngine, _ group: inout DiscardingTaskGroup) {
        parts.serve(engine)
        let isClosed = change { state in
            (state.present, state.number) = (engine, state.number + 1)
            // Nothing of the session runs yet, so these streams miss nothing of it.
            if engine.account != .unnamed { pending.withLock { $0.bind(to: engine.ledger.log) } }
            return state.isClosed
        }
        if isClosed { engine.stop() }
        changes.advance()
        group.addTask { await engine.run() }
    }

    /// A new mailbox for the backend; `nil` when the store was closed, and so gave up its claim.
    private func claimInbox() -> Mailbox<[BackendEvent]>? {
        state.hold { $0.isClosed ? nil : backend.inbox.readAgain(parts.lease) }
    }
}
