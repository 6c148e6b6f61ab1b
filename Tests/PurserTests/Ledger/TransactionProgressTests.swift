import Testing

@testable import Purser

/// Every life that can be on record, and everything that can happen to it.
@Suite("A transaction's life: each state, each event")
struct TransactionLifeTests {
    private typealias State = TransactionProgress.State
    private typealias Steps = TransactionProgress.Steps

    private static let lives: [TransactionProgress] = (0...255).flatMap { bits in
        [false, true].flatMap { isManual in
            [false, true].flatMap { isRevokedOrUpgraded in
                [nil, .grant, .revoke].map { due in
                    TransactionProgress(
                        steps: Steps(rawValue: UInt16(bits)), isManual: isManual,
                        isRevokedOrUpgraded: isRevokedOrUpgraded, due: due)
                }
            }
        }
    }

    private static let steps: [DeliveryStep] = [
        .contentInstalled, .granted, .revoked, .finishRequested, .finished, .deadLetter(reason: "why"), .released,
    ]

    @Test("The state is what is missing first")
    func states() {
        for progress in Self.lives {
            let steps = progress.steps
            func has(_ step: Steps) -> Bool { steps.contains(step) }
            let owesContent = has(.owesContent) && !has(.contentInstalled) && !progress.isRevokedOrUpgraded
            let expected: State
            switch (has(.deadLetter), progress.due, owesContent) {
            case (true, _, _): expected = .deadLetter
            case (_, .revoke, _): expected = .awaitsRevoke
            case (_, _, true): expected = .awaitsContent
            case (_, .grant, _): expected = .awaitsGrant
            default:
                let isApps = progress.isManual && !progress.isRevokedOrUpgraded && !has(.finishRequested)
                expected = !has(.needsFinish) || has(.finished) ? .done : isApps ? .awaitsApp : .awaitsFinish
            }
            #expect(progress.state == expected)
        }
        #expect(Set(Self.lives.map(\.state)) == Set(State.allCases))
    }

    @Test("F5, F6: what was revoked while its grant failed is not set aside, and is still finished")
    func overtakenGrant() {
        var progress = TransactionProgress(
            steps: [.needsFinish, .finished], isManual: false, isRevokedOrUpgraded: true, due: nil)
        let isNew = progress.apply(.deadLetter(reason: "the grant failed"))
        #expect(!isNew && progress.state == .done)
        // The App Store had news meanwhile, did not take that finish, and tells the transaction again.
        progress.noteWaiting()
        #expect(progress.state == .awaitsFinish)
    }

    /// Where a step may lead that changes the state; the documentation of the states says the same.
    private static let successors: [State: Set<State>] = [
        .awaitsContent: [.awaitsGrant, .awaitsApp, .awaitsFinish, .done, .deadLetter],
        .awaitsGrant: [.awaitsApp, .awaitsFinish, .done, .deadLetter],
        .awaitsRevoke: [.awaitsContent, .awaitsApp, .awaitsFinish, .done, .deadLetter],
        .awaitsApp: [.awaitsFinish, .done, .deadLetter],
        .awaitsFinish: [.done],
        .deadLetter: [.awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp, .awaitsFinish, .done],
    ]

    @Test("F2, F3: each step leads to the states that it may lead to, and to all of them")
    func stepping() {
        var seen: [State: Set<State>] = [:]
        for progress in Self.lives {
            for step in Self.steps {
                var after = progress
                let isNew = after.apply(step)
                #expect(isNew == (after != progress), "a step that says nothing new changes nothing")
                let isRepeated = !after.apply(step)
                #expect(isRepeated, "and each counts once")
                if after.state != progress.state { seen[progress.state, default: []].insert(after.state) }
            }
        }
        #expect(seen == Self.successors)
    }

    @Test("F1, F2, F6, F8: no step but the one that is awaited brings a transaction closer to its finish")
    func awaited() {
        for progress in Self.lives {
            for step in Self.steps {
                var after = progress
                _ = after.apply(step)
                switch (progress.state, step) {
                case (.awaitsContent, .contentInstalled), (.awaitsGrant, .granted): break
                case (.awaitsApp, .finishRequested), (.awaitsRevoke, .revoked), (_, .finished), (_, .released): break
                default: #expect([progress.state, .deadLetter].contains(after.state), "\(progress) \(step)")
                }
            }
        }
    }

    @Test("What is delivered cannot be set aside; released, the others are where they would be otherwise")
    func released() {
        for progress in Self.lives where progress.state != .deadLetter {
            var after = progress
            let isSetAside = after.apply(.deadLetter(reason: "why"))
            guard progress.state != .awaitsFinish, progress.state != .done else {
                #expect(!isSetAside && after == progress)
                continue
            }
            #expect(isSetAside && after.state == .deadLetter && after.stateOnceReleased == progress.state)
            let isReleased = after.apply(.released)
            #expect(isReleased && after == progress)
        }
    }

    @Test("D1: a later report owes what it brings, and undoes no finish by itself")
    func reports() {
        for progress in Self.lives {
            for kind in [.revoked, .reinstated, .upgraded, .changed] as [StoreUpdate.Kind] {
                for stepsDue in [[], .needsFinish, .mayHaveBegun, [.needsFinish, .owesContent, .owesGrant]] as [Steps] {
                    let after = progress.steps(after: kind, stepsDue: stepsDue)
                    #expect(after.isSuperset(of: stepsDue.subtracting(.mayHaveBegun)))
                    #expect(after.isDisjoint(with: .mayHaveBegun), "what was under way is in the units")
                    if kind == .reinstated { #expect(after.isDisjoint(with: [.contentInstalled, .finishRequested])) }
                    if progress.steps.contains(.finished), !after.contains(.finished) {
                        #expect(after.contains(.needsFinish), "unless the backend waits again")
                    }
                }
            }
        }
    }

    @Test("F5: a backend that waits although a finish is on record is answered with another one")
    func waiting() {
        for progress in Self.lives {
            var after = progress
            after.noteWaiting()
            #expect(after.isUnfinished)
            if progress.state == .done { #expect([.awaitsApp, .awaitsFinish].contains(after.state)) }
            if progress.state != .done { #expect(after.state == progress.state) }
        }
    }

    @Test("L1: what is on record is what was read, bit by bit")
    func bits() {
        for progress in Self.lives {
            let read = TransactionProgress(
                steps: progress.steps, isManual: progress.isManual, isRevokedOrUpgraded: progress.isRevokedOrUpgraded,
                due: progress.due)
            #expect(read == progress && read.state == progress.state)
        }
        let bits: [Steps] = [
            .needsFinish, .contentInstalled, .granted, .finishRequested, .finished, .deadLetter, .owesContent,
            .owesGrant,
            .mayHaveBegun,
        ]
        #expect(bits.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
        // Each transaction has one, and they are copied with every purchase: no room is lost behind it.
        #expect(MemoryLayout<TransactionProgress>.size == 5 && MemoryLayout<LedgerTransaction>.stride == 32)
    }
}
