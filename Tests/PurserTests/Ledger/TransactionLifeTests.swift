import Testing

@testable import Purser

/// Every life that can be on record, and everything that can happen to it.
@Suite("A transaction's life: each state, each event")
struct TransactionLifeTests {
    private typealias State = TransactionLife.State
    private typealias Steps = TransactionLife.Steps

    private static let lives: [TransactionLife] = (0...1_023).flatMap { bits in
        [false, true].flatMap { isManual in
            [(false, false), (false, true), (true, true)].map { isTakenBack, isReduced in
                TransactionLife(
                    steps: Steps(rawValue: UInt16(bits)), isManual: isManual, isTakenBack: isTakenBack,
                    isReduced: isReduced)
            }
        }
    }

    private static let steps: [DeliveryStep] = [
        .contentInstalled, .granted, .owesRevoke, .revoked, .finishRequested, .finished, .setAside(reason: "why"),
        .released,
    ]

    /// A later report, as an update of each kind and with each duty that it may bring.
    private static func reported(_ life: TransactionLife) -> [(kind: StoreUpdate.Kind, life: TransactionLife)] {
        let kinds: [StoreUpdate.Kind] = [.revoked, .reinstated, .upgraded, .changed]
        let duties: [Steps] = [[], .needsFinish, .owesRevoke, [.needsFinish, .owesContent, .owesGrant]]
        return kinds.flatMap { kind in
            duties.filter { kind.grants ? $0 != .owesRevoke : !$0.contains(.owesGrant) }.map { duties in
                let after = TransactionLife(
                    steps: life.steps(after: kind, duties: duties), isManual: life.isManual,
                    isTakenBack: kind == .revoked || kind == .upgraded, isReduced: kind != .reinstated)
                return (kind, after)
            }
        }
    }

    @Test("The state is what is missing first, and what is next follows from the state alone")
    func states() {
        for life in Self.lives {
            let steps = life.steps
            func has(_ step: Steps) -> Bool { steps.contains(step) }
            let expected: State
            switch (has(.setAside), has(.owesContent) && !has(.contentInstalled), has(.owesGrant) && !has(.granted)) {
            case (true, _, _): expected = .setAside
            case (_, true, _): expected = .awaitsContent
            case (_, _, true): expected = .awaitsGrant
            default:
                guard !has(.owesRevoke) || !has(.granted) || has(.revoked) else {
                    expected = .awaitsRevoke
                    break
                }
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

    @Test("F5, F6: what was taken back while its grant failed is not set aside, and is still finished")
    func overtakenGrant() {
        var life = TransactionLife(
            steps: [.needsFinish, .finished], isManual: false, isTakenBack: true, isReduced: true)
        let isNew = life.take(.setAside(reason: "the grant failed"))
        #expect(!isNew && life.state == .done)
        // The App Store had news meanwhile, did not take that finish, and tells the transaction again.
        life.noteWaiting()
        #expect(life.next == .finish)
    }

    /// Where a step may lead that changes the state; the documentation of the states says the same.
    private static let successors: [State: Set<State>] = [
        .awaitsContent: [.awaitsGrant, .awaitsRevoke, .awaitsApp, .awaitsFinish, .done, .setAside],
        .awaitsGrant: [.awaitsRevoke, .awaitsApp, .awaitsFinish, .done, .setAside],
        .awaitsRevoke: [.awaitsGrant, .awaitsApp, .awaitsFinish, .done, .setAside],
        .awaitsApp: [.awaitsRevoke, .awaitsFinish, .done, .setAside],
        .awaitsFinish: [.awaitsRevoke, .done],
        .done: [.awaitsRevoke],
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
                case (.revoke, .revoked): break
                // What was given back meanwhile has to be granted again, whatever is awaited.
                case (_, .revoked) where after.steps.isDisjoint(with: .granted): break
                case (_, .finished), (_, .released): break
                // What was granted too late has to be taken back before anything else.
                case (_, .granted), (_, .owesRevoke):
                    #expect(after.next == life.next || after.next == .revoke, "\(life) \(step)")
                default: #expect(after.next == life.next || after.state == .setAside, "\(life) \(step)")
                }
            }
        }
    }

    @Test("What has been handed over cannot be set aside; released, the others are where they would be otherwise")
    func released() {
        for life in Self.lives where life.state != .setAside {
            var after = life
            let isSetAside = after.take(.setAside(reason: "why"))
            guard life.state != .awaitsFinish, life.state != .done else {
                #expect(!isSetAside && after == life)
                continue
            }
            #expect(isSetAside && after.next == .nothing)
            let isReleased = after.take(.released)
            #expect(isReleased && after == life)
        }
    }

    @Test(
        "D1, F8: a later report owes what it brings, owes nothing of what was taken back, and undoes no finish by itself"
    )
    func reports() {
        for life in Self.lives {
            for (kind, after) in Self.reported(life) {
                if life.state == .setAside {
                    #expect(after.state == .setAside, "F6: only a person lets it go on")
                } else if kind == .revoked {
                    #expect(
                        [.awaitsRevoke, .awaitsFinish, .done].contains(after.state),
                        "nothing of it is handed over any more")
                } else if kind == .reinstated, after.steps.contains(.owesGrant) {
                    var after = after
                    if after.next == .revoke { _ = after.take(.revoked) }
                    #expect(
                        [.awaitsContent, .awaitsGrant, .awaitsRevoke].contains(after.state),
                        "it is handed over once more")
                }
                if kind == .reinstated, after.state != .awaitsRevoke {
                    #expect(after.steps.isDisjoint(with: .revoked), "and may be taken back once more")
                }
                if life.steps.contains(.finished), !after.steps.contains(.finished) {
                    #expect(after.steps.contains(.needsFinish), "unless the backend waits again")
                }
            }
        }
    }

    @Test("F8: what was granted and taken back is taken back by the app, once; what was not granted is not")
    func revoking() {
        for life in Self.lives where life.state != .setAside {
            for kind in [.revoked, .upgraded] as [StoreUpdate.Kind] {
                let steps = life.steps(after: kind, duties: .owesRevoke)
                var after = TransactionLife(
                    steps: steps, isManual: life.isManual, isTakenBack: true, isReduced: true)
                let isGranted = life.steps.contains(.granted)
                #expect((after.next == .revoke) == isGranted, "\(life)")
                #expect(after.next != .grant && after.next != .install)
                let isNew = after.take(.revoked)
                #expect(isNew && after.next != .revoke)
                let isRepeated = after.take(.revoked)
                #expect(!isRepeated)
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
                steps: life.steps, isManual: life.isManual, isTakenBack: life.isTakenBack, isReduced: life.isReduced)
            #expect(read == life && read.state == life.state)
        }
        let bits: [Steps] = [
            .needsFinish, .contentInstalled, .granted, .finishRequested, .finished, .setAside, .owesContent, .owesGrant,
            .owesRevoke, .revoked,
        ]
        #expect(bits.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
        // Each transaction has one, and they are copied with every purchase: no room is lost behind it.
        #expect(MemoryLayout<TransactionLife>.size == 3 && MemoryLayout<LedgerTransaction>.stride == 32)
    }
}
