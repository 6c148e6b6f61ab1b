// Entitlements and updates.
extension PurchaseStore {
    /// The entitlements of the current user.
    ///
    /// Reading them never waits for network, disk or an actor.
    public var entitlements: StoreEntitlements { sessions.entitlements }

    /// Whether the current user may have the introductory offer of a subscription group, according to the ledger; see
    /// ``StoreEntitlements/isEligibleForIntroductoryOffer(_:)``.
    ///
    /// It is true while no user is named. It does not count the purchases of other users of the app who share the Apple
    /// Account; the App Store does.
    public func isEligibleForIntroductoryOffer(_ subscriptionGroupID: String) -> Bool {
        entitlements.isEligibleForIntroductoryOffer(subscriptionGroupID)
    }

    /// The entitlements of the current user, now and after each change.
    ///
    /// The current entitlements come first. They come again when something in them changes, also by time alone: the
    /// usable products, the state or the renewal of a subscription, the purchased quantity of a consumable, the
    /// ``StoreEntitlements/availability``, or whether they are stale. They also come again after a switch of users. A
    /// slow loop gets only the latest.
    public var entitlementUpdates: StoreSequence<StoreEntitlements> { sessions.entitlementUpdates }

    /// The identifiers of the products that the current user may use now.
    ///
    /// They follow purchases, acquisitions, subscriptions, their ends and refunds at once, by the rules of
    /// ``StoreEntitlements/allowedProductIDs(by:)`` and ``Configuration/productList``. Reading them never waits.
    public var allowedProductIDs: Set<String> { entitlements.allowedProductIDs(by: sessions.parts.listed.list) }

    /// The identifiers of the products that the current user may use, now and after each change, also after a switch of
    /// users.
    ///
    /// A slow loop gets only the latest.
    public var allowedProductUpdates: StoreSequence<Set<String>> { sessions.allowedProductUpdates }

    /// The updates of the current user's session, from its first one on: `for await update in store.updates`.
    ///
    /// They begin with the first update after the store opened or the user signed in, however late this property is
    /// read, and continue as updates come. They end with a switch of users; read the property again after it. When it
    /// is read while no user is named, they are the whole session of the next named user, even if that session has
    /// ended before the first read. After ``close()`` they yield the recorded updates of the session, and end.
    /// ``updates(from:)`` with `.now` begins at the present.
    ///
    /// An update is yielded when it is recorded. Its grant or revoke handler may not have been called yet: only
    /// `purchase` waits for the grant handler.
    ///
    /// A session may record more updates than are kept: see ``Configuration/keptUpdates``. Then the stream begins at
    /// the oldest kept update, and ``updateGaps`` and ``diagnostics`` report the gap.
    public var updates: StoreUpdates {
        nextUpdates(from: .opening) ?? StoreUpdates(engine.ledger.log.sessionReader())
    }

    /// The updates from a moment on: the beginning, the opening of the current user's ledger, or now.
    ///
    /// While no user is named, they are those of the next named user, and `.now` is the opening of that user's ledger.
    ///
    /// - Parameter start: where they begin. `.now` is the moment of this call, without the earlier updates of a
    ///   sign-in.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept.
    public func updates(from start: UpdateStart) throws(PurchaseFailure) -> StoreUpdates {
        if let next = nextUpdates(from: start) { return next }
        let log = engine.ledger.log
        return StoreUpdates(try log.reader(after: log.cursor(of: start)))
    }

    /// The updates of the next named user; `nil` while a user is named.
    private func nextUpdates(from start: UpdateStart) -> StoreUpdates? {
        guard engine.account == .unnamed, let pending = sessions.pendingReader(from: start) else { return nil }
        return StoreUpdates(
            UpdateCursors(nil) { [sessions] () throws(PurchaseFailure) in try await sessions.reader(of: pending) })
    }

    /// The updates after a sequence number: first the recorded ones, then the later ones as they come.
    ///
    /// - Parameter sequence: the number of the last update to skip; 0 skips none.
    /// - Throws: ``PurchaseFailure`` with `.updatesNotKept` when some of them are no longer kept, or when the number
    ///   is above ``lastSequence``, because it comes from another ledger or another user; its message has the oldest
    ///   number kept, or the latest one.
    public func updates(after sequence: UInt64) throws(PurchaseFailure) -> StoreUpdates {
        StoreUpdates(try engine.ledger.log.reader(after: sequence))
    }

    /// The sequence number of the latest update; 0 when there is none.
    public var lastSequence: UInt64 { engine.ledger.log.lastSequence }

    /// The updates that consumers and streams of the current session have missed, the oldest gap first, at most 100.
    ///
    /// Each gap means that a loop ended, or could not begin, before it got all updates.
    public var updateGaps: [UpdateGap] { engine.ledger.log.gaps }
}

// Updates for named consumers.
extension PurchaseStore {
    /// The updates for a named consumer, such as `"analytics"`: from where it stopped, or for a new one from `start`.
    ///
    /// By default a new consumer begins now. It then does not get updates that were recorded before this call, for
    /// example just after a user was named. Name it in ``Configuration/consumers`` to register it before anything runs.
    ///
    /// A ledger on disk never drops updates that a named consumer has not acknowledged. Call ``forgetConsumer(_:)``
    /// when a consumer is no longer used. With a ledger in memory it may have missed some: see ``skip(_:)``.
    ///
    /// - Parameters:
    ///   - consumer: the consumer's name, at most ``IntakeLimits/identifierBytes`` long.
    ///   - start: where a new consumer begins; one that the ledger knows resumes where it stopped.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits; `.ledgerUnavailable`
    ///   when a new consumer could not be recorded; `.updatesNotKept` when some of its updates are no longer kept, with
    ///   ``PurchaseFailure/gap``; `.accountNotNamed`, `.storeClosed` or `.accountSwitched`.
    public func updates(for consumer: String, from start: UpdateStart = .now) async throws(PurchaseFailure)
        -> ConsumerUpdates
    {
        try NamedConsumer.validate(consumer)
        let engine = try sessions.named()
        let reader = try await NamedConsumer(consumer, engine.ledger).reader(from: start)
        return ConsumerUpdates(consumer, reader, engine.ledger, ending: engine.over)
    }

    /// Moves a named consumer past updates that it has missed and that are no longer kept.
    ///
    /// ``updates(for:from:)`` then returns the updates after the gap. A stream without a name needs no such call: call
    /// ``updates(after:)`` with the gap's last number.
    ///
    /// - Parameter gap: the gap of the failure that ended the loop.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when there is no update of the gap's last number;
    ///   `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed`, `.storeClosed` or `.accountSwitched`.
    public func skip(_ gap: UpdateGap) async throws(PurchaseFailure) {
        guard let consumer = gap.consumer else { return }
        try await NamedConsumer(consumer, sessions.named().ledger).record(gap.last)
    }

    /// Forgets a named consumer and the updates kept for it.
    ///
    /// An unknown name changes nothing.
    ///
    /// - Parameter consumer: the consumer's name.
    /// - Throws: ``PurchaseFailure`` with `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed`,
    ///   `.storeClosed` or `.accountSwitched`.
    public func forgetConsumer(_ consumer: String) async throws(PurchaseFailure) {
        try await NamedConsumer(consumer, sessions.named().ledger).forget()
    }

    /// Processes the updates for a named consumer, one after the other, until the store closes or the calling task is
    /// cancelled.
    ///
    /// It continues through switches of users, with each user's own updates.
    ///
    /// When the body returns, its update is acknowledged. When it throws, ``RetryClass`` classifies the error, and the
    /// policy `retries.follow` decides when it is called again. After the last attempt, or a permanent error, the
    /// update becomes a failed update, listed by ``failedUpdates(for:)``, and the next update follows. An update
    /// comes again when the program or the session ended before its success was recorded. Each update is processed at
    /// least once, so recognise a repetition by ``StoreUpdate/key-swift.property``.
    ///
    /// - Parameters:
    ///   - consumer: the consumer's name, at most ``IntakeLimits/identifierBytes`` long. Follow it in one place at
    ///     a time, and do not read it with ``updates(for:from:)`` meanwhile.
    ///   - start: where a new consumer begins; one that the ledger knows resumes where it stopped. `.now` is the moment
    ///     of this call. For users who are named later it is the opening of their ledger, so it includes their sign-in.
    ///   - body: processes one update.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when the name is out of its limits, or followed already;
    ///   `.ledgerUnavailable` when a new consumer could not be recorded, or updates could not be read;
    ///   `.updatesNotKept` when some of its updates are no longer kept, with ``PurchaseFailure/gap``: see ``skip(_:)``.
    public func follow(
        _ consumer: String, from start: UpdateStart = .now,
        _ body: @Sendable (StoreUpdate) async throws -> Void
    ) async throws(PurchaseFailure) {
        try NamedConsumer.validate(consumer)
        // The loop does not keep the store: a store without other references closes.
        try await sessions.follow(consumer, from: start, body)
    }

    /// The failed updates of ``follow(_:from:_:)`` for the current user, by consumer and number.
    ///
    /// - Parameter consumer: the consumer whose failed updates are listed; `nil` lists those of all.
    public func failedUpdates(for consumer: String? = nil) async -> [FailedUpdate] {
        await engine.ledger.failedUpdates(of: consumer).map {
            FailedUpdate(consumer: $0.consumer, update: $0.update, reason: $0.reason, isReleased: $0.isReleased)
        }
    }

    /// Passes a failed update to its consumer again: at once if the consumer is followed, otherwise when it is.
    ///
    /// It returns when this is recorded. The update leaves the list when the body has processed it.
    ///
    /// - Parameter update: one of ``failedUpdates(for:)``.
    /// - Throws: ``PurchaseFailure`` with `.invalidRequest` when it is not, or no longer, among them;
    ///   `.ledgerUnavailable` when it could not be recorded; `.accountNotNamed`, `.storeClosed` or `.accountSwitched`.
    public func releaseFailedUpdate(_ update: FailedUpdate) async throws(PurchaseFailure) {
        try await NamedConsumer(update.consumer, sessions.named().ledger).release(update.update.sequence)
    }
}

// Unfinished purchases and dead letters.
extension PurchaseStore {
    /// The purchases of the current user that are recorded and not finished, in the order of their updates.
    ///
    /// These are manual purchases, purchases that are being delivered or finished, and dead letters.
    public func unfinished() async -> [StorePurchase] {
        let engine = engine
        guard let work = engine.work else { return [] }
        return await engine.ledger.outstanding().filter(\.progress.isUnfinished).map {
            work.makePurchase($0.update, $0.progress.isLeftToApp)
        }
    }

    /// Finishes a manual purchase.
    ///
    /// A second call changes nothing.
    ///
    /// The call returns when this is recorded. Purser then finishes the transaction with the backend, and retries with
    /// growing pauses if that fails.
    ///
    /// - Parameter transactionID: the identifier of the transaction.
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` when the ledger has no such transaction;
    ///   `.ledgerUnavailable` when it could not be recorded: then call it again; `.accountNotNamed`, `.storeClosed` or
    ///   `.accountSwitched`.
    public func finish(_ transactionID: String) async throws(PurchaseFailure) {
        try await asUser { engine throws(PurchaseFailure) in
            let name = await engine.ledger.name(of: transactionID) { $0.isLeftToApp }
            try await engine.working().processor.finish(name)
        }
    }

    /// The purchases that are paid for and recorded but could not be delivered or revoked, in the order of their
    /// updates.
    public func deadLetters() async -> [DeadLetter] {
        await engine.ledger.deadLetters().map {
            DeadLetter(update: $0.transaction.update, reason: $0.reason, step: .init(failed: $0.transaction.progress))
        }
    }

    /// Delivers or revokes a dead letter once more.
    ///
    /// It returns when the release is recorded. Then the content is installed and the grant handler is called, as for a
    /// new purchase; or the revoke handler is called.
    ///
    /// - Parameter transactionID: the identifier of the transaction.
    /// - Throws: ``PurchaseFailure`` with `.unknownTransaction` when it is not among ``deadLetters()``;
    ///   `.ledgerUnavailable` when it could not be recorded: then call it again; `.accountNotNamed`, `.storeClosed` or
    ///   `.accountSwitched`.
    public func releaseDeadLetter(_ transactionID: String) async throws(PurchaseFailure) {
        let engine = try sessions.named()
        let name = await engine.ledger.name(of: transactionID) { $0.state == .deadLetter }
        guard await engine.ledger.transaction(name)?.progress.state == .deadLetter else {
            throw PurchaseFailure(
                .unknownTransaction, "There is no such dead letter; deadLetters() lists all.",
                transactionID: transactionID)
        }
        do {
            try await engine.ledger.record(step: .released, of: name)
        } catch {
            throw PurchaseFailure(
                wrapping: error, as: .ledgerUnavailable, "The release could not be recorded; release it again.")
        }
        try await engine.working().processor.recover()
    }
}

// The content of products; it belongs to no user.
extension PurchaseStore {
    private var downloader: ContentDownloader { sessions.parts.downloader }

    /// Whether the content of a product is installed, on its way, paused, or none of these.
    ///
    /// It never waits. Content is the same for all users of the device, also while no user is named: read
    /// ``entitlements`` for what the current user owns.
    public func contentState(of productID: String) -> ContentState { downloader.state(of: productID) }

    /// The states of a product's content, with the progress of its download: first the current one, then each change.
    ///
    /// The sequence continues through switches of users. A slow loop gets only the latest. A source reports its progress
    /// with ``ContentWork/report(_:of:)``; otherwise ``ContentStatus/progress`` is `nil`. ``LocalFileSource`` reports
    /// none.
    public func contentStatuses(of productID: String) -> StoreSequence<ContentStatus> {
        sessions.contentStatuses(of: productID)
    }

    /// Returns when the content of a product is installed, in the version that the configuration names; at once if it
    /// is.
    ///
    /// Purchases need no such call. It is for content that is owned and missing: after a restore, on a new device, when
    /// the system or the app has deleted it, or when a new version of the app names a new version of it. It does not
    /// check whether the product is owned, so an app can fetch content ahead. Calls for the same content share one
    /// download.
    ///
    /// - Parameters:
    ///   - productID: the product.
    ///   - priority: which contents are fetched first, when more are requested than
    ///     ``ContentPolicy/downloadsAtOnce``. Contents of purchases that wait to be finished have a high one.
    ///   - deadline: how long to wait at most; `nil` waits until `retries.download` ends. The download continues for
    ///     other callers.
    /// - Returns: where the content is.
    /// - Throws: ``PurchaseFailure`` with the code `.contentUnavailable` when the configuration names no content of
    ///   the product, it could not be fetched, or the app has cancelled it; `.deadlineExceeded` or `.waitCancelled`
    ///   when the waiting ended first; `.calledInHandler` inside a ``ContentSource``; `.storeClosed` when the store was
    ///   closed.
    @discardableResult
    public func downloadContent(
        of productID: String, priority: ContentPriority = .normal, deadline: Duration? = nil
    ) async throws(PurchaseFailure) -> InstalledContent {
        guard let request = downloader.request(for: productID) else {
            throw PurchaseFailure(
                .contentUnavailable, "No content of \(productID) is set up. Add it to the configuration's contents.",
                productID: productID)
        }
        try HandlerMark.check("downloadContent(of:)", of: sessions.parts.lease, in: "content", productID: productID)
        return try await downloader.install(request, priority: priority, deadline: deadline)
    }

    /// Pauses the download of a product's content until ``resumeContentDownload(of:)``, or until the store is opened
    /// again.
    ///
    /// Other downloads run meanwhile. A purchase that waits for the content continues to wait. A running
    /// ``ContentSource/fetch(_:with:)`` is cancelled. After the resumption it is called again with the same
    /// ``ContentWork/partialDirectory``, and its attempts are counted from the beginning.
    public func pauseContentDownload(of productID: String) { downloader.pause(productID) }

    /// Resumes the download of a product's content.
    public func resumeContentDownload(of productID: String) { downloader.resume(productID) }

    /// Ends the download of a product's content for all callers.
    ///
    /// The downloaded part is kept for the next download; ``removeContent(of:)`` deletes it. A purchase that waits for
    /// the content becomes a dead letter: it is not finished before ``releaseDeadLetter(_:)`` has delivered it.
    public func cancelContentDownload(of productID: String) { downloader.cancel(productID) }

    /// The contents on this device, in the order of their products, also of products that the configuration no longer
    /// names; ``InstalledContent/bytes`` is the size of one.
    public func installedContents() -> [InstalledContent] { downloader.installed }

    /// The files of a product's content that are missing, or have another size than when they were installed; `nil`
    /// when no content of the product is installed.
    ///
    /// It checks the size of each file, and does not read the files. To repair such content, delete it and download it.
    public func contentFlaws(of productID: String) -> [ContentFlaw]? { downloader.flaws(of: productID) }

    /// Deletes the content of a product and its partial downloads; the space is free when it returns.
    ///
    /// The content is not fetched again before the app requests it, or the product is bought again. A running download
    /// continues.
    ///
    /// - Throws: ``ContentFailure`` with the path; its `underlying` is the error of the file system.
    public func removeContent(of productID: String) async throws(ContentFailure) {
        try await downloader.remove(productID)
    }
}
