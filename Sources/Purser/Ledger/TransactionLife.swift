/// How far a recorded transaction has come, and what is to be done with it next.
///
/// Nothing else decides this: routing, delivery, finishing and recovery switch over ``next``. It is made of the
/// steps on record, and of three facts about the latest update that also decide: whether the app finishes the transaction,
/// and whether the store has taken back the purchase, or some of it.
package struct TransactionLife: Sendable, Hashable {
    /// What is on record of it.
    package private(set) var steps: Steps
    private let facts: Facts

    /// Whether the app finishes it, and not Purser.
    package var isManual: Bool { facts.contains(.isManual) }

    /// Whether there is nothing left to hand over: revoked, or replaced by an upgrade.
    package var isTakenBack: Bool { facts.contains(.isTakenBack) }

    /// Whether the store has taken back some of it, or all.
    package var isReduced: Bool { facts.contains(.isReduced) }

    /// The life of a transaction of which these steps are on record.
    ///
    /// - Parameter isReduced: whether the store has taken back some of it, or all.
    package init(steps: Steps, isManual: Bool, isTakenBack: Bool, isReduced: Bool) {
        self.steps = steps
        // What the app once took back is past when the store has given everything back.
        if !isReduced, !isTakenBack, steps.contains(.revoked) { self.steps.subtract([.owesRevoke, .revoked]) }
        var facts: Facts = isManual ? .isManual : []
        if isTakenBack { facts.insert(.isTakenBack) }
        if isReduced || isTakenBack { facts.insert(.isReduced) }
        self.facts = facts
    }

    /// The states of a life.
    ///
    /// A later report by the backend can lead from each of them to any other, except away from ``setAside``. It can be set
    /// aside in each in which something is left to be handed over or taken back. From each but ``awaitsContent`` a grant that
    /// was under way when the store took the purchase back leads to ``awaitsRevoke``.
    package enum State: UInt8, Sendable, Hashable, CaseIterable {
        /// It is recorded, and its content is not installed. Then: ``awaitsGrant``, ``awaitsRevoke``,
        /// ``awaitsApp``, ``awaitsFinish``, ``done``.
        case awaitsContent
        /// It has the content that it needs, and the app's handler has not granted it. Then: ``awaitsRevoke``,
        /// ``awaitsApp``, ``awaitsFinish``, ``done``.
        case awaitsGrant
        /// The store has taken back, as a whole or in part, what the app's handler had granted, and the handler that mirrors
        /// it has not taken it back. Then: ``awaitsApp``, ``awaitsFinish``, ``done``; ``awaitsGrant`` when the store has given
        /// it back meanwhile: whether a call that failed or was cut off took something back cannot be known, so that it is
        /// taken back for certain before it is granted once more.
        case awaitsRevoke
        /// It needs nothing more of Purser, the backend waits, and the app has not said yet that it is done with it.
        /// Then: ``awaitsFinish`` when the app says so, or the purchase is taken back; ``done`` when it is finished.
        case awaitsApp
        /// It has been handed over or taken back, and the backend waits to hear so. Then: ``done``; ``awaitsRevoke`` when a
        /// grant succeeds after the purchase was taken back.
        case awaitsFinish
        /// Nothing is left to be done. Then: ``awaitsFinish`` when the backend waits all the same; ``awaitsRevoke`` when a
        /// grant succeeds after the purchase was taken back.
        case done
        /// It could not be handed over or taken back, and waits for a person. Then, released: the state that it would be in otherwise.
        case setAside
    }

    /// What is to be done with a transaction.
    ///
    /// A purchase that was taken back before it was granted has no step of its own: the app hears of it by its update, and
    /// all that is left is to finish it.
    package enum NextStep: UInt8, Sendable, Hashable, CaseIterable {
        /// Install its content.
        case install
        /// Have the app's handler grant it.
        case grant
        /// Have the app's handler take back what was granted.
        case revoke
        /// Wait until the app says that it is done with it; the payer or the app's handler must have been given it for that.
        case awaitApp
        /// Tell the backend that it has been dealt with.
        case finish
        /// There is nothing to do, or a person has to decide.
        case nothing
    }

    /// The state that it is in.
    package var state: State {
        if steps.contains(.setAside) { return .setAside }
        if steps.isDisjoint(with: .contentInstalled), steps.contains(.owesContent) { return .awaitsContent }
        if steps.isDisjoint(with: .granted), steps.contains(.owesGrant) { return .awaitsGrant }
        if owesRevokeOfGranted { return .awaitsRevoke }
        guard isUnfinished else { return .done }
        return isLeftToApp ? .awaitsApp : .awaitsFinish
    }

    /// What is to be done with it now.
    package var next: NextStep {
        switch state {
        case .awaitsContent: .install
        case .awaitsGrant: .grant
        case .awaitsRevoke: .revoke
        case .awaitsApp: .awaitApp
        case .awaitsFinish: .finish
        case .done, .setAside: .nothing
        }
    }

    /// What would be done with it if no person had to decide first: of a transaction that was set aside what failed.
    package var nextOnceReleased: NextStep {
        var life = self
        life.steps.remove(.setAside)
        return life.next
    }

    /// Whether the backend still waits for it to be finished, whatever has to be done before.
    package var isUnfinished: Bool { steps.contains(.needsFinish) && !steps.contains(.finished) }

    /// Whether the app's handler has granted it, or has to, and may be at it.
    var isGrantedByHandler: Bool { !steps.isDisjoint(with: [.granted, .owesGrant]) }

    /// Whether the app's handler has to take back what it has granted, and has not.
    var owesRevokeOfGranted: Bool {
        steps.contains(.owesRevoke) && steps.contains(.granted) && !steps.contains(.revoked)
    }

    /// Whether a grant that is under way would have to be taken back: the store was faster.
    var awaitsLateGrant: Bool { steps.contains(.owesRevoke) && !steps.contains(.granted) && !steps.contains(.revoked) }

    /// Whether the app has to say that it is done with it, now or once it has been handed over.
    package var isLeftToApp: Bool {
        isManual && isUnfinished && !isTakenBack && steps.isDisjoint(with: [.finishRequested, .setAside])
    }
}

// MARK: - What happens to it

extension TransactionLife {
    /// It came one step further.
    ///
    /// - Returns: whether that was not on record already.
    package mutating func take(_ step: DeliveryStep) -> Bool {
        switch step {
        case .contentInstalled: steps.insert(.contentInstalled).inserted
        case .granted: steps.insert(.granted).inserted
        case .owesRevoke: steps.insert(.owesRevoke).inserted
        case .revoked: takeBack()
        case .finishRequested: steps.insert(.finishRequested).inserted
        case .finished: steps.insert(.finished).inserted
        case .setAside: isHandedOver ? false : steps.insert(.setAside).inserted
        case .released: steps.remove(.setAside) != nil
        }
    }

    /// What the store has given back meanwhile is granted once more.
    private mutating func takeBack() -> Bool {
        guard !isReduced else { return steps.insert(.revoked).inserted }
        guard steps.remove(.owesRevoke) != nil else { return false }
        steps.remove(.granted)
        return true
    }

    /// Whether nothing is left to be handed over or taken back, so that there is nothing for a person to decide either.
    ///
    /// A grant may fail after the purchase was taken back meanwhile.
    private var isHandedOver: Bool {
        switch state {
        case .awaitsFinish, .done: true
        case .awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp, .setAside: false
        }
    }

    /// The backend waits for it to be finished; a finish that is on record did not reach the store.
    ///
    /// - Returns: whether that was not known.
    @discardableResult
    package mutating func noteWaiting() -> Bool {
        let isNew = !isUnfinished
        steps.insert(.needsFinish)
        steps.remove(.finished)
        return isNew
    }

    /// What is on record once the backend has reported it in another state, as an update of this kind.
    ///
    /// - Parameters:
    ///   - duties: what the update brings to be done.
    ///   - isManual: whether the app finishes it by this update. What Purser has finished before stays Purser's to finish,
    ///     should the store ask again: its payment, which says otherwise, was found too late.
    package func steps(after kind: StoreUpdate.Kind, duties: Steps, isManual: Bool = false) -> Steps {
        var steps = steps
        if isManual, !self.isManual, steps.contains(.finished) { steps.insert(.finishRequested) }
        // The store has given it back, so it is handed over once more, after what is being taken back.
        if kind == .reinstated {
            if !owesRevokeOfGranted { steps.subtract([.granted, .owesRevoke, .revoked]) }
            steps.subtract([.contentInstalled, .finishRequested])
        }
        let isRevoked = duties.contains(.owesRevoke)
        // The store has taken it back, so nothing is left to be handed over.
        if kind == .revoked || kind == .upgraded && isRevoked { steps.subtract([.owesContent, .owesGrant]) }
        // The store has taken more of it back than what was taken back before.
        if isRevoked { steps.remove(.revoked) }
        if duties.contains(.needsFinish) { steps.remove(.finished) }
        return steps.union(duties)
    }
}

// MARK: - On record

extension TransactionLife {
    /// What the latest update says; three bits, since lives are copied with every purchase.
    private struct Facts: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let isManual = Facts(rawValue: 1)
        static let isTakenBack = Facts(rawValue: 2)
        static let isReduced = Facts(rawValue: 4)
    }

    /// What is on record of a transaction, in the bits that the ledger's files hold.
    package struct Steps: OptionSet, Sendable, Hashable {
        /// The bits, as `LedgerFormat.md` numbers them.
        package var rawValue: UInt16
        /// The steps of these bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        /// The backend waits for it to be finished.
        package static let needsFinish = Steps(rawValue: 1)
        /// Its content was installed.
        package static let contentInstalled = Steps(rawValue: 2)
        /// The app's handler has granted it.
        package static let granted = Steps(rawValue: 4)
        /// The app has said that it is done with it.
        package static let finishRequested = Steps(rawValue: 8)
        /// The backend has taken the finish.
        package static let finished = Steps(rawValue: 16)
        /// It waits for a person.
        package static let setAside = Steps(rawValue: 32)
        /// Its content has to be installed.
        package static let owesContent = Steps(rawValue: 64)
        /// The app's handler has to grant it.
        package static let owesGrant = Steps(rawValue: 128)
        /// The app's handler has to take back what it has granted, if it has.
        package static let owesRevoke = Steps(rawValue: 256)
        /// The app's handler has taken it back.
        package static let revoked = Steps(rawValue: 512)
    }
}
