/// How far a recorded transaction has come, and what is to be done with it next; nothing else decides this.
///
/// It is made of the steps on record and of three facts: who finishes it, whether it was revoked as a whole, and
/// which call of the app's handlers is due by its ``Units``.
package struct TransactionLife: Sendable, Hashable {
    /// What is on record of it.
    package private(set) var steps: Steps
    private var facts: Facts

    /// Whether the app finishes it, and not Purser.
    package var isManual: Bool { facts.contains(.isManual) }

    /// Whether there is nothing left to deliver: revoked, or replaced by an upgrade.
    package var isTakenBack: Bool { facts.contains(.isTakenBack) }

    /// The call of the app's handlers that is due, so that the app holds as many units as stand.
    package var due: Units.Call? {
        if facts.contains(.owesRevoke) { return .revoke }
        return facts.contains(.owesGrant) ? .grant : nil
    }

    /// The life of a transaction of which these steps are on record.
    package init(steps: Steps, isManual: Bool, isTakenBack: Bool, due: Units.Call?) {
        self.steps = steps
        facts = isManual ? .isManual : []
        if isTakenBack { facts.insert(.isTakenBack) }
        switch due {
        case .grant: facts.insert(.owesGrant)
        case .revoke: facts.insert(.owesRevoke)
        case nil: break
        }
    }

    /// The states of a life.
    ///
    /// A later report can lead from each to any other; a call that ends late, from each to ``awaitsRevoke`` or
    /// ``awaitsGrant``.
    package enum State: UInt8, Sendable, Hashable, CaseIterable {
        /// The app may hold more units than its standing quantity, and the revoke handler has not succeeded. Then: all
        /// others.
        case awaitsRevoke
        /// It is recorded, and its content is not installed. Then: ``awaitsGrant``, ``awaitsApp``, ``awaitsFinish``, ``done``.
        case awaitsContent
        /// The app may hold fewer units than its standing quantity. Then: ``awaitsApp``, ``awaitsFinish``, ``done``.
        case awaitsGrant
        /// The backend waits, and the app has not requested the finish. Then: ``awaitsFinish``, ``done``.
        case awaitsApp
        /// It has been delivered or revoked, and the backend waits for its finish. Then: ``done``.
        case awaitsFinish
        /// No step is due. Then: ``awaitsFinish`` when the backend still waits.
        case done
        /// It could not be delivered or revoked, and is a dead letter. Then: the state that it would be in otherwise.
        case setAside
    }

    /// What is to be done with a transaction; one that was revoked before its grant began is only finished.
    package enum NextStep: UInt8, Sendable, Hashable, CaseIterable {
        /// Install its content.
        case install
        /// Call the grant handler.
        case grant
        /// Call the revoke handler.
        case revoke
        /// Wait until the app finishes it; for that, its payment's call or the handler for manual purchases must have
        /// received it.
        case awaitApp
        /// Finish it with the backend.
        case finish
        /// No step is due, or a person has to decide.
        case nothing
    }

    /// The state that it is in.
    package var state: State {
        if steps.contains(.setAside) { return .setAside }
        if facts.contains(.owesRevoke) { return .awaitsRevoke }
        if steps.isDisjoint(with: .contentInstalled), steps.contains(.owesContent), !isTakenBack {
            return .awaitsContent
        }
        if facts.contains(.owesGrant) { return .awaitsGrant }
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

    /// Whether the app's handler has granted it, or has to.
    var isGrantedByHandler: Bool { steps.contains(.owesGrant) }

    /// Whether the app has to say that it is done with it, now or once it has been delivered.
    package var isLeftToApp: Bool {
        isManual && isUnfinished && !isTakenBack && steps.isDisjoint(with: [.finishRequested, .setAside])
    }
}

// MARK: - What happens to it

extension TransactionLife {
    /// It came one step further; whether that was not on record already.
    package mutating func take(_ step: DeliveryStep) -> Bool {
        switch step {
        case .contentInstalled: steps.insert(.contentInstalled).inserted
        case .granted: granted()
        case .revoked: facts.remove(.owesRevoke) != nil
        case .finishRequested: steps.insert(.finishRequested).inserted
        case .finished: steps.insert(.finished).inserted
        case .setAside: isHandedOver ? false : steps.insert(.setAside).inserted
        case .released: steps.remove(.setAside) != nil
        }
    }

    private mutating func granted() -> Bool {
        let wasDue = facts.remove(.owesGrant) != nil
        return steps.insert(.granted).inserted || wasDue
    }

    /// Whether nothing is left to be delivered or revoked: a grant may fail after the purchase was revoked.
    private var isHandedOver: Bool {
        switch state {
        case .awaitsFinish, .done: true
        case .awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp, .setAside: false
        }
    }

    /// The backend waits for it to be finished, whatever is on record; whether that was not known.
    @discardableResult
    package mutating func noteWaiting() -> Bool {
        let isNew = !isUnfinished
        steps.insert(.needsFinish)
        steps.remove(.finished)
        return isNew
    }

    /// What is on record after an update of this kind.
    ///
    /// What Purser has finished stays Purser's to finish, although its payment, which was found late, says otherwise.
    package func steps(after kind: StoreUpdate.Kind, duties: Steps, isManual: Bool = false) -> Steps {
        var steps = steps
        if isManual, !self.isManual, steps.contains(.finished) { steps.insert(.finishRequested) }
        // The store has given it back: its content may be gone, and the app says once more that it is done with it.
        if kind == .reinstated { steps.subtract([.contentInstalled, .finishRequested]) }
        if duties.contains(.needsFinish) { steps.remove(.finished) }
        return steps.union(duties).subtracting(.mayHaveBegun)
    }
}

// MARK: - On record

extension TransactionLife {
    /// What the latest update and the units say; four bits, since lives are copied with every purchase.
    private struct Facts: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let isManual = Facts(rawValue: 1)
        static let isTakenBack = Facts(rawValue: 2)
        static let owesGrant = Facts(rawValue: 4)
        static let owesRevoke = Facts(rawValue: 8)
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
        /// The app holds all that stands of it: its handler has granted it, or there is none.
        package static let granted = Steps(rawValue: 4)
        /// The app has said that it is done with it.
        package static let finishRequested = Steps(rawValue: 8)
        /// The backend has taken the finish.
        package static let finished = Steps(rawValue: 16)
        /// It waits for a person.
        package static let setAside = Steps(rawValue: 32)
        /// Its content has to be installed.
        package static let owesContent = Steps(rawValue: 64)
        /// The app's handler grants it.
        package static let owesGrant = Steps(rawValue: 128)
        /// Among what an update brings: a call of the app's handlers may have been under way.
        package static let mayHaveBegun = Steps(rawValue: 256)
    }
}
