/// The state of a recorded transaction and its next step; nothing else decides this.
///
/// It follows from the recorded steps and three facts: who finishes it, whether it was fully revoked, and which call of
/// the app's handlers is due by its ``Units``.
package struct TransactionProgress: Sendable, Hashable {
    /// Its recorded steps.
    package private(set) var steps: Steps
    /// Whether the app finishes it, and not Purser.
    package let isManual: Bool
    /// Whether there is nothing left to deliver: revoked, or replaced by an upgrade.
    package let isRevokedOrUpgraded: Bool
    /// The call of the app's handlers that is due, so that the app holds the remaining quantity.
    package private(set) var due: Units.Call?

    /// The states of a transaction, each named after its next step; one that was revoked before its grant began is only
    /// finished.
    ///
    /// A later report can lead from each to any other; a call that ends late, from each to ``awaitsRevoke`` or
    /// ``awaitsGrant``.
    package enum State: UInt8, Sendable, Hashable, CaseIterable {
        /// The app may hold more units than its remaining quantity, and the revoke handler has not succeeded. Then: all
        /// others.
        case awaitsRevoke
        /// It is recorded, and its content is not installed. Then: ``awaitsGrant``, ``awaitsApp``, ``awaitsFinish``, ``done``.
        case awaitsContent
        /// The app may hold fewer units than its remaining quantity. Then: ``awaitsApp``, ``awaitsFinish``, ``done``.
        case awaitsGrant
        /// The backend waits, and the app has not requested the finish; for that, its payment's call or the handler for
        /// manual purchases must have received it. Then: ``awaitsFinish``, ``done``.
        case awaitsApp
        /// It has been delivered or revoked, and the backend waits for its finish. Then: ``done``.
        case awaitsFinish
        /// No step is due. Then: ``awaitsFinish`` when the backend still waits.
        case done
        /// It could not be delivered or revoked, and is a dead letter: a person has to decide. Then: the state that it would
        /// be in otherwise.
        case deadLetter
    }

    /// The state that it is in.
    package var state: State {
        if steps.contains(.deadLetter) { return .deadLetter }
        if due == .revoke { return .awaitsRevoke }
        if steps.isDisjoint(with: .contentInstalled), steps.contains(.owesContent), !isRevokedOrUpgraded {
            return .awaitsContent
        }
        if due == .grant { return .awaitsGrant }
        guard isUnfinished else { return .done }
        return isLeftToApp ? .awaitsApp : .awaitsFinish
    }

    /// The state that it would be in if no person had to decide first: a dead letter awaits the failed step.
    package var stateOnceReleased: State {
        var progress = self
        progress.steps.remove(.deadLetter)
        return progress.state
    }

    /// Whether the backend still waits for its finish, even if other steps come first.
    package var isUnfinished: Bool { steps.contains(.needsFinish) && !steps.contains(.finished) }

    var isGrantedByHandler: Bool { steps.contains(.owesGrant) }

    /// Whether it is paid for, and its content, its grant or the app is still to come; also when a person has to decide.
    package var awaitsDelivery: Bool {
        switch state {
        case .awaitsContent, .awaitsGrant, .awaitsApp, .deadLetter: !isRevokedOrUpgraded
        case .awaitsRevoke, .awaitsFinish, .done: false
        }
    }

    /// Whether the app has to finish it, now or after its delivery.
    package var isLeftToApp: Bool {
        isManual && isUnfinished && !isRevokedOrUpgraded && steps.isDisjoint(with: [.finishRequested, .deadLetter])
    }
}

// MARK: - What happens to it

extension TransactionProgress {
    /// Records one more completed step; returns whether it was new.
    package mutating func apply(_ step: DeliveryStep) -> Bool {
        switch step {
        case .contentInstalled: steps.insert(.contentInstalled).inserted
        case .granted: granted()
        case .revoked: ends(.revoke)
        case .finishRequested: steps.insert(.finishRequested).inserted
        case .finished: steps.insert(.finished).inserted
        case .deadLetter: isDelivered ? false : steps.insert(.deadLetter).inserted
        case .released: steps.remove(.deadLetter) != nil
        }
    }

    private mutating func granted() -> Bool {
        let wasDue = ends(.grant)
        return steps.insert(.granted).inserted || wasDue
    }

    /// A call is no longer due; returns whether it was.
    private mutating func ends(_ call: Units.Call) -> Bool {
        guard due == call else { return false }
        due = nil
        return true
    }

    /// Whether no delivery or revocation is due, and none waits for a person, so that the backend may forget it.
    var isDelivered: Bool {
        switch state {
        case .awaitsFinish, .done: true
        case .awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp, .deadLetter: false
        }
    }

    /// The backend waits for its finish, despite the record; returns whether that was not known.
    @discardableResult
    package mutating func noteWaiting() -> Bool {
        let isNew = !isUnfinished
        steps.insert(.needsFinish)
        steps.remove(.finished)
        return isNew
    }

    /// The recorded steps after an update of this kind.
    ///
    /// A transaction that Purser has finished stays Purser's to finish, even if its payment is found late and leaves
    /// the finishing to the app.
    package func steps(after kind: StoreUpdate.Kind, stepsDue: Steps, isManual: Bool = false) -> Steps {
        var steps = steps.subtracting(.marks)
        if isManual, !self.isManual, steps.contains(.finished) { steps.insert(.finishRequested) }
        // The App Store has reinstated it: its content may be gone, and the app finishes it once more.
        if kind == .reinstated { steps.subtract([.contentInstalled, .finishRequested]) }
        if stepsDue.contains(.needsFinish) { steps.remove(.finished) }
        return steps.union(stepsDue).subtracting(.mayHaveBegun)
    }
}

// MARK: - On record

extension TransactionProgress {
    /// The recorded steps of a transaction, in the bits of the ledger's files.
    package struct Steps: OptionSet, Sendable, Hashable {
        /// The bits, as `LedgerFormat.md` numbers them.
        package var rawValue: UInt16
        /// The steps of these bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The backend waits for it to be finished.
        package static let needsFinish = Steps(rawValue: 1)
        /// Its content was installed.
        package static let contentInstalled = Steps(rawValue: 2)
        /// The app holds its remaining quantity: the grant handler has succeeded, or there is none.
        package static let granted = Steps(rawValue: 4)
        /// The app has finished it.
        package static let finishRequested = Steps(rawValue: 8)
        /// The backend has accepted the finish.
        package static let finished = Steps(rawValue: 16)
        /// It waits for a person.
        package static let deadLetter = Steps(rawValue: 32)
        /// Its content has to be installed.
        package static let owesContent = Steps(rawValue: 64)
        /// The grant handler has to be called.
        package static let owesGrant = Steps(rawValue: 128)
        /// In an update: a call of the app's handlers may have been running.
        package static let mayHaveBegun = Steps(rawValue: 256)
        /// No report named its user, in an earlier version; it decides nothing.
        package static let userGuessed = Steps(rawValue: 512)
        /// It was revoked here because another user has it.
        package static let movedAway = Steps(rawValue: 1024)
        static let marks: Steps = [.userGuessed, .movedAway]
    }
}
