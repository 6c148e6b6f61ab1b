// What is owned, and the updates of it.
extension PurchaseStore {
    /// What the present user may use now.
    ///
    /// Reading it never waits for network, disk or an actor.
    public var entitlements: StoreEntitlements {
        StoreEntitlements(sessions.entitlements, deviceTime: sessions.deviceTime)
    }

    /// Whether the present user may have the introductory offer of a subscription group, by what is recorded; see
    /// ``StoreEntitlements/isEligibleForIntroductoryOffer(_:)``.
    public func isEligibleForIntroductoryOffer(_ subscriptionGroupID: String) -> Bool {
        entitlements.isEligibleForIntroductoryOffer(subscriptionGroupID)
    }

    /// What the present user owns, now and whenever that may have changed.
    ///
    /// What is owned at present comes first. Then it comes again whenever something about it is new: what may be used, where a
    /// subscription stands or how it goes on, how many of a consumable were bought, whether it is known
    /// (``StoreEntitlements/availability``) or stale, also by time alone; and when the store has switched to another
    /// user. What changes none of that is not told. A reader that is slow gets the latest state only.
    public var entitlementUpdates: StoreSequence<StoreEntitlements> { sessions.entitlementUpdates }

    /// The identifiers of the products that the present user may use now.
    ///
    /// They follow purchases, acquisitions, subscriptions, their ends and refunds at once, by the rules of
    /// ``StoreEntitlements/allowedProductIDs(by:)`` and ``Configuration/productList``. Reading them never waits.
    public var allowedProductIDs: Set<String> { entitlements.allowedProductIDs(by: sessions.listed.list) }

    /// The identifiers of the products that the present user may use, now and whenever they are others, also those of the
    /// next user.
    ///
    /// A loop that is slow gets the latest only.
    public var allowedProductUpdates: StoreSequence<Set<String>> {
        StoreSequence("updates of the allowed products") { [sessions] in
            AllowedReading(updates: EntitlementReading.loop(sessions), list: sessions.listed.list)
        }
    }

    /// The updates of the present user's session, from its first one on: `for await update in store.updates`.
    ///
    /// They begin with what was recorded when the store opened or the user signed in, however late this property is read, and
    /// go on as updates come. They end with a switch of users; read the property again after it. Read while nobody is named,
    /// they are those of the user who is named next, the whole session, also when it has ended before the first read.
    /// Iterated after ``close()`` they yield what the session has recorded, and end. ``updates(from:)`` with `.now` begins at
    /// the present.
    ///
    /// A session may record more than is kept: see ``Configuration/keptUpdates``. Then they begin at the oldest update that
    /// is, and ``updateGaps`` and ``diagnostics`` have the gap.
    public var updates: StoreUpdates {
        nextUpdates(from: .opening) ?? StoreUpdates(engine.ledger.log.sessionReader())
    }

    /// The updates from a moment on: the beginning, the opening of the present user's ledger, or now.
    ///
    /// While nobody is named, they are those of the user who is named next, and `.now` is the opening of that user's ledger.
    ///
    /// - Parameter start: where they begin. `.now` is the moment of this call: what a sign-in has brought before is left out.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept.
    public func updates(from start: UpdateStart) throws(PurchaseFailure) -> StoreUpdates {
        if let next = nextUpdates(from: start) { return next }
        let log = engine.ledger.log
        return StoreUpdates(try log.reader(after: log.cursor(of: start)))
    }

    /// The updates of the user who is named next; `nil` while one is named.
    private func nextUpdates(from start: UpdateStart) -> StoreUpdates? {
        guard engine.account == .unnamed, let pending = sessions.pendingReader(from: start) else { return nil }
        return StoreUpdates(
            UpdateCursors(nil) { [sessions] () throws(PurchaseFailure) in try await sessions.reader(of: pending) })
    }

    /// The updates after a sequence number: first those that are recorded already, then the later ones as they come.
    ///
    /// - Parameter sequence: the number of the last update that is not wanted; 0 asks for all.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept, or when the number is
    ///   above ``lastSequence``, because it comes from another ledger or another user; its message names the oldest number
    ///   kept, or the latest one.
    public func updates(after sequence: UInt64) throws(PurchaseFailure) -> StoreUpdates {
        StoreUpdates(try engine.ledger.log.reader(after: sequence))
    }

    /// The sequence number of the latest update; 0 when there is none.
    public var lastSequence: UInt64 { engine.ledger.log.lastSequence }

    /// The updates that readers of the present session have missed, the oldest gap first, at most 100: each means that a loop
    /// has ended, or could not begin, before it was told everything.
    public var updateGaps: [UpdateGap] { engine.ledger.log.gaps }
}

// Updates for named readers.
extension PurchaseStore {
    /// The updates for a named reader, such as `"analytics"`: from where it stopped, or where `start` says if it is new.
    ///
    /// A new name begins now, unless something else is said; what was recorded before this call, also just after a user was
    /// named, is then not told to it. Name it in ``Configuration/consumers`` to register it before anything runs.
    ///
    /// With a ledger on disk, updates that a named reader has not acknowledged are never dropped. Call
    /// ``forgetConsumer(_:)`` when a reader exists no more. In memory it may have missed some: see ``skip(_:)``.
    ///
    /// - Parameters:
    ///   - consumer: the reader's name, at most ``EntranceLimits/identifierBytes`` long.
    ///   - start: where a new reader begins; one that the ledger knows goes on where it stopped.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits; `.ledgerUnavailable` when a
    ///   new reader could not be recorded;
    ///   `.updatesNotKept` when some of its updates are gone, with ``PurchaseFailure/gap``; `.accountNotNamed` when the app has not named its user
    ///   yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user.
    public func updates(for consumer: String, from start: UpdateStart = .now) async throws(PurchaseFailure)
        -> ConsumerUpdates
    {
        try UpdateConsumer(consumer).validate()
        let engine = engine
        try engine.checkNamed()
        let reader = try await NamedConsumer(consumer, engine.ledger).reader(from: start)
        return ConsumerUpdates(consumer, reader, engine.ledger, ending: engine.over)
    }

    /// Says that a named reader goes on behind updates that it has missed, and can have no more.
    ///
    /// Then ``updates(for:from:)`` gives what follows. For a reader without a name nothing has to be said:
    /// ``updates(after:)`` with the gap's last number goes on.
    ///
    /// - Parameter gap: that of the failure with which reading ended.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when there is no update of the gap's last number;
    ///   `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed` when
    ///   the app has not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched
    ///   to another user.
    public func skip(_ gap: UpdateGap) async throws(PurchaseFailure) {
        guard let consumer = gap.consumer else { return }
        let engine = engine
        try engine.checkNamed()
        try await NamedConsumer(consumer, engine.ledger).note(gap.last)
    }

    /// Forgets a named reader and what was kept for it.
    ///
    /// When there is none, nothing changes.
    ///
    /// - Parameter consumer: the reader's name.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed` when
    ///   the app has not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched
    ///   to another user.
    public func forgetConsumer(_ consumer: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        try await NamedConsumer(consumer, engine.ledger).forget()
    }

    /// Deals with the updates for a named reader, one after the other, until the store closes or the calling task is
    /// cancelled; it goes on through switches of users, with each user's own updates.
    ///
    /// When the body returns, its update is acknowledged. When it throws, ``RetryClass`` classifies the error and the policy
    /// `retries.follow` decides when it is called again; what fails for good is set aside, as ``setAsideUpdates(for:)`` lists
    /// it, and the next update follows. An update whose success could not be recorded, because the program or the session
    /// ended before, comes again: each is dealt with at least once, so recognise it by its number or transaction.
    ///
    /// - Parameters:
    ///   - consumer: the reader's name, at most ``EntranceLimits/identifierBytes`` long. It is followed in one place at a
    ///     time, and not read with ``updates(for:from:)`` meanwhile.
    ///   - start: where it begins in a ledger that does not know it; the ledgers of users who are named later are new from
    ///     their opening on, so that `.now` leaves out nothing of their sign-in.
    ///   - body: deals with one update.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits, or followed already;
    ///   `.ledgerUnavailable` when a new reader could not be recorded, or updates not be read; `.updatesNotKept` when some of
    ///   its updates are gone, with ``PurchaseFailure/gap``: see ``skip(_:)``.
    public func follow(
        _ consumer: String, from start: UpdateStart = .now,
        _ body: @Sendable (StoreUpdate) async throws -> Void
    ) async throws(PurchaseFailure) {
        try UpdateConsumer(consumer).validate()
        // The store itself is not kept: one that nobody else refers to closes.
        try await sessions.follow(consumer, from: start, body)
    }

    /// The updates that the bodies of ``follow(_:from:_:)`` could not deal with, by reader and number, of the present user.
    ///
    /// - Parameter consumer: the reader whose updates are listed; `nil` lists those of all.
    public func setAsideUpdates(for consumer: String? = nil) async -> [SetAsideUpdate] {
        await engine.ledger.failedUpdates(of: consumer).map {
            SetAsideUpdate(
                consumer: $0.consumer, update: $0.entry.update, reason: $0.entry.reason, isReleased: $0.entry.isReleased
            )
        }
    }

    /// Puts an update back on its way to its reader, which is given it again: at once where it is followed, otherwise as soon
    /// as it is.
    ///
    /// It returns when this is recorded. The update leaves the list when the body has dealt with it.
    ///
    /// - Parameter update: one of ``setAsideUpdates(for:)``.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it is not, or no longer, among them; `.ledgerUnavailable` when
    ///   it could not be recorded; `.accountNotNamed` when the app has not named its user yet; `.storeClosed` or
    ///   `.accountSwitched` when the store was closed or switched to another user.
    public func releaseSetAsideUpdate(_ update: SetAsideUpdate) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        try await NamedConsumer(update.consumer, engine.ledger).release(update.update.sequence)
    }
}

// What is not finished, or could not be handed over.
extension PurchaseStore {
    /// The purchases that are recorded and not finished, in the order of their updates.
    public func unfinished() async -> [StorePurchase] {
        let engine = engine
        return await engine.ledger.outstanding().filter(\.life.isUnfinished).map {
            engine.makePurchase($0.update, $0.life.isLeftToApp)
        }
    }

    /// Says that the app has handed over a manual purchase.
    ///
    /// A second call changes nothing.
    ///
    /// It returns when this is recorded. Purser then tells the backend, and tries again with growing pauses if that
    /// fails.
    ///
    /// - Parameter transactionID: the identifier of the transaction.
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` when the ledger has no such transaction;
    ///   `.ledgerUnavailable` when it could not be recorded: then call it again; `.accountNotNamed` when the app has
    ///   not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another
    ///   user.
    public func finish(_ transactionID: String) async throws(PurchaseFailure) {
        try await asUser { engine throws(PurchaseFailure) in
            let name = await engine.ledger.name(of: transactionID) { $0.isLeftToApp }
            try await engine.processor.finish(name)
        }
    }

    /// The purchases that are paid for and recorded but could not be handed over, or taken back, in the order of their updates.
    public func deadLetters() async -> [DeadLetter] {
        await engine.ledger.deadLetters().map {
            DeadLetter(update: $0.transaction.update, reason: $0.reason, step: .init(failed: $0.transaction.life))
        }
    }

    /// Tries once more to hand over a dead letter, or to take it back.
    ///
    /// It returns when this is recorded. The content is then installed and the app's handler called, as for a new
    /// purchase; or the handler that takes back.
    ///
    /// - Parameter transactionID: the identifier of the transaction.
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` when it is not among ``deadLetters()``;
    ///   `.ledgerUnavailable` when it could not be recorded: then call it again; `.accountNotNamed` when the app has
    ///   not named its user yet; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another
    ///   user.
    public func releaseDeadLetter(_ transactionID: String) async throws(PurchaseFailure) {
        let engine = engine
        try engine.checkNamed()
        let name = await engine.ledger.name(of: transactionID) { $0.state == .setAside }
        guard await engine.ledger.transaction(name)?.life.state == .setAside else {
            throw PurchaseFailure(
                .unknownTransaction, "No such dead letter; see deadLetters() for those there are.",
                transactionID: transactionID)
        }
        do {
            try await engine.ledger.record(step: .released, of: name)
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The release could not be recorded; release it again.")
        }
        await engine.processor.recover()
    }
}

// The content of products.
extension PurchaseStore {
    /// Whether the content of a product is installed, on its way, paused, or none of these.
    ///
    /// It never waits.
    public func contentState(of productID: String) -> ContentState { engine.downloader.state(of: productID) }

    /// Where the content of a product stands: first at present, then whenever that is something else.
    ///
    /// It goes on through switches of users. A reader that is slow gets the latest only.
    public func contentStatuses(of productID: String) -> StoreSequence<ContentStatus> {
        sessions.contentStatuses(of: productID)
    }

    /// How far the download of a product's content is, as it goes: of the one that is under way, or else of the next one.
    ///
    /// It ends with the download, well or not, and when it is paused; a reader that is slow gets the latest only. A source says
    /// how far it is by ``ContentWork/report(_:of:)``; those that do not are not told of.
    public func contentProgress(of productID: String) -> AsyncStream<ContentProgress> {
        engine.downloader.progress(of: productID)
    }

    /// Returns when the content of a product is installed, in the version that the configuration names; at once if it is.
    ///
    /// Purchases need no such call. It is for content that is owned and missing: after a restore, on a new device, when the
    /// system or the app has deleted it, or when a new version of the app names a new version of it. It does not ask whether
    /// the product is owned, so that an app can fetch content ahead. All who want the same content share one download.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - priority: which contents are fetched first, when more are wanted than ``ContentPolicy/downloadsAtOnce``. Contents of
    ///     purchases that wait to be finished have a high one.
    ///   - deadline: how long to wait at most; `nil` waits as long as `retries.download` tries. The download goes on for others
    ///     who wait for it.
    /// - Returns: where the content is.
    /// - Throws: ``PurchaseFailure`` with the code `.contentUnavailable` when the configuration names no content of the product,
    ///   it could not be fetched, or the app has cancelled it; `.deadlineExceeded` or `.waitCancelled` when the waiting ended
    ///   first; `.storeClosed` or `.accountSwitched` when the store was closed or switched to another user meanwhile.
    @discardableResult
    public func downloadContent(
        of productID: String, priority: ContentPriority = .normal, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> InstalledContent {
        let engine = engine
        guard let request = engine.downloader.request(for: productID) else {
            throw PurchaseFailure(
                .contentUnavailable, "No content of \(productID) is set up. Add it to the configuration's contents.",
                productID: productID)
        }
        do {
            return try await engine.downloader.install(request, priority: priority, deadline: deadline)
        } catch {
            throw engine.callerFailure(error)
        }
    }

    /// Stops the download of a product's content until ``resumeContentDownload(of:)``, or until the store is opened anew; others
    /// have their turn meanwhile.
    ///
    /// What is here is kept, as far as the source can go on with it. A purchase that waits for the content goes on waiting.
    public func pauseContentDownload(of productID: String) { engine.downloader.pause(productID) }

    /// Lets the download of a product's content go on.
    public func resumeContentDownload(of productID: String) { engine.downloader.resume(productID) }

    /// Ends the download of a product's content for all who wait for it.
    ///
    /// What is here is kept for the next one; ``removeContent(of:)`` deletes it. A purchase that waits for the content becomes a
    /// dead letter: it is not finished before ``releaseDeadLetter(_:)`` has it delivered anew.
    public func cancelContentDownload(of productID: String) { engine.downloader.cancel(productID) }

    /// The contents on this device, in the order of their products, also of products that the configuration does not name any
    /// more; ``InstalledContent/bytes`` says how large one is.
    public func installedContents() -> [InstalledContent] { engine.downloader.installed }

    /// The files of a product's content that are missing, or have another size than when they were installed; `nil` when no
    /// content of the product is installed.
    ///
    /// It looks at each file, and does not read them. To have a flawed content whole again, delete it and download it.
    public func contentFlaws(of productID: String) -> [ContentFlaw]? { engine.downloader.flaws(of: productID) }

    /// Deletes the content of a product, and what is kept of its downloads; the space is free when it returns.
    ///
    /// It is not fetched again before the app asks for it, or the product is bought again. A download that is under way goes on.
    ///
    /// - Throws: ``ContentFailure`` that names the path.
    public func removeContent(of productID: String) async throws { try await engine.downloader.remove(productID) }
}
