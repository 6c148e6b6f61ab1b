import Testing

@testable import Purser

/// Every life that can be on record, and everything that can happen to it.
@Suite("A transaction's life: each state, each event")
struct TransactionLifeTests {
    private typealias State = TransactionLife.State
    private typealias Steps = TransactionLife.Steps

    private static let lives: [TransactionLife] = (0...255).flatMap { bits in
        [false, true].flatMap { isManual in
            [false, true].flatMap { isTakenBack in
                [nil, .grant, .revoke].map { due in
                    TransactionLife(
                        steps: Steps(rawValue: UInt16(bits)), isManual: isManual, isTakenBack: isTakenBack, due: due)
                }
            }
        }
    }

    private static let steps: [DeliveryStep] = [
        .contentInstalled, .granted, .revoked, .finishRequested, .finished, .setAside(reason: "why"), .released,
    ]

    @Test("The state is what is missing first, and what is next follows from the state alone")
    func states() {
        for life in Self.lives {
            let steps = life.steps
            func has(_ step: Steps) -> Bool { steps.contains(step) }
            let owesContent = has(.owesContent) && !has(.contentInstalled) && !life.isTakenBack
            let expected: State
            switch (has(.setAside), life.due, owesContent) {
            case (true, _, _): expected = .setAside
            case (_, .revoke, _): expected = .awaitsRevoke
            case (_, _, true): expected = .awaitsContent
            case (_, .grant, _): expected = .awaitsGrant
            default:
                let isApps = life.isManual && !life.isTakenBack && !has(.finishRequested)
                expected = !has(.needsFinish) || has(.finished) ? .done : isApps ? .awaitsApp : .awaitsFinish
            }
            #expect(life.state == expected)
            let next: [State: TransactionLife.NextStep] = [
                .awaitsContent: .install, .awaitsGrant: .grant, .awaitsRevoke: .revoke, .awaitsApp: .awaitApp,
                .awaitsFinish: .finish, .done: .nothing, .setAside: .nothing,
            ]
            #expect(life.next == next[life.state])
        }
        #expect(Set(Self.lives.map(\.state)) == Set(State.allCases))
        #expect(Set(Self.lives.map(\.next)) == Set(TransactionLife.NextStep.allCases))
    }

    @Test("F5, F6: what was revoked while its grant failed is not set aside, and is still finished")
    func overtakenGrant() {
        var life = TransactionLife(steps: [.needsFinish, .finished], isManual: false, isTakenBack: true, due: nil)
        let isNew = life.take(.setAside(reason: "the grant failed"))
        #expect(!isNew && life.state == .done)
        // The App Store had news meanwhile, did not take that finish, and tells the transaction again.
        life.noteWaiting()
        #expect(life.next == .finish)
    }

    /// Where a step may lead that changes the state; the documentation of the states says the same.
    private static let successors: [State: Set<State>] = [
        .awaitsContent: [.awaitsGrant, .awaitsApp, .awaitsFinish, .done, .setAside],
        .awaitsGrant: [.awaitsApp, .awaitsFinish, .done, .setAside],
        .awaitsRevoke: [.awaitsContent, .awaitsApp, .awaitsFinish, .done, .setAside],
        .awaitsApp: [.awaitsFinish, .done, .setAside],
        .awaitsFinish: [.done],
        .setAside: [.awaitsContent, .awaitsGrant, .awaitsRevoke, .awaitsApp, .awaitsFinish, .done],
    ]

    @Test("F2, F3: each step leads to the states that it may lead to, and to all of them")
    func stepping() {
        var seen: [State: Set<State>] = [:]
        for life in Self.lives {
            for step in Self.steps {
                var after = life
                let isNew = after.take(step)
                #expect(isNew == (after != life), "a step that says nothing new changes nothing")
                let isRepeated = !after.take(step)
                #expect(isRepeated, "and each counts once")
                if after.state != life.state { seen[life.state, default: []].insert(after.state) }
            }
        }
        #expect(seen == Self.successors)
    }

    @Test("F1, F2, F6, F8: no step but the one that is awaited brings a transaction closer to its finish")
    func awaited() {
        for life in Self.lives {
            for step in Self.steps {
                var after = life
                _ = after.take(step)
                switch (life.next, step) {
                case (.install, .contentInstalled), (.grant, .granted), (.awaitApp, .finishRequested): break
                case (.revoke, .revoked), (_, .finished), (_, .released): break
                default: #expect(after.next == life.next || after.state == .setAside, "\(life) \(step)")
                }
            }
        }
    }

    @Test("What is delivered cannot be set aside; released, the others are where they would be otherwise")
    func released() {
        for life in Self.lives where life.state != .setAside {
            var after = life
            let isSetAside = after.take(.setAside(reason: "why"))
            guard life.state != .awaitsFinish, life.state != .done else {
                #expect(!isSetAside && after == life)
                continue
            }
            #expect(isSetAside && after.next == .nothing && after.nextOnceReleased == life.next)
            let isReleased = after.take(.released)
            #expect(isReleased && after == life)
        }
    }

    @Test("D1: a later report owes what it brings, and undoes no finish by itself")
    func reports() {
        for life in Self.lives {
            for kind in [.revoked, .reinstated, .upgraded, .changed] as [StoreUpdate.Kind] {
                for duties in [[], .needsFinish, .mayHaveBegun, [.needsFinish, .owesContent, .owesGrant]] as [Steps] {
                    let after = life.steps(after: kind, duties: duties)
                    #expect(after.isSuperset(of: duties.subtracting(.mayHaveBegun)))
                    #expect(after.isDisjoint(with: .mayHaveBegun), "what was under way is in the units")
                    if kind == .reinstated { #expect(after.isDisjoint(with: [.contentInstalled, .finishRequested])) }
                    if life.steps.contains(.finished), !after.contains(.finished) {
                        #expect(after.contains(.needsFinish), "unless the backend waits again")
                    }
                }
            }
        }
    }

    @Test("F5: a backend that waits although a finish is on record is answered with another one")
    func waiting() {
        for life in Self.lives {
            var after = life
            after.noteWaiting()
            #expect(after.isUnfinished)
            if life.state == .done { #expect([.awaitsApp, .awaitsFinish].contains(after.state)) }
            if life.state != .done { #expect(after.state == life.state) }
        }
    }

    @Test("L1: what is on record is what was read, bit by bit")
    func bits() {
        for life in Self.lives {
            let read = TransactionLife(
                steps: life.steps, isManual: life.isManual, isTakenBack: life.isTakenBack, due: life.due)
            #expect(read == life && read.state == life.state)
        }
        let bits: [Steps] = [
            .needsFinish, .contentInstalled, .granted, .finishRequested, .finished, .setAside, .owesContent, .owesGrant,
            .mayHaveBegun,
        ]
        #expect(bits.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
        // Each transaction has one, and they are copied with every purchase: no room is lost behind it.
        #expect(MemoryLayout<TransactionLife>.size == 3 && MemoryLayout<LedgerTransaction>.stride == 32)
    }
}
