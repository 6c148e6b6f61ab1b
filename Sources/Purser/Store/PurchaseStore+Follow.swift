extension PurchaseStore {
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
        await engine.ledger.aside(of: consumer).map {
            SetAsideUpdate(
                consumer: $0.consumer, update: $0.entry.update, reason: $0.entry.reason,
                isReleased: $0.entry.isReleased)
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
        let (consumer, sequence) = (update.consumer, update.update.sequence)
        guard await engine.ledger.aside(of: consumer).contains(where: { $0.entry.update.sequence == sequence }) else {
            throw PurchaseFailure(
                .invalidRequest,
                "The reader \"\(consumer)\" has set no update \(sequence) aside; see setAsideUpdates() for those that "
                    + "there are.")
        }
        do {
            try await engine.ledger.record(.released(sequence), of: consumer)
        } catch {
            throw PurchaseFailure(ledger: error)
        }
        engine.ledger.log.nudge(consumer)
    }
}

/// An update that the body of ``PurchaseStore/follow(_:from:_:)`` could not deal with: every attempt failed, or its failure was
/// permanent.
///
/// ``PurchaseStore/releaseSetAsideUpdate(_:)`` gives it to the reader again once the cause is mended.
public struct SetAsideUpdate: Sendable {
    /// The reader's name.
    public let consumer: String
    /// The update.
    public let update: StoreUpdate
    /// The error of the last attempt, as text.
    public let reason: String
    /// Whether it was released, and is not dealt with yet.
    public let isReleased: Bool

    /// An update that was set aside; those of a store come from ``PurchaseStore/setAsideUpdates(for:)``.
    public init(consumer: String, update: StoreUpdate, reason: String, isReleased: Bool = false) {
        self.consumer = consumer
        self.update = update
        self.reason = reason
        self.isReleased = isReleased
    }
}

extension SetAsideUpdate: CustomStringConvertible {
    /// The update, its reader, and the error of the last attempt.
    public var description: String {
        let standing = isReleased ? "released to \(consumer) again after" : "set aside by \(consumer):"
        return "\(update), \(standing) \(reason)"
    }
}
